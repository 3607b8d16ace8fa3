import { sql } from 'kysely';
import type { SystemTransactionContext, TransactionContext } from '../../kernel/context.ts';
import { toJson } from '../../kernel/db/to-json.ts';

type Tx = Pick<SystemTransactionContext, 'db'>;

/** Wakes campaigns: their lanes are due at the given instants at the latest (now without one). */
export async function wakeLanes(
  tx: Tx,
  given: readonly { campaign_id: number; organization_id: number; at: Date | null }[],
): Promise<void> {
  if (given.length === 0) return;
  await sql`insert into campaign_lanes as l (campaign_id, organization_id, look_at)
    select campaign_id, organization_id, min(coalesce(at, app_now()))
    from json_to_recordset(${toJson(given)}::json) as g (campaign_id bigint, organization_id bigint, at timestamptz)
    group by campaign_id, organization_id order by campaign_id
    on conflict (campaign_id) do update set look_at = least(l.look_at, excluded.look_at)
      where excluded.look_at < l.look_at`.execute(tx.db);
}

/**
 * Wakes every campaign of a sender that reconnected or whose limits changed. Leads deferred for their provider are rechecked; campaigns
 * that don't run do so when they run again.
 */
export async function wakeSender(tx: Tx, accountId: number): Promise<void> {
  // Locks campaigns in id order: two callers must not wait for each other.
  await sql`with mine as materialized (
      select l.campaign_id, c.provider_matching = 'strict' as is_strict from campaign_lanes l join campaigns c on c.id = l.campaign_id
      where c.id in (select campaign_id from campaign_senders where account_id = ${accountId}) and c.status = 'ACTIVE'
      order by l.campaign_id for no key update of l)
    update campaign_lanes l set look_at = least(l.look_at, app_now()),
      rechecked_up_to = case when mine.is_strict then 0 else l.rechecked_up_to end from mine where mine.campaign_id = l.campaign_id`.execute(
    tx.db,
  );
}

/** Call after every change of a campaign's status, settings or leads: the engine polls it now. */
export async function wakeCampaigns(
  tx: Pick<TransactionContext, 'db' | 'organization'>,
  campaignIds: readonly number[],
): Promise<void> {
  await wakeLanes(
    tx,
    campaignIds.map((campaign_id) => ({ campaign_id, organization_id: tx.organization.id, at: null })),
  );
}
