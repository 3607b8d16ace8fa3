import { LIST_LIMITS } from '@overture/domain/list-limits';
import { sql } from 'kysely';
import type { TransactionContext } from '../../../kernel/context.ts';

type Tx = Pick<TransactionContext, 'db' | 'organization'>;

/** Tasks shown as columns of a list, in the order in which they were added. */
export async function listColumns({ db, organization }: Tx, searchId: number): Promise<number[]> {
  const rows = await sql<{ prompt_id: number }>`select prompt_id from search_prompts
    where organization_id = ${organization.id} and search_id = ${searchId} order by created_at, prompt_id limit ${LIST_LIMITS.research_tasks}`.execute(
    db,
  );
  return rows.rows.map((row) => row.prompt_id);
}

/** Makes a task a column of a list; returns whether it is new. */
export async function insertColumn({ db, organization }: Tx, searchId: number, promptId: number): Promise<boolean> {
  const rows = await sql`insert into search_prompts (organization_id, search_id, prompt_id)
    values (${organization.id}, ${searchId}, ${promptId}) on conflict do nothing`.execute(db);
  return (rows.numAffectedRows ?? 0n) > 0n;
}

export async function deleteColumn({ db, organization }: Tx, searchId: number, promptId: number): Promise<boolean> {
  const rows = await sql`delete from search_prompts
    where organization_id = ${organization.id} and search_id = ${searchId} and prompt_id = ${promptId}`.execute(db);
  return (rows.numAffectedRows ?? 0n) > 0n;
}

/** Removes a task's column from every list; returns those lists. */
export async function deleteTaskColumns({ db, organization }: Tx, promptId: number): Promise<number[]> {
  const rows = await sql<{ search_id: number }>`delete from search_prompts
    where organization_id = ${organization.id} and prompt_id = ${promptId} returning search_id`.execute(db);
  return rows.rows.map((row) => row.search_id);
}

export async function listSearchesByTask({ db, organization }: Tx): Promise<Map<number, number[]>> {
  const rows = await sql<{
    prompt_id: number;
    searches: number[];
  }>`select prompt_id, array_agg(search_id order by search_id) as searches
    from search_prompts where organization_id = ${organization.id} group by prompt_id`.execute(db);
  return new Map(rows.rows.map((row) => [row.prompt_id, row.searches]));
}

/** Lists that show a task, with how many leads they have. */
export async function listAffectedSearches({ db, organization }: Tx, promptId: number) {
  const rows = await sql<{ id: number; name: string; prospect_count: number }>`
    select s.id, s.name, s.total_prospects as prospect_count from search_prompts c join searches s on s.id = c.search_id
    where c.organization_id = ${organization.id} and c.prompt_id = ${promptId} order by s.name, s.id limit ${LIST_LIMITS.lists}`.execute(
    db,
  );
  return rows.rows;
}

const MAX_COUNTED = 10_000;

/** Results that a task has, counted up to 10,000. */
export async function countTaskResults({ db, organization }: Tx, promptId: number): Promise<number> {
  const rows = await sql<{ count: number }>`select count(*)::int as count from (select from enrichment_answers
    where organization_id = ${organization.id} and prompt_id = ${promptId} and state = 'done' limit ${MAX_COUNTED}) a`.execute(
    db,
  );
  return rows.rows[0]!.count;
}

/** Credits by task that a lead's results cost; each result adds up what its runs cost. */
export async function sumLeadCosts(
  { db, organization }: Tx,
  prospectId: number,
): Promise<{ prompt_id: number; credits: number }[]> {
  const rows = await sql<{ prompt_id: number; credits: number }>`select prompt_id, credits from enrichment_answers
    where organization_id = ${organization.id} and prospect_id = ${prospectId} and credits > 0`.execute(db);
  return rows.rows;
}
