import { type Activity, activitiesEndpoints } from '@overture/contract/analytics';
import { PAGE_SIZES } from '@overture/domain/limits';
import { IconActivity, IconDownload } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { addressOf, queryOptions } from '../../lib/api/api-client.ts';
import { queryFailure } from '../../lib/api/query-failure.tsx';
import { serverToday } from '../../lib/api/server-clock.ts';
import { formatNumber } from '../../lib/format.ts';
import { WithOwnZone } from '../../lib/own-zone.tsx';
import { saveFile } from '../../lib/save-csv.ts';
import { nameZone } from '../../lib/time-zones.ts';
import { EmptyState } from '../../ui/feedback/states.tsx';
import { AppButton } from '../../ui/inputs/app-button.tsx';
import { FilterBar } from '../../ui/layout/filter-bar.tsx';
import { PageHeader } from '../../ui/layout/page-header.tsx';
import { DataTable } from '../../ui/table/data-table.tsx';
import { Pagination } from '../../ui/table/pagination.tsx';
import { usePager } from '../../ui/table/use-pager.ts';
import { personCard } from '../leads/index.ts';
import { ActionCell, activityColumns, formatName } from './activity-cells.tsx';
import { FilterButton } from './filter-panel.tsx';
import { countActive, defaultFilters, wireFilters } from './filter-state.ts';
import { PersonPanel } from './person-panel.tsx';
import { t } from './texts.ts';

/** A row has its own id, because one lead may appear many times. */
export type ActivityRow = Activity & { row: number };

/** What campaigns did, newest first. */
export function ActivityPage() {
  return <WithOwnZone height={320}>{(zone) => <Activities zone={zone} />}</WithOwnZone>;
}

function Activities({ zone }: { zone: string }) {
  const { today, filters, filterBy, page, setPage, list, fileAddress } = useActivities(zone);
  const [openRow, setOpenRow] = useState<ActivityRow | undefined>();
  const rows = list.data?.activities.map((activity, row) => ({ ...activity, row }));
  const total = list.data?.total_activities;
  return (
    <>
      <PageHeader
        title={t('title')}
        count={total === undefined ? undefined : t('total', { count: total, shown: formatNumber(total) })}
        actions={
          <AppButton
            icon={<IconDownload size={16} aria-hidden />}
            disabled={!rows?.length}
            onClick={() => saveFile('campaign-activity.csv', fileAddress)}
          >
            {t('download')}
          </AppButton>
        }
      />
      <FilterBar end={<FilterButton filters={filters} today={today} onApply={filterBy} />}>
        <span className="self-center text-ink-3 text-meta">{t('zone', { zone: nameZone(zone) })}</span>
      </FilterBar>
      <DataTable<ActivityRow>
        tableId="activities"
        label={t('table')}
        columns={activityColumns}
        rows={rows}
        rowId={({ row }) => row}
        rowLabel={formatName}
        isStale={list.isPlaceholderData}
        error={queryFailure(list, { title: t('loading_failed') })}
        empty={
          <EmptyState
            icon={<IconActivity size={22} />}
            title={t('empty')}
            text={t(countActive(filters) > 0 ? 'empty_filtered' : 'empty_text')}
          />
        }
        onRowOpen={setOpenRow}
        openRowId={openRow?.row}
        card={(activity) =>
          personCard(activity.prospect, {
            subtitle: [activity.prospect.company.name, activity.campaign.name].filter(Boolean).join(' · '),
            detail: (
              <span className="pt-0.5 text-table">
                <ActionCell activity={activity} />
              </span>
            ),
          })
        }
      />
      <Pagination page={page} pageSize={PAGE_SIZES.activities} total={total} onChange={setPage} />
      <PersonPanel activity={openRow} onClose={() => setOpenRow(undefined)} />
    </>
  );
}

/** The page of activities that is looked at, and the file with all that pass its filters. */
function useActivities(zone: string) {
  const today = serverToday(zone);
  const [filters, showFilters] = useState(() => defaultFilters(today));
  const wanted = wireFilters(filters, today, zone);
  const { page, setPage } = usePager(wanted);
  const list = useQuery({
    ...queryOptions(activitiesEndpoints.listActivities, { query: { page, filters: wanted } }),
    placeholderData: keepPreviousData,
  });
  const fileAddress = addressOf(activitiesEndpoints.downloadActivities, { query: { filters: wanted } });
  return { today, filters, filterBy: showFilters, page, setPage, list, fileAddress };
}
