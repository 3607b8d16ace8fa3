import { type TodayItem, todayEndpoints } from '@overture/contract/today';
import { may } from '@overture/domain/access/permissions';
import { IconAdjustments, IconChecks, IconPhone } from '@tabler/icons-react';
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { Suspense, useState } from 'react';
import { queryOptions, refetch } from '../../lib/api/api-client.ts';
import { useLiveEvent } from '../../lib/api/live.ts';
import { queryFailure } from '../../lib/api/query-failure.tsx';
import { useUser } from '../../lib/api/session.ts';
import { formatTime } from '../../lib/format.ts';
import { useGo } from '../../lib/navigation/navigation.tsx';
import { browserZone } from '../../lib/time-zones.ts';
import { DateText } from '../../ui/display/date-text.tsx';
import { EmptyState } from '../../ui/feedback/states.tsx';
import { StatusChip } from '../../ui/feedback/status-chip.tsx';
import { AppButton } from '../../ui/inputs/app-button.tsx';
import { PageHeader } from '../../ui/layout/page-header.tsx';
import { lazyPart } from '../../ui/lazy-part.tsx';
import type { DataColumn } from '../../ui/table/columns.ts';
import { DataTable } from '../../ui/table/data-table.tsx';
import { KIND_VIEWS } from './kinds/index.ts';
import { OverdueCalls } from './overdue-calls.tsx';
import { t } from './texts.ts';
import { TodayFilterBar, type TodayFilters, useTodayFilters } from './today-filters.tsx';

const CallQueue = lazyPart(() => import('./calls/call-queue.tsx').then((file) => ({ default: file.CallQueue })));
const OutcomesDialog = lazyPart(() =>
  import('./calls/outcomes-dialog.tsx').then((file) => ({ default: file.OutcomesDialog })),
);

/** Besides live messages: leads wake up, and reminders come. */
const REFRESH_IN_MS = 60_000;

/** What waits for a person, in one list; calls are made on the page itself, one after the other. */
export function TodayPage() {
  const [kind, setKind] = useState('');
  const [calling, setCalling] = useState<{ lead_id?: number }>();
  const [hasOutcomes, setHasOutcomes] = useState(false);
  const [filters, setFilters] = useTodayFilters();
  const isFiltered = Object.keys(filters).length > 0;
  const list = useToday(kind, filters);
  const go = useGo();
  function open(item: TodayItem) {
    const path = KIND_VIEWS.get(item.kind)?.pathOf;
    if (path) go(path(item));
    else setCalling({ lead_id: item.id });
  }
  if (calling)
    return (
      <Suspense fallback={<PageHeader title={t('title')} />}>
        <CallQueue first={calling.lead_id} filters={filters} onBack={() => setCalling(undefined)} />
      </Suspense>
    );
  const calls = list.data?.counts.find((one) => one.kind === 'call')?.count ?? 0;
  return (
    <>
      <Header isEmpty={calls === 0} onStart={() => setCalling({})} onOutcomes={() => setHasOutcomes(true)} />
      {list.data && list.data.overdue_calls > 0 && !isFiltered ? (
        <OverdueCalls count={list.data.overdue_calls} timezone={browserZone()} />
      ) : null}
      <TodayFilterBar
        counts={list.data?.counts ?? []}
        kind={kind}
        onKind={setKind}
        filters={filters}
        onChange={setFilters}
      />
      <DataTable<TodayItem>
        tableId="today"
        label={t('table')}
        columns={columns}
        rows={list.data?.items.filter((item) => KIND_VIEWS.has(item.kind))}
        rowId={idOf}
        rowLabel={nameOf}
        skeletonRows={6}
        error={queryFailure(list)}
        empty={isFiltered ? <EmptyFilter onClear={() => setFilters({})} /> : <EmptyDay />}
        onRowOpen={open}
        card={(item) => ({ title: nameOf(item), subtitle: labelOf(item), end: <State item={item} /> })}
      />
      <Suspense fallback={null}>
        {hasOutcomes ? <OutcomesDialog onClose={() => setHasOutcomes(false)} /> : null}
      </Suspense>
    </>
  );
}

