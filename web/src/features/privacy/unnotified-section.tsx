import { privacyEndpoints, type UnnotifiedLead } from '@overture/contract/privacy';
import { PAGE_SIZES } from '@overture/domain/limits';
import { PRIVACY_LIMITS } from '@overture/domain/privacy/privacy-notice';
import { IconCheck, IconUserCheck } from '@tabler/icons-react';
import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query';
import { errorMessage, mutationOptions, queryOptions } from '../../lib/api/api-client.ts';
import { queryFailure } from '../../lib/api/query-failure.tsx';
import { whenRefetched } from '../../lib/api/writes.ts';
import { formatDate, formatNumber } from '../../lib/format.ts';
import { useGo } from '../../lib/navigation/navigation.tsx';
import { pb } from '../../lib/navigation/paths.ts';
import { DateText } from '../../ui/display/date-text.tsx';
import { EmptyState } from '../../ui/feedback/states.tsx';
import { toast } from '../../ui/feedback/toast.tsx';
import { AppButton, IconButton } from '../../ui/inputs/app-button.tsx';
import type { DataColumn } from '../../ui/table/columns.ts';
import { DataTable } from '../../ui/table/data-table.tsx';
import { Pagination } from '../../ui/table/pagination.tsx';
import { rowsOfPage, usePager } from '../../ui/table/use-pager.ts';
import { t } from './notice-texts.ts';

const nameOf = ({ name, email, company_name }: UnnotifiedLead): string => name || (email ?? company_name ?? '');

const columns: DataColumn<UnnotifiedLead>[] = [
  { id: 'lead', header: t('column_lead'), width: 200, cell: nameOf, title: nameOf },
  { id: 'company', header: t('column_company'), width: 200, cell: (row) => row.company_name },
  {
    id: 'held',
    header: t('column_held'),
    width: 140,
    cell: (row) => <DateText value={row.held_since} format={formatDate} />,
  },
];

/** Leads that are held for long and were not informed: to contact, to delete, or to mark as informed. */
export function UnnotifiedSection() {
  const { page, setPage } = usePager('unnotified');
  const list = useQuery({
    ...queryOptions(privacyEndpoints.listUnnotifiedLeads, { query: { page } }),
    placeholderData: keepPreviousData,
  });
  const total = list.data?.total_leads;
  const mark = useMark();
  const leads = list.data?.leads ?? [];
  return (
    <section aria-labelledby="privacy-unnotified" className="mb-6">
      <div className="flex flex-wrap items-center justify-between gap-2 px-gutter mb-1">
        <h2 id="privacy-unnotified">
          {t('unnotified')} {total ? <span className="text-ink-3 number">{formatTotal(total)}</span> : null}
        </h2>
        {total ? <MakeList /> : null}
      </div>
      {total ? <p className="px-gutter mb-3 text-ink-3 text-table">{t('unnotified_text')}</p> : null}
      <DataTable<UnnotifiedLead>
        tableId="privacy-unnotified"
        label={t('unnotified_table')}
        columns={columns}
        rows={rowsOfPage(list.data?.leads, total)}
        rowId={(row) => row.id}
        rowLabel={nameOf}
        isStale={list.isPlaceholderData}
        skeletonRows={3}
        card={(row) => ({
          title: nameOf(row),
          subtitle: row.company_name ?? '',
          end: <DateText value={row.held_since} format={formatDate} />,
        })}
        rowActions={(row) => (
          <IconButton size="small" label={t('mark_named', { name: nameOf(row) })} onClick={() => mark.mutate([row.id])}>
            <IconCheck size={16} aria-hidden />
          </IconButton>
        )}
        error={queryFailure(list)}
        empty={<EmptyState compact icon={<IconUserCheck size={22} />} title={t('unnotified_empty')} />}
      />
      {leads.length > 1 ? (
        <div className="px-gutter mt-2">
          <AppButton loading={mark.isPending} onClick={() => mark.mutate(leads.map(({ id }) => id))}>
            {t('mark_page')}
          </AppButton>
        </div>
      ) : null}
      <Pagination page={page} pageSize={PAGE_SIZES.leads} total={total} onChange={setPage} />
    </section>
  );
}

const formatTotal = (total: number): string =>
  total === PRIVACY_LIMITS.counted ? `${formatNumber(total)}+` : formatNumber(total);

function useMark() {
  const { mutationFn } = mutationOptions(privacyEndpoints.markNotified);
  return useMutation({
    mutationFn: (ids: number[]) => mutationFn({ body: { prospect_ids: ids } }),
    onSuccess: async ({ marked }) => {
      toast.success(t('marked', { count: marked, shown: formatNumber(marked) }));
      await whenRefetched();
    },
    onError: (error) => toast.error(errorMessage(error, t('mark_failed'))),
  });
}

function MakeList() {
  const go = useGo();
  const make = useMutation({
    ...mutationOptions(privacyEndpoints.createUnnotifiedList),
    onSuccess: ({ search_id }) => go(pb.search(search_id)),
    onError: (error) => toast.error(errorMessage(error, t('make_list_failed'))),
  });
  return (
    <AppButton loading={make.isPending} onClick={() => make.mutate({})}>
      {t('make_list')}
    </AppButton>
  );
}
