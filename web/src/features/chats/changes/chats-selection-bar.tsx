import type { ChatPreview } from '@overture/contract/chats';
import {
  IconAlarm,
  IconArchive,
  IconArchiveOff,
  IconFlag,
  IconMail,
  IconMailOpened,
  IconTag,
  IconTargetArrow,
  IconUserPlus,
} from '@tabler/icons-react';
import { IconButton } from '../../../ui/inputs/app-button.tsx';
import { SelectionBar } from '../../../ui/table/selection-bar.tsx';
import { t } from '../texts.ts';
import type { InboxCommands } from './use-inbox-commands.ts';

interface ChatsSelectionBarProps {
  chats: readonly ChatPreview[];
  commands: InboxCommands;
  onClear: () => void;
}

/** What can be done with the conversations that are selected. */
export function ChatsSelectionBar({ chats, commands, onClear }: ChatsSelectionBarProps) {
  const isAllArchived = chats.every((chat) => chat.is_archived);
  const isAllFlagged = chats.every((chat) => chat.prospect.is_flagged);
  const isAllRead = chats.every((chat) => !chat.has_unread);
  const size = 17;
  return (
    <SelectionBar count={chats.length} onClear={onClear}>
      <IconButton label={t(isAllArchived ? 'restore' : 'archive')} onClick={() => commands.archive(chats)}>
        {isAllArchived ? <IconArchiveOff size={size} aria-hidden /> : <IconArchive size={size} aria-hidden />}
      </IconButton>
      <IconButton label={t(isAllRead ? 'mark_unread' : 'mark_read')} onClick={() => commands.toggleRead(chats)}>
        {isAllRead ? <IconMail size={size} aria-hidden /> : <IconMailOpened size={size} aria-hidden />}
      </IconButton>
      <IconButton label={t(isAllFlagged ? 'unflag' : 'flag')} onClick={() => commands.toggleFlag(chats)}>
        <IconFlag size={size} aria-hidden />
      </IconButton>
      <IconButton label={t('class')} onClick={() => commands.open('class', chats)}>
        <IconTargetArrow size={size} aria-hidden />
      </IconButton>
      <IconButton label={t('labels')} onClick={() => commands.open('labels', chats)}>
        <IconTag size={size} aria-hidden />
      </IconButton>
      <IconButton label={t('assign')} onClick={() => commands.open('assign', chats)}>
        <IconUserPlus size={size} aria-hidden />
      </IconButton>
      <IconButton label={t('remind')} onClick={() => commands.open('remind', chats)}>
        <IconAlarm size={size} aria-hidden />
      </IconButton>
    </SelectionBar>
  );
}
