import type { LinkedinAction } from '@overture/domain/linkedin/linkedin-actions';
import type { ZoneFacts } from '@overture/domain/zones/lead-zone';
import { sql } from 'kysely';
import type { SystemTransactionContext } from '../../../../kernel/context.ts';
import { zoneFacts } from '../../../prospects/index.ts';

type Tx = Pick<SystemTransactionContext, 'db'>;

/** Rules by which due leads stand back for a while, so that what may leave stands in front. */
type PutOffRule = 'lead_zone' | 'provider_match' | 'new_leads_limit';

/** Locked leads wait until an instant. */
export async function putOffLeads(
  tx: Tx,
  rule: PutOffRule,
  given: readonly { id: number; until: Date }[],
): Promise<void> {
  if (given.length === 0) return;
  await sql`update campaign_leads l set next_at = g.until, waiting_rule = ${rule}, waiting_until = g.until
    from json_to_recordset(${JSON.stringify(given)}::json) as g (id bigint, until timestamptz) where l.id = g.id`.execute(
    tx.db,
  );
}

/** Asked once a statement and not in each of its rows. */
const NOW = sql`(select app_now())`;

/**
 * Leads of campaigns whose settings or senders have changed are asked anew; whoever is held by somebody's change meanwhile is asked at the
 * time it waits for. One statement for each of the partial indexes.
 */
export async function releasePutOff(tx: Tx, campaignIds: readonly number[]): Promise<void> {
  if (campaignIds.length === 0) return;
  for (const rules of [sql`'lead_zone'`, sql`'provider_match', 'new_leads_limit'`])
    await sql`with waiting as materialized (select id from campaign_leads
        where campaign_id = any(${[...campaignIds]}::bigint[]) and waiting_rule in (${rules})
          and next_at > ${NOW} and not is_in_flight order by id for no key update skip locked)
      update campaign_leads l set next_at = ${NOW}, waiting_rule = null, waiting_until = null
      from waiting where waiting.id = l.id`.execute(tx.db);
}

/** Leads that keep to a provider are asked anew when a sender of their campaigns is back. */
export async function releaseUnmatchedOf(tx: Tx, accountId: number): Promise<void> {
  await sql`with unmatched as materialized (select l.id from campaign_senders s
      join campaign_leads l on l.campaign_id = s.campaign_id and l.waiting_rule = 'provider_match'
      where s.account_id = ${accountId} and s.channel = 'email' and l.next_at > ${NOW} and not l.is_in_flight
      order by l.id for no key update of l skip locked)
    update campaign_leads l set next_at = ${NOW}, waiting_rule = null, waiting_until = null
    from unmatched where unmatched.id = l.id`.execute(tx.db);
}

/** A queue of a campaign, and how much of its front is read. `account_id` is whose queue it is, 0 for anybody's. */
export interface Queue {
  campaign_id: number;
  account_id: number;
  amount: number;
}

const frontsOf = (lane: 'email' | LinkedinAction, queues: readonly Queue[]) => sql`
  select d.id from json_to_recordset(${JSON.stringify(queues)}::json) as c (campaign_id bigint, account_id bigint, amount int)
  cross join (values (false), (true)) as q (is_new) cross join lateral (
    select l.id from campaign_leads l
    where l.campaign_id = c.campaign_id and l.next_lane = ${lane} and l.lane_account_id = c.account_id
      and (l.status = 'SCHEDULED') = q.is_new and l.next_at <= ${NOW} and l.next_at is not null and not l.is_in_flight
      and l.archived_at is null and l.status in ('SCHEDULED', 'ACTIVE') order by l.next_at limit c.amount) d`;

/** Of a lead in a front that was locked only after it was found. */
const isStillThere = (lane: 'email' | LinkedinAction) =>
  sql`l.next_lane = ${lane} and not l.is_in_flight and l.archived_at is null and l.status in ('SCHEDULED', 'ACTIVE')`;

/** A due lead of a campaign that keeps to the hours of its leads. */
interface ZonedLead {
  id: number;
  campaign_id: number;
  zone_facts: ZoneFacts;
}

/** Fronts of queues, locked, and where their leads are. */
export async function lockFronts(
  tx: Tx,
  lane: 'email' | LinkedinAction,
  queues: readonly Queue[],
): Promise<ZonedLead[]> {
  const rows = await sql<ZonedLead>`with front as materialized (${frontsOf(lane, queues)})
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
  const rows = await sql<{ id: number; campaign_id: number }>`with front as materialized (${frontsOf(lane, queues)})
    select l.id, l.campaign_id from campaign_leads l
    where l.id = any(array(select id from front)) and l.email_touched_at is null and l.linkedin_touched_at is null and ${isStillThere(lane)}
    order by l.id for no key update of l skip locked`.execute(tx.db);
  return rows.rows;
}
