import type { LinkedinAction } from '@overture/domain/linkedin/linkedin-actions';
import { type Channel, channelOf, type ProviderGroup } from '@overture/domain/sending/sender-choice';
import type { CampaignShare, SenderShare } from '@overture/domain/sending/sharing';
import type { ZoneFacts } from '@overture/domain/zones/lead-zone';
import { sql } from 'kysely';
import type { SystemTransactionContext } from '../../../../kernel/context.ts';
import { keptPlan } from '../../../../kernel/db/kept-plan.ts';
import { toJson } from '../../../../kernel/db/to-json.ts';
import { zoneFacts } from '../../../prospects/index.ts';
import { isChannelSuppressed, isKeptOut, reachOfLead } from '../../../suppression-rules/index.ts';
import { conditionColumns, conditionFacts } from '../../flow/flow.store.ts';
import { QUEUES, senderQueues } from '../lanes/lanes.store.ts';
import type { KnownLead } from '../lead-facts.rules.ts';
import { type EndedLookup, endedLookups } from '../lookups/lookups.store.ts';
import { senderColumns } from '../senders.store.ts';

type Tx = Pick<SystemTransactionContext, 'db'>;

/** A lead as far as its next move depends on it. */
export interface PositionedLead extends KnownLead {
  id: number;
  organization_id: number;
  campaign_id: number;
  prospect_id: number;
  status: string;
  next_node_id: number | null;
  next_at: Date | null;
  next_lane: string | null;
  started_at: Date | null;
  tries: number;
  /** Since when the campaign's LinkedIn sender is known to be connected with the person. */
  connected_at: Date | null;
  lookups_ended: EndedLookup[] | null;
  skipped_nodes: number[] | null;
  zone_facts: ZoneFacts;
  /** Since when it has waited for data at its next node; null where it does not. */
  missing_since: Date | null;
  has_profile: boolean | null;
}

/** True when the lead was found without data for its current node. */
const isHeld = sql`(l.missing_since is not null and l.missing_node_id = l.next_node_id)`;
const standing = sql`l.id, l.organization_id, l.campaign_id, l.prospect_id, l.status, l.next_node_id, l.next_at, l.next_lane,
  l.started_at, l.tries, ${conditionColumns}, ${conditionFacts}, (select r.connected_at from linkedin_relations r
    join campaigns c on coalesce(l.linkedin_account_id, c.linkedin_account_id) = r.account_id
    where c.id = l.campaign_id and r.prospect_id = l.prospect_id) as connected_at, ${endedLookups} as lookups_ended,
  to_json(l.skipped_nodes) as skipped_nodes, ${zoneFacts} as zone_facts, case when ${isHeld} then l.missing_since end as missing_since,
  case when ${isHeld} then p.linkedin_key is not null or exists (select from linkedin_members m
    join campaigns c on c.id = l.campaign_id and coalesce(l.linkedin_account_id, c.linkedin_account_id) = m.account_id
    where m.prospect_id = p.id) end as has_profile,
  ${isChannelSuppressed('linkedin', reachOfLead)} as is_linkedin_suppressed,
  (${isChannelSuppressed('phone', reachOfLead)} or ${isKeptOut(reachOfLead)}) as is_phone_suppressed`;

/**
 * Locks leads in id order. A separate select reads the ids, which hides their number: otherwise the cached plan, made for ten, would look
 * more expensive than a new one for the usual single lead.
 */
export async function lockLeads(tx: Tx, ids: readonly number[]): Promise<PositionedLead[]> {
  const rows =
    await sql<PositionedLead>`${keptPlan}select ${standing} from campaign_leads l join prospects p on p.id = l.prospect_id
    where l.id = any((select ${ids}::bigint[])::bigint[]) order by l.id for no key update of l`.execute(tx.db);
  return rows.rows;
}

