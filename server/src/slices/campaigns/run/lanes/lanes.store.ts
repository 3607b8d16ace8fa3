import { LINKEDIN_ACTIONS, type LinkedinAction } from '@overture/domain/linkedin/linkedin-actions';
import type { CampaignCalendar, LaneFacts } from '@overture/domain/sending/campaign-calendar';
import type { Channel, ProviderMatching } from '@overture/domain/sending/sender-choice';
import type { Schedule } from '@overture/domain/sending/working-days';
import { sql } from 'kysely';
import type { SystemTransactionContext } from '../../../../kernel/context.ts';
import { keptPlan } from '../../../../kernel/db/kept-plan.ts';
import { toJson } from '../../../../kernel/db/to-json.ts';
import { isNotParked } from '../../../../kernel/rounds/rounds.ts';
import { endedPlan } from '../../../plans/index.ts';
import { campaignGuard } from '../../../sending-guard/index.ts';
import { senderPool } from '../senders.store.ts';

type Tx = Pick<SystemTransactionContext, 'db'>;

export interface LaneRow extends LaneFacts, Schedule {
  campaign_id: number;
  organization_id: number;
  email_max_messages: number;
  linkedin_account_id: number | null;
  linkedin_max_messages: number;
  linkedin_max_connections: number;
  waiting_rule: string | null;
  /** Deferred leads are rechecked, and were up to this id; null when no recheck is running. */
  rechecked_up_to: number | null;
  /** Why the guard holds the campaign's mails. */
  guard_reason: string | null;
  /** Senders of each channel: those that take new leads, in order, and those that only finish their own. */
  email_pool: number[];
  email_leaving: number[];
  linkedin_pool: number[];
  linkedin_leaving: number[];
  /** The custom column that names the sender of a lead. */
  sender_column: string | null;
  provider_matching: ProviderMatching;
  /** Over all senders. */
  max_emails_per_day_total: number | null;
  max_new_leads_per_day: number | null;
}

/** A campaign by one of its senders. */
export interface SenderLane extends LaneRow {
  sender_id: number;
  is_leaving: boolean;
}

const facts = sql`l.campaign_id, l.organization_id, l.version, l.opens_at, l.closes_at, l.waiting_rule, l.rechecked_up_to,
  c.status as campaign_status, c.version as campaign_version, c.timezone, c.sending_window, c.windows, c.email_max_messages,
  c.counts_working_days, c.skips_holidays, c.holiday_calendar, c.uses_lead_zone, c.provider_matching, c.max_emails_per_day_total, c.max_new_leads_per_day,
  (select k.key from lead_columns k where k.id = c.sender_column_id) as sender_column,
  c.email_account_id as account_id, c.linkedin_account_id, c.linkedin_max_messages, c.linkedin_max_connections,
  ${campaignGuard(sql`l.campaign_id`)} as guard_reason,
  ${senderPool('email')} as email_pool, ${senderPool('email', true)} as email_leaving,
  ${senderPool('linkedin')} as linkedin_pool, ${senderPool('linkedin', true)} as linkedin_leaving,
  (select ${endedPlan('o')} is null from organizations o where o.organization_id = l.organization_id) as has_plan`;

/** The loop that plans: campaigns it parked are left out below. */
export const PLANNING_LOOP = 'due-steps';
const isPlanned = isNotParked(PLANNING_LOOP, sql.ref('l.organization_id'), sql`l.campaign_id::text`);

/** Of so many lanes that wait longest, organizations take turns. */
const LANES_IN_VIEW = 2000;

/** Lanes that are due, taking organizations in turn, longest waiting first. Usually there are none. */
export async function listDueLanes(
  { db }: Tx,
  limit: number,
): Promise<Pick<LaneRow, 'campaign_id' | 'organization_id'>[]> {
  const rows = await sql<
    Pick<LaneRow, 'campaign_id' | 'organization_id'>
  >`${keptPlan}select campaign_id, organization_id from (
      select l.campaign_id, l.organization_id, l.look_at from campaign_lanes l
      where l.look_at <= app_now() and ${isPlanned} order by l.look_at limit ${sql.lit(LANES_IN_VIEW)}) due
    order by row_number() over (partition by organization_id order by look_at), look_at limit ${sql.lit(limit)}`.execute(
    db,
  );
  return rows.rows;
}

/**
 * Locks the lanes that are due; lanes locked by another worker are skipped. A second statement reads the facts. One statement would read campaigns from its
 * snapshot before the lock: a campaign that is started between both would count as paused, and its lane would never be due again.
 */
