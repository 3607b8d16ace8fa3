import { type DateRange, OPEN_RANGE, shiftDay } from '@overture/domain/time/date-presets';
import type { ZoneSpan } from '@overture/domain/time/zone-span';
import { type RawBuilder, sql } from 'kysely';
import type { ReplicaReadContext } from '../../kernel/context.ts';
import { edgeBranches, findPageDays, sumsWithin } from '../campaign-sums/index.ts';
import { inScope, type Scope, selectFigures } from './analytics.store.ts';
import {
  isInQuery,
  isInState,
  isOfVariant,
  isWritten,
  type PeoplePlace,
  type PeopleQuery,
  type StateQuery,
  type WrittenMetric,
} from './people.store.ts';

type Tx = Pick<ReplicaReadContext, 'db' | 'organization'>;

/** Types that are no run of a node, or one that failed. */
const NOT_CARRIED_OUT = ['contacted', 'replied', 'interested', 'bounced', 'complained', 'failed'];
/** Two messages to one person lie less than 2^22 days apart: the whole calendar. */
const REACHES = 22;
const REACH_LIST = `{${Array.from({ length: REACHES + 1 }, (_, n) => 2 ** n - 1).join(',')}}`;

/** Pages further back than this are looked for in their own days. */
const NEAR = 1000;

/**
 * How many leads have such facts, and where a page of them lies, from sums by the day. Facts of chosen senders are always looked for on days
 * that have some: the index of all of an organization's facts knows no senders.
 */
export async function placePeople(
  tx: Tx,
  query: PeopleQuery,
  page: { offset: number; limit: number },
): Promise<PeoplePlace & { total: number }> {
  // Whose last message it is within the days of another zone, the sums do not say: they are read from the front.
  const isUnplaced = query.span !== null && isWritten(query.facts.counted_as);
  if (isUnplaced || (page.offset < NEAR && query.scope.account_ids === null)) {
    return { total: await countPeopleOfFacts(tx, query), days: null, offset: page.offset, behind: null };
  }
  const found = await findPageDays(tx, peopleByDay(tx, query), page);
  const behind = found.amount - found.offset - page.limit;
  return { total: found.total, days: joinDays(found.days), offset: found.offset, behind };
}

/** Days, the newest first, as runs without a day between. */
function joinDays(days: readonly string[]): DateRange[] {
  const runs: DateRange[] = [];
  for (const day of days) {
    const last = runs.at(-1);
    if (last && shiftDay(last.start_date, -1) === day) last.start_date = day;
    else runs.push({ start_date: day, end_date: day });
  }
  return runs;
}

/** How many leads have their last such fact of the range on each UTC day. */
function peopleByDay(tx: Tx, query: PeopleQuery): RawBuilder<unknown> {
  if (query.span === null) return storedByDay(tx, query);
  const stored = storedByDay(tx, { ...query, range: query.span.days });
  const edges = edgeBranches(sql`edge.day, edge.sign`, isOfEdge(tx, query), query.span.edges);
  return sql`select day, sum(amount)::int as amount from (${sql.join([stored, ...edges], sql` union all `)}) d group by day`;
}

/** The asked facts `e` of an edge, which says the time. */
function isOfEdge(tx: Tx, query: PeopleQuery): RawBuilder<unknown> {
  const ofTypes = query.facts.types
    ? sql`e.type = any(${[...query.facts.types]}::text[])`
    : sql`e.type <> all(${NOT_CARRIED_OUT}::text[])`;
  return sql`${isInQuery(tx, { ...query, range: null, span: null }, sql.ref('e'))} and ${ofTypes}`;
}

function storedByDay(tx: Tx, query: PeopleQuery): RawBuilder<unknown> {
  const { facts, scope, range } = query;
  const own = sql`d.organization_id = ${tx.organization.id}`;
  const inDays = sql`${own} and ${isInDays(range)}`;
  if (facts.node_id !== null) {
    return sql`select d.day, sum(d.amount)::int as amount from campaign_step_days d
      where ${inDays} and ${isOfNode(query)} group by d.day`;
  }
  const { counted_as } = facts;
  if (!isWritten(counted_as)) {
    return sql`select d.day, sum(${sql.ref(`d.${counted_as}`)})::int as amount from ${selectFigures(scope)} d
      where ${inDays} and ${inScope(scope, sql.ref('d.campaign_id'), sql.ref('d.account_id'))} group by d.day`;
  }
  // Who was written to on a day, less those whose next message lies within the range.
  const start = range?.start_date ?? OPEN_RANGE.start_date;
  return sql`select m.day, sum(m.amount)::int as amount from ${peopleTable(scope)} d
    cross join lateral (values (d.day, d.people), (d.previous_day, -d.people)) as m (day, amount)
    where ${inDays} and d.reach = any(${sql.lit(REACH_LIST)}::integer[]) and ${isWrittenBy(counted_as, scope)}
      and m.day >= ${start}::date
    group by m.day`;
}

/** How many leads have such facts, from sums by the day; in another zone than UTC with what the edges of its days change. */
async function countPeopleOfFacts(tx: Tx, query: PeopleQuery): Promise<number> {
  const { span } = query;
  const rows = await counting(tx, span ? { ...query, range: span.days } : query).execute(tx.db);
  const stored = rows.rows[0]?.total ?? 0;
  if (!span || span.edges.length === 0) return stored;
  const change = isWritten(query.facts.counted_as) ? writtenAtEdges(tx, query, span) : factsAtEdges(tx, query, span);
  const changed = await change.execute(tx.db);
  return stored + (changed.rows[0]?.total ?? 0);
}

