import { LIST_TABLE_COLUMNS, resolveColumn } from '@overture/domain/leads/lead-columns';
import { COLUMN_VALUES } from '@overture/domain/limits';
import { foldCase } from '@overture/domain/text/text';
import type { TransactionContext } from '../../kernel/context.ts';
import { ApiError, orNotFound } from '../../kernel/errors.ts';
import { columnText, loadTableColumns } from '../lead-filters/index.ts';
import { countValues } from './column-values.store.ts';
import { findSearch } from './searches.store.ts';

type Tx = Pick<TransactionContext, 'db' | 'organization'>;

interface ColumnValues {
  values: { value: string; count: number }[];
  counted_leads: number;
}

/** Values of a column that contain a text, most frequent first. @throws not_found, validation_failed for an unknown column */
export async function listColumnValues(tx: Tx, searchId: number, name: string, query: string): Promise<ColumnValues> {
  const search = orNotFound(await findSearch(tx, searchId));
  const { columns } = await loadTableColumns(tx, LIST_TABLE_COLUMNS, { sort_field: name });
  const column = resolveColumn(name, columns);
  const text = column === null ? null : columnText(tx, column);
  if (text === null)
    throw new ApiError('validation_failed', {}, { column: 'This column has no values to choose from.' });
  const folded = foldCase(query.trim());
  const values = await countValues(tx, { search_id: searchId, text, folded });
  return { values, counted_leads: Math.min(search.total_prospects, COLUMN_VALUES.counted_leads) };
}
