import type { ChatPreview } from '@overture/contract/chats';
import {
  IconAlarm,
  IconArchive,
  IconArchiveOff,
  IconFlag,
  IconLayoutKanban,
  IconMail,
  IconMailOpened,
  IconPlayerPause,
  IconPlayerPlay,
  IconTag,
  IconTargetArrow,
  IconUserPlus,
} from '@tabler/icons-react';
import { AppButton, IconButton } from '../../../ui/inputs/app-button.tsx';
import { SelectionBar } from '../../../ui/table/selection-bar.tsx';
import { chooseBoardFor } from '../../kanban/index.ts';
import { leadName } from '../../leads/index.ts';
import { t } from '../texts.ts';
import type { InboxCommands } from './use-inbox-commands.ts';

/** Each is a request of its own: more belong to a rule of the board. */
const MAX_ON_BOARD = 100;

function chooseBoard(chats: readonly ChatPreview[]): void {
  const [first] = chats;
  const name = first && chats.length === 1 ? leadName(first.prospect) : t('leads_count', { count: chats.length });
  chooseBoardFor({ ids: chats.map(({ prospect }) => prospect.id), name });
}

interface ChatsSelectionBarProps {
  chats: readonly ChatPreview[];
  commands: InboxCommands;
  onClear: () => void;
  /** Selects everything that the filter shows; left out where all of it is selected. */
  onAll?: (() => void) | undefined;
}

/** What can be done with the conversations that are selected. */
export function ChatsSelectionBar({ chats, commands, onClear, onAll }: ChatsSelectionBarProps) {
  const isAllArchived = chats.every((chat) => chat.is_archived);
  const isAllFlagged = chats.every((chat) => chat.prospect.is_flagged);
  const isAllRead = chats.every((chat) => !chat.has_unread);
  const size = 17;
  return (
    <SelectionBar count={chats.length} onClear={onClear}>
      {onAll ? (
        <AppButton size="small" onClick={onAll}>
          {t('select_all')}
        </AppButton>
      ) : null}
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
      {chats.length > MAX_ON_BOARD ? null : (
        <IconButton label={t('add_to_board')} onClick={() => chooseBoard(chats)}>
          <IconLayoutKanban size={size} aria-hidden />
        </IconButton>
      )}
      <IconButton label={t('pause_campaigns')} onClick={() => commands.pauseCampaigns(chats, true)}>
        <IconPlayerPause size={size} aria-hidden />
      </IconButton>
      <IconButton label={t('resume_campaigns')} onClick={() => commands.pauseCampaigns(chats, false)}>
        <IconPlayerPlay size={size} aria-hidden />
      </IconButton>
      <IconButton label={t('remind')} onClick={() => commands.open('remind', chats)}>
        <IconAlarm size={size} aria-hidden />
      </IconButton>
    </SelectionBar>
  );
}
