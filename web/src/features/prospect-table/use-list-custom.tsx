import type { LeadColumn } from '@overture/contract/lead-columns';
import { type ReactNode, Suspense, useMemo, useState } from 'react';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { customFilterKinds, useCustomColumns } from '../custom-columns/index.ts';
import type { FilterColumn } from './filters/filter-columns.ts';
import type { ListTable } from './use-list-table.ts';

const ColumnsDialog = lazyPart(() =>
  import('../custom-columns/columns-dialog.tsx').then((file) => ({ default: file.ColumnsDialog })),
);

const noColumns: readonly LeadColumn[] = [];

interface ListCustom {
  /** Undefined until they are known. */
  known: readonly LeadColumn[] | undefined;
  columns: readonly LeadColumn[];
  filterColumns: readonly FilterColumn[];
  isPending: boolean;
  manage: () => void;
  dialog: ReactNode;
}

/** Custom columns as the table of a list needs them, and the dialog that changes them. */
export function useListCustom({ rows }: Pick<ListTable, 'rows'>): ListCustom {
  const { columns: known, query } = useCustomColumns(rows);
  const [isManaging, setManaging] = useState(false);
  const columns = known ?? noColumns;
  const filterColumns = useMemo(
    () => customFilterKinds(columns).map((column) => ({ ...column, group: 'custom' as const })),
    [columns],
  );
  const dialog = isManaging ? (
    <Suspense fallback={null}>
      <ColumnsDialog onClose={() => setManaging(false)} />
    </Suspense>
  ) : null;
  return { known, columns, filterColumns, isPending: query.isPending, manage: () => setManaging(true), dialog };
}
