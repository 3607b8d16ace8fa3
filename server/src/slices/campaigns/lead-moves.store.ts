import type { NodeType } from '@overture/domain/flow/step-types';
import type { LeadStatus } from '@overture/domain/transitions';
import { sql } from 'kysely';
import type { TransactionContext } from '../../kernel/context.ts';

type Tx = Pick<TransactionContext, 'db' | 'organization'>;

/** Who does a node: the sending engine, the engine itself, or a person; null for what nobody does yet. */
export type Lane = 'email' | 'local' | 'person' | null;

/** Lane of a node type. */
export function laneOf(type: NodeType): Lane {
  if (type === 'EMAIL') return 'email';
  if (type === 'CALL_PROSPECT') return 'person';
  return type === 'HAS_EMAIL' || type === 'HAS_PHONE' ? 'local' : null;
}

export interface FirstNode {
  id: number;
  delay_in_hours: number;
  lane: Lane;
}

/**
 * Puts leads before the first node, due after its delay: all that were not started, or the named ones, a paused lead of
 * which goes on where it stood. Answers how many were started or go on.
 */
export async function startLeads(
  { db, organization }: Tx,
  campaignId: number,
  first: FirstNode,
  prospectIds: readonly number[] | null,
): Promise<number> {
  const named = prospectIds ? sql`and prospect_id = any(${[...prospectIds]}::bigint[])` : sql``;
  const statuses = prospectIds ? ['NOT_STARTED', 'PAUSED'] : ['NOT_STARTED'];
  const started = await sql`update campaign_leads set status = 'SCHEDULED',
      next_node_id = coalesce(next_node_id, ${first.id}),
      next_lane = case when next_node_id is null then ${first.lane} else next_lane end,
      next_at = coalesce(next_at, app_now() + ${first.delay_in_hours} * interval '1 hour'),
      waiting_rule = null, waiting_until = null
    where campaign_id = ${campaignId} and organization_id = ${organization.id} and archived_at is null
      and status = any(${statuses}::text[]) ${named}`.execute(db);
  return Number(started.numAffectedRows ?? 0n);
}

/** How many of the people are leads of the campaign. */
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

/** Tells the engine to look at a campaign at its next tick: settings, status or leads changed. */
export async function ringCampaign({ db, organization }: Tx, campaignId: number): Promise<void> {
  await sql`insert into campaign_lanes as l (campaign_id, organization_id, account_id, look_at)
    select id, organization_id, email_account_id, app_now() from campaigns
      where id = ${campaignId} and organization_id = ${organization.id}
    on conflict (campaign_id) do update set look_at = excluded.look_at, account_id = excluded.account_id`.execute(db);
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

/** A status set by hand. What was to come is forgotten unless the lead is only paused. */
export async function setLeadStatus({ db }: Tx, leadId: number, status: LeadStatus): Promise<void> {
  const isOver = status !== 'PAUSED';
  await sql`update campaign_leads set status = ${status}, waiting_rule = null, waiting_until = null,
      next_node_id = case when ${isOver} then null else next_node_id end,
      next_lane = case when ${isOver} then null else next_lane end,
      next_at = case when ${isOver} then null else next_at end,
      completed_at = case when ${status} = 'COMPLETED' then app_now() else completed_at end,
      replied_at = case when ${status} = 'REPLIED' then coalesce(replied_at, app_now()) else replied_at end
    where id = ${leadId}`.execute(db);
}
