import type { LinkedinAction } from '@overture/domain/linkedin/linkedin-actions';
import type { ZoneFacts } from '@overture/domain/zones/lead-zone';
import { sql } from 'kysely';
import type { SystemTransactionContext } from '../../../../kernel/context.ts';
import { toJson } from '../../../../kernel/db/to-json.ts';
import { zoneFacts } from '../../../prospects/index.ts';

type Tx = Pick<SystemTransactionContext, 'db'>;

/** Wait reasons that take due leads out of the queue head for a while, so others can be sent. */
type DeferralRule = 'lead_zone' | 'provider_match' | 'new_leads_limit';

/** Locked leads wait until an instant. */
export async function deferLeads(
  tx: Tx,
  rule: DeferralRule,
  given: readonly { id: number; until: Date }[],
): Promise<void> {
  if (given.length === 0) return;
  await sql`update campaign_leads l set next_at = g.until, waiting_rule = ${rule}, waiting_until = g.until
    from json_to_recordset(${toJson(given)}::json) as g (id bigint, until timestamptz) where l.id = g.id`.execute(
    tx.db,
  );
}

/** Evaluated once per statement instead of once per row. */
const NOW = sql`(select app_now())`;

/** A campaign that rechecks deferred leads: after which lead to continue, and how many to read. */
export interface RecheckBatch {
  campaign_id: number;
  after: number;
  amount: number;
}

const STANDS_BACK = sql`l.waiting_rule in ('lead_zone', 'provider_match', 'new_leads_limit')`;

/**
 * Makes deferred leads due again after a change of settings or senders. A lead that is locked by another transaction is due at its own
 * time. Returns how many were read and the last one: the index contains deferred leads only, in this order. Comparing with one campaign
 * instead of a list would let the planner use the primary key, which also contains all leads that no longer wait.
 */
export async function releaseDeferred(
  tx: Tx,
  walks: readonly RecheckBatch[],
): Promise<{ campaign_id: number; amount: number; last_id: number }[]> {
  if (walks.length === 0) return [];
  const rows = await sql<{ campaign_id: number; amount: number; last_id: number }>`with read as materialized (
      select w.campaign_id, f.id, f.waits from json_to_recordset(${toJson(walks)}::json) as w (campaign_id bigint, after bigint,
        amount int) cross join lateral (select l.id, l.next_at > ${NOW} and not l.is_in_flight as waits from campaign_leads l
        where l.campaign_id = any(array[w.campaign_id]) and ${STANDS_BACK} and l.id > w.after
        order by l.campaign_id, l.id limit w.amount) f),
    waiting as materialized (select l.id from campaign_leads l where l.id = any(array(select id from read where waits))
      and ${STANDS_BACK} and l.next_at > ${NOW} and not l.is_in_flight order by l.id for no key update of l skip locked),
    released as (update campaign_leads l set next_at = ${NOW}, waiting_rule = null, waiting_until = null
      from waiting where waiting.id = l.id)
    select campaign_id, count(*)::int as amount, max(id) as last_id from read group by campaign_id`.execute(tx.db);
  return rows.rows;
}

/** A queue of a campaign, and how many leads of its head are read. `account_id` is its owner, 0 for the shared queue. */
export interface Queue {
  campaign_id: number;
  account_id: number;
  amount: number;
}

const queueHeadRows = (lane: 'email' | LinkedinAction, queues: readonly Queue[]) => sql`
  select d.id from json_to_recordset(${toJson(queues)}::json) as c (campaign_id bigint, account_id bigint, amount int)
  cross join (values (false), (true)) as q (is_new) cross join lateral (
    select l.id from campaign_leads l
    where l.campaign_id = c.campaign_id and l.next_lane = ${lane} and l.lane_account_id = c.account_id
      and (l.status = 'SCHEDULED') = q.is_new and l.next_at <= ${NOW} and l.next_at is not null and not l.is_in_flight
      and l.archived_at is null and l.status in ('SCHEDULED', 'ACTIVE') order by l.next_at limit c.amount) d`;

/** Rechecks a lead that was locked after it was found in a queue head. */
const isStillThere = (lane: 'email' | LinkedinAction) =>
  sql`l.next_lane = ${lane} and not l.is_in_flight and l.archived_at is null and l.status in ('SCHEDULED', 'ACTIVE')`;

/** A due lead of a campaign that keeps to the hours of its leads. */
interface ZonedLead {
  id: number;
  campaign_id: number;
  zone_facts: ZoneFacts;
}

/** Fronts of queues, locked, and where their leads are. */
export async function lockQueueHeads(
  tx: Tx,
  lane: 'email' | LinkedinAction,
  queues: readonly Queue[],
): Promise<ZonedLead[]> {
  const rows = await sql<ZonedLead>`with front as materialized (${queueHeadRows(lane, queues)})
    select l.id, l.campaign_id, ${zoneFacts} as zone_facts
    from campaign_leads l join prospects p on p.id = l.prospect_id
    where l.id = any(array(select id from front)) and ${isStillThere(lane)}
    order by l.id for no key update of l skip locked`.execute(tx.db);
  return rows.rows;
}

/** Fronts of queues, locked: the leads nothing was begun for yet. */
export async function lockUntouched(
  tx: Tx,
  lane: 'email' | LinkedinAction,
  queues: readonly Queue[],
): Promise<{ id: number; campaign_id: number }[]> {
  const rows = await sql<{
    id: number;
    campaign_id: number;
  }>`with front as materialized (${queueHeadRows(lane, queues)})
    select l.id, l.campaign_id from campaign_leads l
    where l.id = any(array(select id from front)) and l.email_touched_at is null and l.linkedin_touched_at is null and ${isStillThere(lane)}
    order by l.id for no key update of l skip locked`.execute(tx.db);
  return rows.rows;
}
