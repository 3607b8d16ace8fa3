import type { ChatPreview } from '@overture/contract/chats';
import { REPLY_CLASSES, type ReplyClass } from '@overture/domain/inbound/reply-classes';
import { IconChevronDown } from '@tabler/icons-react';
import { Suspense, useState } from 'react';
import { replyClassLabel } from '../../../lib/labels/inbox/reply-class.ts';
import { StatusDot } from '../../../ui/feedback/status-chip.tsx';
import { lazyPart } from '../../../ui/lazy-part.tsx';
import { ActionMenu } from '../../../ui/overlays/action-menu.tsx';
import type { ChangeChats } from '../changes/use-change-chats.ts';
import { t as inbox } from '../texts.ts';
import { className, classTitle, classTones, isSuppressing, type SuppressingClass } from './class-words.ts';
import { t } from './texts.ts';

const SuppressDialog = lazyPart(() =>
  import('./suppress-dialog.tsx').then((file) => ({ default: file.SuppressDialog })),
);

interface ClassMenuProps {
  chat: ChatPreview;
  change: ChangeChats;
  /** How a chip of the header looks. */
  chip: string | undefined;
}

/** Reply type of the lead: as detected, until a person sets another. */
export function ClassMenu({ chat, change, chip }: ClassMenuProps) {
  const { reply_class: found, status } = chat;
  const [offered, setOffered] = useState<SuppressingClass>();
  function set(reply_class: ReplyClass | null) {
    void change(
      [chat],
      { reply_class },
      { said: reply_class ? t('set', { name: replyClassLabel(reply_class) }) : t('cleared') },
    );
    if (isSuppressing(reply_class)) setOffered(reply_class);
  }
  return (
    <>
      <ActionMenu
        label={inbox('interest')}
        position="bottom-start"
        entries={[
          ...REPLY_CLASSES.map((name) => ({
            id: name,
            label: (
              <>
                <StatusDot tone={classTones[name]}>{replyClassLabel(name)}</StatusDot>
                {isSuppressing(name) ? <span className="block text-ink-3 text-meta">{t('only_marks')}</span> : null}
              </>
            ),
            onSelect: () => set(name),
          })),
          {
            id: 'none',
            label: <StatusDot tone="grey">{t('none')}</StatusDot>,
            divider: true,
            onSelect: () => set(null),
          },
        ]}
      >
        <button type="button" className={chip} title={found ? classTitle(found) : undefined}>
          {found ? (
            <StatusDot tone={classTones[found.class]}>{className(found)}</StatusDot>
          ) : status ? (
            <StatusDot tone="blue">{inbox('status_replied')}</StatusDot>
          ) : (
            inbox('interest_none')
          )}
          <IconChevronDown size={13} aria-hidden />
        </button>
      </ActionMenu>
      {offered ? (
        <Suspense fallback={null}>
          <SuppressDialog chats={[chat]} name={offered} onClose={() => setOffered(undefined)} />
        </Suspense>
      ) : null}
    </>
  );
}
