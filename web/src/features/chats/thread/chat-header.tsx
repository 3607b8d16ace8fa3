import type { ChatPreview, ChatProspect } from '@overture/contract/chats';
import { senderName } from '@overture/domain/accounts';
import {
  IconAlarm,
  IconArchive,
  IconArchiveOff,
  IconArrowLeft,
  IconFlag,
  IconFlagFilled,
  IconLayoutSidebarRight,
  IconMailOpened,
  IconSend,
  IconUserPlus,
} from '@tabler/icons-react';
import { formatDateTime } from '../../../lib/format.ts';
import { AppLink } from '../../../lib/navigation/navigation.tsx';
import { pb } from '../../../lib/navigation/paths.ts';
import { AccountGlyph } from '../../../ui/display/account-glyph.tsx';
import { PersonAvatar } from '../../../ui/display/person-avatar.tsx';
import { Skeleton } from '../../../ui/feedback/spinner.tsx';
import { IconButton } from '../../../ui/inputs/app-button.tsx';
import { LabelChips } from '../../labels/index.ts';
import { leadName, PersonPicture } from '../../leads/index.ts';
import type { InboxCommands } from '../changes/use-inbox-commands.ts';
import { ClassMenu } from '../classes/class-menu.tsx';
import { formatRole } from '../people.ts';
import { AnsweringNote } from '../presence/answering-note.tsx';
import { t } from '../texts.ts';
import type { ChatActions } from '../use-chat-actions.ts';
import classes from './thread.module.css';

interface ChatHeaderProps {
  chat: ChatPreview | undefined;
  prospect: ChatProspect | undefined;
  actions: ChatActions;
  commands: InboxCommands;
  answering: readonly string[] | undefined;
  onBack: () => void;
  onDetails: () => void;
}

/** Who it is, through which campaign and sender, and what can be done. */
export function ChatHeader({ chat, prospect, actions, commands, answering, onBack, onDetails }: ChatHeaderProps) {
  const senders = chat?.accounts.length ? chat.accounts : (prospect?.campaign?.accounts ?? []);
  return (
    <header className="flex flex-none flex-col gap-2 py-3 px-4 border-b border-line bg-surface">
      <div className="flex items-center gap-2.75 min-w-0">
        <span className={classes.back}>
          <IconButton label={t('back')} onClick={onBack}>
            <IconArrowLeft size={18} aria-hidden />
          </IconButton>
        </span>
        <HeaderPerson prospect={prospect} />
        {chat ? <HeaderActions chat={chat} actions={actions} commands={commands} onDetails={onDetails} /> : null}
      </div>
      <div className="flex flex-wrap gap-1.5 min-h-6">
        {chat ? <ClassMenu chat={chat} change={commands.change} chip={classes.chip} /> : null}
        {chat ? <AssigneeChip chat={chat} commands={commands} /> : null}
        {prospect?.campaign ? (
          <AppLink to={pb.campaign(prospect.campaign.id)} className={classes.chip}>
            <IconSend size={13} aria-hidden />
            <span className="truncate">{prospect.campaign.name}</span>
          </AppLink>
        ) : null}
        {senders.map((account) => (
          <span key={account.id} className={classes.chip} title={account.email ?? undefined}>
            <AccountGlyph type={account.account_type} size={13} />
            <span className="truncate">{senderName(account)}</span>
          </span>
        ))}
        <LabelChips labels={prospect?.labels ?? []} />
        <AnsweringNote names={answering} />
      </div>
    </header>
  );
}

function HeaderPerson({ prospect }: Pick<ChatHeaderProps, 'prospect'>) {
  return (
    <>
      {prospect ? <PersonPicture person={prospect} size="chat" /> : <Skeleton width={38} height={38} radius={19} />}
      <div
        className="flex-1 min-w-0 data-loading:flex data-loading:flex-col data-loading:gap-1.5 [&_p]:text-ink-3 [&_p]:text-table"
        data-loading={prospect === undefined || undefined}
      >
        <h2 className="truncate">{prospect ? leadName(prospect) : <Skeleton width={140} height={16} />}</h2>
        <p className="truncate">{prospect ? formatRole(prospect) : <Skeleton width={200} height={13} />}</p>
      </div>
    </>
  );
}

interface HeaderActionsProps {
  chat: ChatPreview;
  actions: ChatActions;
  commands: InboxCommands;
  onDetails: () => void;
}

function HeaderActions({ chat, actions, commands, onDetails }: HeaderActionsProps) {
  const isFlagged = chat.prospect.is_flagged;
  return (
    <div className="flex flex-none gap-0.5">
      <IconButton
        label={chat.remind_at === null ? t('remind') : t('reminder_set', { time: formatDateTime(chat.remind_at) })}
        aria-pressed={chat.remind_at !== null}
        className={chat.remind_at === null ? '' : 'text-amber'}
        onClick={() => commands.open('remind', [chat])}
      >
        <IconAlarm size={17} stroke={1.7} aria-hidden />
      </IconButton>
      <IconButton
        label={t(isFlagged ? 'unflag' : 'flag')}
        aria-pressed={isFlagged}
        data-flagged={isFlagged || undefined}
        className="data-flagged:text-amber-dot"
        onClick={() => actions.toggleFlag(chat)}
      >
        {isFlagged ? <IconFlagFilled size={17} aria-hidden /> : <IconFlag size={17} stroke={1.7} aria-hidden />}
      </IconButton>
      <IconButton label={t('mark_unread')} onClick={() => actions.markUnread(chat)}>
        <IconMailOpened size={17} stroke={1.7} aria-hidden />
      </IconButton>
      <IconButton
        label={t(chat.is_archived ? 'restore' : 'archive')}
        onClick={() => actions.setArchived(chat, !chat.is_archived)}
      >
        {chat.is_archived ? (
          <IconArchiveOff size={17} stroke={1.7} aria-hidden />
        ) : (
          <IconArchive size={17} stroke={1.7} aria-hidden />
        )}
      </IconButton>
      <IconButton label={t('more_options')} aria-haspopup="dialog" onClick={onDetails}>
        <IconLayoutSidebarRight size={17} stroke={1.7} aria-hidden />
      </IconButton>
    </div>
  );
}

/** Assignee of the conversation; a press assigns it. */
function AssigneeChip({ chat, commands }: { chat: ChatPreview; commands: InboxCommands }) {
  const { assigned_to: member } = chat;
  return (
    <button type="button" className={classes.chip} onClick={() => commands.open('assign', [chat])}>
      {member ? (
        <PersonAvatar name={member.name} picture_url={member.picture_url} size={16} />
      ) : (
        <IconUserPlus size={13} aria-hidden />
      )}
      <span className="truncate">{member ? member.name : t('assign')}</span>
    </button>
  );
}
