import { sql } from 'kysely';
import type { TransactionContext } from '../../kernel/context.ts';
import { addToTotal, insertSearch } from './searches.store.ts';

type Tx = Pick<TransactionContext, 'db' | 'organization' | 'user' | 'jobs'>;

/** Puts people into a list; those who were taken out of it come back. Returns how many the list gained. */
async function addPeople(tx: Tx, searchId: number, prospectIds: readonly number[]): Promise<number> {
  const { db, organization } = tx;
  const { rows } = await sql`insert into search_prospects as m (organization_id, search_id, prospect_id)
    select distinct ${organization.id}::bigint, ${searchId}::bigint, g.id from unnest(${[...prospectIds]}::bigint[]) as g (id)
    on conflict (search_id, prospect_id) do update set status = 'IN_REVIEW', created_at = excluded.created_at, import_id = null
      where m.status = 'ARCHIVED' returning 1`.execute(db);
  if (rows.length > 0) await addToTotal(tx, searchId, rows.length);
  return rows.length;
}

/** Takes these people out of a list. */
async function removePeople(tx: Tx, searchId: number, prospectIds: readonly number[]): Promise<void> {
  const { rows } = await sql`delete from search_prospects where search_id = ${searchId}
    and prospect_id = any(${[...prospectIds]}::bigint[]) returning 1`.execute(tx.db);
  if (rows.length > 0) await addToTotal(tx, searchId, -rows.length);
}

/** Deletes a list without leads. False for a list that has some, or gets some at this moment: then its total is another one. */
async function deleteEmpty({ db, organization }: Tx, searchId: number): Promise<boolean> {
  const { rows } = await sql`delete from searches s where s.organization_id = ${organization.id} and s.id = ${searchId}
    and s.total_prospects = 0 and not exists (select from search_prospects m where m.search_id = s.id) returning 1`.execute(
    db,
  );
  return rows.length > 0;
}

/** Lists that come from another tool. */
export const movedLists = {
  create: (tx: Tx, name: string): Promise<number> =>
    insertSearch(tx, { name, created_by: tx.user?.id ?? null, is_example: false }),
  addPeople,
  removePeople,
  deleteEmpty,
};