export async function claimDueLanes(tx: Tx, campaignIds: readonly number[]): Promise<LaneRow[]> {
  const locked = await sql<{ campaign_id: number }>`${keptPlan}select l.campaign_id from campaign_lanes l
    where l.campaign_id = any(${campaignIds}::bigint[]) and l.look_at <= app_now()
    order by l.look_at for no key update skip locked`.execute(tx.db);
  if (locked.rows.length === 0) return [];
  const ids = locked.rows.map(({ campaign_id }) => campaign_id);
  const rows =
    await sql<LaneRow>`${keptPlan}select ${facts} from campaign_lanes l join campaigns c on c.id = l.campaign_id
    where l.campaign_id = any(${ids}::bigint[]) order by l.look_at`.execute(tx.db);
  return rows.rows;
}

/**
 * Campaigns of senders that are open by their stored calendar, one row a campaign and sender.
 * @param among only these campaigns, after a tick that failed; null for all that are not parked
 */
export async function listOpenLanes(
  tx: Tx,
  accountIds: readonly number[],
  channel: Channel,
  among: readonly number[] | null,
): Promise<SenderLane[]> {
  const isAmong = among === null ? isPlanned : sql`l.campaign_id = any(${among}::bigint[])`;
  const rows = await sql<SenderLane>`select ${facts}, m.account_id as sender_id, m.is_leaving from campaign_senders m
    join campaigns c on c.id = m.campaign_id join campaign_lanes l on l.campaign_id = c.id
    where m.account_id = any(${accountIds}::bigint[]) and m.channel = ${channel} and c.status = 'ACTIVE'
    and c.version = l.version and l.opens_at <= app_now() and app_now() < l.closes_at and ${isAmong}`.execute(tx.db);
  return rows.rows;
}

export async function saveCalendars(
  tx: Tx,
  given: readonly (CampaignCalendar & {
    campaign_id: number;
    account_id: number | null;
    linkedin_account_id: number | null;
    rechecked_up_to: number | null;
  })[],
): Promise<void> {
  if (given.length === 0) return;
  await sql`update campaign_lanes l set version = g.version, zone = g.zone, opens_at = g.opens_at,
      closes_at = g.closes_at, account_id = g.account_id, linkedin_account_id = g.linkedin_account_id,
      rechecked_up_to = g.rechecked_up_to
    from json_to_recordset(${toJson(given)}::json) as g (campaign_id bigint, account_id bigint,
      linkedin_account_id bigint, rechecked_up_to bigint, version int,
      zone text, opens_at timestamptz, closes_at timestamptz)
    where l.campaign_id = g.campaign_id`.execute(tx.db);
}

/** Saves up to which lead each campaign has rechecked its deferred leads. */
export async function saveRecheckProgress(
  tx: Tx,
  given: readonly Pick<LaneRow, 'campaign_id' | 'rechecked_up_to'>[],
): Promise<void> {
  if (given.length === 0) return;
  await sql`update campaign_lanes l set rechecked_up_to = g.rechecked_up_to
    from json_to_recordset(${toJson(given)}::json) as g (campaign_id bigint, rechecked_up_to bigint)
    where l.campaign_id = g.campaign_id`.execute(tx.db);
}

export interface NextLook {
  campaign_id: number;
  /** Null: not until an event wakes it. */
  look_at: Date | null;
  waiting_rule: string | null;
  waiting_until: Date | null;
  linkedin_holds: Partial<Record<LinkedinAction, { rule: string; until: Date | null }>>;
  /** Of campaigns with several senders: by the sender's id, with a colon and the sort for LinkedIn. */
  sender_holds: Record<string, { rule: string; until: Date | null }>;
}

export async function saveNextPolls(tx: Tx, given: readonly NextLook[]): Promise<void> {
  if (given.length === 0) return;
  await sql`update campaign_lanes l set look_at = coalesce(g.look_at, 'infinity'), waiting_rule = g.waiting_rule,
      waiting_until = g.waiting_until, linkedin_holds = g.linkedin_holds, sender_holds = g.sender_holds
    from json_to_recordset(${toJson(given)}::json) as g (campaign_id bigint, look_at timestamptz,
      waiting_rule text, waiting_until timestamptz, linkedin_holds jsonb, sender_holds jsonb)
    where l.campaign_id = g.campaign_id`.execute(tx.db);
}

/** Commits without waiting for the disk: losing this transaction in a crash only repeats it. */
export async function commitWithoutWaiting(tx: Tx): Promise<void> {
  await sql`set local synchronous_commit = off`.execute(tx.db);
}

