import type { ExcludedDomain } from '@overture/contract/excluded-domains';
import type { Suppression, SuppressionLift } from '@overture/contract/suppressions';
import { nameEntry } from '@overture/domain/suppressions/entries';
import {
  canLift,
  isLiftable,
  SUPPRESSION_KIND_LABELS,
  type SuppressionReason,
} from '@overture/domain/suppressions/suppressions';
import { IconMailOff, IconRestore } from '@tabler/icons-react';
import { Suspense, useState } from 'react';
import { queryFailure } from '../../lib/api/query-failure.tsx';
import { useUser } from '../../lib/api/session.ts';
import { formatDate, inQuotes } from '../../lib/format.ts';
import { suppressionReasonLabel } from '../../lib/labels/lead/suppression-reason.ts';
import { AppLink } from '../../lib/navigation/navigation.tsx';
import { pb } from '../../lib/navigation/paths.ts';
import { defineTexts } from '../../lib/texts.ts';
import { DateText } from '../../ui/display/date-text.tsx';
import { EmptyState } from '../../ui/feedback/states.tsx';
import { StatusChip, type StatusTone } from '../../ui/feedback/status-chip.tsx';
import { IconButton } from '../../ui/inputs/app-button.tsx';
import { lazyPart } from '../../ui/lazy-part.tsx';
import type { DataColumn } from '../../ui/table/columns.ts';
import { DataTable } from '../../ui/table/data-table.tsx';
import { rowsOfPage } from '../../ui/table/use-pager.ts';
import { t } from './texts.ts';
import type { useDomains, useLifts, useSuppressions } from './use-suppressions.ts';

const kindLabel = defineTexts({ ...SUPPRESSION_KIND_LABELS });

const LiftDialog = lazyPart(() => import('./lift-dialog.tsx').then((file) => ({ default: file.LiftDialog })));

const tones: Record<SuppressionReason, StatusTone> = {
  unsubscribe: 'amber',
  complaint: 'red',
  hard_bounce: 'red',
  left: 'amber',
  manual: 'grey',
  import: 'grey',
  crm: 'grey',
  erased: 'grey',
};

type Named = Suppression | SuppressionLift;

/** The entry in one line; an erased one has no name. */
const nameOf = (row: Named): string => nameEntry(row) ?? t('erased');

const Who = ({ row }: { row: Named }) =>
  nameEntry(row) === null ? <span className="text-ink-3">{t('erased')}</span> : nameOf(row);

const kindOf = (row: Named): string => kindLabel(row.kind);

const Reason = ({ reason }: { reason: SuppressionReason }) => (
  <StatusChip tone={tones[reason]}>{suppressionReasonLabel(reason)}</StatusChip>
);

/** What a person did says who; the rest the program found out. */
function whoAdded({ created_by, reason }: Suppression): string {
  if (created_by !== null) return created_by.name;
  return reason === 'manual' || reason === 'import' ? t('former_member') : t('automatic');
}

/** What was said, leading to where it was said. */
function Detail({ row: { detail, prospect_id } }: { row: Suppression }) {
  if (prospect_id === null) return detail;
  return <AppLink to={pb.inbox({ chat: prospect_id })}>{detail ?? t('conversation')}</AppLink>;
}

const columns: DataColumn<Suppression>[] = [
  {
    id: 'email',
    header: t('column_entry'),
    width: 220,
    cell: (row) => <Who row={row} />,
    title: (row) => nameEntry(row) ?? t('erased_title'),
  },
  { id: 'kind', header: t('column_kind'), width: 120, cell: kindOf },
  { id: 'reason', header: t('column_reason'), width: 172, cell: (row) => <Reason reason={row.reason} /> },
  {
    id: 'detail',
    header: t('column_detail'),
    width: 140,
    cell: (row) => <Detail row={row} />,
    title: (row) => row.detail ?? undefined,
  },
  { id: 'by', header: t('column_by'), width: 136, cell: whoAdded },
  {
    id: 'added',
    header: t('column_added'),
    width: 122,
    cell: (row) => <DateText value={row.created_at} format={formatDate} />,
  },
];

interface TableProps<List> {
  list: List;
  isFiltered: boolean;
}

