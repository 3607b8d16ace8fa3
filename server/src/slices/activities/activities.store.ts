import type { RecordedCall } from '@overture/domain/calls/call-outcomes';
import { NODE_TYPES } from '@overture/domain/flow/step-types';
import type { ZoneSpan } from '@overture/domain/time/zone-span';
import { type RawBuilder, sql } from 'kysely';
import type { PageRange } from '../../kernel/api-keys/cursor.ts';
import type { ReplicaReadContext } from '../../kernel/context.ts';
import { edgeBranches, figuresTable, findPageDays, kindColumn } from '../campaign-sums/index.ts';
import { type PersonSummaryRow, personSummaryColumns } from './person-summary.store.ts';

type Tx = Pick<ReplicaReadContext, 'db' | 'organization'>;

export interface ActivityQuery {
  actions: readonly string[] | null;
  /** Days (UTC, both included) that hold all that is asked for; null without a bound. */
  from_day: string | null;
  to_day: string | null;
  /** What is asked for of these days, where they are those of another zone. */
  span: ZoneSpan | null;
  campaign_ids: readonly number[] | null;
  account_ids: readonly number[] | null;
  prospect_id: number | null;
}

/** Latest tries of a call that an activity names. */
const MOST_TRIES = 20;

/** Instant, lead in the campaign and node. */
export type ActivityPlace = readonly [string, number, number];

export interface ActivityRow extends PersonSummaryRow {
  campaign_lead_id: number;
  node_id: number;
  action: string;
  type: string;
  error: string | null;
  bounce_reason: string | null;
  occurred_at: Date;
  /** The instant to the microsecond, which no Date holds. */
  cursor: string;
  campaign_id: number;
  campaign_name: string;
  next_node_id: number | null;
  next_type: string | null;
  next_at: Date | null;
  /** Of a call: what was recorded about its tries, the first one first. */
  calls: (RecordedCall & { recorded_at: string })[];
}

/** Position of a page: the days that contain it, and how many activities of these days precede it. */
export interface PageLocation {
  total: number;
  from_day: string | null;
  to_day: string | null;
  offset: number;
}

/**
 * How many activities there are, and where the page lies, from the sums by the day: a deep page is looked for in its own days, and
 * nothing is looked for where nothing is. One person's are few and counted.
 */
export async function locatePage(
  tx: Tx,
  query: ActivityQuery,
  page: { limit: number; offset: number },
): Promise<PageLocation> {
  const { from_day, to_day } = query;
  const { offset } = page;
  if (query.prospect_id !== null) return { total: await countOfPerson(tx, query), from_day, to_day, offset };
  const location = await findPageDays(tx, amountsByDay(tx, query), page);
  const [newest] = location.days;
  if (!newest) return { total: location.total, from_day, to_day, offset };
  return { total: location.total, from_day: location.days.at(-1) ?? newest, to_day: newest, offset: location.offset };
}

/** How many activities each UTC day has. */
function amountsByDay(tx: Tx, query: ActivityQuery): RawBuilder<unknown> {
  const { span } = query;
  const days = span ? { from_day: span.days.start_date, to_day: span.days.end_date } : query;
  const stored = sql`select d.day, sum(${countActions(query)})::int as amount
    from ${figuresTable(query.campaign_ids !== null)} d where ${inDays(tx, { ...query, ...days })} group by d.day`;
  if (!span) return stored;
  const ofEdge = eventFilter(tx, { ...query, from_day: null, to_day: null, span: null });
  const parts = [stored, ...edgeBranches(sql`edge.day, edge.sign`, ofEdge, span.edges)];
  return sql`select day, sum(amount)::int as amount from (${sql.join(parts, sql` union all `)}) d group by day`;
}

/** The sums of the asked campaigns and senders between the asked days; `d` is their name. */
function inDays(tx: Tx, query: ActivityQuery): RawBuilder<unknown> {
  const parts = [sql`d.organization_id = ${tx.organization.id}`];
  if (query.from_day) parts.push(sql`d.day >= ${query.from_day}::date`);
  if (query.to_day) parts.push(sql`d.day <= ${query.to_day}::date`);
  if (query.campaign_ids) parts.push(sql`d.campaign_id = any(${[...query.campaign_ids]}::bigint[])`);
  if (query.account_ids) parts.push(sql`d.account_id = any(${[...query.account_ids]}::bigint[])`);
  return sql.join(parts, sql` and `);
}

/** In one order, however they were asked: statements are kept by their text. */
function countActions({ actions }: ActivityQuery): RawBuilder<unknown> {
  if (!actions) return sql.ref('d.actions');
  const kinds = NODE_TYPES.filter((kind) => actions.includes(kind));
  return sql.join(
    kinds.map((kind) => sql.ref(`d.${kindColumn(kind)}`)),
    sql` + `,
  );
}

