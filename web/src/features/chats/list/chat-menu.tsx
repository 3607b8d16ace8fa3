import type { ChatPreview } from '@overture/contract/chats';
import {
  IconAlarm,
  IconArchive,
  IconArchiveOff,
  IconFlag,
  IconFlagOff,
  IconLayoutKanban,
  IconMailOpened,
  IconSquareCheck,
  IconTag,
  IconTargetArrow,
  IconUserPlus,
} from '@tabler/icons-react';
import { ActionMenu, type MenuEntry } from '../../../ui/overlays/action-menu.tsx';
import { chooseBoardFor } from '../../kanban/index.ts';
import { leadName } from '../../leads/index.ts';
import type { InboxCommands } from '../changes/use-inbox-commands.ts';
import { t } from '../texts.ts';
import type { ChatActions } from '../use-chat-actions.ts';

interface ChatMenuProps {
  chat: ChatPreview;
  actions: ChatActions;
  commands: InboxCommands;
  onSelect: () => void;
}

/** What can be done with a conversation from the list. */
export function ChatMenu(props: ChatMenuProps) {
  return (
    <ActionMenu
      label={t('actions', { name: leadName(props.chat.prospect) })}
      entries={[...markEntries(props), ...dialogEntries(props)]}
    />
  );
}

function markEntries({ chat, actions }: ChatMenuProps): MenuEntry[] {
  const { is_flagged: isFlagged } = chat.prospect;
  return [
    {
      id: 'archive',
      label: t(chat.is_archived ? 'restore' : 'archive'),
      icon: chat.is_archived ? <IconArchiveOff size={16} aria-hidden /> : <IconArchive size={16} aria-hidden />,
      onSelect: () => actions.setArchived(chat, !chat.is_archived),
    },
    {
      id: 'flag',
      label: t(isFlagged ? 'unflag' : 'flag'),
      icon: isFlagged ? <IconFlagOff size={16} aria-hidden /> : <IconFlag size={16} aria-hidden />,
      onSelect: () => actions.toggleFlag(chat),
    },
    {
      id: 'unread',
      label: t('mark_unread'),
      icon: <IconMailOpened size={16} aria-hidden />,
      disabled: chat.has_unread,
      onSelect: () => actions.markUnread(chat),
    },
  ];
}

function dialogEntries({ chat, commands, onSelect }: ChatMenuProps): MenuEntry[] {
  return [
    {
      id: 'class',
      label: t('class'),
      icon: <IconTargetArrow size={16} aria-hidden />,
      onSelect: () => commands.open('class', [chat]),
    },
    {
      id: 'labels',
      label: t('labels'),
      icon: <IconTag size={16} aria-hidden />,
      onSelect: () => commands.open('labels', [chat]),
    },
    {
      id: 'assign',
      label: t('assign'),
      icon: <IconUserPlus size={16} aria-hidden />,
      onSelect: () => commands.open('assign', [chat]),
    },
    {
      id: 'remind',
      label: t(chat.remind_at === null ? 'remind' : 'remind_change'),
      icon: <IconAlarm size={16} aria-hidden />,
      onSelect: () => commands.open('remind', [chat]),
    },
    {
      id: 'board',
      label: t('board'),
      icon: <IconLayoutKanban size={16} aria-hidden />,
      onSelect: () => chooseBoardFor({ ids: [chat.prospect.id], name: leadName(chat.prospect) }),
    },
    {
      id: 'select',
      label: t('select'),
      icon: <IconSquareCheck size={16} aria-hidden />,
      divider: true,
      onSelect,
    },
  ];
}
