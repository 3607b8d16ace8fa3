import { campaignLeadsEndpoints } from '@overture/contract/campaign-leads';
import { campaignSendersEndpoints } from '@overture/contract/campaign-senders';
import type { Campaign } from '@overture/contract/campaigns';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { call, errorMessage, mutationOptions } from '../../../lib/api/api-client.ts';
import { tableRequest } from '../../../lib/api/table-request.ts';
import { formatNumber } from '../../../lib/format.ts';
import { saveCsvText } from '../../../lib/save-csv.ts';
import { toast } from '../../../ui/feedback/toast.tsx';
import { settledWords } from '../../campaign-senders/index.ts';
import { t } from '../texts.ts';
import type { CampaignTable } from '../use-campaign-table.ts';

/** Which leads a call means: the named ones, or an amount from the top of the table. */
export interface LeadChoice {
  prospect_ids?: number[];
  amount?: number;
}

type Account = Campaign['accounts'][number];
type HandOver = LeadChoice & { account: Account; restarts?: boolean };

/** Leads that only their current account can continue, and the sender with whom they could restart at the invite. */
interface AskedRestart {
  account: Account;
  prospect_ids: number[];
}

/** Hands leads over to another sender. For leads that could only restart, it asks first. */
function useHandOver(campaignId: number, table: Pick<CampaignTable, 'filters' | 'sort'>, done: () => void) {
  const [restart, setRestart] = useState<AskedRestart | undefined>();
  const params = { id: campaignId };
  const handOver = useMutation({
    mutationFn: ({ account, restarts, ...choice }: HandOver) => {
      const body = { ...choice, ...tableRequest(table), account_id: account.id, restarts };
      return call(campaignSendersEndpoints.handOverLeads, { params, body });
    },
    onSuccess: (answer, { account, restarts }) => {
      const asks = !restarts && answer.restartable > 0;
      setRestart(asks ? { account, prospect_ids: answer.restartable_ids } : undefined);
      if (!asks || answer.amount > 0) toast.success(settledWords(answer));
      done();
    },
    onError: (error) => toast.error(errorMessage(error, t('hand_over_failed'))),
  });
  return { handOver, restart, closeRestart: () => setRestart(undefined) };
}

export function useLeadActions(campaignId: number, table: Pick<CampaignTable, 'filters' | 'sort'>, onDone: () => void) {
  const params = { id: campaignId };
  const words = (amount: number) => ({ count: amount, shown: formatNumber(amount) });
  const moveBack = useMutation({
    mutationFn: (choice: LeadChoice) =>
      call(campaignLeadsEndpoints.removeCampaignLeads, { params, body: { ...choice, ...tableRequest(table) } }),
    onSuccess: ({ amount }) => {
      toast.success(t('moved_back', words(amount)));
      onDone();
    },
    onError: (error) => toast.error(errorMessage(error, t('move_back_failed'))),
  });
  const restore = useMutation({
    ...mutationOptions(campaignLeadsEndpoints.restoreCampaignLeads),
    onSuccess: ({ amount }) => toast.success(t('undone', words(amount))),
    onError: (error) => toast.error(errorMessage(error, t('undo_failed'))),
  });
  const archive = useMutation({
    mutationFn: (choice: LeadChoice) =>
      call(campaignLeadsEndpoints.archiveCampaignLeads, { params, body: { ...choice, ...tableRequest(table) } }),
    onSuccess: ({ amount }, { prospect_ids }) => {
      const undo = prospect_ids && {
        action: { label: t('undo'), onSelect: () => restore.mutate({ params, body: { prospect_ids } }) },
      };
      toast.success(t('archived', words(amount)), undo);
      onDone();
    },
    onError: (error) => toast.error(errorMessage(error, t('archive_failed'))),
  });
  const archiveIncomplete = useMutation({
    mutationFn: () => call(campaignLeadsEndpoints.archiveIncompleteLeads, { params }),
    onSuccess: ({ amount }) => {
      toast.success(amount === 0 ? t('archived_none') : t('archived', words(amount)));
      onDone();
    },
    onError: (error) => toast.error(errorMessage(error, t('archive_failed'))),
  });
  const handingOver = useHandOver(campaignId, table, onDone);
  const exportCsv = useMutation({
    mutationFn: ({ prospect_ids, amount }: LeadChoice) =>
      call(campaignLeadsEndpoints.exportCampaignLeads, {
        params,
        body: { prospect_ids, export_amount: amount, ...tableRequest(table) },
      }),
    onSuccess: ({ csv_content, filename }) => {
      saveCsvText(filename, csv_content);
      toast.success(t('exported', { filename }));
    },
    onError: (error) => toast.error(errorMessage(error, t('export_failed'))),
  });
  return { moveBack, archive, archiveIncomplete, exportCsv, ...handingOver };
}
