import type { AnalyticsProspect } from '@overture/contract/analytics';
import { PAGE_SIZES } from '@overture/domain/limits';
import { IconDownload } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { queryFailure } from '../../lib/api/query-failure.tsx';
import { formatDateTime, formatNumber } from '../../lib/format.ts';
import { leadStatusLabel } from '../../lib/labels/campaign/lead-status.ts';
import { AppLink } from '../../lib/navigation/navigation.tsx';
import { pb } from '../../lib/navigation/paths.ts';
import { saveFile } from '../../lib/save-csv.ts';
import { DateText } from '../../ui/display/date-text.tsx';
import { EmptyState } from '../../ui/feedback/states.tsx';
import { AppButton } from '../../ui/inputs/app-button.tsx';
import { Dialog } from '../../ui/overlays/overlay.tsx';
import type { DataColumn } from '../../ui/table/columns.ts';
import { DataTable } from '../../ui/table/data-table.tsx';
import { Pagination } from '../../ui/table/pagination.tsx';
import { usePager } from '../../ui/table/use-pager.ts';
import { leadName, PersonCell, personCard } from '../leads/index.ts';
import { t } from './texts.ts';

interface PeoplePage {
  prospects: AnalyticsProspect[];
  total_prospects: number;
}

export interface OpenCategory {
  category: string;
  name: string;
}

interface PeopleDialogProps {
  open: OpenCategory;
  /** One page of the category. */
  load: (category: string, page: number) => Promise<PeoplePage>;
  /** Address of the file with all of them. */
  fileOf: (category: string) => string;
  /** What else the answer depends on (campaign, range, filters). */
  cacheKey: readonly unknown[];
  onClose: () => void;
}

const makeFileName = (name: string) => `${name.toLowerCase().replaceAll(' ', '-')}.csv`;

const columns: DataColumn<AnalyticsProspect>[] = [
  {
    id: 'lead',
    header: t('column_lead'),
    width: 200,
    title: leadName,
    cell: (person) => <PersonCell person={person} />,
  },
  { id: 'company', header: t('column_company'), width: 140, cell: (person) => person.company.name ?? '–' },
  {
    id: 'campaign',
    header: t('column_campaign'),
    width: 140,
    title: (person) => person.campaign.name,
    cell: (person) => <AppLink to={pb.campaign(person.campaign.id)}>{person.campaign.name}</AppLink>,
    interactive: true,
  },
  {
    id: 'status',
    header: t('column_status'),
    width: 105,
    cell: (person) => leadStatusLabel(person.campaign_status),
  },
  {
    id: 'when',
    header: t('column_when'),
    width: 140,
    cell: (person) => <DateText value={person.occurred_at} format={(value) => formatDateTime(value)} empty="–" />,
  },
];

/** The people behind a number, a page at a time. */
export function PeopleDialog({ open, load, fileOf, cacheKey, onClose }: PeopleDialogProps) {
  const { page, setPage } = usePager(open.category);
  const people = useQuery({
    queryKey: ['analytics people', ...cacheKey, open.category, page],
    queryFn: () => load(open.category, page),
    placeholderData: keepPreviousData,
    meta: { shows: ['figures'] },
  });
  const rows = people.data?.prospects;
  return (
    <Dialog opened onClose={onClose} size="large" title={t('people', { name: open.name })}>
      <div className="flex items-center justify-between mb-2">
        <span className="number">{people.data ? formatNumber(people.data.total_prospects) : ''}</span>
        <AppButton
          size="small"
          icon={<IconDownload size={15} aria-hidden />}
          disabled={!rows?.length}
          onClick={() => saveFile(makeFileName(open.name), fileOf(open.category))}
        >
          {t('download')}
        </AppButton>
      </div>
      <DataTable<AnalyticsProspect>
        tableId="analytics-people"
        label={t('people', { name: open.name })}
        columns={columns}
        rows={rows}
        rowId={(person) => person.id * 1000 + (rows?.indexOf(person) ?? 0)}
        rowLabel={leadName}
        isStale={people.isPlaceholderData}
        skeletonRows={8}
        error={queryFailure(people, { title: t('people_failed'), compact: true })}
        empty={<EmptyState compact title={t('people_empty')} text={t('people_empty_text')} />}
        card={(person) =>
          personCard(person, {
            subtitle: [person.company.name, person.campaign.name].filter(Boolean).join(' · '),
            end: leadStatusLabel(person.campaign_status),
          })
        }
      />
      <Pagination
        page={page}
        pageSize={PAGE_SIZES.analytics_prospects}
        total={people.data?.total_prospects}
        onChange={setPage}
      />
    </Dialog>
  );
}
