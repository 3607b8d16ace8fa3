import type { FinderLead } from '@overture/contract/lead-finder';
import { FINDER_LIMITS } from '@overture/domain/limits';
import { IconListCheck, IconUserSearch } from '@tabler/icons-react';
import { type ReactNode, useMemo, useRef } from 'react';
import { errorMessage } from '../../lib/api/api-client.ts';
import { formatEmployees } from '../../lib/format.ts';
import { Tooltip } from '../../ui/display/tooltip.tsx';
import { EmptyState, ErrorState } from '../../ui/feedback/states.tsx';
import type { DataColumn } from '../../ui/table/columns.ts';
import { DataTable } from '../../ui/table/data-table.tsx';
import { Pagination } from '../../ui/table/pagination.tsx';
import type { RowSelection } from '../../ui/table/use-row-selection.ts';
import { leadName, PersonCell, personCard, workOf } from '../leads/index.ts';
import { t } from './texts.ts';

/** A lead with a number of this page: ids of the lead database are larger than what a table counts with. */
export interface FinderRow extends FinderLead {
  row: number;
}

const columns: DataColumn<FinderRow>[] = [
  {
    id: 'name',
    header: t('column_name'),
    width: 200,
    title: leadName,
    cell: (lead) => <PersonCell person={lead} end={lead.is_in_list ? <InList /> : null} />,
  },
  textColumn('job_title', t('column_title'), 180, (lead) => lead.job_title),
  textColumn('company', t('column_company'), 140, (lead) => lead.company.name),
  textColumn('industry', t('column_industry'), 140, (lead) => lead.industry ?? lead.company.industry),
  textColumn('location', t('column_location'), 140, (lead) => lead.location),
  {
    ...textColumn('employees', '', 96, (lead) => lead.company.amount_of_employees),
    cell: (lead) => formatEmployees(lead.company.amount_of_employees),
    align: 'right',
    label: t('column_employees'),
    header: (
      <Tooltip label={t('employees_tooltip')}>
        <span>{t('column_employees')}</span>
      </Tooltip>
    ),
  },
];

function textColumn(
  id: string,
  header: string,
  width: number,
  read: (lead: FinderRow) => string | null,
): DataColumn<FinderRow> {
  return { id, header, width, cell: read, title: (lead) => read(lead) ?? undefined };
}

/** The sign of a person who is in the list already. */
function InList() {
  return (
    <span className="flex flex-none text-ink-3" title={t('in_list_title')}>
      <IconListCheck size={16} aria-hidden />
      <span className="visually-hidden">{t('in_list')}</span>
    </span>
  );
}

/** Gives each lead a number that it keeps while the dialog is open. */
export function useFinderRows(leads: readonly FinderLead[] | undefined) {
  const numbers = useRef(new Map<string, number>());
  return useMemo(
    () =>
      leads?.map((lead): FinderRow => {
        const row = numbers.current.get(lead.id) ?? numbers.current.size + 1;
        numbers.current.set(lead.id, row);
        return { ...lead, row };
      }),
    [leads],
  );
}

interface FinderResultsProps {
  /** False until filters were applied. */
  isAsked: boolean;
  rows: readonly FinderRow[] | undefined;
  total: number;
  page: number;
  isStale: boolean;
  isRetrying: boolean;
  error: unknown;
  selection: RowSelection;
  start: ReactNode;
  /** Where no lead was found. */
  empty?: ReactNode;
  onPage: (page: number) => void;
  onOpen: (row: FinderRow) => void;
  onRetry: () => void;
}

/** The leads that pass the applied filters. */
export function FinderResults(props: FinderResultsProps) {
  if (!props.isAsked) return <div className="grid flex-1 place-items-center p-6">{props.start}</div>;
  return (
    <>
      <DataTable<FinderRow>
        tableId="finder"
        label={t('table')}
        columns={columns}
        rows={props.rows}
        rowId={(lead) => lead.row}
        rowLabel={leadName}
        isStale={props.isStale}
        onRowOpen={props.onOpen}
        selection={props.selection}
        card={(lead) =>
          personCard(lead, { end: lead.is_in_list ? <InList /> : null, subtitle: workOf(lead) || lead.location })
        }
        error={
          props.error ? (
            <ErrorState
              message={errorMessage(props.error, t('load_failed'))}
              onRetry={props.onRetry}
              retrying={props.isRetrying}
            />
          ) : undefined
        }
        empty={
          props.empty ?? <EmptyState icon={<IconUserSearch size={22} />} title={t('none')} text={t('none_text')} />
        }
      />
      <Pagination
        page={props.page}
        pageSize={FINDER_LIMITS.preview_rows}
        total={props.total}
        maxPages={FINDER_LIMITS.max_pages}
        onChange={props.onPage}
      />
    </>
  );
}