/**
 * The queues of a campaign, in the words of their index. Joined, not written into the condition: there PostgreSQL makes
 * `(status = 'SCHEDULED') = false` into `status <> 'SCHEDULED'`, which the index does not know, and reads every lead.
 */
export const QUEUES = sql`(values ('email', false), ('email', true), ('local', false), ('local', true)) as q (lane, is_new)`;

/** The queues of one lane that a sender takes from: its own, and the shared one when it may. */
export function senderQueues(lane: 'email' | LinkedinAction) {
  return sql`(values (${lane}::text, false, true), (${lane}::text, true, true), (${lane}::text, false, false),
    (${lane}::text, true, false)) as q (lane, is_new, is_own)`;
}

const LINKEDIN_QUEUES = sql`(select lane, is_new from unnest(${LINKEDIN_ACTIONS as unknown as string[]}::text[]) as lane
  cross join (values (false), (true)) as n (is_new)) as q (lane, is_new)`;

export interface QueueHead {
  campaign_id: number;
  /** When the next lead of the campaign is due; may be past. Null when none is to come. */
  next_email_at: Date | null;
  next_local_at: Date | null;
  /** Of those sorts of LinkedIn action that are to come. */
  next_actions: Partial<Record<LinkedinAction, Date>>;
}

/** QueueHeads of the LinkedIn queues of campaigns that have a LinkedIn sender. */
export async function findNextActions(
  tx: Tx,
  campaignIds: readonly number[],
): Promise<Map<number, QueueHead['next_actions']>> {
  if (campaignIds.length === 0) return new Map();
  const rows = await sql<{ campaign_id: number; lane: LinkedinAction; next_at: Date }>`
    select c.id as campaign_id, q.lane, min(d.next_at) as next_at
    from unnest(${campaignIds}::bigint[]) as c (id) cross join ${LINKEDIN_QUEUES} cross join lateral (
      select l.next_at from campaign_leads l
      where l.campaign_id = c.id and l.next_lane = q.lane and (l.status = 'SCHEDULED') = q.is_new and l.next_at is not null
      and not l.is_in_flight and l.archived_at is null and l.status in ('SCHEDULED', 'ACTIVE')
      order by l.next_at limit 1) d
    group by c.id, q.lane`.execute(tx.db);
  const left = new Map<number, QueueHead['next_actions']>();
  for (const { campaign_id, lane, next_at } of rows.rows)
    left.set(campaign_id, { ...left.get(campaign_id), [lane]: next_at });
  return left;
}

/** The head of each campaign's queue: four index probes per campaign, however many leads it has. */
export async function findQueueHeads(
  tx: Tx,
  campaignIds: readonly number[],
): Promise<Omit<QueueHead, 'next_actions'>[]> {
  if (campaignIds.length === 0) return [];
  const rows = await sql<Omit<QueueHead, 'next_actions'>>`select c.id as campaign_id, f.next_email_at, f.next_local_at
    from unnest(${campaignIds}::bigint[]) as c (id) cross join lateral (
      select min(d.next_at) filter (where q.lane = 'email') as next_email_at,
        min(d.next_at) filter (where q.lane = 'local') as next_local_at
      from ${QUEUES} cross join lateral (select l.next_at from campaign_leads l
        where l.campaign_id = c.id and l.next_lane = q.lane and (l.status = 'SCHEDULED') = q.is_new and l.next_at is not null
        and not l.is_in_flight and l.archived_at is null and l.status in ('SCHEDULED', 'ACTIVE')
        order by l.next_at limit 1) d
    ) f`.execute(tx.db);
  return rows.rows;
}

/**
 * Completes campaigns in which no lead has a next step. Leads that were never started don't count. Paused leads and unconfirmed mails keep
 * a campaign open.
 */
export async function completeCampaigns(
  tx: Tx,
  campaignIds: readonly number[],
): Promise<{ id: number; organization_id: number }[]> {
  if (campaignIds.length === 0) return [];
  const rows = await sql<{ id: number; organization_id: number }>`
    update campaigns c set status = 'COMPLETED', completed_at = app_now(), version = version + 1
    where c.id = any(${campaignIds}::bigint[]) and c.status = 'ACTIVE'
    and exists (select from campaign_leads l where l.campaign_id = c.id and l.archived_at is null
      and l.status in ('COMPLETED', 'FAILED', 'REPLIED'))
    and not exists (select from campaign_leads l where l.campaign_id = c.id and l.archived_at is null
      and l.status in ('SCHEDULED', 'SCHEDULING', 'ACTIVE', 'PAUSED'))
    returning c.id, c.organization_id`.execute(tx.db);
  return rows.rows;
}
