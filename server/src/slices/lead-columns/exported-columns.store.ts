import { formatLine } from '@overture/domain/csv/csv-cell';
import { type RawBuilder, sql } from 'kysely';
import type { TransactionContext } from '../../kernel/context.ts';
import { listLeadColumns } from './lead-columns.store.ts';

/** A custom column of a file that is written. */
export interface ExportedColumn {
  key: string;
  name: string;
}

/** The custom columns in exports: all that are not archived. */
export async function listExportedColumns(
  tx: Pick<TransactionContext, 'db' | 'organization'>,
): Promise<ExportedColumn[]> {
  const columns = await listLeadColumns(tx);
  return columns.filter(({ is_archived }) => !is_archived).map(({ key, name }) => ({ key, name }));
}

/** Their headings, guarded as cells are: people name them. */
export function customHeadings(columns: readonly ExportedColumn[]): string[] {
  return columns.map(({ name }) => formatLine([name]));
}

/** Their cells of `prospects p`, as the import reads them again. */
export function customCells(columns: readonly ExportedColumn[]): RawBuilder<unknown>[] {
  return columns.map(
    ({ key }) => sql`case when jsonb_typeof(p.custom -> ${key}) = 'boolean'
      then case when (p.custom -> ${key})::boolean then 'Yes' else 'No' end else p.custom ->> ${key} end`,
  );
}
