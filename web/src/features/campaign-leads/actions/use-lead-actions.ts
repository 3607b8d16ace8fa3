import { campaignLeadsEndpoints } from '@overture/contract/campaign-leads';
import { campaignSendersEndpoints } from '@overture/contract/campaign-senders';
import { campaignsEndpoints } from '@overture/contract/campaigns';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call, errorMessage, refetch } from '../../../lib/api/api-client.ts';
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

type HandOver = LeadChoice & { account_id: number; restarts?: boolean };

/** Leads that only the account before may go on with can begin again at their invite, if a person says so. */
function offerRestart(count: number, onSelect: () => void): void {
  if (count === 0) return;
  const words = t('begin_again', { count, shown: formatNumber(count) });
  toast.success(words, { duration: 20_000, action: { label: t('begin_again_action'), onSelect } });
}

/** Another sender goes on with chosen leads. */
function useHandOver(campaignId: number, table: Pick<CampaignTable, 'filters' | 'sort'>, done: () => void) {
  const client = useQueryClient();
  const params = { id: campaignId };
  const handOver = useMutation({
    mutationFn: ({ account_id, restarts, ...choice }: HandOver) => {
      const body = { ...choice, ...tableRequest(table), account_id, restarts };
      return call(campaignSendersEndpoints.handOverLeads, { params, body });
    },
    onSuccess: (answer, given) => {
      toast.success(settledWords(answer));
      offerRestart(answer.restartable, () => handOver.mutate({ ...given, restarts: true }));
      void refetch(client, campaignSendersEndpoints.listCampaignSenders, campaignLeadsEndpoints.getCampaignLead);
      done();
    },
    onError: (error) => toast.error(errorMessage(error, t('hand_over_failed'))),
  });
  return handOver;
}

export function useLeadActions(campaignId: number, table: Pick<CampaignTable, 'filters' | 'sort'>, onDone: () => void) {
  const client = useQueryClient();
  const params = { id: campaignId };
  function done() {
    void refetch(client, campaignLeadsEndpoints.listCampaignLeads, campaignsEndpoints.getCampaign);
    void refetch(client, campaignsEndpoints.listCampaignAnalytics);
    onDone();
  }
  const words = (amount: number) => ({ count: amount, shown: formatNumber(amount) });
  const moveBack = useMutation({
    mutationFn: (choice: LeadChoice) =>
      call(campaignLeadsEndpoints.removeCampaignLeads, { params, body: { ...choice, ...tableRequest(table) } }),
    onSuccess: ({ amount }) => {
      toast.success(t('moved_back', words(amount)));
      done();
    },
    onError: (error) => toast.error(errorMessage(error, t('move_back_failed'))),
  });
  const archive = useMutation({
    mutationFn: (choice: LeadChoice) =>
      call(campaignLeadsEndpoints.archiveCampaignLeads, { params, body: { ...choice, ...tableRequest(table) } }),
    onSuccess: ({ amount }) => {
      toast.success(t('archived', words(amount)));
      done();
    },
    onError: (error) => toast.error(errorMessage(error, t('archive_failed'))),
  });
  const archiveIncomplete = useMutation({
    mutationFn: () => call(campaignLeadsEndpoints.archiveIncompleteLeads, { params }),
    onSuccess: ({ amount }) => {
      toast.success(amount === 0 ? t('archived_none') : t('archived', words(amount)));
      done();
    },
    onError: (error) => toast.error(errorMessage(error, t('archive_failed'))),
  });
  const handOver = useHandOver(campaignId, table, done);
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
  return { moveBack, archive, archiveIncomplete, handOver, exportCsv };
}
