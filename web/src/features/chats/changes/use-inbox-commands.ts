import { campaignLeadsEndpoints, type LeadsByCampaign } from '@overture/contract/campaign-leads';
import type { ChatPreview } from '@overture/contract/chats';
import { useMemo, useState } from 'react';
import { call, errorMessage } from '../../../lib/api/api-client.ts';
import { toast } from '../../../ui/feedback/toast.tsx';
import { t } from '../texts.ts';
import { type ChangeChats, useChangeChats } from './use-change-chats.ts';

type DialogKind = 'class' | 'labels' | 'assign' | 'remind';

export interface OpenDialog {
  kind: DialogKind;
  chats: readonly ChatPreview[];
}

/** What can be done with one conversation or many, from a button, a menu or a key. */
export interface InboxCommands {
  archive: (chats: readonly ChatPreview[]) => void;
  toggleRead: (chats: readonly ChatPreview[]) => void;
  toggleFlag: (chats: readonly ChatPreview[]) => void;
  open: (kind: DialogKind, chats: readonly ChatPreview[]) => void;
  /** Of leads that have not finished; the others stay as they are. */
  pauseCampaigns: (chats: readonly ChatPreview[], isPaused: boolean) => void;
  change: ChangeChats;
}

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

/** @param onLeave called before conversations leave the visible list */
export function useInboxCommands(onLeave: (ids: readonly number[]) => void) {
  const change = useChangeChats();
  const [dialog, setDialog] = useState<OpenDialog | undefined>();
  const commands = useMemo<InboxCommands>(
    () => ({
      change,
      open: (kind, chats) => setDialog({ kind, chats }),
      archive(chats) {
        const archived = !chats.every((chat) => chat.is_archived);
        onLeave(chats.map((chat) => chat.prospect.id));
        void change(
          chats,
          { archived },
          { said: t(archived ? 'archived_many' : 'restored_many', { count: chats.length }) },
        );
      },
      toggleRead(chats) {
        void change(chats, { read: !chats.every((chat) => !chat.has_unread) });
      },
      pauseCampaigns(chats, isPaused) {
        void pauseLeads(
          chats.map((chat) => chat.prospect.id),
          isPaused,
        );
      },
      toggleFlag(chats) {
        void change(chats, { flagged: !chats.every((chat) => chat.prospect.is_flagged) });
      },
    }),
    [change, onLeave],
  );
  return { commands, dialog, closeDialog: () => setDialog(undefined) };
}
