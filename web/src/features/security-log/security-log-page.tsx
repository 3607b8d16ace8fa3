import { securityLogEndpoints } from '@overture/contract/security-log';
import { PAGE_SIZES } from '@overture/domain/limits';
import { MOST_EVENTS_COUNTED } from '@overture/domain/security/events';
import { IconDownload, IconRefresh, IconShieldLock } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { addressOf, queryOptions } from '../../lib/api/api-client.ts';
import { queryFailure } from '../../lib/api/query-failure.tsx';
import { formatNumber } from '../../lib/format.ts';
import { saveFile } from '../../lib/save-csv.ts';
import { EmptyState } from '../../ui/feedback/states.tsx';
import { AppButton } from '../../ui/inputs/app-button.tsx';
import { FilterBar } from '../../ui/layout/filter-bar.tsx';
import { PageHeader } from '../../ui/layout/page-header.tsx';
import { Pagination } from '../../ui/table/pagination.tsx';
import { usePager } from '../../ui/table/use-pager.ts';
import { EventTable } from './event-table.tsx';
import { FilterButton } from './filter-panel.tsx';
import { countActive, noFilters, wireFilters } from './filter-state.ts';
import { t } from './texts.ts';

/** How often an open page looks for what is new. */
const REFRESHED_EVERY_MS = 30_000;

/** What concerns the safety of the organization, newest first. */
export function SecurityLogPage({
  settings,
}: {
  /** What the organization decides, above the log. */ settings?: ReactNode;
}) {
  const { filters, filterBy, page, setPage, list, fileAddress } = useEvents();
  const rows = list.data?.events;
  const total = list.data?.total_events;
  const isFiltered = countActive(filters) > 0;
  return (
    <>
      <PageHeader
        title={t('title')}
        count={total === undefined ? undefined : totalWords(total)}
        subtitle={t('subtitle')}
        actions={
          <AppButton
            icon={<IconDownload size={16} aria-hidden />}
            disabled={!rows?.length}
            onClick={() => saveFile('security-log.csv', fileAddress)}
          >
            {t('download')}
          </AppButton>
        }
      />
      {settings}
      <FilterBar>
        <FilterButton filters={filters} people={list.data?.people ?? []} onApply={filterBy} />
        <AppButton
          icon={<IconRefresh size={16} aria-hidden />}
          loading={list.isFetching && !list.isPending}
          onClick={() => void list.refetch()}
        >
          {t('refresh')}
        </AppButton>
      </FilterBar>
      <EventTable
        rows={rows}
        isStale={list.isPlaceholderData}
        error={queryFailure(list, { title: t('loading_failed') })}
        empty={
          <EmptyState
            icon={<IconShieldLock size={22} />}
            title={t(isFiltered ? 'empty_filtered' : 'empty')}
            text={t(isFiltered ? 'empty_filtered_text' : 'empty_text')}
          />
        }
      />
      {total === MOST_EVENTS_COUNTED ? (
        <p className="mt-2 text-ink-2 text-meta">{t('most_shown', { shown: formatNumber(MOST_EVENTS_COUNTED) })}</p>
      ) : null}
      <Pagination page={page} pageSize={PAGE_SIZES.security_events} total={total} onChange={setPage} />
    </>
  );
}

/** The page of the log that is looked at, and the file with all that passes its filters. */
function useEvents() {
  const [filters, setFilters] = useState(noFilters);
  const { page, setPage } = usePager(filters);
  const list = useQuery({
    ...queryOptions(securityLogEndpoints.listSecurityEvents, { query: { page, ...wireFilters(filters) } }),
    placeholderData: keepPreviousData,
    refetchInterval: REFRESHED_EVERY_MS,
  });
  const fileAddress = addressOf(securityLogEndpoints.downloadSecurityEvents, { query: wireFilters(filters) });
  return { filters, filterBy: setFilters, page, setPage, list, fileAddress };
}

function totalWords(total: number): string {
  const shown = formatNumber(total);
  return total === MOST_EVENTS_COUNTED ? t('total_most', { shown }) : t('total', { count: total, shown });
}
