import { Select } from '@mantine/core';
import { type CreditEntry, type CreditKind, creditHistoryEndpoints } from '@overture/contract/credit-history';
import { PAGE_SIZES } from '@overture/domain/limits';
import { CREDIT_USES } from '@overture/domain/money/credits';
import { IconCoins, IconDownload } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { addressOf, queryOptions } from '../../lib/api/api-client.ts';
import { queryFailure } from '../../lib/api/query-failure.tsx';
import { useUser } from '../../lib/api/session.ts';
import { formatDateTime, formatNumber } from '../../lib/format.ts';
import { AppLink } from '../../lib/navigation/navigation.tsx';
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

/** Kind, time, user, list or campaign, and amount. */
export function CreditsHistory() {
  const [kind, setKind] = useState<CreditKind>();
  const { page, setPage } = usePager(kind);
  const list = useQuery({
    ...queryOptions(creditHistoryEndpoints.listCredits, { query: { page, kind } }),
    placeholderData: keepPreviousData,
  });
  const rows = list.data?.entries.map((entry, row) => ({ ...entry, row }));
  return (
    <section aria-label={t('history')} className="flex flex-col flex-none min-w-0 pt-6">
      <h2 className="px-gutter pb-3 text-section">{t('history')}</h2>
      <CreditPace />
      <FilterBar
        end={
          <AppButton
            icon={<IconDownload size={16} aria-hidden />}
            disabled={!rows?.length}
            onClick={() =>
              saveFile('credits.csv', addressOf(creditHistoryEndpoints.downloadCredits, { query: { kind } }))
            }
          >
            {t('download')}
          </AppButton>
        }
      >
        <KindSelect kind={kind} onChange={setKind} />
      </FilterBar>
      <DataTable<CreditRow>
        tableId="credits"
        label={t('table')}
        columns={columns}
        rows={rows}
        rowId={({ row }) => row}
        rowLabel={({ what }) => what}
        isStale={list.isPlaceholderData}
        skeletonRows={6}
        card={(entry) => ({
          title: formatTitle(entry),
          subtitle: [formatPlace(entry)?.name, formatDateTime(entry.created_at)].filter(Boolean).join(' · '),
          end: <Amount entry={entry} />,
        })}
        error={queryFailure(list, { title: t('loading_failed') })}
        empty={
          <EmptyState
            icon={<IconCoins size={22} />}
            title={t('empty')}
            text={t(kind ? 'empty_filtered' : 'empty_text')}
          />
        }
      />
      <Pagination page={page} pageSize={PAGE_SIZES.credits} total={list.data?.total_entries} onChange={setPage} />
    </section>
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
    width: 260,
    title: formatTitle,
    cell: (entry) => (
      <span className="flex flex-col min-w-0 leading-[1.3]">
        <span className="truncate">{formatTitle(entry)}</span>
        {isNamedTwice(entry) ? null : <span className="truncate text-ink-3 text-meta">{entry.what}</span>}
      </span>
    ),
  },
  {
    id: 'who',
    header: t('column_who'),
    width: 160,
    cell: ({ user, api_key, kind }) =>
      api_key
        ? t(api_key.is_app ? 'by_app' : 'by_key', { name: api_key.name })
        : (user?.name ?? (kind === 'grant' ? '–' : t('by_campaigns'))),
  },
  {
    id: 'where',
    header: t('column_where'),
    width: 220,
    interactive: true,
    cell: (entry) => <Where entry={entry} />,
  },
  { id: 'credits', header: t('column_credits'), width: 130, cell: (entry) => <Amount entry={entry} /> },
];

function formatTitle(entry: CreditEntry): string {
  return t(entry.kind);
}

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
