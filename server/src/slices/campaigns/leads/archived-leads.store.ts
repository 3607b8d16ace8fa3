import { isLeadDone, LEAD_STATUSES, type LeadStatus } from '@overture/domain/campaign/transitions';
import type { Lane } from '@overture/domain/flow/kinds/node-kind';
import { sql } from 'kysely';
import type { PageRange } from '../../../kernel/api-keys/cursor.ts';
import type { TransactionContext } from '../../../kernel/context.ts';
import { toJson } from '../../../kernel/db/to-json.ts';

type Tx = Pick<TransactionContext, 'db' | 'organization'>;

const DONE = LEAD_STATUSES.filter(isLeadDone);

export interface ArchivedLeadRow {
  id: number;
  first_name: string;
  last_name: string;
  email: string | null;
  company_name: string | null;
  campaign_status: LeadStatus;
  archived_at: Date;
  /** The instant to the microsecond, which no Date holds, and the id in the campaign. */
  place: readonly [string, number];
}

/** Archived leads of a campaign, the last first. */
export async function listArchived(
  { db, organization }: Tx,
  campaignId: number,
  { limit, offset, after }: PageRange,
): Promise<ArchivedLeadRow[]> {
  const isAfter =
    after === null ? sql`true` : sql`(l.archived_at, l.id) < (${after[0]}::timestamptz, ${after[1]}::bigint)`;
  const { rows } =
    await sql<ArchivedLeadRow>`select p.id, p.first_name, p.last_name, p.email::text as email, p.company_name,
      l.status as campaign_status, l.archived_at, json_build_array(l.archived_at::text, l.id) as place
    from campaign_leads l join prospects p on p.id = l.prospect_id
    where l.campaign_id = ${campaignId} and l.organization_id = ${organization.id} and l.archived_at is not null and ${isAfter}
    order by l.archived_at desc, l.id desc limit ${limit} offset ${offset}`.execute(db);
  return rows;
}

export async function countArchived({ db, organization }: Tx, campaignId: number): Promise<number> {
  const { rows } = await sql<{ total: number }>`select count(*)::int as total from campaign_leads
    where campaign_id = ${campaignId} and organization_id = ${organization.id} and archived_at is not null`.execute(db);
  return rows[0]!.total;
}

interface Places {
  /** The first step, once the campaign was started: a lead that had not begun is paused there. */
  first_node_id: number | null;
  /** Steps and conditions of today's flow, each with its lane. */
  nodes: readonly { node_id: number; lane: Lane }[];
}

const NO_PLACE_TEXT = 'Its step was deleted while it was archived.';

/**
 * Takes leads back: done ones as they were, unfinished ones paused at their step. One without a step is over: nothing is repeated. Returns
 * the people.
 */
export async function restoreArchived(
  { db, organization }: Tx,
  campaignId: number,
  prospectIds: readonly number[],
  { first_node_id, nodes }: Places,
): Promise<number[]> {
  const { rows } = await sql<{ prospect_id: number }>`
    with places as materialized (select * from json_to_recordset(${toJson(nodes)}::json) as n (node_id bigint, lane text)),
    chosen as materialized (select l.id, l.status, case when l.status = any(${DONE}::text[]) then null
        else coalesce(l.archived_node_id, case when l.status = 'NOT_STARTED' then ${first_node_id}::bigint end) end as node_id
      from campaign_leads l where l.campaign_id = ${campaignId} and l.organization_id = ${organization.id}
        and l.archived_at is not null and l.prospect_id = any(${[...prospectIds]}::bigint[]) order by l.id for update),
    decided as (select c.id, p.node_id, p.lane, case
        when c.status = any(${DONE}::text[]) then c.status
        when c.status = 'NOT_STARTED' and ${first_node_id}::bigint is null then c.status
        when p.node_id is null then 'COMPLETED' else 'PAUSED' end as status
      from chosen c left join places p on p.node_id = c.node_id)
    update campaign_leads l set archived_at = null, archived_node_id = null, status = d.status, next_node_id = d.node_id,
      next_lane = d.lane, next_at = case when d.node_id is not null then app_now() end,
      completed_at = case when d.status = 'COMPLETED' then coalesce(l.completed_at, app_now()) else l.completed_at end,
      error = case when d.status = 'COMPLETED' and l.status <> 'COMPLETED' then ${NO_PLACE_TEXT} else l.error end
    from decided d where l.id = d.id returning l.prospect_id`.execute(db);
  return rows.map(({ prospect_id }) => prospect_id);
}
