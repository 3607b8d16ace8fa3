import type { ChatPreview } from '@overture/contract/chats';
import { StatusDot } from '../../../ui/feedback/status-chip.tsx';
import { className, classTitle, classTones } from './class-words.ts';

/** What a conversation says, beside its last words. */
export function ClassMark({ chat }: { chat: ChatPreview }) {
  const { reply_class: found } = chat;
  if (!found) return null;
  return (
    <span className="flex-none text-ink-2 text-meta" title={classTitle(found)}>
      <StatusDot tone={classTones[found.class]}>{className(found)}</StatusDot>
    </span>
  );
}
