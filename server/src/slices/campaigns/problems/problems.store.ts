import { UNFINISHED_LEAD_STATUSES } from '@overture/domain/campaign/transitions';
import { LIST_LIMITS } from '@overture/domain/list-limits';
import type { ContactLookup } from '@overture/domain/money/credits';
import { type RawBuilder, sql } from 'kysely';
import type { PageRange } from '../../../kernel/api-keys/cursor.ts';
import type { TransactionContext } from '../../../kernel/context.ts';
import { isContinued } from '../../past-contacts/index.ts';
import { lacksLookUp } from '../lookups/lead-needs.store.ts';

type Tx = Pick<TransactionContext, 'db' | 'organization'>;

/** `campaign_leads l` of a campaign that is not over for them, with their `prospects p`. */
const openLeads = ({ organization }: Pick<Tx, 'organization'>, campaignId: number) => sql`campaign_leads l
  join prospects p on p.id = l.prospect_id and p.organization_id = ${organization.id}
  where l.campaign_id = ${campaignId} and l.organization_id = ${organization.id} and l.archived_at is null
    and l.status = any(${UNFINISHED_LEAD_STATUSES}::text[])`;

/** Leads that meet any of the conditions, of which there is at least one. */
export function matchesAny(conditions: readonly RawBuilder<boolean>[]): RawBuilder<boolean> {
  return sql<boolean>`(${sql.join(conditions, sql` or `)})`;
}

/** Leads that match a condition and were not looked up before. */
export function notLookedFor(
  tx: Tx,
  condition: RawBuilder<boolean>,
  asked: { lookup: ContactLookup; prompt_id: number },
): RawBuilder<boolean> {
  return sql<boolean>`(${condition} and ${lacksLookUp(tx, asked.lookup, asked.prompt_id)})`;
}

/** How many open leads meet each of the conditions, and how many meet any. */
export async function countProblems(
  tx: Tx,
  campaignId: number,
  conditions: readonly RawBuilder<boolean>[],
): Promise<{ counts: number[]; total: number }> {
  if (conditions.length === 0) return { counts: [], total: 0 };
  const counts = conditions.map((condition) => sql`count(*) filter (where ${condition})::int`);
  const rows = await sql<{ counts: number[]; total: number }>`select array[${sql.join(counts)}] as counts,
    count(*) filter (where ${matchesAny(conditions)})::int as total from ${openLeads(tx, campaignId)}`.execute(tx.db);
  return rows.rows[0]!;
}

/** A page of the leads that meet a condition, in the order they were added. */
export async function pageLacking(
  tx: Tx,
  campaignId: number,
  condition: RawBuilder<boolean>,
  { limit, offset, after }: PageRange,
): Promise<{ id: number; prospect_id: number }[]> {
  const isAfter = after === null ? sql`true` : sql`l.id > ${after[0]}::bigint`;
  const rows = await sql<{ id: number; prospect_id: number }>`select l.id, l.prospect_id
    from ${openLeads(tx, campaignId)} and ${condition} and ${isAfter}
    order by l.id limit ${limit} offset ${offset}`.execute(tx.db);
  return rows.rows;
}

/** Locks unfinished leads that match a condition, in the engine's order; leads in the outbox are skipped. */
const lockedLeads = (tx: Tx, campaignId: number, condition: RawBuilder<boolean>) => sql`select l.id from
  ${openLeads(tx, campaignId)} and not l.is_in_flight and ${condition} order by l.id for no key update of l`;

/** How many leads were changed, and the first of them: enough for browsers that show a page. */
export interface ChangedLeads {
  amount: number;
  prospect_ids: number[];
}

const MAX_PUBLISHED = 500;

async function change(
  tx: Tx,
  campaignId: number,
  condition: RawBuilder<boolean>,
  assignments: RawBuilder<unknown>,
): Promise<ChangedLeads> {
  const rows = await sql<ChangedLeads>`with locked as materialized (${lockedLeads(tx, campaignId, condition)}),
      changed as (update campaign_leads l set ${assignments} from locked where l.id = locked.id returning l.prospect_id)
    select count(*)::int as amount,
      coalesce(json_agg(prospect_id) filter (where position <= ${MAX_PUBLISHED}), '[]') as prospect_ids
    from (select prospect_id, row_number() over () as position from changed) as numbered`.execute(tx.db);
  return rows.rows[0]!;
}