/** Due leads whose next node the engine runs itself (conditions, calls that become due). */
export async function claimLocalLeads(
  tx: Tx,
  campaignIds: readonly number[],
  limit: number,
): Promise<PositionedLead[]> {
  const rows = await sql<PositionedLead>`${keptPlan}
    with due as (
      select d.id from unnest(${campaignIds}::bigint[]) as c (id) cross join ${QUEUES} cross join lateral (
        select l.id from campaign_leads l where l.campaign_id = c.id and l.next_lane = q.lane
        and (l.status = 'SCHEDULED') = q.is_new and l.next_at <= app_now() and l.next_at is not null and not l.is_in_flight
        and l.archived_at is null and l.status in ('SCHEDULED', 'ACTIVE') limit ${limit}) d
      where q.lane = 'local' limit ${limit}
    )
    select ${standing} from campaign_leads l join prospects p on p.id = l.prospect_id
    where l.id = any(array(select id from due)) and l.next_lane = 'local' and l.status in ('SCHEDULED', 'ACTIVE')
      and l.archived_at is null
    order by l.id for no key update of l skip locked`.execute(tx.db);
  return rows.rows;
}

export interface PickedLead {
  id: number;
  organization_id: number;
  campaign_id: number;
  prospect_id: number;
  next_node_id: number;
  is_new: boolean;
  account_id: number;
}

/**
 * Takes due leads for senders and marks them as in the outbox: follow-ups of all the sender's campaigns before first messages, then the
 * longest waiting. Reads only the heads of the campaigns' queues.
 */
export async function pickDueLeads(
  tx: Tx,
  senders: readonly SenderShare[],
  campaigns: readonly CampaignShare[],
  lane: 'email' | LinkedinAction = 'email',
): Promise<PickedLead[]> {
  const given = withCampaigns(senders, campaigns);
  if (given.length === 0) return [];
  const rows = await sql<PickedLead>`
    with now as materialized (select app_now() as at),
    picks as materialized (
      select f.id, s.account_id
      from json_to_recordset(${toJson(given)}::json) as s (account_id bigint, amount int, campaigns json)
      cross join now
      cross join lateral (
        select d.id from json_to_recordset(s.campaigns) as c (campaign_id bigint, amount int, takes_any boolean)
        cross join ${senderQueues(lane)} cross join lateral (
          select l.id, l.next_at from campaign_leads l
          where l.campaign_id = c.campaign_id and l.next_lane = q.lane and (l.status = 'SCHEDULED') = q.is_new
          and l.lane_account_id = case when q.is_own then s.account_id else 0 end and l.next_at <= now.at and l.next_at is not null and not l.is_in_flight and l.archived_at is null
          and l.status in ('SCHEDULED', 'ACTIVE') order by l.next_at limit c.amount) d
        where q.is_own or c.takes_any is not false
        order by q.is_new, d.next_at, d.id limit s.amount
      ) f
    ), locked as materialized (
      select l.id, picks.account_id from picks join campaign_leads l on l.id = picks.id
      where not l.is_in_flight and l.next_lane = ${lane} and l.next_node_id is not null and l.archived_at is null
        and l.status in ('SCHEDULED', 'ACTIVE')
      for no key update of l skip locked
    )
    update campaign_leads l set is_in_flight = true, waiting_rule = null, waiting_until = null, ${senderColumns[channelOf(lane)].sender} = locked.account_id
    from locked where l.id = locked.id
    returning l.id, l.organization_id, l.campaign_id, l.prospect_id, l.next_node_id, l.status = 'SCHEDULED' as is_new,
      locked.account_id`.execute(tx.db);
  return rows.rows;
}

/** Each sender with its campaigns. A scan of all campaigns per sender would be quadratic. */
function withCampaigns(senders: readonly SenderShare[], campaigns: readonly CampaignShare[]) {
  const campaignsOf = Map.groupBy(campaigns, (campaign) => campaign.account_id);
  return senders.flatMap((sender) => {
    const own = campaignsOf.get(sender.account_id);
    return own ? [{ ...sender, campaigns: own }] : [];
  });
}

