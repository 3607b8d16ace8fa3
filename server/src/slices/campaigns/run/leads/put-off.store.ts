import type { LinkedinAction } from '@overture/domain/linkedin/linkedin-actions';
import { sql } from 'kysely';
import type { SystemTransactionContext } from '../../../../kernel/context.ts';

type Tx = Pick<SystemTransactionContext, 'db'>;

/** Rules by which due leads stand back for a while, so that what may leave stands in front. */
export type PutOffRule = 'provider_match' | 'new_leads_limit';

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

/** Leads of campaigns whose settings or senders have changed are asked anew. */
export async function releasePutOff(tx: Tx, campaignIds: readonly number[]): Promise<void> {
  if (campaignIds.length === 0) return;
  await sql`update campaign_leads set next_at = app_now(), waiting_rule = null, waiting_until = null
    where campaign_id = any(${[...campaignIds]}::bigint[]) and waiting_rule in ('provider_match', 'new_leads_limit')
      and next_at > app_now() and not is_in_flight`.execute(tx.db);
}

/** Leads that keep to a provider are asked anew when a sender of their campaigns is back. */
export async function releaseUnmatchedOf(tx: Tx, accountId: number): Promise<void> {
  await sql`with unmatched as materialized (select l.id from campaign_senders s
      join campaign_leads l on l.campaign_id = s.campaign_id and l.waiting_rule = 'provider_match'
      where s.account_id = ${accountId} and s.channel = 'email' and l.next_at > app_now() and not l.is_in_flight
      order by l.id for no key update of l skip locked)
    update campaign_leads l set next_at = app_now(), waiting_rule = null, waiting_until = null
    from unmatched where unmatched.id = l.id`.execute(tx.db);
}

/**
 * Fronts of the queues of a lane with the leads nothing was begun for yet, locked. `account_id` is whose queue it is, 0 for anybody's.
 */
export async function lockUntouched(
  tx: Tx,
  lane: 'email' | LinkedinAction,
  given: readonly { campaign_id: number; account_id: number; amount: number }[],
): Promise<{ id: number; campaign_id: number }[]> {
  if (given.length === 0) return [];
  const rows = await sql<{ id: number; campaign_id: number }>`with front as materialized (
      select d.id from json_to_recordset(${JSON.stringify(given)}::json) as c (campaign_id bigint, account_id bigint, amount int)
      cross join (values (false), (true)) as q (is_new) cross join lateral (
        select l.id from campaign_leads l
        where l.campaign_id = c.campaign_id and l.next_lane = ${lane} and l.lane_account_id = c.account_id
          and (l.status = 'SCHEDULED') = q.is_new and l.next_at <= app_now() and l.next_at is not null and not l.is_in_flight
          and l.archived_at is null and l.status in ('SCHEDULED', 'ACTIVE') order by l.next_at limit c.amount) d)
    select l.id, l.campaign_id from front f join campaign_leads l on l.id = f.id
    where l.email_touched_at is null and l.linkedin_touched_at is null and l.next_lane = ${lane} and not l.is_in_flight
      and l.archived_at is null and l.status in ('SCHEDULED', 'ACTIVE')
    order by l.id for no key update of l skip locked`.execute(tx.db);
  return rows.rows;
}
