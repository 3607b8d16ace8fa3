import { UNFINISHED_LEAD_STATUSES } from '@overture/domain/campaign/transitions';
import { sql } from 'kysely';
import type { TransactionContext } from '../../kernel/context.ts';

type Tx = Pick<TransactionContext, 'db' | 'organization'>;

/** Holds a person's unfinished leads in all campaigns. */
export async function holdLeads({ db, organization }: Tx, prospectId: number, from: string): Promise<void> {
  await sql`update campaign_leads set possible_answer_from = ${from}
    where prospect_id = ${prospectId} and organization_id = ${organization.id}
      and status = any(${UNFINISHED_LEAD_STATUSES}::text[])`.execute(db);
}

/** Locks the person's leads, in one order everywhere: asking and deciding follow each other. */
export async function lockLeadsOfPerson({ db, organization }: Tx, prospectId: number): Promise<void> {
  await sql`select from campaign_leads where prospect_id = ${prospectId} and organization_id = ${organization.id}
    order by id for no key update`.execute(db);
}

/** Releases a person's leads: steps that waited for the decision are due now. Returns their campaigns. */
export async function releaseLeads({ db, organization }: Tx, prospectId: number): Promise<number[]> {
  const rows = await sql<{ campaign_id: number }>`update campaign_leads l set possible_answer_from = null,
      next_at = case when l.waiting_rule = 'possible_answer' then app_now() else l.next_at end,
      waiting_rule = nullif(l.waiting_rule, 'possible_answer')
    where l.prospect_id = ${prospectId} and l.organization_id = ${organization.id} and l.possible_answer_from is not null
    returning l.campaign_id`.execute(db);
  return rows.rows.map((row) => row.campaign_id);
}
