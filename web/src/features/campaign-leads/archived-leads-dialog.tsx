import { type ArchivedLead, campaignLeadsEndpoints } from '@overture/contract/campaign-leads';
import { PAGE_SIZES } from '@overture/domain/limits';
import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query';
import { errorMessage, mutationOptions, queryOptions } from '../../lib/api/api-client.ts';
import { queryFailure } from '../../lib/api/query-failure.tsx';
import { formatDateTime, formatNumber } from '../../lib/format.ts';
import { leadStatusLabel } from '../../lib/labels/campaign/lead-status.ts';
import { defineTexts } from '../../lib/texts.ts';
import { DateText } from '../../ui/display/date-text.tsx';
import { EmptyState } from '../../ui/feedback/states.tsx';
import { toast } from '../../ui/feedback/toast.tsx';
import { AppButton } from '../../ui/inputs/app-button.tsx';
import { Dialog } from '../../ui/overlays/overlay.tsx';
import type { DataColumn } from '../../ui/table/columns.ts';
import { DataTable } from '../../ui/table/data-table.tsx';
import { Pagination } from '../../ui/table/pagination.tsx';
import { usePager } from '../../ui/table/use-pager.ts';

const t = defineTexts({
  title: 'Archived leads',
  text: 'They count as leads of this campaign when you add leads. Restored leads are paused at their step until you resume them.',
  lead: 'Lead',
  company: 'Company',
  status: 'Status',
  archived: 'Archived',
  restore: 'Restore',
  restore_of: 'Restore {name}',
  restore_page: 'Restore all {shown} on this page',
  restored: '{count, plural, one {{shown} lead restored.} other {{shown} leads restored.}}',
  restore_failed: "Couldn't restore the leads.",
  load_failed: "Couldn't load the archived leads.",
  empty: 'No archived leads',
  empty_text: 'Leads you archive, and contacted leads you move back to their list, appear here.',
  close: 'Close',
});

const nameOf = ({ first_name, last_name, email }: ArchivedLead): string =>
  [first_name, last_name].filter(Boolean).join(' ') || (email ?? '–');

/** Leads that were archived in a campaign, and the way back. */
export function ArchivedLeadsDialog({ campaignId, onClose }: { campaignId: number; onClose: () => void }) {
  const params = { id: campaignId };
  const { page, setPage } = usePager(String(campaignId));
  const list = useQuery({
    ...queryOptions(campaignLeadsEndpoints.listArchivedLeads, { params, query: { page } }),
    placeholderData: keepPreviousData,
  });
  const restore = useMutation({
    ...mutationOptions(campaignLeadsEndpoints.restoreCampaignLeads),
    onSuccess: ({ amount }) => toast.success(t('restored', { count: amount, shown: formatNumber(amount) })),
    onError: (error) => toast.error(errorMessage(error, t('restore_failed'))),
  });
  const leads = list.data?.leads;
  const restoreAll = (prospect_ids: number[]) => restore.mutate({ params, body: { prospect_ids } });
  const restoreButton = (lead: ArchivedLead) => (
    <AppButton
      size="small"
      aria-label={t('restore_of', { name: nameOf(lead) })}
      disabled={restore.isPending}
      onClick={() => restoreAll([lead.id])}
    >
      {t('restore')}
    </AppButton>
  );
  return (
    <Dialog
      opened
      onClose={onClose}
      size="large"
      title={t('title')}
      footer={
        <>
          <AppButton onClick={onClose}>{t('close')}</AppButton>
          {leads && leads.length > 1 ? (
            <AppButton loading={restore.isPending} onClick={() => restoreAll(leads.map(({ id }) => id))}>
              {t('restore_page', { shown: formatNumber(leads.length) })}
            </AppButton>
          ) : null}
        </>
      }
    >
      <p className="mb-3 text-ink-3 text-table">{t('text')}</p>
      <DataTable<ArchivedLead>
        tableId="archived-leads"
        label={t('title')}
        columns={[...columns, { id: 'restore', header: '', width: 100, cell: restoreButton, interactive: true }]}
        rows={leads}
        rowId={({ id }) => id}
        rowLabel={nameOf}
        isStale={list.isPlaceholderData}
        skeletonRows={5}
        error={queryFailure(list, { title: t('load_failed'), compact: true })}
        empty={<EmptyState compact title={t('empty')} text={t('empty_text')} />}
        card={(lead) => ({ title: nameOf(lead), subtitle: lead.company_name ?? '', end: restoreButton(lead) })}
      />
      <Pagination page={page} pageSize={PAGE_SIZES.campaign_leads} total={list.data?.total} onChange={setPage} />
    </Dialog>
  );
}

const columns: DataColumn<ArchivedLead>[] = [
  { id: 'lead', header: t('lead'), width: 200, title: nameOf, cell: nameOf },
  { id: 'company', header: t('company'), width: 150, cell: ({ company_name }) => company_name ?? '–' },
  { id: 'status', header: t('status'), width: 110, cell: ({ campaign_status }) => leadStatusLabel(campaign_status) },
  {
    id: 'archived',
    header: t('archived'),
    width: 140,
    cell: ({ archived_at }) => <DateText value={archived_at} format={(value) => formatDateTime(value)} empty="–" />,
  },
];
