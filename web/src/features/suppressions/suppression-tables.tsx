import type { Suppression, SuppressionLift } from '@overture/contract/suppressions';
import { canLift, SUPPRESSION_LABELS, type SuppressionReason } from '@overture/domain/suppressions/suppressions';
import { IconMailOff, IconRestore } from '@tabler/icons-react';
import { lazy, Suspense, useState } from 'react';
import { queryFailure } from '../../lib/api/query-failure.tsx';
import { useUser } from '../../lib/api/session.ts';
import { formatDate } from '../../lib/format.ts';
import { DateText } from '../../ui/display/date-text.tsx';
import { EmptyState } from '../../ui/feedback/states.tsx';
import { StatusChip, type StatusTone } from '../../ui/feedback/status-chip.tsx';
import { IconButton } from '../../ui/inputs/app-button.tsx';
import type { DataColumn } from '../../ui/table/columns.ts';
import { DataTable } from '../../ui/table/data-table.tsx';
import { t } from './texts.ts';
import type { useLifts, useSuppressions } from './use-suppressions.ts';

const LiftDialog = lazy(() => import('./lift-dialog.tsx').then((file) => ({ default: file.LiftDialog })));

const tones: Record<SuppressionReason, StatusTone> = {
  unsubscribe: 'amber',
  complaint: 'red',
  hard_bounce: 'red',
  manual: 'grey',
  import: 'grey',
  crm: 'grey',
};

const Reason = ({ reason }: { reason: SuppressionReason }) => (
  <StatusChip tone={tones[reason]}>{SUPPRESSION_LABELS[reason]}</StatusChip>
);

/** What a person did says who; the rest the program found out. */
function whoAdded({ created_by, reason }: Suppression): string {
  if (created_by !== null) return created_by.name;
  return reason === 'manual' || reason === 'import' ? t('somebody') : t('nobody');
}

const columns: DataColumn<Suppression>[] = [
  { id: 'email', header: t('column_email'), width: 260, cell: (row) => row.email, title: (row) => row.email },
  { id: 'reason', header: t('column_reason'), width: 164, cell: (row) => <Reason reason={row.reason} /> },
  {
    id: 'detail',
    header: t('column_detail'),
    width: 200,
    cell: (row) => row.detail,
    title: (row) => row.detail ?? undefined,
  },
  { id: 'by', header: t('column_by'), width: 130, cell: whoAdded },
  {
    id: 'added',
    header: t('column_added'),
    width: 120,
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
        rows={list.data?.suppressions}
        rowId={(row) => row.id}
        rowLabel={(row) => row.email}
        isStale={list.isPlaceholderData}
        skeletonRows={8}
        card={(row) => ({
          title: row.email,
          subtitle: row.detail ?? whoAdded(row),
          end: <Reason reason={row.reason} />,
        })}
        {...(mayLift
          ? {
              rowActions: (row: Suppression) => (
                <IconButton size="small" label={t('lift_named', { email: row.email })} onClick={() => setLifted(row)}>
                  <IconRestore size={16} aria-hidden />
                </IconButton>
              ),
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
  { id: 'email', header: t('column_email'), width: 250, cell: (row) => row.email, title: (row) => row.email },
  { id: 'was', header: t('column_was'), width: 164, cell: (row) => <Reason reason={row.reason} /> },
  { id: 'why', header: t('column_why'), width: 240, cell: wordsOf, title: wordsOf },
  { id: 'by', header: t('column_lifted_by'), width: 130, cell: (row) => row.lifted_by?.name ?? t('somebody') },
  {
    id: 'lifted',
    header: t('column_lifted'),
    width: 120,
    cell: (row) => <DateText value={row.lifted_at} format={formatDate} />,
  },
];

function wordsOf({ why, persons_words }: SuppressionLift): string {
  return persons_words === null ? why : `${why} “${persons_words}”`;
}

export function LiftedTable({ list, isFiltered }: TableProps<ReturnType<typeof useLifts>>) {
  return (
    <DataTable<SuppressionLift>
      tableId="suppression-lifts"
      label={t('table_lifted')}
      columns={liftColumns}
      rows={list.data?.lifts}
      rowId={(row) => row.id}
      rowLabel={(row) => row.email}
      isStale={list.isPlaceholderData}
      skeletonRows={8}
      card={(row) => ({ title: row.email, subtitle: wordsOf(row), end: formatDate(row.lifted_at) })}
      error={queryFailure(list)}
      empty={<Empty isFiltered={isFiltered} title={t('empty_lifted')} text={t('empty_lifted_text')} />}
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