function factsAtEdges(tx: Tx, query: PeopleQuery, { edges }: ZoneSpan) {
  const parts = edgeBranches(sql`edge.sign`, isOfEdge(tx, query), edges);
  return sql<{
    total: number;
  }>`select coalesce(sum(sign), 0)::int as total from (${sql.join(parts, sql` union all `)}) d`;
}

/**
 * Leads that were written to in the added edges and not on the stored days, less those that were written to in the edges taken away and
 * at no time asked for. Each lead of an edge is looked up once.
 */
function writtenAtEdges(tx: Tx, query: PeopleQuery, { days, edges }: ZoneSpan) {
  const found = edgeBranches(sql`e.campaign_lead_id, edge.sign`, isOfEdge(tx, query), edges);
  const stored = sql`x.occurred_at >= ${days.start_date}::date::timestamp at time zone 'UTC'
    and x.occurred_at < (${days.end_date}::date + 1)::timestamp at time zone 'UTC'`;
  const types = sql`x.type = any(${[...(query.facts.types ?? [])]}::text[])`;
  const asked = isInQuery(tx, query, sql.ref('x'));
  const anywhere = isInQuery(tx, { ...query, range: null, span: null }, sql.ref('x'));
  return sql<{ total: number }>`select coalesce(sum(case
      when sign = 1 and not exists (select from campaign_events x where x.campaign_lead_id = d.campaign_lead_id
        and ${types} and ${anywhere} and ${stored} offset 0) then 1
      when sign = -1 and not exists (select from campaign_events x where x.campaign_lead_id = d.campaign_lead_id
        and ${types} and ${asked} offset 0) then -1 else 0 end), 0)::int as total
    from (select distinct campaign_lead_id, sign from (${sql.join(found, sql` union all `)}) f) d`;
}

function counting(tx: Tx, query: PeopleQuery) {
  const { facts, scope, range } = query;
  const own = sql`d.organization_id = ${tx.organization.id}`;
  if (facts.node_id !== null) {
    const where = sql`${own} and ${isOfNode(query)}`;
    return sql<{ total: number }>`select coalesce(sum(d.amount), 0)::int as total
      from ${sumsWithin(sql`amount`, where, range)}`;
  }
  const { counted_as } = facts;
  if (isWritten(counted_as)) return countingWritten(own, counted_as, scope, range);
  return sql<{ total: number }>`select coalesce(sum(${sql.ref(`d.${counted_as}`)}), 0)::int as total
    from ${selectFigures(scope)} d where ${own} and ${isInDays(range)}
    and ${inScope(scope, sql.ref('d.campaign_id'), sql.ref('d.account_id'))}`;
}

/** Sums of the asked node, variant and types; `d` is their name. */
function isOfNode({ facts, scope }: PeopleQuery): RawBuilder<unknown> {
  const ofTypes = facts.types
    ? sql`d.type = any(${[...facts.types]}::text[])`
    : sql`d.type <> all(${NOT_CARRIED_OUT}::text[])`;
  return sql`${inScope(scope, sql.ref('d.campaign_id'), sql`null`)} and d.node_id = ${facts.node_id}
    and ${ofTypes} and ${isOfVariant(facts, sql.ref('d.variant'))}`;
}

function isInDays(range: DateRange | null): RawBuilder<unknown> {
  return range ? sql`d.day between ${range.start_date}::date and ${range.end_date}::date` : sql`true`;
}

/**
 * People written to within a range: those written to for the first time, and those whose message before lies before the range. The
 * latter are looked for by reach: messages with up to so many days between them can only be in the first so many days.
 */
function countingWritten(own: RawBuilder<unknown>, metric: WrittenMetric, scope: Scope, range: DateRange | null) {
  const reaches = range
    ? sql`(select 0, ${range.end_date}::date union all
        select (1 << n) - 1, least(${range.end_date}::date, ${range.start_date}::date + (1 << n) - 2)
        from generate_series(1, ${REACHES}) n)`
    : sql`(select 0, null::date)`;
  const within = range
    ? sql`d.day between ${range.start_date}::date and r.until and d.previous_day < ${range.start_date}::date`
    : sql`true`;
  return sql<{ total: number }>`select coalesce(sum(found.people), 0)::int as total
    from ${reaches} as r (reach, until) cross join lateral (select sum(d.people) as people from ${peopleTable(scope)} d
      where d.reach = r.reach and ${within} and ${own} and ${isWrittenBy(metric, scope)}) as found`;
}

function peopleTable(scope: Scope): RawBuilder<unknown> {
  const isOfCampaigns = scope.campaign_ids !== null || scope.statuses !== null;
  return sql.table(isOfCampaigns ? 'campaign_people_days' : 'account_people_days');
}

/** Sums of the asked metric, campaigns and senders; `d` is their name. */
function isWrittenBy(metric: WrittenMetric, scope: Scope): RawBuilder<unknown> {
  return sql`d.metric = ${metric} and ${isBetweenSenders(scope)}
    and ${inScope({ ...scope, account_ids: null }, sql.ref('d.campaign_id'), sql`null`)}`;
}

/** Rows for these senders: both messages are theirs, and none of theirs lies between (account_people_days). */
function isBetweenSenders({ account_ids }: Scope): RawBuilder<unknown> {
  if (account_ids === null) return sql`d.passed_over = '{}'`;
  const asked = sql`${[...account_ids]}::bigint[]`;
  return sql`d.account_id = any(${asked}) and d.previous_account_id = any(${asked}) and not d.passed_over && ${asked}`;
}

export async function countPeopleInState(tx: Tx, query: StateQuery): Promise<number> {
  const rows = await sql<{ total: number }>`select coalesce(sum(l.leads), 0)::int as total from campaign_standings l
    where ${isInState(tx, query)}`.execute(tx.db);
  return rows.rows[0]?.total ?? 0;
}
