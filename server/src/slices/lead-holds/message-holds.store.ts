import { MAX_NAMED_CAMPAIGNS, MESSAGE_HOLD_DAYS } from '@overture/domain/campaign/campaign-choice';
import { sql } from 'kysely';
import type { ReadContext, TransactionContext } from '../../kernel/context.ts';

type Tx = Pick<TransactionContext, 'db' | 'organization'>;

export interface RunningLead {
  id: number;
  campaign_id: number;
  message_hold_until: Date | null;
  /** When a user last chose how long it waits. */
  message_hold_decided_at: Date | null;
  /** What they chose; null for no longer. */
  message_hold_chosen_until: Date | null;
  added_at: Date;
}

const columns = sql.raw(
  'l.id, l.campaign_id, l.message_hold_until, l.message_hold_decided_at, l.message_hold_chosen_until, l.created_at as added_at',
);

/** Its campaign acts on the lead, or does again once it is resumed. */
const isRunning = sql`l.status in ('SCHEDULED', 'SCHEDULING', 'ACTIVE') and l.archived_at is null
  and c.status in ('ACTIVE', 'PAUSED')`;

/**
 * Whether the person was in a campaign at that moment that has not finished with them.
 * @param given `is_started`: false if a campaign that was not started counts too
 */
export async function hasUnfinishedLead(
  { db, organization }: Tx,
  given: { prospect_id: number; at: Date; is_started: boolean },
): Promise<boolean> {
  const rows = await sql`select from campaign_leads l join campaigns c on c.id = l.campaign_id
    where l.prospect_id = ${given.prospect_id} and l.organization_id = ${organization.id} and l.archived_at is null
      and (l.status in ('SCHEDULED', 'SCHEDULING', 'ACTIVE', 'PAUSED') or (l.status = 'NOT_STARTED' and not ${given.is_started}::boolean))
      and c.status <> 'ARCHIVED' and l.created_at < ${given.at} limit 1`.execute(db);
  return rows.rows.length > 0;
}

/** The campaigns that run for a person, the newest first. */
export async function listRunningCampaigns(
  { db, organization }: Pick<ReadContext, 'db' | 'organization'>,
  prospectId: number,
): Promise<{ id: number; name: string }[]> {
  const rows = await sql<{ id: number; name: string }>`select c.id, c.name
    from campaign_leads l join campaigns c on c.id = l.campaign_id
    where l.prospect_id = ${prospectId} and l.organization_id = ${organization.id} and ${isRunning}
    order by l.id desc limit ${MAX_NAMED_CAMPAIGNS}`.execute(db);
  return rows.rows;
}

/** A person's leads in running campaigns, locked: a dispatch that is being decided is waited for. */
export async function lockRunningLeads({ db, organization }: Tx, prospectId: number): Promise<RunningLead[]> {
  const rows = await sql<RunningLead>`select ${columns}
    from campaign_leads l join campaigns c on c.id = l.campaign_id
    where l.prospect_id = ${prospectId} and l.organization_id = ${organization.id} and ${isRunning}
    order by l.id for no key update of l`.execute(db);
  return rows.rows;
}

/** Whether a message of a campaign is with its provider at this moment. The caller has locked the leads. */
export async function isSendingStep({ db }: Pick<Tx, 'db'>, leads: readonly RunningLead[]): Promise<boolean> {
  if (leads.length === 0) return false;
  const rows = await sql`select from outbound_intents where kind = 'campaign_step' and state = 'dispatching'
    and ref_id = any(${leads.map(({ id }) => id)}::bigint[]) and claimed_at is null
    and action in ('email', 'invite', 'message', 'inmail') limit 1`.execute(db);
  return rows.rows.length > 0;
}

/** Leads of people that wait because a team member has written to them, locked. */
export async function lockHeldByMessage(
  { db }: Pick<Tx, 'db'>,
  prospectIds: readonly number[],
): Promise<(RunningLead & { prospect_id: number })[]> {
  if (prospectIds.length === 0) return [];
  const rows = await sql<RunningLead & { prospect_id: number }>`select ${columns}, l.prospect_id from campaign_leads l
    where l.prospect_id = any(${[...prospectIds]}::bigint[]) and l.message_hold_until is not null
    order by l.id for no key update`.execute(db);
  return rows.rows;
}

/**
 * Holds the leads of a campaign that this transaction started and that a team member wrote to, or that wrote to the team, since they were
 * added. Messages hold only campaigns that run when they are written, and anyone can write an unproven mail. Forwards and automatic replies from a mailbox can't be told from others here.
 */
export async function holdStartedLeads({ db }: Pick<Tx, 'db'>, campaignId: number): Promise<void> {
  const pause = sql`make_interval(days => ${MESSAGE_HOLD_DAYS})`;
  const begun = sql`app_now() - (statement_timestamp() - transaction_timestamp())`;
  await sql`update campaign_leads l set message_hold_until = held.until from (
      select s.id, max(m.at) + ${pause} as until from campaign_leads s cross join lateral (
        select sent_at as at from chat_messages where prospect_id = s.prospect_id and sent_at > greatest(s.created_at, app_now() - ${pause})
          and (kind = 'REPLY' or (kind in ('CHAT', 'OWN_CLIENT') and not sent_by_prospect
            and campaign_choice is distinct from 'continues' and delivery in ('SCHEDULED', 'SENDING', 'SENT', 'UNCONFIRMED')))
        union all select sent_at from past_mails where prospect_id = s.prospect_id and sent_at > greatest(s.created_at, app_now() - ${pause})
          and (is_proven or not is_received)) m
      where s.campaign_id = ${campaignId} and s.status = 'SCHEDULED' and s.started_at >= ${begun} and s.created_at < ${begun}
      group by s.id) held
    where l.id = held.id and (l.message_hold_until is null or l.message_hold_until < held.until)`.execute(db);
}
