import type { ChatPreview } from '@overture/contract/chats';
import { IconAlarm, IconFlagFilled } from '@tabler/icons-react';
import { formatDateTime, formatListTime } from '../../../lib/format.ts';
import { AppLink } from '../../../lib/navigation/navigation.tsx';
import { pb } from '../../../lib/navigation/paths.ts';
import { AccountGlyph } from '../../../ui/display/account-glyph.tsx';
import { PersonAvatar } from '../../../ui/display/person-avatar.tsx';
import { StatusDot } from '../../../ui/feedback/status-chip.tsx';
import { LabelSummary } from '../../labels/index.ts';
import { leadName, PersonPicture } from '../../leads/index.ts';
import type { InboxCommands } from '../changes/use-inbox-commands.ts';
import type { ChatSelection } from '../changes/use-selection.ts';
import classes from '../chats.module.css';
import { className, classTitle, classTones } from '../classes/class-words.ts';
import { listGlyphTypes } from '../people.ts';
import { AnsweringNote } from '../presence/answering-note.tsx';
import { t } from '../texts.ts';
import type { ChatActions } from '../use-chat-actions.ts';
import { ChatMenu } from './chat-menu.tsx';

/** What a conversation says, beside its last words. */
function ClassMark({ chat }: { chat: ChatPreview }) {
  const { reply_class: found } = chat;
  if (!found) return null;
  return (
    <span className="flex-none text-ink-2 text-meta" title={classTitle(found)}>
      <StatusDot tone={classTones[found.class]}>{className(found)}</StatusDot>
    </span>
  );
}

interface ChatItemProps {
  chat: ChatPreview;
  isOpen: boolean;
  now: Date;
  actions: ChatActions;
  commands: InboxCommands;
  selection: ChatSelection;
  /** Colleagues who answer just now. */
  answering: readonly string[] | undefined;
}

const channelMark = `${classes.channel} grid place-items-center size-4.5 border border-line rounded-full bg-surface`;
const unreadDot = 'flex-none size-2 rounded-full bg-accent-line';

/** One conversation of the list: who, over what, the last words, when, and whether it waits to be read. */
export function ChatItem({ chat, isOpen, now, actions, commands, selection, answering }: ChatItemProps) {
  const { prospect } = chat;
  const name = leadName(prospect);
  const isSelected = selection.ids.has(prospect.id);
  return (
    <li
      className={classes.item}
      data-open={isOpen || undefined}
      data-unread={chat.has_unread || undefined}
      data-chat={prospect.id}
      data-selected={isSelected || undefined}
      data-selecting={selection.ids.size > 0 || undefined}
    >
      <AppLink
        to={pb.inbox({ chat: prospect.id })}
        className="flex items-center gap-3 min-h-17 py-2.5 px-4 text-ink hover:no-underline focus-visible:-outline-offset-2"
        aria-current={isOpen ? 'true' : undefined}
        preload={false}
      >
        <ItemFace chat={chat} />
        <span className="flex flex-1 flex-col gap-0.75 min-w-0">
          <span className="flex items-center gap-2 min-w-0">
            <span className={`${classes.name} truncate`}>{name}</span>
            {prospect.company.name ? (
              <span className="flex-[1_2_0] text-ink-3 text-meta truncate">{prospect.company.name}</span>
            ) : null}
            <ItemMarks chat={chat} now={now} />
          </span>
          <span className={`${classes.bottom} flex items-center gap-2 min-w-0`}>
            <ItemWords chat={chat} answering={answering} />
            {chat.has_unread ? <span className={unreadDot} role="img" aria-label={t('unread')} /> : null}
          </span>
        </span>
      </AppLink>
      <input
        type="checkbox"
        className={classes.pick}
        checked={isSelected}
        aria-label={t('select_chat', { name })}
        onChange={() => undefined}
        onClick={(event) => (event.shiftKey ? selection.extendTo(prospect.id) : selection.toggle(prospect.id))}
      />
      <span className={`${classes.menu} absolute top-1.75 end-3 opacity-0`}>
        <ChatMenu chat={chat} actions={actions} commands={commands} onSelect={() => selection.toggle(prospect.id)} />
      </span>
    </li>
  );
}

/** Important, back by its reminder, and when: of what waits, when it comes back. */
function ItemMarks({ chat, now }: { chat: ChatPreview; now: Date }) {
  const { latest_message: last, remind_at } = chat;
  const at = remind_at ?? last?.sent_at;
  return (
    <>
      {chat.prospect.is_flagged ? (
        <span className="inline-flex flex-none text-amber-dot" role="img" aria-label={t('flagged')}>
          <IconFlagFilled size={13} aria-hidden />
        </span>
      ) : null}
      {chat.is_returned ? (
        <span className="inline-flex flex-none text-amber" role="img" aria-label={t('returned')} title={t('returned')}>
          <IconAlarm size={14} aria-hidden />
        </span>
      ) : null}
      <span className={`${classes.time} flex flex-none items-center gap-1 ms-auto text-ink-3 text-meta number`}>
        {remind_at === null ? null : <IconAlarm size={13} aria-label={t('reminder_at')} />}
        {at === undefined ? '' : remind_at === null ? formatListTime(at, now) : formatDateTime(at)}
      </span>
    </>
  );
}

function ItemFace({ chat }: { chat: ChatPreview }) {
  return (
    <span className={`${classes.face} relative flex-none`}>
      <PersonPicture person={chat.prospect} size="chat" />
      <span className="absolute -end-1.5 -bottom-1 flex -space-x-1.5">
        {listGlyphTypes(chat.account_types).map((type) => (
          <span key={type} className={channelMark}>
            <AccountGlyph type={type} size={12} />
          </span>
        ))}
      </span>
    </span>
  );
}

/** The last words, or who answers just now; labels and whose it is. */
function ItemWords({ chat, answering }: Pick<ChatItemProps, 'chat' | 'answering'>) {
  const { prospect, latest_message: last } = chat;
  const words = last ? last.message || last.subject_line || '' : '';
  return (
    <>
      <span className={`${classes.words} flex-1 text-ink-3 text-table truncate`}>
        {answering?.length ? (
          <AnsweringNote names={answering} />
        ) : last && !last.sent_by_prospect ? (
          t('you', { message: words })
        ) : (
          words
        )}
      </span>
      {chat.has_draft ? (
        <span className="flex-none px-1.5 border border-line rounded-control text-ink-2 text-meta">
          {t('has_draft')}
        </span>
      ) : null}
      <ClassMark chat={chat} />
      <LabelSummary labels={prospect.labels} />
      {chat.assigned_to ? (
        <span
          className="flex-none"
          role="img"
          aria-label={t('assigned_to', { name: chat.assigned_to.name })}
          title={t('assigned_to', { name: chat.assigned_to.name })}
        >
          <PersonAvatar name={chat.assigned_to.name} picture_url={chat.assigned_to.picture_url} size={18} />
        </span>
      ) : null}
    </>
  );
}
