import { campaignLeadsEndpoints, type LeadsByCampaign } from '@overture/contract/campaign-leads';
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
import { call, errorMessage } from '../../../lib/api/api-client.ts';
import { toast } from '../../../ui/feedback/toast.tsx';
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

/** Of leads that have not finished; the others stay as they are. */
async function pauseLeads(prospect_ids: number[], is_paused: boolean, only?: LeadsByCampaign): Promise<void> {
  try {
    const body = { prospect_ids, is_paused, only };
    const { amount, changed } = await call(campaignLeadsEndpoints.pauseLeads, { body });
    if (amount === 0) return toast.info(t(is_paused ? 'paused_none' : 'resumed_none'));
    // An undo says what it did, and is not undone itself.
    const undo = () => void pauseLeads(prospect_ids, !is_paused, changed);
    const options = { replaces: 'paused-leads', ...(only ? {} : { action: { label: t('undo'), onSelect: undo } }) };
    toast.success(t(is_paused ? 'paused_leads' : 'resumed_leads', { count: amount }), options);
  } catch (error) {
    toast.error(errorMessage(error, t('action_failed')));
  }
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
  const ids = chats.map(({ prospect }) => prospect.id);
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
      <IconButton label={t('pause_campaigns')} onClick={() => pauseLeads(ids, true)}>
        <IconPlayerPause size={size} aria-hidden />
      </IconButton>
      <IconButton label={t('resume_campaigns')} onClick={() => pauseLeads(ids, false)}>
        <IconPlayerPlay size={size} aria-hidden />
      </IconButton>
      <IconButton label={t('remind')} onClick={() => commands.open('remind', chats)}>
        <IconAlarm size={size} aria-hidden />
      </IconButton>
    </SelectionBar>
  );
}