export async function addStandIns(
  tx: Tx,
  campaignId: number,
  condition: RawBuilder<boolean>,
  { field, words }: { field: string; words: string },
): Promise<ChangedLeads> {
  const added = sql`jsonb_build_object(${field}::text, ${words}::text)`;
  return change(tx, campaignId, condition, sql`stand_ins = coalesce(l.stand_ins, '{}') || ${added}`);
}

/** Skips a step for leads. A lead held at the step for missing data passes it with the next tick. */
export async function skipNode(
  tx: Tx,
  campaignId: number,
  nodeId: number,
  condition: RawBuilder<boolean>,
): Promise<ChangedLeads> {
  const standsThere = sql`l.next_node_id = ${nodeId} and l.next_lane is not null`;
  const isHeld = sql`l.next_node_id = ${nodeId} and l.waiting_rule = 'missing_data'`;
  return change(
    tx,
    campaignId,
    condition,
    sql`skipped_nodes = array_append(l.skipped_nodes, ${nodeId}::bigint),
      next_lane = case when ${standsThere} then 'local' else l.next_lane end,
      next_at = case when ${isHeld} then app_now() else l.next_at end,
      missing_data = case when ${isHeld} then null else l.missing_data end,
      waiting_until = case when ${isHeld} then null else l.waiting_until end,
      waiting_rule = case when ${isHeld} then null else l.waiting_rule end`,
  );
}

export interface DecisionRow {
  kind: 'skip' | 'stand_in';
  node_id: number | null;
  field: string | null;
  words: string | null;
  leads: number;
}

/** Decisions about unfinished leads: skipped steps they have not passed, and stand-ins for missing fields. */
export async function listDecisions(tx: Tx, campaignId: number): Promise<DecisionRow[]> {
  const rows =
    await sql<DecisionRow>`with open as materialized (select l.id, l.skipped_nodes, l.stand_ins, ${isContinued} as is_continued
      from ${openLeads(tx, campaignId)} and (l.skipped_nodes is not null or l.stand_ins is not null))
    select 'skip' as kind, s.node_id, null as field, null as words, count(*)::int as leads
      from open cross join lateral unnest(open.skipped_nodes) as s (node_id)
      where not open.is_continued and not exists (select from campaign_step_runs r where r.campaign_lead_id = open.id
        and r.node_id = s.node_id and r.given_up = 0)
      group by s.node_id
    union all select 'stand_in', null, w.key, case when min(w.value) = max(w.value) then min(w.value) end, count(*)::int
      from open cross join lateral jsonb_each_text(open.stand_ins) w group by w.key
    order by 1, 2, 3 limit ${LIST_LIMITS.decisions}`.execute(tx.db);
  return rows.rows;
}

/** Brings a step back for leads that have not passed it; `lane` is where it is carried out. */
export async function unskipNode(tx: Tx, campaignId: number, nodeId: number, lane: string): Promise<ChangedLeads> {
  // Steps that another tool has sent stay skipped.
  const condition = sql<boolean>`${nodeId} = any(l.skipped_nodes) and not ${isContinued} and not exists (select from campaign_step_runs r
    where r.campaign_lead_id = l.id and r.node_id = ${nodeId} and r.given_up = 0)`;
  return change(
    tx,
    campaignId,
    condition,
    sql`skipped_nodes = nullif(array_remove(l.skipped_nodes, ${nodeId}::bigint), '{}'),
      next_lane = case when l.next_node_id = ${nodeId} and l.next_lane is not null then ${lane} else l.next_lane end`,
  );
}

export async function removeStandIns(tx: Tx, campaignId: number, field: string): Promise<ChangedLeads> {
  const kept = sql`nullif(l.stand_ins - ${field}::text, '{}')`;
  return change(tx, campaignId, sql`l.stand_ins ? ${field}::text`, sql`stand_ins = ${kept}`);
}
