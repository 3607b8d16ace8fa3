import { HEALTHY_STATUSES } from '@overture/domain/accounts';
import { firstLane } from '@overture/domain/campaign/lead-plan';
import { UNFINISHED_LEAD_STATUSES } from '@overture/domain/campaign/transitions';
import { STEP_TYPES, stepKind } from '@overture/domain/flow/step-types';
import type { Channel } from '@overture/domain/sending/sender-choice';
import { sql } from 'kysely';
import type { TransactionContext } from '../../../../kernel/context.ts';
import { toJson } from '../../../../kernel/db/to-json.ts';
import { senderColumns } from '../senders.store.ts';

type Tx = Pick<TransactionContext, 'db' | 'organization'>;

/** Running leads of a campaign that may be handed over. */
export interface OwnedLeads {
  campaign_id: number;
  channel: Channel;
  /** Those of one sender; of any where null. */
  account_id: number | null;
  /** These people; all where null. */
  prospect_ids: readonly number[] | null;
}

export interface OwnedLead {
  id: number;
  prospect_id: number;
  account_id: number | null;
  is_touched: boolean;
  email: string | null;
  email_domain: string | null;
  /** LinkedIn accounts that are connected with the person. */
  connected: number[];
  /** Invited in any attempt, or connected already: an unconnected account cannot continue. */
  is_bound: boolean;
  /** The last sent invite whose step still exists: the lead may restart there. Null when no restart is possible. */
  invite_node_id: number | null;
  /** LinkedIn accounts that invited the person in this campaign, in any attempt. */
  invited_by: number[];
  /** LinkedIn accounts that did something in an attempt that was given up. */
  given_up_by: number[];
}

const isRunning = sql`l.archived_at is null and l.status = any(${UNFINISHED_LEAD_STATUSES}::text[])`;
/**
 * Running leads of LinkedIn accounts that no other sender of their campaigns could take, as `createHandOver` decides.
 * @param accountId of one account; of all when null
 */
export async function countStaying(
  { db, organization }: Tx,
  campaignIds: readonly number[],
  accountId: number | null,
): Promise<{ campaign_id: number; account_id: number; leads: number }[]> {
  // Joins connections once instead of probing them for each lead.
  const rows = await sql<{ campaign_id: number; account_id: number; leads: number }>`
    with takers as materialized (
      select s.campaign_id, s.account_id from campaign_senders s join accounts a on a.id = s.account_id
      where s.campaign_id = any(${[...campaignIds]}::bigint[]) and s.channel = 'linkedin' and not s.is_leaving
        and a.deleted_at is null and a.status = any(${[...HEALTHY_STATUSES]}::text[])),
    theirs as materialized (
      select l.id, l.campaign_id, l.prospect_id, l.linkedin_account_id as account_id from campaign_leads l
      where l.campaign_id = any(${[...campaignIds]}::bigint[]) and l.organization_id = ${organization.id} and ${isRunning}
        and l.linkedin_account_id is not null and (${accountId}::bigint is null or l.linkedin_account_id = ${accountId})),
    connected as materialized (
      select t.id, bool_or(r.account_id = t.account_id) as is_own, bool_or(k.account_id <> t.account_id) as is_free
      from theirs t join linkedin_relations r on r.prospect_id = t.prospect_id
      left join takers k on k.campaign_id = t.campaign_id and k.account_id = r.account_id and not exists (
        select from outbound_intents i where i.kind = 'campaign_step' and i.ref_id = t.id and i.given_up > 0
          and i.dispatched_at is not null and i.account_id = k.account_id) group by t.id)
    select t.campaign_id, t.account_id, count(*)::int as leads from theirs t left join connected c on c.id = t.id
    left join lateral (select true as is_invited from outbound_intents i where i.kind = 'campaign_step' and i.ref_id = t.id
      and i.action = 'invite' and i.dispatched_at is not null limit 1) i on true
    where c.is_free is not true and (i.is_invited or c.is_own) group by 1, 2`.execute(db);
  return rows.rows;
}

