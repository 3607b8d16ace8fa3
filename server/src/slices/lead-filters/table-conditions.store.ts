import { isTyped, type PlainFilter, type TableFilter } from '@overture/domain/leads/filters';
import type { ColumnSet } from '@overture/domain/leads/lead-columns';
import type { RawBuilder } from 'kysely';
import type { TransactionContext } from '../../kernel/context.ts';
import { historyCondition } from './history-filters.store.ts';
import { instantCondition, isLeadColumn, leadCondition } from './lead-filters.store.ts';
import { type ResultColumns, resultCondition } from './result-filters.store.ts';
import { groupConditions } from './typed-filters.store.ts';

interface FilteredTable {
  filters: readonly TableFilter[];
  /** The table's columns, at least those that the filters name. */
  columns: ColumnSet;
  /** The research columns among those that the filters name. */
  answer_columns?: ResultColumns;
}

interface TableRow {
  lead_id: RawBuilder<unknown>;
  created_at: RawBuilder<unknown>;
  /** The campaign whose table it is. */
  campaign_id?: number;
  /** A filter of a column that only this table has. */
  own?: (filter: PlainFilter) => RawBuilder<boolean>;
}

/** The filters of a table of leads as conditions on its rows, which are joined with `prospects p`: all must hold. */
export function tableConditions(
  tx: Pick<TransactionContext, 'organization'>,
  { filters, columns, answer_columns }: FilteredTable,
  { lead_id, created_at, campaign_id, own }: TableRow,
): RawBuilder<unknown>[] {
  return groupConditions(filters, (filter) => {
    const kind = answer_columns?.[filter.column];
    if (kind !== undefined) return resultCondition(tx, filter, kind, lead_id);
    if (filter.column === 'created_at') return instantCondition(created_at, filter);
    const ofHistory = historyCondition(tx, filter, { lead_id, campaign_id });
    if (ofHistory !== undefined) return ofHistory;
    if (own === undefined || isLeadColumn(filter.column))
      return leadCondition(filter, columns.get(filter.column) ?? 'text');
    if (isTyped(filter)) throw new Error(`${filter.column} has no comparisons`);
    return own(filter);
  });
}
