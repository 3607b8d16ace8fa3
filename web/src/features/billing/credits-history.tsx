import { Select } from '@mantine/core';
import { type CreditEntry, type CreditKind, creditHistoryEndpoints } from '@overture/contract/credit-history';
import { PAGE_SIZES } from '@overture/domain/limits';
import { CREDIT_USES } from '@overture/domain/money/credits';
import { IconCoins, IconDownload } from '@tabler/icons-react';
import { keepPreviousData, type UseQueryResult, useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { addressOf, queryOptions } from '../../lib/api/api-client.ts';
import { queryFailure } from '../../lib/api/query-failure.tsx';
import { useUser } from '../../lib/api/session.ts';
import { formatDateTime, formatNumber } from '../../lib/format.ts';
import { sayWords } from '../../lib/language/said.ts';
import { AppLink, useGo } from '../../lib/navigation/navigation.tsx';
import { pb } from '../../lib/navigation/paths.ts';
import { saveFile } from '../../lib/save-csv.ts';
import { DateText } from '../../ui/display/date-text.tsx';
import { EmptyState } from '../../ui/feedback/states.tsx';
import { StatusChip } from '../../ui/feedback/status-chip.tsx';
import { AppButton } from '../../ui/inputs/app-button.tsx';
import { FilterBar } from '../../ui/layout/filter-bar.tsx';
import type { DataColumn } from '../../ui/table/columns.ts';
import { DataTable } from '../../ui/table/data-table.tsx';
import { Pagination } from '../../ui/table/pagination.tsx';
import { usePager } from '../../ui/table/use-pager.ts';
import { t } from './texts.ts';

/** The table needs numeric ids: the index on the page. */
type CreditRow = CreditEntry & { row: number };

const KINDS: readonly CreditKind[] = [...CREDIT_USES, 'grant'];

/** Kind, time, user, list or campaign, and amount. Of a lead or a provider, what each lead cost. */
export function CreditsHistory({ lead }: { lead?: number | undefined }) {
  const [kind, setKind] = useState<CreditKind>();
  const [provider, setProvider] = useState<string>();
  const filter = { kind, provider, prospect_id: lead };
  const { page, setPage } = usePager(filter);
  const list = useQuery({
    ...queryOptions(creditHistoryEndpoints.listCredits, { query: { page, ...filter } }),
    placeholderData: keepPreviousData,
  });
  const section = useRef<HTMLElement>(null);
  useEffect(() => {
    if (lead !== undefined) section.current?.scrollIntoView();
  }, [lead]);
  const isByLead = lead !== undefined || provider !== undefined;
  return (
    <section ref={section} aria-label={t('history')} className="flex flex-col flex-none min-w-0 pt-6">
      <h2 className="px-gutter pb-3 text-section">{t('history')}</h2>
      <CreditPace />
      <FilterBar
        end={
          <AppButton
            icon={<IconDownload size={16} aria-hidden />}
            disabled={!list.data?.entries.length}
            onClick={() =>
              saveFile('credits.csv', addressOf(creditHistoryEndpoints.downloadCredits, { query: filter }))
            }
          >
            {t('download')}
          </AppButton>
        }
      >
        <KindSelect kind={kind} onChange={setKind} />
        <ProviderSelect providers={list.data?.providers} provider={provider} onChange={setProvider} />
        {lead === undefined ? null : <OfLead name={list.data?.entries[0]?.lead?.name} />}
      </FilterBar>
      {isByLead ? <p className="m-0 px-gutter pb-3 text-ink-3 text-meta">{t('by_lead_text')}</p> : null}
      <EntryTable list={list} isByLead={isByLead} isFiltered={isByLead || kind !== undefined} />
      <Pagination page={page} pageSize={PAGE_SIZES.credits} total={list.data?.total_entries} onChange={setPage} />
    </section>
  );
}

interface EntryTableProps {
  list: UseQueryResult<{ entries: CreditEntry[] }>;
  isByLead: boolean;
  isFiltered: boolean;
}

function EntryTable({ list, isByLead, isFiltered }: EntryTableProps) {
  const rows = list.data?.entries.map((entry, row) => ({ ...entry, row }));
  return (
    <DataTable<CreditRow>
      tableId={isByLead ? 'credits-by-lead' : 'credits'}
      label={t('table')}
      columns={isByLead ? columnsByLead : columns}
      rows={rows}
      rowId={({ row }) => row}
      rowLabel={formatWhat}
      isStale={list.isPlaceholderData}
      skeletonRows={6}
      card={(entry) => ({
        title: formatTitle(entry),
        subtitle: [entry.lead?.name, entry.provider ?? formatPlace(entry)?.name, formatDateTime(entry.created_at)]
          .filter(Boolean)
          .join(' · '),
        end: <Amount entry={entry} />,
      })}
      error={queryFailure(list, { title: t('loading_failed') })}
      empty={
        <EmptyState
          icon={<IconCoins size={22} />}
          title={t('empty')}
          text={t(isFiltered ? 'empty_filtered' : 'empty_text')}
        />
      }
    />
  );
}

/** How fast credits are used and how long they last; marked when they run low. Nothing where credits are unlimited. */
function CreditPace() {
  const { is_unlimited } = useUser().organization;
  const { data } = useQuery({ ...queryOptions(creditHistoryEndpoints.getCreditBalance), enabled: !is_unlimited });
  const pace = data?.pace;
  if (!pace || is_unlimited) return null;
  return (
    <p className="flex flex-wrap items-center gap-2 m-0 px-gutter pb-3 text-ink-2 text-table" role="status">
      {pace.is_low ? <StatusChip tone="amber">{t('pace_low')}</StatusChip> : null}
      <span>{t('pace_used', { credits: formatNumber(pace.used_in_week) })}</span>
      {pace.days_left === null ? null : (
        <span>{t('pace_days', { count: pace.days_left, days: formatNumber(pace.days_left) })}</span>
      )}
      {pace.share_left === null ? null : <span>{t('pace_share', { percent: pace.share_left })}</span>}
    </p>
  );
}

interface KindSelectProps {
  kind: CreditKind | undefined;
  onChange: (kind: CreditKind | undefined) => void;
}

function KindSelect({ kind, onChange }: KindSelectProps) {
  return (
    <Select
      aria-label={t('filter')}
      data={[{ value: '', label: t('everything') }, ...KINDS.map((value) => ({ value, label: t(value) }))]}
      value={kind ?? ''}
      allowDeselect={false}
      onChange={(value) => onChange(KINDS.find((one) => one === value))}
    />
  );
}

interface ProviderSelectProps {
  providers: readonly string[] | undefined;
  provider: string | undefined;
  onChange: (provider: string | undefined) => void;
}

/** Nothing until a provider found something that was paid for. */
function ProviderSelect({ providers = [], provider, onChange }: ProviderSelectProps) {
  if (providers.length === 0) return null;
  return (
    <Select
      aria-label={t('provider')}
      data={[{ value: '', label: t('all_providers') }, ...providers.map((value) => ({ value, label: value }))]}
      value={provider ?? ''}
      allowDeselect={false}
      onChange={(value) => onChange(value || undefined)}
    />
  );
}

/** The lead whose costs are shown, and the way back. */
function OfLead({ name }: { name: string | undefined }) {
  const go = useGo();
  return (
    <span className="flex flex-wrap items-center gap-2 text-table">
      {name ? t('of_lead', { name }) : t('of_one_lead')}
      <AppButton size="small" kind="quiet" onClick={() => go(pb.billing())}>
        {t('all_leads')}
      </AppButton>
    </span>
  );
}

const columns: DataColumn<CreditEntry>[] = [
  {
    id: 'date',
    header: t('column_date'),
    width: 150,
    cell: ({ created_at }) => <DateText value={created_at} format={formatDateTime} />,
  },
  {
    id: 'what',
    header: t('column_what'),
    width: 230,
    title: formatTitle,
    cell: (entry) => (
      <span className="flex flex-col min-w-0 leading-[1.3]">
        <span className="truncate">{formatTitle(entry)}</span>
        {isNamedTwice(entry) ? null : <span className="truncate text-ink-3 text-meta">{formatWhat(entry)}</span>}
      </span>
    ),
  },
  {
    id: 'who',
    header: t('column_who'),
    width: 140,
    cell: ({ user, api_key, kind }) =>
      api_key
        ? t(api_key.is_app ? 'by_app' : 'by_key', { name: api_key.name })
        : (user?.name ?? (kind === 'grant' ? '–' : t('by_campaigns'))),
  },
  {
    id: 'where',
    header: t('column_where'),
    width: 190,
    interactive: true,
    cell: (entry) => <Where entry={entry} />,
  },
  { id: 'credits', header: t('column_credits'), width: 110, cell: (entry) => <Amount entry={entry} /> },
  {
    id: 'balance',
    header: t('column_balance'),
    width: 100,
    cell: ({ balance }) => <span className="number">{balance === null ? '–' : formatNumber(balance)}</span>,
  },
];

const [dateColumn, whatColumn, ...otherColumns] = columns as [DataColumn<CreditEntry>, ...DataColumn<CreditEntry>[]];

const columnsByLead: DataColumn<CreditEntry>[] = [
  dateColumn,
  ...(whatColumn ? [whatColumn] : []),
  {
    id: 'lead',
    header: t('column_lead'),
    width: 220,
    cell: ({ lead, provider }) => (
      <span className="flex flex-col min-w-0 leading-[1.3]">
        <span className="truncate">{lead?.name || '–'}</span>
        {provider === null ? null : <span className="truncate text-ink-3 text-meta">{provider}</span>}
      </span>
    ),
  },
  ...otherColumns.filter(({ id }) => id !== 'balance'),
];

function formatTitle(entry: CreditEntry): string {
  return t(entry.kind);
}

/** What added credits are for is said by the program; what used them up is called as people call it. */
const formatWhat = ({ kind, what }: CreditEntry): string => (kind === 'grant' ? sayWords(what) : what);

/** Look-ups and snippets have one name each. */
function isNamedTwice({ kind }: CreditEntry): boolean {
  return kind !== 'research' && kind !== 'grant';
}

function formatPlace({ list, campaign }: CreditEntry) {
  return list ?? campaign;
}

function Where({ entry }: { entry: CreditEntry }) {
  const { list, campaign, user, kind } = entry;
  if (list)
    return (
      <AppLink to={pb.search(list.id)} className="truncate">
        {list.name}
      </AppLink>
    );
  if (campaign)
    return (
      <AppLink to={pb.campaign(campaign.id)} className="truncate">
        {campaign.name}
      </AppLink>
    );
  return kind !== 'grant' && user === null ? t('several') : '–';
}

function Amount({ entry: { credits, reserved } }: { entry: CreditEntry }) {
  return (
    <span className="flex flex-col min-w-0 leading-[1.3]">
      <span className={credits > 0 ? 'number text-green' : 'number'}>
        {credits > 0 ? `+${formatNumber(credits)}` : formatNumber(credits)}
      </span>
      {reserved > 0 ? (
        <span className="number text-ink-3 text-meta">{t('reserved', { credits: formatNumber(reserved) })}</span>
      ) : null}
    </span>
  );
}