/** A due lead of the shared queue. */
export interface SharedLead {
  id: number;
  campaign_id: number;
  prospect_id: number;
  email: string | null;
  email_domain: string | null;
  /** The provider of its mailbox by MX records, if it was looked up. */
  mx_group?: ProviderGroup | null;
}

/** Locks the heads of campaigns' shared queues; leads locked by another worker are skipped. */
export async function lockShared(
  tx: Tx,
  lane: 'email' | LinkedinAction,
  wanted: readonly { campaign_id: number; amount: number }[],
): Promise<SharedLead[]> {
  if (wanted.length === 0) return [];
  const rows = await sql<SharedLead>`with front as materialized (
      select f.* from json_to_recordset(${toJson(wanted)}::json) as c (campaign_id bigint, amount int) cross join lateral (
        select d.id, d.is_new, d.next_at from (values (false), (true)) as q (is_new) cross join lateral (
          select l.id, q.is_new, l.next_at from campaign_leads l
          where l.campaign_id = c.campaign_id and l.next_lane = ${lane} and l.lane_account_id = 0
            and (l.status = 'SCHEDULED') = q.is_new and l.next_at <= app_now() and l.next_at is not null and not l.is_in_flight
            and l.archived_at is null and l.status in ('SCHEDULED', 'ACTIVE') order by l.next_at limit c.amount) d
        order by d.is_new, d.next_at, d.id limit c.amount) f)
    select l.id, l.campaign_id, l.prospect_id, p.email::text as email, p.email_domain
    from front f join campaign_leads l on l.id = f.id join prospects p on p.id = l.prospect_id
    where l.lane_account_id = 0 and l.next_lane = ${lane} and not l.is_in_flight and l.archived_at is null
      and l.status in ('SCHEDULED', 'ACTIVE')
    order by f.is_new, f.next_at, f.id for no key update of l skip locked`.execute(tx.db);
  return rows.rows;
}

/** Assigns locked leads to senders; returns those that enter the outbox now. */
export async function assignLeads(
  tx: Tx,
  lane: 'email' | LinkedinAction,
  given: readonly { id: number; account_id: number; goes: boolean }[],
): Promise<PickedLead[]> {
  if (given.length === 0) return [];
  const rows = await sql<PickedLead & { goes: boolean }>`update campaign_leads l set is_in_flight = g.goes,
      waiting_rule = case when g.goes then null else l.waiting_rule end,
      waiting_until = case when g.goes then null else l.waiting_until end,
      ${senderColumns[channelOf(lane)].sender} = g.account_id
    from json_to_recordset(${toJson(given)}::json) as g (id bigint, account_id bigint, goes boolean)
    where l.id = g.id
    returning l.id, l.organization_id, l.campaign_id, l.prospect_id, l.next_node_id, l.status = 'SCHEDULED' as is_new,
      g.account_id, g.goes`.execute(tx.db);
  return rows.rows.filter((row) => row.goes);
}

/**
 * From now on a lead is the sender's on that channel: something was begun for it. A restored campaign may lack a sender that was added later, and the
 * planner takes no lead from the queue of such a sender.
 */
export async function markTouched(
  tx: Tx,
  given: readonly { id: number; account_id: number; channel: Channel }[],
  now: Date,
): Promise<void> {
  for (const [channel, leads] of Map.groupBy(given, (lead) => lead.channel)) {
    const { sender, touched } = senderColumns[channel];
    await sql`update campaign_leads l set ${sender} = g.account_id, ${touched} = ${now}
      from json_to_recordset(${toJson(leads)}::json) as g (id bigint, account_id bigint)
      where l.id = g.id and l.${touched} is null and exists (select from campaign_senders s
        where s.campaign_id = l.campaign_id and s.channel = ${channel} and s.account_id = g.account_id)`.execute(tx.db);
  }
}

/** New standing of a lead; null leaves nothing to come. */
export interface LeadMove {
  id: number;
  status: string;
  next_node_id: number | null;
  next_at: Date | null;
  next_lane: string | null;
  waiting_rule: string | null;
  waiting_until: Date | null;
  error: string | null;
  contacted: boolean;
  is_over: boolean;
}