async function countOfPerson(tx: Tx, query: ActivityQuery): Promise<number> {
  const rows = await sql<{ total: number }>`select count(*)::int as total from campaign_events e
    where ${eventFilter(tx, query)}`.execute(tx.db);
  return rows.rows[0]?.total ?? 0;
}

/** One page of what campaigns did, newest first: places are read off the front of indexes alone, then the rows of the page. */
export async function pageActivities(
  tx: Tx,
  query: ActivityQuery,
  { limit, offset, after }: PageRange,
): Promise<ActivityRow[]> {
  const depth = limit + offset;
  const isAfter = after
    ? sql`(e.occurred_at, e.campaign_lead_id, e.node_id)
        < (${after[0]}::timestamptz, ${after[1]}::bigint, ${after[2]}::bigint)`
    : sql`true`;
  const branches = buildBranches(query).map(
    (isOfBranch) => sql`(select e.occurred_at, e.campaign_lead_id, e.node_id from campaign_events e
      where ${eventFilter(tx, query)} and ${isAfter} and ${isOfBranch} order by ${newest} limit ${depth})`,
  );
  const rows = await sql<ActivityRow>`
    with places as materialized (select * from (${sql.join(branches, sql` union all `)}) e
      order by ${newest} limit ${limit} offset ${offset})
    select ${personSummaryColumns}, e.campaign_lead_id, e.occurred_at::text as cursor, e.node_id, e.action, e.type, r.error,
      case when r.bounced_at is not null then coalesce(r.bounce_reason, '') end as bounce_reason, e.occurred_at,
      c.id as campaign_id, c.name as campaign_name, n.id as next_node_id, n.type as next_type, l.next_at,
      case when e.action = 'CALL_PROSPECT' then (select coalesce(json_agg(json_build_object('outcome', a.outcome, 'outcome_name', a.outcome_name,
          'note', a.note, 'recorded_at', a.recorded_at) order by a.id), '[]') from (select * from call_attempts a
        where a.campaign_lead_id = e.campaign_lead_id and a.node_id = e.node_id and a.settled_at is not null
        order by a.id desc limit ${MOST_TRIES}) a) else '[]' end as calls
    from places join campaign_events e using (campaign_lead_id, node_id, occurred_at)
    join prospects p on p.id = e.prospect_id join campaigns c on c.id = e.campaign_id
    join campaign_leads l on l.id = e.campaign_lead_id
    left join campaign_nodes n on n.id = l.next_node_id
    left join campaign_step_runs r on r.campaign_lead_id = e.campaign_lead_id and r.node_id = e.node_id
      and r.finished_at = e.occurred_at
    where ${eventFilter(tx, query)} order by ${newest}`.execute(tx.db);
  return rows.rows;
}

const newest = sql`e.occurred_at desc, e.campaign_lead_id desc, e.node_id desc`;
/** More campaigns than these are read by the action. */
const MAX_CAMPAIGN_BRANCHES = 20;

/** One branch for each campaign or action, in the order of its index: they are merged and never sorted as a whole. */
function buildBranches({ campaign_ids, actions, prospect_id }: ActivityQuery): RawBuilder<unknown>[] {
  if (prospect_id !== null) return [sql`true`];
  if (campaign_ids && campaign_ids.length <= MAX_CAMPAIGN_BRANCHES) {
    return campaign_ids.map((id) => sql`e.campaign_id = ${id}`);
  }
  return (actions ?? NODE_TYPES).map((action) => sql`e.action = ${action}`);
}

/** Nodes that were carried out and are asked for; `e` is the events' name. */
function eventFilter(tx: Tx, query: ActivityQuery): RawBuilder<unknown> {
  const parts = [sql`e.organization_id = ${tx.organization.id} and e.action is not null`];
  if (query.from_day) parts.push(sql`e.occurred_at >= ${query.from_day}::date::timestamp at time zone 'UTC'`);
  if (query.to_day) parts.push(sql`e.occurred_at < (${query.to_day}::date + 1)::timestamp at time zone 'UTC'`);
  if (query.span?.since) parts.push(sql`e.occurred_at >= ${query.span.since}::timestamptz`);
  if (query.span?.until) parts.push(sql`e.occurred_at < ${query.span.until}::timestamptz`);
  if (query.actions) parts.push(sql`e.action = any(${[...query.actions]}::text[])`);
  if (query.campaign_ids) parts.push(sql`e.campaign_id = any(${[...query.campaign_ids]}::bigint[])`);
  if (query.account_ids) parts.push(sql`e.account_id = any(${[...query.account_ids]}::bigint[])`);
  if (query.prospect_id !== null) {
    parts.push(sql`e.campaign_lead_id = any(array(select id from campaign_leads
      where prospect_id = ${query.prospect_id} and organization_id = current_organization_id()))`);
  }
  return sql.join(parts, sql` and `);
}
