import type { ChatPreview } from '@overture/contract/chats';
import { REPLY_CLASSES, type ReplyClass } from '@overture/domain/inbound/reply-classes';
import { IconCheck } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { replyClassLabel } from '../../../lib/labels/inbox/reply-class.ts';
import { KeyHint } from '../../../ui/display/key-hint.tsx';
import { StatusDot } from '../../../ui/feedback/status-chip.tsx';
import { Dialog } from '../../../ui/overlays/overlay.tsx';
import { leadName } from '../../leads/index.ts';
import type { ChangeChats } from '../changes/use-change-chats.ts';
import { classTones, isSuppressing, type SuppressingClass } from './class-words.ts';
import { SuppressDialog } from './suppress-dialog.tsx';
import { t } from './texts.ts';

interface ClassDialogProps {
  chats: readonly ChatPreview[];
  change: ChangeChats;
  onClose: () => void;
}

const row =
  'bare flex items-center gap-2.5 w-full min-h-9 py-1 px-2 rounded-control text-ink text-start cursor-pointer hover:bg-hover';
const choices: readonly { key: string; name: ReplyClass | null }[] = [
  ...REPLY_CLASSES.map((name, index) => ({ key: String(index + 1), name })),
  { key: '0', name: null },
];

/** What conversations say, by a person: a digit or a press. */
export function ClassDialog({ chats, change, onClose }: ClassDialogProps) {
  const [first] = chats;
  const [offered, setOffered] = useState<SuppressingClass>();
  function set(name: ReplyClass | null) {
    if (offered !== undefined) return;
    void change(
      chats,
      { reply_class: name },
      { said: name ? t('set', { name: replyClassLabel(name) }) : t('cleared') },
    );
    if (isSuppressing(name)) setOffered(name);
    else onClose();
  }
  const press = useRef(set);
  press.current = set;
  // Wherever the focus is in the dialog.
  useEffect(() => {
    function onKeyDown(event: KeyboardEvent) {
      const chosen = choices.find(({ key }) => key === event.key);
      if (!chosen || event.ctrlKey || event.metaKey || event.altKey) return;
      event.preventDefault();
      press.current(chosen.name);
    }
    window.addEventListener('keydown', onKeyDown);
    return () => window.removeEventListener('keydown', onKeyDown);
  }, []);
  const title =
    chats.length === 1 && first
      ? t('class_of', { name: leadName(first.prospect) })
      : t('class_many', { count: chats.length });
  if (offered !== undefined) return <SuppressDialog chats={chats} name={offered} onClose={onClose} />;
  return (
    <Dialog opened onClose={onClose} size="small" title={title}>
      <ul className="m-0 p-0 list-none">
        {choices.map(({ key, name }, index) => (
          <li key={key}>
            <button type="button" data-autofocus={index === 0 || undefined} className={row} onClick={() => set(name)}>
              <span className="flex-1 min-w-0">
                <StatusDot tone={name ? classTones[name] : 'grey'}>
                  {name ? replyClassLabel(name) : t('none')}
                </StatusDot>
                {isSuppressing(name) ? <span className="block text-ink-3 text-meta">{t('only_marks')}</span> : null}
              </span>
              {chats.every((chat) => (chat.reply_class?.class ?? null) === name) ? (
                <IconCheck size={16} aria-label={t('chosen')} />
              ) : null}
              <KeyHint keys={[key]} />
            </button>
          </li>
        ))}
      </ul>
    </Dialog>
  );
}
