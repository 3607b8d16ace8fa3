import { Select } from '@mantine/core';
import { agencyOverviewEndpoints, type ClientOverview } from '@overture/contract/agency-overview';
import { OVERVIEW_DAYS, PAGE_SIZES } from '@overture/domain/limits';
import { IconUsersGroup } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { queryOptions } from '../../../lib/api/api-client.ts';
import { queryFailure } from '../../../lib/api/query-failure.tsx';
import { formatDate, formatNumber, locale } from '../../../lib/format.ts';
import { AppLink, useGo } from '../../../lib/navigation/navigation.tsx';
import { pb } from '../../../lib/navigation/paths.ts';
import { DateText } from '../../../ui/display/date-text.tsx';
import { EmptyState } from '../../../ui/feedback/states.tsx';
import { StatusChip } from '../../../ui/feedback/status-chip.tsx';
import { SearchInput } from '../../../ui/inputs/search-input.tsx';
import { FilterBar } from '../../../ui/layout/filter-bar.tsx';
import { PageHeader } from '../../../ui/layout/page-header.tsx';
import type { DataColumn, SortState } from '../../../ui/table/columns.ts';
import { DataTable } from '../../../ui/table/data-table.tsx';
import { Pagination } from '../../../ui/table/pagination.tsx';
import { usePager } from '../../../ui/table/use-pager.ts';
import { t } from './texts.ts';

type Figure = 'sent' | 'replies' | 'positive' | 'email_credits';

const figure = (id: Figure, header: string, width = 100) =>
  ({
    id,
    header,
    width,
    align: 'right',
    sort_field: id,
    cell: (client: ClientOverview) => <span className="number">{formatNumber(client[id])}</span>,
  }) as const satisfies DataColumn<ClientOverview>;

const columns: DataColumn<ClientOverview>[] = [
  {
    id: 'name',
    header: t('client'),
    width: 150,
    sort_field: 'name',
    title: ({ name }) => name,
    cell: ({ client_id, name }) => (
      <AppLink to={pb.client(client_id)} className="block text-inherit font-medium truncate">
        {name}
      </AppLink>
    ),
  },
  figure('sent', t('sent')),
  figure('replies', t('replies')),
  figure('positive', t('positive')),
  {
    id: 'senders',
    header: t('senders'),
    width: 216,
    sort_field: 'senders_in_need',
    cell: (client) => <Senders client={client} />,
  },
  figure('email_credits', t('credits'), 120),
  {
    id: 'last_active',
    header: t('last_active'),
    width: 140,
    sort_field: 'last_active_at',
    cell: ({ last_active_at }) => (
      <DateText value={last_active_at} format={(value) => formatDate(value)} empty={t('never')} />
    ),
  },
];

function Senders({ client: { senders, senders_in_need } }: { client: ClientOverview }) {
  if (senders === 0) return <span className="text-ink-3">{t('no_senders')}</span>;
  if (senders_in_need === 0) return <span className="text-ink-3">{t('all_well')}</span>;
  return <StatusChip tone="amber">{t('in_need', { count: senders_in_need, senders })}</StatusChip>;
}

const names = new Intl.Collator(locale, { numeric: true, sensitivity: 'base' });

function sortClients(clients: readonly ClientOverview[], { field, direction }: SortState): ClientOverview[] {
  const sign = direction === 'asc' ? 1 : -1;
  const cellOf = (client: ClientOverview) => client[field as keyof ClientOverview];
  return clients.toSorted((one, other) => {
    const [a, b] = [cellOf(one), cellOf(other)];
    const order =
      typeof a === 'number' && typeof b === 'number' ? a - b : names.compare(String(a ?? ''), String(b ?? ''));
    return sign * order || names.compare(one.name, other.name);
  });
}

/** All active clients in one table, sorted and searched in the browser: there are a few hundred at most. */
export function OverviewPage() {
  const go = useGo();
  const [days, setDays] = useState(30);
  const [search, setSearch] = useState('');
  const [sort, setSort] = useState<SortState>({ field: 'name', direction: 'asc' });
  const { page, setPage } = usePager({ search, sort });
  const overview = useQuery({
    ...queryOptions(agencyOverviewEndpoints.getAgencyOverview, { query: { days } }),
    placeholderData: keepPreviousData,
  });
  const clients = overview.data?.clients;
  const found = useMemo(() => {
    const wanted = search.trim().toLowerCase();
    return (
      clients &&
      sortClients(
        clients.filter(({ name }) => name.toLowerCase().includes(wanted)),
        sort,
      )
    );
  }, [clients, search, sort]);
  const size = PAGE_SIZES.leads;
  const shown = Math.min(page, Math.max(1, Math.ceil((found?.length ?? 0) / size)));
  return (
    <>
      <PageHeader title={t('title')} subtitle={t('subtitle')} />
      <FilterBar end={<Period days={days} onChange={setDays} />}>
        <SearchInput label={t('find')} placeholder={t('find')} value={search} onChange={setSearch} />
      </FilterBar>
      <DataTable<ClientOverview>
        tableId="agency-overview"
        label={t('title')}
        columns={columns}
        rows={found?.slice((shown - 1) * size, shown * size)}
        rowId={({ client_id }) => client_id}
        rowLabel={({ name }) => name}
        isStale={overview.isPlaceholderData}
        error={queryFailure(overview)}
        empty={<NoClients isSearching={Boolean(clients?.length)} />}
        sort={sort}
        onSortChange={(next) => setSort(next ?? { field: 'name', direction: 'asc' })}
        onRowOpen={({ client_id }) => go(pb.client(client_id))}
        card={(client) => ({ title: client.name, subtitle: summaryOf(client), end: <Senders client={client} /> })}
      />
      <Pagination page={shown} pageSize={size} total={found?.length} onChange={setPage} />
    </>
  );
}

const summaryOf = ({ sent, replies, positive }: ClientOverview): string =>
  t('card', { sent: formatNumber(sent), replies: formatNumber(replies), positive: formatNumber(positive) });

function Period({ days, onChange }: { days: number; onChange: (days: number) => void }) {
  return (
    <Select
      aria-label={t('period')}
      allowDeselect={false}
      data={OVERVIEW_DAYS.map((value) => ({ value: String(value), label: t('days', { days: value }) }))}
      value={String(days)}
      onChange={(value) => onChange(Number(value))}
    />
  );
}

function NoClients({ isSearching }: { isSearching: boolean }) {
  if (isSearching) return <EmptyState icon={<IconUsersGroup size={22} />} title={t('not_found')} />;
  return (
    <EmptyState
      icon={<IconUsersGroup size={22} />}
      title={t('none')}
      text={t('none_text')}
      action={<AppLink to={pb.clients()}>{t('to_clients')}</AppLink>}
    />
  );
}
