import { sql } from 'kysely';
import type { TransactionContext } from '../../../kernel/context.ts';

type Tx = Pick<TransactionContext, 'db' | 'organization'>;

/** Counts the leads of all lists. */
export async function countLists({ db, organization }: Tx): Promise<void> {
  await sql`update searches s set total_prospects = n.leads, version = version + 1
    from (select o.id, count(p.prospect_id) filter (where p.status = 'IN_REVIEW')::int as leads from searches o
      left join search_prospects p on p.organization_id = o.organization_id and p.search_id = o.id
      where o.organization_id = ${organization.id} group by o.id) n
    where s.organization_id = ${organization.id} and s.id = n.id and s.total_prospects <> n.leads`.execute(db);
}

export async function listPrompts({ db, organization }: Tx): Promise<number[]> {
  const { rows } = await sql<{
    id: number;
  }>`select id from enrichment_prompts where organization_id = ${organization.id}`.execute(db);
  return rows.map(({ id }) => id);
}
