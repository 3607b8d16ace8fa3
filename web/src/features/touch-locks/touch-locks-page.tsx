import { SegmentedControl } from '@mantine/core';
import { type TouchLock, touchLocksEndpoints } from '@overture/contract/touch-locks';
import { may } from '@overture/domain/access/permissions';
import { MOST_LOCKS_COUNTED, TOUCH_LOCK_LABELS } from '@overture/domain/campaign/touch-locks';
import { PAGE_SIZES } from '@overture/domain/limits';
import { IconLock, IconLockOpen } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Suspense, useState } from 'react';
import { queryOptions } from '../../lib/api/api-client.ts';
import { queryFailure } from '../../lib/api/query-failure.tsx';
import { useUser } from '../../lib/api/session.ts';
import { formatDate, formatNumber } from '../../lib/format.ts';
import { AppLink } from '../../lib/navigation/navigation.tsx';
import { pb } from '../../lib/navigation/paths.ts';
import { defineTexts } from '../../lib/texts.ts';
import { DateText } from '../../ui/display/date-text.tsx';
import { EmptyState } from '../../ui/feedback/states.tsx';
import { StatusChip } from '../../ui/feedback/status-chip.tsx';
import { AppButton, IconButton } from '../../ui/inputs/app-button.tsx';
import { FilterBar } from '../../ui/layout/filter-bar.tsx';
import { PageHeader } from '../../ui/layout/page-header.tsx';
import { lazyPart } from '../../ui/lazy-part.tsx';
import type { DataColumn } from '../../ui/table/columns.ts';
import { DataTable } from '../../ui/table/data-table.tsx';
import { Pagination } from '../../ui/table/pagination.tsx';
import { rowsOfPage, usePager } from '../../ui/table/use-pager.ts';
import { RulesForm, rulesQuery } from './rules-form.tsx';
import { t } from './texts.ts';

const reasonLabel = defineTexts({ ...TOUCH_LOCK_LABELS });

const ReleaseDialog = lazyPart(() => import('./release-dialog.tsx').then((file) => ({ default: file.ReleaseDialog })));

type View = 'all' | 'held' | 'cooling';
const VIEWS: readonly View[] = ['all', 'held', 'cooling'];

/** Whom campaigns hold and until when, the rules of it, and releasing a person. */
export function TouchLocksPage() {
  const [view, setView] = useState<View>('all');
  const { page, setPage } = usePager(view);
  const list = useLocks(view, page);
  const total = list.data?.total_locks;
  return (
    <>
      <PageHeader
        title={t('title')}
        count={total === undefined ? undefined : formatTotal(total)}
        subtitle={t('subtitle')}
      />
      <RulesForm />
      <FilterBar end={<DeletedLeads amount={list.data?.deleted_leads ?? 0} />}>
        <SegmentedControl
          aria-label={t('view')}
          value={view}
          onChange={(chosen) => setView(chosen as View)}
          data={VIEWS.map((value) => ({ value, label: t(`view_${value}`) }))}
        />
      </FilterBar>
      <LocksTable list={list} />
      <Pagination page={page} pageSize={PAGE_SIZES.suppressions} total={total} onChange={setPage} />
    </>
  );
}

function useLocks(view: View, page: number) {
  return useQuery({
    ...queryOptions(touchLocksEndpoints.listTouchLocks, {
      query: { page, ...(view === 'all' ? {} : { state: view }) },
    }),
    placeholderData: keepPreviousData,
  });
}

function formatTotal(total: number): string {
  const shown = formatNumber(total);
  return total === MOST_LOCKS_COUNTED ? t('most', { shown }) : shown;
}

/** People without a row in the list. */
function DeletedLeads({ amount }: { amount: number }) {
  const [isOpen, setOpen] = useState(false);
  const mayRelease = may(useUser(), 'settings');
  if (amount === 0) return null;
  return (
    <>
      <span className="text-ink-2">{t('deleted', { count: amount, shown: formatTotal(amount) })}</span>
      {mayRelease ? <AppButton onClick={() => setOpen(true)}>{t('release_deleted')}</AppButton> : null}
      <Suspense fallback={null}>
        {isOpen ? <ReleaseDialog lead={null} onClose={() => setOpen(false)} /> : null}
      </Suspense>
    </>
  );
}

const nameOf = ({ first_name, last_name }: TouchLock): string => `${first_name} ${last_name}`.trim();

const columns: DataColumn<TouchLock>[] = [
  { id: 'lead', header: t('column_lead'), width: 200, cell: nameOf, title: nameOf },
  {
    id: 'campaign',
    header: t('column_campaign'),
    width: 200,
    cell: (row) => <AppLink to={pb.campaign(row.campaign_id)}>{row.campaign_name}</AppLink>,
    title: (row) => row.campaign_name,
  },
  { id: 'sender', header: t('column_sender'), width: 150, cell: (row) => row.sender ?? t('former_sender') },
  { id: 'state', header: t('column_state'), width: 150, cell: (row) => <State lock={row} /> },
  { id: 'until', header: t('column_until'), width: 130, cell: (row) => <Until lock={row} /> },
];

const State = ({ lock: { state, reason } }: { lock: TouchLock }) => (
  <StatusChip tone={state === 'held' ? 'amber' : 'grey'}>{reasonLabel(reason)}</StatusChip>
);

const Until = ({ lock: { until } }: { lock: TouchLock }) =>
  until === null ? <span className="text-ink-3">{t('no_end')}</span> : <DateText value={until} format={formatDate} />;

function LocksTable({ list }: { list: ReturnType<typeof useLocks> }) {
  const [released, setReleased] = useState<TouchLock>();
  const mayRelease = may(useUser(), 'settings');
  const { data: rules } = useQuery(rulesQuery);
  return (
    <>
      <DataTable<TouchLock>
        tableId="touch-locks"
        label={t('table')}
        columns={columns}
        rows={rowsOfPage(list.data?.locks, list.data?.total_locks)}
        rowId={(row) => row.prospect_id}
        rowLabel={nameOf}
        isStale={list.isPlaceholderData}
        skeletonRows={8}
        card={(row) => ({ title: nameOf(row), subtitle: row.campaign_name, end: <State lock={row} /> })}
        {...(mayRelease
          ? {
              rowActions: (row: TouchLock) => (
                <IconButton
                  size="small"
                  label={t('release_named', { name: nameOf(row) })}
                  onClick={() => setReleased(row)}
                >
                  <IconLockOpen size={16} aria-hidden />
                </IconButton>
              ),
            }
          : {})}
        error={queryFailure(list)}
        empty={
          <EmptyState
            icon={<IconLock size={22} />}
            title={t('empty')}
            text={t(rules?.is_on ? 'empty_text' : 'empty_off_text')}
          />
        }
      />
      <Suspense fallback={null}>
        {released ? (
          <ReleaseDialog
            lead={{ id: released.prospect_id, name: nameOf(released) }}
            onClose={() => setReleased(undefined)}
          />
        ) : null}
      </Suspense>
    </>
  );
}
