import { sql } from 'kysely';
import type { TransactionContext } from '../../../../kernel/context.ts';
import { isChannelBarred, isKeptOut, reachOfLead } from '../../../outbound/index.ts';

/**
 * Calls that people were to make and must not any more: the engine takes their leads back, and leaves the step out. Read by the queue of
 * each campaign (`campaign_leads_due_idx`), in the one order of leads. Answers the campaigns.
 */
export async function takeBackCalls({
  db,
  organization,
}: Pick<TransactionContext, 'db' | 'organization'>): Promise<number[]> {
  const rows = await sql<{ campaign_id: number }>`with barred as materialized (
      select l.id from campaigns c
      join campaign_leads l on l.campaign_id = c.id and l.next_lane = 'person' and l.next_at is not null and not l.is_in_flight
        and l.archived_at is null and l.status in ('SCHEDULED', 'ACTIVE')
      join prospects p on p.id = l.prospect_id
      where c.organization_id = ${organization.id} and c.status in ('ACTIVE', 'PAUSED')
        and (${isChannelBarred('phone', reachOfLead)} or ${isKeptOut(reachOfLead)})
      order by l.id for no key update of l
    ), moved as (
      update campaign_leads l set next_lane = 'local', next_at = app_now(), waiting_rule = null, waiting_until = null
      from barred where l.id = barred.id returning l.campaign_id
    ) select distinct campaign_id from moved order by campaign_id`.execute(db);
  return rows.rows.map((row) => row.campaign_id);
}