/** Locks running leads by id, those with an id above `after`. */
export async function lockOwned(
  { db, organization }: Tx,
  given: OwnedLeads,
  after: number,
  limit: number,
): Promise<number[]> {
  const { sender } = senderColumns[given.channel];
  const isTheirs = given.account_id === null ? sql`true` : sql`l.${sender} = ${given.account_id}`;
  const isNamed =
    given.prospect_ids === null ? sql`true` : sql`l.prospect_id = any(${[...given.prospect_ids]}::bigint[])`;
  const rows = await sql<{ id: number }>`select l.id from campaign_leads l where l.campaign_id = ${given.campaign_id}
    and l.organization_id = ${organization.id} and l.id > ${after} and ${isTheirs} and ${isNamed} and ${isRunning}
    order by l.id limit ${limit} for no key update`.execute(db);
  return rows.rows.map(({ id }) => id);
}

/**
 * Facts for handing locked leads over. Leads with an action in the outbox or an unconfirmed one are left out. Read after the lock, which
 * makes an earlier dispatch visible.
 */
export async function loadOwned({ db }: Tx, ids: readonly number[], channel: Channel): Promise<OwnedLead[]> {
  const { sender, touched } = senderColumns[channel];
  const rows =
    await sql<OwnedLead>`select l.id, l.prospect_id, l.${sender} as account_id, l.${touched} is not null as is_touched,
      p.email::text as email, p.email_domain,
      array(select r.account_id from linkedin_relations r where r.prospect_id = l.prospect_id) as connected,
      ${channel} = 'linkedin' and (exists (select from outbound_intents i
          where i.kind = 'campaign_step' and i.ref_id = l.id and i.action = 'invite' and i.dispatched_at is not null)
        or exists (select from linkedin_relations r where r.prospect_id = l.prospect_id and r.account_id = l.${sender}))
        as is_bound,
      case when ${channel} = 'linkedin' and not l.is_in_flight then (select i.ref_part from outbound_intents i
        join campaign_nodes n on n.id = i.ref_part and n.is_live
        where i.kind = 'campaign_step' and i.ref_id = l.id and i.action = 'invite' and i.dispatched_at is not null
        order by i.given_up = 0 desc, i.dispatched_at desc limit 1) end as invite_node_id,
      array(select distinct i.account_id from outbound_intents i
        where i.kind = 'campaign_step' and i.ref_id = l.id and i.action = 'invite' and i.dispatched_at is not null) as invited_by,
      array(select distinct i.account_id from outbound_intents i where i.kind = 'campaign_step' and i.ref_id = l.id
        and i.given_up > 0 and i.dispatched_at is not null) as given_up_by
    from campaign_leads l join prospects p on p.id = l.prospect_id
    where l.id = any(${[...ids]}::bigint[]) and not (l.is_in_flight and exists (select from outbound_intents i
      where i.kind = 'campaign_step' and i.ref_id = l.id and i.state in ('dispatching', 'unknown', 'parked')))
    order by l.id`.execute(db);
  return rows.rows;
}

/** Assigns leads to other senders, and records it for those that were touched. */
export async function saveHandOvers(
  { db, organization }: Tx,
  channel: Channel,
  given: readonly { id: number; from: number | null; to: number; is_touched: boolean }[],
): Promise<void> {
  if (given.length === 0) return;
  const { sender } = senderColumns[channel];
  await sql`with given as materialized (select * from json_to_recordset(${toJson(given)}::json)
      as g (id bigint, "from" bigint, "to" bigint, is_touched boolean)),
    told as (insert into campaign_hand_overs (organization_id, campaign_lead_id, channel, from_account_id, to_account_id)
      select ${organization.id}, id, ${channel}, "from", "to" from given where is_touched)
    update campaign_leads l set ${sender} = g."to" from given g where l.id = g.id`.execute(db);
}

/** Steps a second account repeats; steps on other channels are not repeated. */
const LINKEDIN_STEPS = STEP_TYPES.filter((type) => stepKind(type).channel === 'linkedin');

