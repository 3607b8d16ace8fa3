import { SegmentedControl } from '@mantine/core';
import { type PrivacyRequest, privacyEndpoints } from '@overture/contract/privacy';
import { may } from '@overture/domain/access/permissions';
import { PAGE_SIZES } from '@overture/domain/limits';
import { PRIVACY_REQUEST_LABELS } from '@overture/domain/privacy/privacy-notice';
import { IconChecks, IconUserShield } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { queryOptions } from '../../lib/api/api-client.ts';
import { queryFailure } from '../../lib/api/query-failure.tsx';
import { useUser } from '../../lib/api/session.ts';
import { formatDate } from '../../lib/format.ts';
import { DateText } from '../../ui/display/date-text.tsx';
import { EmptyState } from '../../ui/feedback/states.tsx';
import { StatusChip } from '../../ui/feedback/status-chip.tsx';
import { IconButton } from '../../ui/inputs/app-button.tsx';
import { FilterBar } from '../../ui/layout/filter-bar.tsx';
import type { DataColumn } from '../../ui/table/columns.ts';
import { DataTable } from '../../ui/table/data-table.tsx';
import { Pagination } from '../../ui/table/pagination.tsx';
import { rowsOfPage, usePager } from '../../ui/table/use-pager.ts';
import { t } from './notice-texts.ts';

const CloseDialog = lazy(() => import('./close-dialog.tsx').then((file) => ({ default: file.CloseDialog })));

type View = 'open' | 'closed';

/** What leads ask for: the open ones by their due date, the closed ones newest first. */
export function RequestsSection() {
  const [view, setView] = useState<View>('open');
  const { page, setPage } = usePager(view);
  const list = useQuery({
    ...queryOptions(privacyEndpoints.listPrivacyRequests, { query: { page, is_closed: view === 'closed' } }),
    placeholderData: keepPreviousData,
  });
  const total = list.data?.total_requests;
  return (
    <section aria-labelledby="privacy-requests" className="mb-6">
      <h2 id="privacy-requests" className="px-gutter mb-2">
        {t('requests')}
      </h2>
      <FilterBar>
        <SegmentedControl
          aria-label={t('view')}
          value={view}
          onChange={(chosen) => setView(chosen as View)}
          data={[
            { value: 'open', label: t('view_open') },
            { value: 'closed', label: t('view_closed') },
          ]}
        />
      </FilterBar>
      <RequestsTable
        view={view}
        rows={rowsOfPage(list.data?.requests, total)}
        isStale={list.isPlaceholderData}
        error={queryFailure(list)}
      />
      <Pagination page={page} pageSize={PAGE_SIZES.leads} total={total} onChange={setPage} />
    </section>
  );
}

const nameOf = ({ name, email, prospect_id }: PrivacyRequest): string =>
  prospect_id === null ? t('deleted_lead') : name || (email ?? '');

const State = ({ row: { state, is_verified, due_at, kind } }: { row: PrivacyRequest }) => {
  if (state === 'done' || state === 'declined')
    return <StatusChip tone={state === 'done' ? 'green' : 'grey'}>{t(`state_${state}`)}</StatusChip>;
  if (Date.parse(due_at) < Date.now()) return <StatusChip tone="red">{t('overdue')}</StatusChip>;
  if (kind === 'correct') return null;
  return <StatusChip tone={is_verified ? 'green' : 'amber'}>{t(is_verified ? 'verified' : 'unverified')}</StatusChip>;
};

const Due = ({ row }: { row: PrivacyRequest }) => <DateText value={row.due_at} format={formatDate} />;

const base: DataColumn<PrivacyRequest>[] = [
  { id: 'lead', header: t('column_lead'), width: 190, cell: nameOf, title: nameOf },
  { id: 'kind', header: t('column_kind'), width: 110, cell: ({ kind }) => PRIVACY_REQUEST_LABELS[kind] },
  { id: 'state', header: t('column_state'), width: 150, cell: (row) => <State row={row} /> },
  { id: 'due', header: t('column_due'), width: 120, cell: (row) => <Due row={row} /> },
  { id: 'note', header: t('column_note'), width: 260, cell: ({ note }) => note, title: ({ note }) => note },
];
const columnsOf: Record<View, DataColumn<PrivacyRequest>[]> = {
  open: base,
  closed: [
    ...base,
    {
      id: 'answer',
      header: t('column_answer'),
      width: 200,
      cell: (row) => row.closing_note,
      title: (row) => row.closing_note,
    },
  ],
};

interface RequestsTableProps {
  view: View;
  rows: readonly PrivacyRequest[] | undefined;
  isStale: boolean;
  error: ReturnType<typeof queryFailure>;
}

function RequestsTable({ view, rows, isStale, error }: RequestsTableProps) {
  const [closing, setClosing] = useState<PrivacyRequest>();
  const mayClose = may(useUser(), 'settings') && view === 'open';
  return (
    <>
      <DataTable<PrivacyRequest>
        tableId={`privacy-requests-${view}`}
        label={t('requests_table')}
        columns={columnsOf[view]}
        rows={rows}
        rowId={(row) => row.id}
        rowLabel={nameOf}
        isStale={isStale}
        skeletonRows={3}
        card={(row) => ({
          title: nameOf(row),
          subtitle: PRIVACY_REQUEST_LABELS[row.kind],
          end: <Due row={row} />,
        })}
        {...(mayClose
          ? {
              rowActions: (row: PrivacyRequest) => (
                <IconButton
                  size="small"
                  label={t('close_named', { name: nameOf(row) })}
                  onClick={() => setClosing(row)}
                >
                  <IconChecks size={16} aria-hidden />
                </IconButton>
              ),
            }
          : {})}
        error={error}
        empty={
          <EmptyState
            icon={<IconUserShield size={22} />}
            title={t(`empty_${view}`)}
            {...(view === 'open' ? { text: t('empty_open_text') } : {})}
          />
        }
      />
      <Suspense fallback={null}>
        {closing ? <CloseDialog request={closing} onClose={() => setClosing(undefined)} /> : null}
      </Suspense>
    </>
  );
}
