import type { LeadStatus } from '@overture/domain/campaign/transitions';
import { sql } from 'kysely';
import type { TransactionContext } from '../../../kernel/context.ts';

type Tx = Pick<TransactionContext, 'db' | 'organization'>;

/** Resumes the paused leads among the named ones at their node: leads that were acted on as ACTIVE, the others as SCHEDULED. */
export async function resumeLeads(
  { db, organization }: Tx,
  campaignId: number,
  prospectIds: readonly number[],
): Promise<void> {
  await sql`update campaign_leads l set status = case
      when exists (select from campaign_step_runs r where r.campaign_lead_id = l.id) then 'ACTIVE' else 'SCHEDULED' end
    where campaign_id = ${campaignId} and organization_id = ${organization.id} and archived_at is null
      and status = 'PAUSED' and prospect_id = any(${[...prospectIds]}::bigint[])`.execute(db);
}

export async function countLeadsAmong(
  { db, organization }: Tx,
  campaignId: number,
  prospectIds: readonly number[],
): Promise<number> {
  const rows = await sql<{ count: number }>`select count(*) from campaign_leads where campaign_id = ${campaignId}
    and organization_id = ${organization.id} and archived_at is null
    and prospect_id = any(${[...prospectIds]}::bigint[])`.execute(db);
  return rows.rows[0]!.count;
}

export interface LeadState {
  id: number;
  prospect_id: number;
  status: LeadStatus;
  next_node_id: number | null;
}

/** One lead, standing still until the end of the transaction. */
export async function lockLead(
  { db, organization }: Tx,
  campaignId: number,
  prospectId: number,
): Promise<LeadState | undefined> {
  const rows = await sql<LeadState>`select id, prospect_id, status, next_node_id from campaign_leads
    where campaign_id = ${campaignId} and prospect_id = ${prospectId} and organization_id = ${organization.id}
      and archived_at is null for update`.execute(db);
  return rows.rows[0];
}

/** A lead that a person ended says so, and no later change of the campaign brings it back. */
const ENDED_BY_HAND = 'Ended by hand.';

/** Sets a status by hand. Clears the next step unless the lead is only paused; what that lead waited for is rechecked on resume. */
export async function setLeadStatus({ db }: Tx, leadId: number, status: LeadStatus): Promise<void> {
  const isOver = status !== 'PAUSED';
  await sql`update campaign_leads set status = ${status}, waiting_rule = null, waiting_until = null,
      next_node_id = case when ${isOver} then null else next_node_id end,
      next_lane = case when ${isOver} then null else next_lane end,
      next_at = case when ${isOver} then null when waiting_rule = 'missing_data' then app_now() else next_at end,
      completed_at = case when ${status} = 'COMPLETED' then app_now() else completed_at end,
      error = case when ${status} = 'COMPLETED' then ${ENDED_BY_HAND} else error end,
      replied_at = case when ${status} = 'REPLIED' then coalesce(replied_at, app_now()) else replied_at end
    where id = ${leadId}`.execute(db);
}