function Header({ isEmpty, onStart, onOutcomes }: { isEmpty: boolean; onStart: () => void; onOutcomes: () => void }) {
  const user = useUser();
  return (
    <PageHeader
      title={t('title')}
      subtitle={t('subtitle')}
      actions={
        <>
          {may(user, 'settings') ? (
            <AppButton icon={<IconAdjustments size={16} aria-hidden />} onClick={onOutcomes}>
              {t('outcomes')}
            </AppButton>
          ) : null}
          <AppButton kind="primary" icon={<IconPhone size={16} aria-hidden />} disabled={isEmpty} onClick={onStart}>
            {t('start_calls')}
          </AppButton>
        </>
      }
    />
  );
}

const EmptyDay = () => <EmptyState icon={<IconChecks size={22} />} title={t('empty')} text={t('empty_text')} />;

function EmptyFilter({ onClear }: { onClear: () => void }) {
  return (
    <EmptyState
      icon={<IconChecks size={22} />}
      title={t('empty_filtered')}
      text={t('empty_filtered_text')}
      action={<AppButton onClick={onClear}>{t('clear_filters')}</AppButton>}
    />
  );
}

function useToday(kind: string, filters: TodayFilters) {
  const client = useQueryClient();
  const query = { timezone: browserZone(), ...(kind ? { kind } : {}), ...filters };
  const list = useQuery({
    ...queryOptions(todayEndpoints.listToday, { query }),
    placeholderData: keepPreviousData,
    refetchInterval: REFRESH_IN_MS,
  });
  const again = () => void refetch(client, todayEndpoints.listToday);
  useLiveEvent('calls_changed', again);
  useLiveEvent('linkedin_tasks', again);
  useLiveEvent('approvals_changed', again);
  useLiveEvent('chats_updated', again);
  useLiveEvent('chat_updated', again);
  return list;
}

const labelOf = ({ kind }: TodayItem) => KIND_VIEWS.get(kind)?.label ?? kind;
/** Unique in the list: things of two kinds may have the same id. */
const idOf = ({ kind, id }: TodayItem) => [...KIND_VIEWS.keys()].indexOf(kind) * 1e12 + id;
const nameOf = (item: TodayItem) => item.prospect?.name ?? item.detail ?? item.campaign?.name ?? labelOf(item);

function State({ item }: { item: TodayItem }) {
  if (item.opens_at) return <span className="text-ink-3">{t('opens', { time: formatTime(item.opens_at) })}</span>;
  if (item.is_interested) return <StatusChip tone="green">{t('interested')}</StatusChip>;
  if (item.is_overdue) return <StatusChip tone="amber">{t('overdue')}</StatusChip>;
  if (item.is_clicked) return <StatusChip tone="blue">{t('clicked')}</StatusChip>;
  return <DateText value={item.due_at} format={formatTime} empty="" />;
}

function What({ item }: { item: TodayItem }) {
  const view = KIND_VIEWS.get(item.kind);
  const Icon = view?.icon ?? IconChecks;
  return (
    <span className="inline-flex items-center gap-2 min-w-0">
      <Icon size={16} stroke={1.6} aria-hidden className="flex-none text-ink-3" />
      <span className="truncate">{labelOf(item)}</span>
    </span>
  );
}

const columns: DataColumn<TodayItem>[] = [
  { id: 'what', header: t('column_what'), width: 180, cell: (item) => <What item={item} /> },
  {
    id: 'lead',
    header: t('column_lead'),
    width: 240,
    cell: ({ prospect }) => prospect && [prospect.name, prospect.company_name].filter(Boolean).join(', '),
  },
  {
    id: 'detail',
    header: t('column_detail'),
    width: 240,
    title: ({ detail }) => detail ?? undefined,
    cell: ({ detail }) => detail,
    hasValue: ({ detail }) => detail !== null,
  },
  { id: 'campaign', header: t('column_campaign'), width: 200, cell: ({ campaign }) => campaign?.name },
  { id: 'due', header: t('column_due'), width: 180, cell: (item) => <State item={item} /> },
];
