import { sql } from 'kysely';
import type { TransactionContext } from '../../kernel/context.ts';

type Tx = Pick<TransactionContext, 'db' | 'organization'>;

/** Represents the look-ups that fill lead fields: their results change sorts by these fields. */
export const CONTACT_FIELDS = 0;

/** The source of a change: a user who wants to see it now, or research that keeps producing results. */
export type ResultChange = 'edits' | 'arrivals';

/** Call with every change of results, late in the transaction: it locks one row per task. */
export async function raiseResultVersions(
  { db, organization }: Tx,
  promptIds: readonly number[],
  change: ResultChange,
): Promise<void> {
  const column = sql.ref(change);
  const sorted = [...new Set(promptIds)].sort((one, other) => one - other);
  await sql`insert into answer_versions as v (organization_id, prompt_id, ${column})
    select ${organization.id}, id, 1 from unnest(${sorted}::bigint[]) as given (id) order by id
    on conflict (organization_id, prompt_id) do update set ${column} = v.${column} + 1`.execute(db);
}

/** The state of some tasks' results as two texts that change with it. */
export async function listResultVersions(
  { db, organization }: Tx,
  promptIds: readonly number[],
): Promise<Record<ResultChange, string>> {
  if (promptIds.length === 0) return { edits: '', arrivals: '' };
  const rows = await sql<Record<ResultChange, string>>`select
      coalesce(string_agg(prompt_id || ':' || edits, ',' order by prompt_id), '') as edits,
      coalesce(string_agg(prompt_id || ':' || arrivals, ',' order by prompt_id), '') as arrivals
    from answer_versions where organization_id = ${organization.id} and prompt_id = any(${[...promptIds]}::bigint[])`.execute(
    db,
  );
  return rows.rows[0]!;
}
