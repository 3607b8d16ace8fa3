import { sql } from 'kysely';
import type { TransactionContext } from '../../kernel/context.ts';

type Tx = Pick<TransactionContext, 'db' | 'organization'>;

export interface TourRun {
  search_id: number | null;
  campaign_id: number | null;
}

/** The examples of a user's tour, locked: two parallel clicks create them once. */
export async function lockRun({ db, organization }: Tx, userId: number): Promise<TourRun> {
  const rows =
    await sql<TourRun>`insert into tour_runs (organization_id, user_id) values (${organization.id}, ${userId})
    on conflict (user_id) do update set user_id = excluded.user_id returning search_id, campaign_id`.execute(db);
  return rows.rows[0] as TourRun;
}

export async function updateRun({ db }: Tx, userId: number, change: Partial<TourRun>): Promise<void> {
  await sql`update tour_runs set search_id = coalesce(${change.search_id ?? null}, search_id),
    campaign_id = coalesce(${change.campaign_id ?? null}, campaign_id) where user_id = ${userId}`.execute(db);
}

/** The examples among the leads of a list, by their addresses. */
export async function listExamples({ db }: Tx, searchId: number): Promise<{ id: number; email: string }[]> {
  const rows = await sql<{ id: number; email: string }>`select p.id, p.email from search_prospects m
    join prospects p on p.id = m.prospect_id where m.search_id = ${searchId} and p.email is not null order by p.id`.execute(
    db,
  );
  return rows.rows;
}

/** The leads of a campaign with the addresses they are known by. */
export async function listLeads(
  { db }: Tx,
  campaignId: number,
): Promise<{ campaign_lead_id: number; prospect_id: number; email: string }[]> {
  const rows = await sql<{ campaign_lead_id: number; prospect_id: number; email: string }>`
    select l.id as campaign_lead_id, l.prospect_id, p.email from campaign_leads l
    join prospects p on p.id = l.prospect_id where l.campaign_id = ${campaignId} order by l.id`.execute(db);
  return rows.rows;
}

export async function deleteList({ db }: Tx, searchId: number): Promise<void> {
  await sql`delete from search_prospects where search_id = ${searchId}`.execute(db);
  await sql`delete from searches where id = ${searchId}`.execute(db);
}

/** Removes what a tour created. Invented people used elsewhere stay. */
export async function deleteExamples(tx: Tx, userId: number, run: TourRun, emails: readonly string[]): Promise<void> {
  const { db, organization } = tx;
  await sql`delete from tour_runs where user_id = ${userId}`.execute(db);
  await sql`delete from campaigns where id = ${run.campaign_id} and is_demo`.execute(db);
  if (run.search_id !== null) await deleteList(tx, run.search_id);
  await sql`delete from prospects p where p.organization_id = ${organization.id} and p.email = any(${[...emails]}::text[])
    and not exists (select from search_prospects where prospect_id = p.id)
    and not exists (select from campaign_leads where prospect_id = p.id)
    and not exists (select from chats where prospect_id = p.id)`.execute(db);
}
