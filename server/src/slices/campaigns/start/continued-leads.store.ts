import type { Lane } from '@overture/domain/flow/kinds/node-kind';
import { sql } from 'kysely';
import type { TransactionContext } from '../../../kernel/context.ts';

type Tx = Pick<TransactionContext, 'db'>;

/** Leads with the same sent steps and the same day of the last message. */
export interface ContinuedGroup {
  skipped_nodes: number[];
  /** The day of their last message; null where the tool does not say. */
  day: string | null;
  /** The latest of that day. */
  last_contacted_at: Date | null;
}

/** Leads that started at the first step, and that a tool sent steps to. The first step may be one that was added since. */
const continued = (
  campaignId: number,
  firstNodeId: number,
) => sql`from campaign_leads l join lateral (select max(c.last_contacted_at) as last_contacted_at from past_contacts c
    where c.campaign_id = l.campaign_id and c.prospect_id = l.prospect_id having count(*) > 0) c on true
  where l.campaign_id = ${campaignId} and l.next_node_id = ${firstNodeId} and l.skipped_nodes is not null
    and l.status = 'SCHEDULED' and l.contacted_at is null`;

/** Leads that have just started and that a tool wrote to before, by place and day. */
export async function listContinuedGroups(
  { db }: Tx,
  campaignId: number,
  firstNodeId: number,
): Promise<ContinuedGroup[]> {
  const { rows } = await sql<ContinuedGroup>`select to_json(l.skipped_nodes) as skipped_nodes,
      c.last_contacted_at::date::text as day, max(c.last_contacted_at) as last_contacted_at
    ${continued(campaignId, firstNodeId)} group by l.skipped_nodes, 2 order by 2 nulls last limit 5000`.execute(db);
  return rows;
}

/** Skips every step before the next one, also steps that were added to the draft later. Without a next step it skips all. */
export async function skipPassed(
  { db }: Tx,
  campaignId: number,
  firstNodeId: number,
  { skipped_nodes, day }: ContinuedGroup,
  passed: readonly number[],
): Promise<void> {
  if (passed.length === skipped_nodes.length) return;
  await sql`update campaign_leads set skipped_nodes = ${[...passed]}::bigint[]
    where id in (select l.id ${continued(campaignId, firstNodeId)}
      and l.skipped_nodes = ${skipped_nodes}::bigint[] and c.last_contacted_at::date is not distinct from ${day}::date)`.execute(
    db,
  );
}

/** Puts leads of a group before the step that is next for them. */
export async function placeContinued(
  { db }: Tx,
  campaignId: number,
  firstNodeId: number,
  { skipped_nodes, day }: ContinuedGroup,
  place: { node_id: number; lane: Lane; delay_in_hours: number },
): Promise<void> {
  const due = sql`app_now() + make_interval(secs => ${place.delay_in_hours * 3600})`;
  const isLater = place.delay_in_hours > 0;
  await sql`update campaign_leads set next_node_id = ${place.node_id}, next_lane = ${place.lane}, next_at = ${due},
      waiting_rule = case when ${isLater} then 'delay' end, waiting_until = case when ${isLater} then ${due} end
    where id in (select l.id ${continued(campaignId, firstNodeId)}
      and l.skipped_nodes = ${skipped_nodes}::bigint[] and c.last_contacted_at::date is not distinct from ${day}::date)`.execute(
    db,
  );
}
