import { type RawBuilder, sql } from 'kysely';
import type { SystemTransactionContext } from '../../kernel/context.ts';

type Tx = Pick<SystemTransactionContext, 'db'>;

export interface StoppedLead {
  id: number;
  campaign_id: number;
  prospect_id: number;
  status: string;
}

/** Clears a stopped lead's position. A mail that is being sent stays marked until its outcome is known. */
const cleared = sql`next_node_id = null, next_at = null, next_lane = null, waiting_rule = null, waiting_until = null,
  possible_answer_from = null, away_until = null, message_hold_until = null, message_hold_chosen_until = null`;
const isRunning = sql`l.status in ('SCHEDULED', 'SCHEDULING', 'ACTIVE', 'PAUSED')`;

/**
 * A reply stops the person's leads in every campaign. A campaign already completed or failed for them becomes replied too, if it is the one
 * they replied to.
 */
export async function stopForReply(
  tx: Tx,
  given: { organization_id: number; prospect_id: number; account_id: number; at: Date },
): Promise<StoppedLead[]> {
  // A start waits for this, or this for the start: one of the two sees the other (`stopRepliedAtStart`).
  await sql`select from campaign_leads where prospect_id = ${given.prospect_id} and organization_id = ${given.organization_id}
    and status = 'NOT_STARTED' order by id for no key update`.execute(tx.db);
  const rows =
    await sql<StoppedLead>`update campaign_leads l set status = 'REPLIED', replied_at = ${given.at}, ${cleared}
    where l.prospect_id = ${given.prospect_id} and l.organization_id = ${given.organization_id} and (${isRunning}
      or (l.status in ('COMPLETED', 'FAILED') and l.contacted_at is not null and exists (select from campaign_senders s
        where s.campaign_id = l.campaign_id and s.account_id = ${given.account_id})))
    returning l.id, l.campaign_id, l.prospect_id, l.status`.execute(tx.db);
  return rows.rows;
}

/**
 * Stops the leads of a campaign that this transaction started and that replied to the team since they were added: a reply stops only campaigns
 * that run when it comes. One whose reply a user has seen and who was set to not started by hand starts.
 */
export async function stopRepliedAtStart(tx: Tx, campaignId: number): Promise<StoppedLead[]> {
  const begun = sql`app_now() - (statement_timestamp() - transaction_timestamp())`;
  const rows = await sql<StoppedLead>`update campaign_leads l set status = 'REPLIED', replied_at = r.at, ${cleared}
    from campaign_leads s cross join lateral (select max(sent_at) as at from chat_messages
      where prospect_id = s.prospect_id and kind = 'REPLY' and sent_at > s.created_at) r
    where l.id = s.id and s.campaign_id = ${campaignId} and s.status = 'SCHEDULED' and s.started_at >= ${begun}
      and s.created_at < ${begun} and s.replied_at is null and r.at is not null
    returning l.id, l.campaign_id, l.prospect_id, l.status`.execute(tx.db);
  return rows.rows;
}

/** Ends the running leads of people in all campaigns of the organization, with the words to show. */
export async function endLeads(
  tx: Tx,
  given: {
    organization_id: number;
    prospect_ids: readonly number[];
    status: 'COMPLETED' | 'FAILED';
    error: string;
    at: Date;
    /** Only those that wait because a team member has written. */
    is_held_by_message?: boolean;
  },
): Promise<StoppedLead[]> {
  const isMeant = given.is_held_by_message === true ? sql`l.message_hold_until is not null` : sql`true`;
  const rows = await sql<StoppedLead>`update campaign_leads l set status = ${given.status}, error = ${given.error},
      completed_at = ${given.at}, ${cleared}
    where l.prospect_id = any(${given.prospect_ids}::bigint[]) and l.organization_id = ${given.organization_id}
      and ${isRunning} and ${isMeant}
    returning l.id, l.campaign_id, l.prospect_id, l.status`.execute(tx.db);
  return rows.rows;
}

/** Ends a campaign for the running leads that one of its senders has touched, with the words to show. */
export async function endTouchedLeads(
  tx: Tx,
  given: {
    organization_id: number;
    campaign_id: number;
    account_id: number;
    columns: { sender: RawBuilder<unknown>; touched: RawBuilder<unknown> };
    error: string;
    at: Date;
  },
): Promise<StoppedLead[]> {
  const { sender, touched } = given.columns;
  const rows = await sql<StoppedLead>`update campaign_leads l set status = 'COMPLETED', error = ${given.error},
      completed_at = ${given.at}, ${cleared}
    where l.campaign_id = ${given.campaign_id} and l.organization_id = ${given.organization_id} and l.archived_at is null
      and l.${sender} = ${given.account_id} and l.${touched} is not null and ${isRunning}
    returning l.id, l.campaign_id, l.prospect_id, l.status`.execute(tx.db);
  return rows.rows;
}

export async function findPeopleByEmail(tx: Tx, organizationId: number, emails: readonly string[]): Promise<number[]> {
  if (emails.length === 0) return [];
  const rows = await sql<{ id: number }>`select id from prospects where organization_id = ${organizationId}
    and email = any(${[...emails]}::text[])`.execute(tx.db);
  return rows.rows.map((row) => row.id);
}

/** A complaint is a fact of the mail they got last: shown beside its step, counted by day, step and variant. */
export async function insertComplaint(
  { db }: Tx,
  given: { organization_id: number; prospect_ids: readonly number[]; at: Date },
): Promise<void> {
  await sql`select open_event_months(${given.at}, ${given.at})`.execute(db);
  await sql`insert into campaign_events (organization_id, campaign_id, campaign_lead_id, prospect_id, node_id, account_id,
      type, variant, occurred_at)
    select r.organization_id, r.campaign_id, r.campaign_lead_id, r.prospect_id, r.node_id, i.account_id, 'complained',
      r.variant, ${given.at}::timestamptz
    from campaign_step_runs r join outbound_intents i on i.id = r.intent_id
    where r.organization_id = ${given.organization_id} and r.prospect_id = any(${[...given.prospect_ids]}::bigint[])
      and r.outcome = 'done' and i.action = 'email'
    order by r.finished_at desc, r.id desc limit 1 on conflict do nothing`.execute(db);
}

/** A mail of a step came back; the first report counts, unless a later one says that it was for good. */
export async function markBounced(
  tx: Tx,
  given: { campaign_lead_id: number; node_id: number; reason: string; is_hard: boolean; at: Date },
): Promise<void> {
  await sql`update campaign_step_runs set bounced_at = coalesce(bounced_at, ${given.at}),
      bounce_reason = ${given.reason}, is_hard_bounce = ${given.is_hard}
    where campaign_lead_id = ${given.campaign_lead_id} and node_id = ${given.node_id} and outcome = 'done'
      and (bounced_at is null or (${given.is_hard} and not is_hard_bounce))`.execute(tx.db);
}
