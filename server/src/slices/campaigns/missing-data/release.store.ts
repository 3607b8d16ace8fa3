import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { TransactionContext } from '../../../kernel/context.ts';
import type { DB } from '../../../kernel/db/__generated__/database.ts';
import { isStoppedAddress } from '../../address-checks/index.ts';

/** Campaigns looked through in one round, and leads let go of each: more come with the next round. */
const CAMPAIGNS_A_ROUND = 500;
const LEADS_A_CAMPAIGN = 1000;

export interface WaitingCampaign {
  organization_id: number;
  campaign_id: number;
}

/** What a lead lacks before it can be written to, that somebody may bring from outside. */
export type LackRule = 'missing_data' | 'address_held';

/** Running campaigns with leads that wait for data, or for another address; reads an index that holds such leads only. */
export async function listCampaignsWaiting({ db }: { db: Kysely<DB> }, rule: LackRule): Promise<WaitingCampaign[]> {
  const rows = await sql<WaitingCampaign>`select distinct l.organization_id, l.campaign_id from campaign_leads l
    join campaigns c on c.id = l.campaign_id and c.status = 'ACTIVE'
    where l.waiting_rule = ${sql.lit(rule)} and l.archived_at is null
    order by l.campaign_id limit ${CAMPAIGNS_A_ROUND}`.execute(db);
  return rows.rows;
}

/** Of a lead (`campaign_leads l`, `prospects p`): its address is still not written to. */
export const isHeldAddress = isStoppedAddress({ organization_id: sql`l.organization_id`, email: sql`p.email` });

/** Lets leads go on whose data is there by now: they are due at once, inside window and limits. Answers whom. */
export async function releaseComplete(
  { db, organization }: Pick<TransactionContext, 'db' | 'organization'>,
  campaignId: number,
  rule: LackRule,
  isLacking: RawBuilder<boolean>,
): Promise<number[]> {
  const rows = await sql<{ prospect_id: number }>`
    with complete as materialized (
      select l.id from campaign_leads l join prospects p on p.id = l.prospect_id
      where l.campaign_id = ${campaignId} and l.organization_id = ${organization.id} and l.waiting_rule = ${sql.lit(rule)}
        and l.archived_at is null and not l.is_in_flight and not ${isLacking}
      order by l.id limit ${LEADS_A_CAMPAIGN} for no key update of l skip locked
    )
    update campaign_leads l set next_at = least(l.next_at, app_now()), waiting_rule = null, waiting_until = null,
      missing_data = null, missing_since = null
    from complete where complete.id = l.id and l.status in ('SCHEDULED', 'ACTIVE')
    returning l.prospect_id`.execute(db);
  return rows.rows.map((row) => row.prospect_id);
}
