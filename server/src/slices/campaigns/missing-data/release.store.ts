import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { TransactionContext } from '../../../kernel/context.ts';
import type { DB } from '../../../kernel/db/__generated__/database.ts';
import { isStoppedAddress } from '../../address-checks/index.ts';

/** Campaigns per page, and leads released per campaign; the rest follows in the next round. */
const CAMPAIGNS_A_PAGE = 500;
const LEADS_A_CAMPAIGN = 1000;

export interface WaitingCampaign {
  organization_id: number;
  campaign_id: number;
}

/** Wait reasons that end when data arrives from outside the engine. */
export type LackRule = 'missing_data' | 'address_held';

/** The place before every campaign. */
export const BEFORE_ALL: WaitingCampaign = { organization_id: 0, campaign_id: 0 };

/**
 * Campaigns with leads that wait for data, or for another address, behind the one given; steps from campaign to campaign by an index that
 * holds such leads only, however many there are of one.
 */
export async function listCampaignsWaiting(
  { db }: { db: Kysely<DB> },
  rule: LackRule,
  after: WaitingCampaign,
): Promise<(WaitingCampaign & { is_active: boolean })[]> {
  const next = (organization: RawBuilder<unknown>, campaign: RawBuilder<unknown>) =>
    sql`select organization_id, campaign_id from campaign_leads where waiting_rule = ${sql.lit(rule)} and archived_at is null
      and (organization_id, campaign_id) > (${organization}, ${campaign}) order by organization_id, campaign_id limit 1`;
  const rows = await sql<WaitingCampaign & { is_active: boolean }>`with recursive waiting as (
      select f.*, 1 as place from (${next(sql`${after.organization_id}::bigint`, sql`${after.campaign_id}::bigint`)}) f
      union all
      select n.*, w.place + 1 from waiting w
        cross join lateral (${next(sql`w.organization_id`, sql`w.campaign_id`)}) n where w.place < ${CAMPAIGNS_A_PAGE})
    select w.organization_id, w.campaign_id, coalesce(c.status = 'ACTIVE', false) as is_active
    from waiting w left join campaigns c on c.id = w.campaign_id order by w.place`.execute(db);
  return rows.rows;
}

/** Of a lead (`campaign_leads l`, `prospects p`): its address is still not written to. */
export const isHeldAddress = isStoppedAddress({ organization_id: sql`l.organization_id`, email: sql`p.email` });

/** Releases leads whose data is complete: they are due now, within window and limits. Returns them. */
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
