import { UNFINISHED_LEAD_STATUSES } from '@overture/domain/campaign/transitions';
import { REVISION_LIMITS } from '@overture/domain/limits';
import { sql } from 'kysely';
import type { TransactionContext } from '../../../kernel/context.ts';

type Tx = Pick<TransactionContext, 'db' | 'organization'>;

export interface PositionCount {
  /** Null for leads that have not started and for those that are done. */
  node_id: number | null;
  status: string;
  leads: number;
}

/** Leads by position, from stored sums; never from the leads table. */
export async function listPositions({ db, organization }: Tx, campaignId: number): Promise<PositionCount[]> {
  const rows = await sql<PositionCount>`select nullif(next_node_id, 0) as node_id, status, sum(leads)::int as leads
    from campaign_standings where campaign_id = ${campaignId} and organization_id = ${organization.id}
    group by 1, status having sum(leads) <> 0`.execute(db);
  return rows.rows;
}

/** Leads with a message that is being sent or unconfirmed, by node. */
export async function countClaimed({ db, organization }: Tx, campaignId: number): Promise<Map<number, number>> {
  const rows = await sql<{ node_id: number; leads: number }>`select ref_part as node_id, count(*)::int as leads
    from outbound_intents where kind = 'campaign_step' and campaign_id = ${campaignId}
      and organization_id = ${organization.id} and settled_at is null and state in ('dispatching', 'unknown', 'parked') group by 1`.execute(
    db,
  );
  return new Map(rows.rows.map(({ node_id, leads }) => [node_id, leads]));
}

/** Leads for whom nodes are over, by the node. */
export async function countPast(
  { db, organization }: Tx,
  campaignId: number,
  nodeIds: readonly number[],
): Promise<Map<number, number>> {
  const rows = await sql<{
    node_id: number;
    leads: number;
  }>`select node_id, count(*)::int as leads from campaign_step_runs
    where campaign_id = ${campaignId} and organization_id = ${organization.id} and node_id = any(${[...nodeIds]}::bigint[])
      and given_up = 0 group by 1`.execute(db);
  return new Map(rows.rows.map(({ node_id, leads }) => [node_id, leads]));
}

/** Leads whose message at a node was rewritten by hand and is still to be sent. */
export async function listRewritten(
  { db, organization }: Tx,
  campaignId: number,
  nodeIds: readonly number[],
): Promise<{ node_id: number; leads: number; first: { prospect_id: number; name: string }[] }[]> {
  const rows = await sql<{ node_id: number; leads: number; first: { prospect_id: number; name: string }[] }>`
    select m.node_id, count(*)::int as leads, (array_agg(json_build_object('prospect_id', l.prospect_id,
        'name', concat_ws(' ', p.first_name, p.last_name)) order by l.id))[1:${sql.lit(REVISION_LIMITS.named_leads)}] as first
    from campaign_lead_messages m join campaign_leads l on l.id = m.campaign_lead_id join prospects p on p.id = l.prospect_id
    where m.node_id = any(${[...nodeIds]}::bigint[]) and l.campaign_id = ${campaignId}
      and l.organization_id = ${organization.id} and l.archived_at is null
      and l.status = any(${UNFINISHED_LEAD_STATUSES}::text[])
      and not exists (select from campaign_step_runs r where r.campaign_lead_id = l.id and r.node_id = m.node_id
        and r.given_up = 0)
    group by m.node_id`.execute(db);
  return rows.rows;
}

/** Which of the given nodes a lead has reached. */
export async function listReached(
  { db, organization }: Tx,
  campaignId: number,
  nodeIds: readonly number[],
): Promise<Set<number>> {
  if (nodeIds.length === 0) return new Set();
  const rows = await sql<{ id: number }>`select n.id from unnest(${[...nodeIds]}::bigint[]) as n (id)
    where exists (select from campaign_step_runs r where r.campaign_id = ${campaignId} and r.node_id = n.id
        and r.organization_id = ${organization.id})
      or exists (select from campaign_leads l where l.campaign_id = ${campaignId} and l.next_node_id = n.id)`.execute(
    db,
  );
  return new Set(rows.rows.map(({ id }) => id));
}
