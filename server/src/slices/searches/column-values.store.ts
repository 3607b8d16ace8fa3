import { COLUMN_VALUES } from '@overture/domain/limits';
import { type RawBuilder, sql } from 'kysely';
import type { ReplicaReadContext } from '../../kernel/context.ts';
import { containsPattern } from '../../kernel/db/like-pattern.ts';

type Tx = Pick<ReplicaReadContext, 'db' | 'organization'>;

export interface ValuesQuery {
  search_id: number;
  /** The column as text, of `prospects p`. */
  text: RawBuilder<string | null>;
  /** What the values contain, folded. */
  folded: string;
}

/** Values of a column among the newest leads of a list, most frequent first. Values that differ only in case are one, long texts are left out. */
export async function countValues(tx: Tx, query: ValuesQuery): Promise<{ value: string; count: number }[]> {
  const folded = sql`btrim(fold_case(cell), E' \t\r\n\f\v')`;
  const rows = await sql<{ value: string; count: number }>`select min(cell) as value, count(*)::int as count from (
      select ${query.text} as cell from (
        select m.prospect_id from search_prospects m where m.search_id = ${query.search_id} and m.status = 'IN_REVIEW'
        order by m.created_at desc, m.prospect_id limit ${COLUMN_VALUES.counted_leads}) newest
      join prospects p on p.id = newest.prospect_id and p.organization_id = ${tx.organization.id}) cells
    where not is_blank(cell) and length(cell) <= ${COLUMN_VALUES.length} and fold_case(cell) like ${containsPattern(query.folded)}
    group by ${folded} order by count desc, ${folded} collate "C" limit ${COLUMN_VALUES.offered}`.execute(tx.db);
  return rows.rows;
}