export async function moveLeads(tx: Tx, moves: readonly LeadMove[], now: Date): Promise<void> {
  if (moves.length === 0) return;
  await sql`update campaign_leads l set status = g.status, next_node_id = g.next_node_id, next_at = g.next_at,
      next_lane = g.next_lane, waiting_rule = g.waiting_rule, waiting_until = g.waiting_until, is_in_flight = false,
      tries = 0, error = coalesce(g.error, l.error),
      contacted_at = case when g.contacted then coalesce(l.contacted_at, ${now}) else l.contacted_at end,
      completed_at = case when g.is_over then coalesce(l.completed_at, ${now}) else l.completed_at end
    from json_to_recordset(${toJson(moves)}::json) as g (id bigint, status text, next_node_id bigint,
      next_at timestamptz, next_lane text, waiting_rule text, waiting_until timestamptz, error text, contacted boolean,
      is_over boolean)
    where l.id = g.id`.execute(tx.db);
}

export interface ReturnedLead {
  id: number;
  /** Null keeps its place in the queue. */
  next_at: Date | null;
  waiting_rule: string | null;
  waiting_until: Date | null;
  is_try: boolean;
  /** In words, of one that waits for data. */
  missing_data: string | null;
}

/** Returns leads whose action was not sent to their campaign's queue. */
export async function returnLeads(tx: Tx, given: readonly ReturnedLead[]): Promise<void> {
  if (given.length === 0) return;
  await sql`update campaign_leads l set is_in_flight = false, next_at = coalesce(g.next_at, l.next_at),
      waiting_rule = g.waiting_rule, waiting_until = g.waiting_until, tries = l.tries + g.is_try::int,
      missing_data = g.missing_data,
      missing_since = case when g.waiting_rule is distinct from 'missing_data' then l.missing_since
        when l.missing_node_id = l.next_node_id then coalesce(l.missing_since, app_now()) else app_now() end,
      missing_node_id = case when g.waiting_rule = 'missing_data' then l.next_node_id else l.missing_node_id end
    from json_to_recordset(${toJson(given)}::json) as g (id bigint, next_at timestamptz, waiting_rule text,
      waiting_until timestamptz, is_try boolean, missing_data text)
    where l.id = g.id`.execute(tx.db);
}

/** Leads whose mail is unconfirmed. They stay in the outbox. */
export async function markUnconfirmed(tx: Tx, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return;
  await sql`update campaign_leads set waiting_rule = 'unconfirmed', waiting_until = null
    where id = any(${ids}::bigint[])`.execute(tx.db);
}

export interface StartedLeads {
  campaign_id: number;
  first_node_id: number;
  first_lane: string;
  /** A working day's delay is more hours than it says. */
  delay_in_hours: number;
  /** All leads that were not started without a list. */
  prospect_ids: readonly number[] | null;
}

/** Starts leads; those already started are left unchanged. Returns how many were started. */
export async function startLeads(tx: Tx, given: StartedLeads): Promise<number> {
  const chosen = given.prospect_ids === null ? sql`true` : sql`prospect_id = any(${given.prospect_ids}::bigint[])`;
  const done = await sql`update campaign_leads set status = 'SCHEDULED', started_at = app_now(),
      next_node_id = ${given.first_node_id}, next_lane = case when ${given.first_node_id} = any(skipped_nodes) then 'local'
        else ${given.first_lane} end, is_in_flight = false, tries = 0,
      next_at = app_now() + make_interval(secs => ${given.delay_in_hours * 3600}), error = null, missing_since = null,
      waiting_rule = case when ${given.delay_in_hours} > 0 then 'delay' end,
      waiting_until = case when ${given.delay_in_hours} > 0 then app_now() + make_interval(secs => ${given.delay_in_hours * 3600}) end
    where campaign_id = ${given.campaign_id} and status = 'NOT_STARTED' and archived_at is null and ${chosen}`.execute(
    tx.db,
  );
  return Number(done.numAffectedRows ?? 0);
}