/**
 * Restarts locked leads at their invite with another account. What the previous account did from there on no longer counts: its actions and
 * results get the number of the attempt. Emails and calls they had are skipped, otherwise they would get them twice. The leads count as
 * touched: otherwise they would return to the shared queue when the account goes down, and from there to the account that invited them
 * before.
 */
export async function restartLeads(
  { db, organization }: Tx,
  given: readonly { id: number; from: number | null; to: number; node_id: number }[],
): Promise<void> {
  if (given.length === 0) return;
  await sql`with recursive given as materialized (select * from json_to_recordset(${toJson(given)}::json)
      as g (id bigint, "from" bigint, "to" bigint, node_id bigint)),
    below as (select n.id as start, n.id, n.kind, n.type from campaign_nodes n
        where n.id in (select node_id from given) and n.organization_id = ${organization.id}
      union select b.start, n.id, n.kind, n.type from below b join campaign_nodes n on n.parent_id = b.id and n.is_live),
    again as materialized (select start, id from below where kind = 'condition' or type = any(${[...LINKEDIN_STEPS]}::text[])),
    attempts as materialized (select g.id, 1 + coalesce(max(i.given_up), 0) as number from given g
      join outbound_intents i on i.kind = 'campaign_step' and i.ref_id = g.id group by g.id),
    actions as (update outbound_intents i set given_up = t.number from given g join attempts t on t.id = g.id
      join again a on a.start = g.node_id
      where i.kind = 'campaign_step' and i.ref_id = g.id and i.ref_part = a.id and i.given_up = 0),
    runs as (update campaign_step_runs r set given_up = t.number from given g join attempts t on t.id = g.id
      join again a on a.start = g.node_id
      where r.campaign_lead_id = g.id and r.node_id = a.id and r.given_up = 0),
    told as (insert into campaign_hand_overs (organization_id, campaign_lead_id, channel, from_account_id, to_account_id, is_restart)
      select ${organization.id}, id, 'linkedin', "from", "to", true from given)
    update campaign_leads l set linkedin_account_id = g."to", linkedin_touched_at = app_now(), next_node_id = g.node_id,
      next_lane = ${firstLane('LINKEDIN_INVITE')}, next_at = app_now(), waiting_rule = null, waiting_until = null, missing_data = null,
      missing_since = null,
      tries = 0, skipped_nodes = nullif(array(select distinct s.id from (select unnest(l.skipped_nodes) as id
        union all select r.node_id from campaign_step_runs r join below b on b.start = g.node_id and b.id = r.node_id
          where r.campaign_lead_id = l.id and r.given_up = 0 and r.outcome = 'done' and b.kind = 'step'
            and b.type <> all(${[...LINKEDIN_STEPS]}::text[])) s), '{}')
    from given g where l.id = g.id`.execute(db);
}

export interface HandOverRow {
  campaign_lead_id: number;
  channel: Channel;
  from_account_id: number | null;
  to_account_id: number | null;
  handed_at: Date;
  /** It began again at the invite. */
  is_restart: boolean;
  /** When the account before had invited them, where it began again. */
  invited_at: Date | null;
}

/** When leads were handed over, oldest first. */
export async function listHandOvers(
  { db, organization }: Tx,
  campaignLeadIds: readonly number[],
): Promise<HandOverRow[]> {
  const rows =
    await sql<HandOverRow>`select h.campaign_lead_id, h.channel, h.from_account_id, h.to_account_id, h.handed_at, h.is_restart,
      case when h.is_restart then (select max(i.dispatched_at) from outbound_intents i where i.kind = 'campaign_step'
        and i.ref_id = h.campaign_lead_id and i.action = 'invite' and i.account_id = h.from_account_id and i.state = 'confirmed'
        and i.dispatched_at <= h.handed_at) end as invited_at
    from campaign_hand_overs h where h.organization_id = ${organization.id}
      and h.campaign_lead_id = any(${[...campaignLeadIds]}::bigint[]) order by h.id limit 1000`.execute(db);
  return rows.rows;
}