export function SuppressedTable({ list, isFiltered }: TableProps<ReturnType<typeof useSuppressions>>) {
  const mayLift = canLift(useUser());
  const [lifted, setLifted] = useState<Suppression>();
  return (
    <>
      <DataTable<Suppression>
        tableId="suppressions"
        label={t('table')}
        columns={columns}
        rows={rowsOfPage(list.data?.suppressions, list.data?.total_suppressions)}
        rowId={(row) => row.id}
        rowLabel={nameOf}
        isStale={list.isPlaceholderData}
        skeletonRows={8}
        card={(row) => ({
          title: nameOf(row),
          subtitle: row.prospect_id !== null || row.detail ? <Detail row={row} /> : `${kindOf(row)}, ${whoAdded(row)}`,
          end: <Reason reason={row.reason} />,
        })}
        {...(mayLift
          ? {
              rowActions: (row: Suppression) =>
                isLiftable(row.reason) ? (
                  <IconButton
                    size="small"
                    label={t('lift_named', { entry: nameOf(row) })}
                    onClick={() => setLifted(row)}
                  >
                    <IconRestore size={16} aria-hidden />
                  </IconButton>
                ) : null,
            }
          : {})}
        error={queryFailure(list)}
        empty={<Empty isFiltered={isFiltered} title={t('empty')} text={t('empty_text')} />}
      />
      <Suspense fallback={null}>
        {lifted ? <LiftDialog suppression={lifted} onClose={() => setLifted(undefined)} /> : null}
      </Suspense>
    </>
  );
}

const liftColumns: DataColumn<SuppressionLift>[] = [
  { id: 'email', header: t('column_entry'), width: 250, cell: nameOf, title: nameOf },
  { id: 'was', header: t('column_was'), width: 164, cell: (row) => <Reason reason={row.reason} /> },
  { id: 'why', header: t('column_why'), width: 240, cell: describeEntry, title: describeEntry },
  { id: 'by', header: t('column_lifted_by'), width: 130, cell: (row) => row.lifted_by?.name ?? t('former_member') },
  {
    id: 'lifted',
    header: t('column_lifted'),
    width: 120,
    cell: (row) => <DateText value={row.lifted_at} format={formatDate} />,
  },
];

const domainColumns: DataColumn<ExcludedDomain>[] = [
  { id: 'domain', header: t('column_domain'), width: 320, cell: (row) => row.domain, title: (row) => row.domain },
  {
    id: 'added',
    header: t('column_added'),
    width: 120,
    cell: (row) => <DateText value={row.created_at} format={formatDate} />,
  },
];

function describeEntry({ why, persons_words }: SuppressionLift): string {
  return persons_words === null ? why : `${why} ${inQuotes(persons_words)}`;
}

export function LiftedTable({ list, isFiltered }: TableProps<ReturnType<typeof useLifts>>) {
  return (
    <DataTable<SuppressionLift>
      tableId="suppression-lifts"
      label={t('table_lifted')}
      columns={liftColumns}
      rows={rowsOfPage(list.data?.lifts, list.data?.total_lifts)}
      rowId={(row) => row.id}
      rowLabel={nameOf}
      isStale={list.isPlaceholderData}
      skeletonRows={8}
      card={(row) => ({ title: nameOf(row), subtitle: describeEntry(row), end: formatDate(row.lifted_at) })}
      error={queryFailure(list)}
      empty={<Empty isFiltered={isFiltered} title={t('empty_lifted')} text={t('empty_lifted_text')} />}
    />
  );
}

export function DomainsTable({ list, isFiltered }: TableProps<ReturnType<typeof useDomains>>) {
  return (
    <DataTable<ExcludedDomain>
      tableId="suppressed-domains"
      label={t('table_domains')}
      columns={domainColumns}
      rows={rowsOfPage(list.data?.excluded_domains, list.data?.total_domains)}
      rowId={(row) => row.id}
      rowLabel={(row) => row.domain}
      isStale={list.isPlaceholderData}
      skeletonRows={8}
      card={(row) => ({ title: row.domain, subtitle: formatDate(row.created_at) })}
      error={queryFailure(list)}
      empty={<Empty isFiltered={isFiltered} title={t('empty_domains')} text={t('empty_domains_text')} />}
    />
  );
}

function Empty({ isFiltered, title, text }: { isFiltered: boolean; title: string; text: string }) {
  return (
    <EmptyState
      icon={<IconMailOff size={22} />}
      title={isFiltered ? t('none_found') : title}
      text={isFiltered ? t('none_found_text') : text}
    />
  );
}
