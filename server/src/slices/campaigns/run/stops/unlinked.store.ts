import { sql } from 'kysely';
import type { TransactionContext } from '../../../../kernel/context.ts';

/**
 * Leads whose mail waits for an unsubscribe link are due again, in one campaign or in all (null): by the queue of each. Answers the
 * campaigns.
 */
export async function releaseWaiting(
  { db, organization }: Pick<TransactionContext, 'db' | 'organization'>,
  campaignId: number | null,
): Promise<number[]> {
  const rows = await sql<{ campaign_id: number }>`with waiting as materialized (
      select l.id from campaigns c join campaign_leads l on l.campaign_id = c.id and l.next_lane = 'email' and l.next_at is not null
        and not l.is_in_flight and l.archived_at is null and l.status in ('SCHEDULED', 'ACTIVE')
      where c.organization_id = ${organization.id} and (${campaignId}::bigint is null or c.id = ${campaignId})
        and l.waiting_rule = 'unsubscribe_link'
      order by l.id for no key update of l
    ), moved as (update campaign_leads l set next_at = app_now(), waiting_rule = null, waiting_until = null
      from waiting where l.id = waiting.id returning l.campaign_id)
    select distinct campaign_id from moved order by campaign_id`.execute(db);
  return rows.rows.map((row) => row.campaign_id);
}
