import { UNFINISHED_LEAD_STATUSES } from '@overture/domain/campaign/transitions';
import type { ZoneFacts } from '@overture/domain/zones/lead-zone';
import { sql } from 'kysely';
import type { TransactionContext } from '../../../kernel/context.ts';
import { zoneFacts } from '../../prospects/index.ts';

type Tx = Pick<TransactionContext, 'db' | 'organization'>;

/** Where the leads are that a campaign is not over for, after an id and in its order. */
export async function listWhereabouts(
  { db, organization }: Tx,
  campaignId: number,
  afterId: number,
  limit: number,
): Promise<{ id: number; zone_facts: ZoneFacts }[]> {
  const rows = await sql<{ id: number; zone_facts: ZoneFacts }>`select l.id, ${zoneFacts} as zone_facts
    from campaign_leads l join prospects p on p.id = l.prospect_id
    where l.campaign_id = ${campaignId} and l.organization_id = ${organization.id} and l.id > ${afterId} and l.archived_at is null
      and l.status = any(${UNFINISHED_LEAD_STATUSES}::text[])
    order by l.id limit ${limit}`.execute(db);
  return rows.rows;
}
