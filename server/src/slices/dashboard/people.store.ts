import type { MetricCategory, StepOutcome } from '@overture/domain/campaign/analytics';
import type { Variant } from '@overture/domain/flow/flow';
import type { DateRange } from '@overture/domain/time/date-presets';
import type { ZoneSpan } from '@overture/domain/time/zone-span';
import { type RawBuilder, sql } from 'kysely';
import type { ReplicaReadContext } from '../../kernel/context.ts';
import { type PersonSummaryRow, personSummaryColumns } from '../activities/index.ts';
import { inScope, type Scope } from './analytics.store.ts';

type Tx = Pick<ReplicaReadContext, 'db' | 'organization'>;

export interface AnalyticsPersonRow extends PersonSummaryRow {
  campaign_id: number;
  campaign_name: string;
  campaign_status: string;
  occurred_at: Date | null;
}

/** Numbers of messages; one person may have got several of them. */
export type WrittenMetric = 'emails_sent' | 'linkedin_messages_sent';

export interface Facts {
  /** Types of event; null for every way in which a node is carried out. */
  types: readonly string[] | null;
  node_id: number | null;
  /** Message of an A/B test; null for both. Asked of a node only. */
  variant: Variant | null;
  /**
   * Number of the dashboard that counts its leads: a column of the sums by the day where a lead has one such fact, a metric of the
   * people written to where it may have several; null where the node counts.
   */
  counted_as: 'invites_sent' | 'invites_accepted' | 'replies' | 'interested' | 'contacted' | WrittenMetric | null;
}

const FACTS_OF: Record<MetricCategory, Pick<Facts, 'types' | 'counted_as'>> = {
  emails_sent: { types: ['email_sent'], counted_as: 'emails_sent' },
  linkedin_messages_sent: {
    types: ['linkedin_message_sent', 'inmail_sent'],
    counted_as: 'linkedin_messages_sent',
  },
  invites_sent: { types: ['invite_sent'], counted_as: 'invites_sent' },
  invites_accepted: { types: ['invite_accepted'], counted_as: 'invites_accepted' },
  replies: { types: ['replied'], counted_as: 'replies' },
  interested: { types: ['interested'], counted_as: 'interested' },
  prospects_contacted: { types: ['contacted'], counted_as: 'contacted' },
};

/** Facts behind a number of the cards. */
export function factsOfMetric(category: MetricCategory): Facts {
  return { ...FACTS_OF[category], node_id: null, variant: null };
}

/** Facts of a node of the flow that was carried out; a node is carried out once a lead. */
export function factsOfNode(node_id: number, branch: 'yes' | 'no' | null): Facts {
  const types = branch === 'yes' ? ['answered_yes', 'invite_accepted'] : ['answered_no'];
  return { node_id, variant: null, types: branch === null ? null : types, counted_as: null };
}

const TYPES_OF_OUTCOME: Record<StepOutcome, readonly string[]> = {
  failed: ['failed'],
  replied: ['replied'],
  interested: ['interested'],
  bounced: ['bounced'],
  complained: ['complained'],
  sent: ['email_sent', 'linkedin_message_sent', 'inmail_sent', 'invite_sent'],
};

/** What came of a step, or of one of its two messages. */
export function factsOfOutcome(key: { outcome: StepOutcome; node_id: number; variant: Variant | null }): Facts {
  return { node_id: key.node_id, variant: key.variant, types: TYPES_OF_OUTCOME[key.outcome], counted_as: null };
}

export interface PeopleQuery {
  facts: Facts;
  scope: Scope;
  /** UTC days that hold all that is asked for; null for all days. */
  range: DateRange | null;
  /** What is asked for of these days, where they are those of another zone. */
  span: ZoneSpan | null;
}

type PlacedQuery = PeopleQuery & Pick<PeoplePlace, 'days'>;

export interface PersonRow extends AnalyticsPersonRow {
  campaign_lead_id: number;
  /** The instant of the fact to the microsecond, which no Date holds; null where the number is a standing. */
  cursor: string | null;
}

/** Facts looked at for a page at first, for each lead wanted; a lead has several mails. */
const FACTS_A_LEAD = 3;

/** Where a page is looked for. */
export interface PeoplePlace {
  /** Days that hold the page, the newest first; null for the whole range. */
  days: readonly DateRange[] | null;
  /** Leads of these days before the page. */
  offset: number;
  /** Leads of these days after it, negative if it is not full; null if unknown. */
  behind: number | null;
}

/**
 * Leads with such facts, the last fact first; each lead once. Read from an index, newest first, as far as the page needs: a
 * lead's first appearance there is its last fact. The first page costs the same before ten and before ten million facts, as
 * does a deep one whose days are known.
 */
export async function listPeopleOfFacts(
  tx: Tx,
  query: PeopleQuery,
  { days, offset, behind }: PeoplePlace,
  limit: number,
): Promise<PersonRow[]> {
  const placed = { ...query, days };
  if (days && behind !== null && isNearTheEnd(query, behind, offset)) {
    return listFromTheEnd(tx, { ...placed, days }, behind, limit);
  }
  for (let depth = (offset + limit) * FACTS_A_LEAD; ; depth *= 4) {
    const rows = await sql<PersonRow & { facts: number }>`
      with facts as materialized (${newestFacts(tx, placed, sql`true`, depth)}),
      leads as (select campaign_lead_id, max(occurred_at) as occurred_at from facts
        where ${isLast(placed, sql.ref('facts.campaign_lead_id'))} group by campaign_lead_id),
      page as (select *, (select count(*)::int from facts) as facts from leads
        order by occurred_at desc, campaign_lead_id desc limit ${limit} offset ${offset})
      select ${factColumns}, page.facts from ${pageJoins}`.execute(tx.db);
    const facts = rows.rows[0]?.facts ?? (await countNewest(tx, placed, depth));
    if (rows.rows.length === limit || facts < depth) return rows.rows;
  }
}

/** Messages read from the end are looked up one by one: worth it for few, and where no index entries of other senders lie between. */
function isNearTheEnd({ facts, scope }: PeopleQuery, behind: number, offset: number): boolean {
  if (!isWritten(facts.counted_as)) return behind < offset;
  return scope.account_ids === null && Math.max(behind, 0) * 4 < offset;
}

/** A page of known days that is nearer to their end is read from there: facts one by one, those that are no lead's last left out. */
async function listFromTheEnd(
  tx: Tx,
  placed: PlacedQuery & { days: readonly DateRange[] },
  behind: number,
  limit: number,
): Promise<PersonRow[]> {
  const skipped = Math.max(behind, 0);
  const wanted = limit + Math.min(behind, 0);
  const branches = branchesOfDays(placed).map(
    ({ isOfBranch, range }) => sql`(select e.campaign_lead_id, e.occurred_at from campaign_events e
      where ${isInQuery(tx, { ...placed, range }, sql.ref('e'))} and ${isOfBranch}
        and ${isLast(placed, sql.ref('e.campaign_lead_id'))} and ${isLastOfDays(tx, placed)}
      order by e.occurred_at, e.campaign_lead_id limit ${skipped + wanted})`,
  );
  const rows = await sql<PersonRow>`with page as materialized (select * from (${sql.join(branches, sql` union all `)}) f
      order by occurred_at, campaign_lead_id limit ${wanted} offset ${skipped})
    select ${factColumns} from ${pageJoins}`.execute(tx.db);
  return rows.rows;
}

/** False for facts `e` after which their lead has another one until the end of the days. `offset 0`: looked up one by one, never joined. */
function isLastOfDays(tx: Tx, placed: PlacedQuery & { days: readonly DateRange[] }): RawBuilder<unknown> {
  const [newest] = placed.days;
  if (!isWritten(placed.facts.counted_as) || !newest) return sql`true`;
  const until = { ...placed, range: { ...newest, start_date: placed.days.at(-1)!.start_date } };
  return sql`not exists (select from campaign_events x where x.campaign_lead_id = e.campaign_lead_id
    and (x.occurred_at, x.node_id, x.type) > (e.occurred_at, e.node_id, e.type) and x.occurred_at >= e.occurred_at
    and x.type = any(${[...(placed.facts.types ?? [])]}::text[]) and ${isInQuery(tx, until, sql.ref('x'))} offset 0)`;
}

/** False for leads with another message in the range after the days of the page: they are on an earlier page. */
function isLast({ facts, scope, range, days }: PlacedQuery, lead: RawBuilder<unknown>): RawBuilder<unknown> {
  const { counted_as } = facts;
  const newest = days?.[0]?.end_date;
  if (!isWritten(counted_as) || newest === undefined || newest === range?.end_date) return sql`true`;
  const until = range ? sql`day <= ${range.end_date}::date` : sql`true`;
  return sql`not exists (select from campaign_lead_days k, unnest(k.days, k.account_ids) as told (day, account_id)
    where k.campaign_lead_id = ${lead} and k.metric = ${counted_as} and day > ${newest}::date and ${until}
      and ${inScope({ ...scope, campaign_ids: null, statuses: null }, sql`null`, sql.ref('told.account_id'))} offset 0)`;
}

/** True for numbers whose leads may have several such facts. */
export function isWritten(counted_as: Facts['counted_as']): counted_as is WrittenMetric {
  return counted_as === 'emails_sent' || counted_as === 'linkedin_messages_sent';
}

async function countNewest(tx: Tx, query: PlacedQuery, depth: number): Promise<number> {
  const rows = await sql<{ facts: number }>`select count(*)::int as facts
    from (${newestFacts(tx, query, sql`true`, depth)}) f`.execute(tx.db);
  return rows.rows[0]?.facts ?? 0;
}

/** The last fact of a page, and the instant of the newest fact of the first page: later facts don't change the order. */
export type FactPlace = readonly [occurred_at: string, campaign_lead_id: number, until: string];

/**
 * The leads whose last fact comes after a place, each once, and the place of the next page; null on the last page. A page may have fewer
 * leads than asked for: it reads a bounded number of facts.
 */
export async function listPeopleAfter(
  tx: Tx,
  query: PeopleQuery,
  after: FactPlace | null,
  limit: number,
): Promise<{ rows: PersonRow[]; next: FactPlace | null }> {
  const depth = limit * FACTS_A_LEAD + 1;
  const start = after
    ? sql`(e.occurred_at, e.campaign_lead_id) < (${after[0]}::timestamptz, ${after[1]}::bigint)`
    : sql`true`;
  const found = await sql<{ campaign_lead_id: number; instant: string; is_listed: boolean }>`
    with facts as materialized (${newestFacts(tx, { ...query, days: null }, start, depth)})
    select campaign_lead_id, occurred_at::text as instant, ${isListed(tx, query, after)} as is_listed from facts
    order by occurred_at desc, campaign_lead_id desc`.execute(tx.db);
  const leads = new Map<number, string>();
  let next: FactPlace | null = null;
  for (const [index, { campaign_lead_id, instant, is_listed }] of found.rows.entries()) {
    if (!is_listed && !leads.has(campaign_lead_id)) leads.set(campaign_lead_id, instant);
    const isEnd = index === found.rows.length - 1;
    if (leads.size < limit && !isEnd) continue;
    const isMore = !isEnd || found.rows.length === depth;
    next = isMore ? [instant, campaign_lead_id, after?.[2] ?? found.rows[0]!.instant] : null;
    break;
  }
  const rows = await sql<PersonRow>`with page as materialized (select * from unnest(${[...leads.keys()]}::bigint[],
      ${[...leads.values()]}::timestamptz[]) as g (campaign_lead_id, occurred_at))
    select ${factColumns} from ${pageJoins}`.execute(tx.db);
  return { rows: rows.rows, next };
}

/** True for leads of the pages before: `facts` is one of several facts that they have. */
function isListed(tx: Tx, query: PeopleQuery, after: FactPlace | null): RawBuilder<boolean> {
  const { types } = query.facts;
  if (after === null || types === null) return sql<boolean>`false`;
  const [instant, lead, until] = after;
  return sql<boolean>`exists (select from campaign_events x where x.campaign_lead_id = facts.campaign_lead_id
    and (x.occurred_at, x.campaign_lead_id) >= (${instant}::timestamptz, ${lead}::bigint) and x.occurred_at <= ${until}::timestamptz
    and x.type = any(${[...types]}::text[]) and ${isInQuery(tx, query, sql.ref('x'))})`;
}

/** The facts after a row of the last page (null for the first), newest first: a lead may appear several times. */
export async function listFactsAfter(
  tx: Tx,
  query: PeopleQuery,
  after: PersonRow | null,
  limit: number,
): Promise<PersonRow[]> {
  const start = after
    ? sql`(e.occurred_at, e.campaign_lead_id) < (${after.cursor}::timestamptz, ${after.campaign_lead_id}::bigint)`
    : sql`true`;
  const whole: PlacedQuery = { ...query, days: null };
  const rows = await sql<PersonRow>`with page as materialized (${newestFacts(tx, whole, start, limit)})
    select ${factColumns} from ${pageJoins}`.execute(tx.db);
  return rows.rows;
}

export const factColumns = sql`${personSummaryColumns}, l.campaign_id, c.name as campaign_name, l.status as campaign_status,
  page.occurred_at, page.campaign_lead_id, page.occurred_at::text as cursor`;
export const pageJoins = sql`page join campaign_leads l on l.id = page.campaign_lead_id join prospects p on p.id = l.prospect_id
  join campaigns c on c.id = l.campaign_id order by page.occurred_at desc, page.campaign_lead_id desc`;

/** One branch for each type and run of days, in the order of the index: they are merged and never sorted as a whole. */
function newestFacts(tx: Tx, query: PlacedQuery, start: RawBuilder<unknown>, limit: number): RawBuilder<unknown> {
  const branches = branchesOfDays(query).map(
    ({ isOfBranch, range }) => sql`(select e.campaign_lead_id, e.occurred_at from campaign_events e
      where ${isInQuery(tx, { ...query, range }, sql.ref('e'))} and ${isOfBranch} and ${start}
      order by e.occurred_at desc, e.campaign_lead_id desc limit ${limit})`,
  );
  return sql`select * from (${sql.join(branches, sql` union all `)}) f
    order by occurred_at desc, campaign_lead_id desc limit ${limit}`;
}

function branchesOfDays({ facts, days, range }: PlacedQuery) {
  return (days ?? [range]).flatMap((run) => buildBranches(facts).map((isOfBranch) => ({ isOfBranch, range: run })));
}

function buildBranches({ types, node_id }: Facts): RawBuilder<unknown>[] {
  if (types === null) return [sql`e.action is not null and e.type <> 'failed'`];
  // A node has one row a lead: its index gives the order, and the type only filters.
  return node_id === null ? types.map((type) => sql`e.type = ${type}`) : [sql`e.type = any(${[...types]}::text[])`];
}

/** The asked message of an A/B test. */
export function isOfVariant({ variant }: Facts, column: RawBuilder<unknown>): RawBuilder<unknown> {
  return variant === null ? sql`true` : sql`${column} = ${variant}`;
}

/** Events of the asked days, campaigns, senders and node; `e` is the events' name. */
export function isInQuery(
  tx: Tx,
  { facts, scope, range, span }: PeopleQuery,
  e: RawBuilder<unknown>,
): RawBuilder<unknown> {
  const parts = [
    sql`${e}.organization_id = ${tx.organization.id}`,
    inScope(scope, sql`${e}.campaign_id`, sql`${e}.account_id`),
  ];
  if (facts.node_id !== null) parts.push(sql`${e}.node_id = ${facts.node_id}`, isOfVariant(facts, sql`${e}.variant`));
  if (range) {
    parts.push(sql`${e}.occurred_at >= ${range.start_date}::date::timestamp at time zone 'UTC'
      and ${e}.occurred_at < (${range.end_date}::date + 1)::timestamp at time zone 'UTC'`);
  }
  if (span?.since) parts.push(sql`${e}.occurred_at >= ${span.since}::timestamptz`);
  if (span?.until) parts.push(sql`${e}.occurred_at < ${span.until}::timestamptz`);
  return sql.join(parts, sql` and `);
}

type StatePlace = { offset: number; total: number } | { after: Pick<PersonRow, 'campaign_lead_id'> | null };

export interface StateQuery {
  campaign_id: number;
  status: string | null;
  next_node_id: number | null;
}

/**
 * Leads of a campaign by their current state, the newest first. Positions are read from an index alone, then the rows of the
 * page.
 */
export async function listPeopleInState(
  tx: Tx,
  query: StateQuery,
  place: StatePlace,
  limit: number,
): Promise<PersonRow[]> {
  const rows = await sql<PersonRow>`select ${personSummaryColumns}, l.campaign_id, c.name as campaign_name,
      l.status as campaign_status, null as occurred_at, l.id as campaign_lead_id, null as cursor
    from (select l.id from campaign_leads l where ${isInState(tx, query)} and l.archived_at is null
      and ${pagePlace(place, limit)}) as page
    join campaign_leads l on l.id = page.id join prospects p on p.id = l.prospect_id join campaigns c on c.id = l.campaign_id
    order by l.id desc`.execute(tx.db);
  return rows.rows;
}

/** A page of the last half is counted from the end. */
function pagePlace(place: StatePlace, limit: number): RawBuilder<unknown> {
  if ('after' in place) {
    const after = place.after ? sql`l.id < ${place.after.campaign_lead_id}` : sql`true`;
    return sql`${after} order by l.id desc limit ${limit}`;
  }
  const behind = place.total - place.offset - limit;
  if (behind >= place.offset) return sql`true order by l.id desc limit ${limit} offset ${place.offset}`;
  return sql`true order by l.id limit ${limit + Math.min(behind, 0)} offset ${Math.max(behind, 0)}`;
}

/** Leads `l`, or sums of leads `l`, in that state. */
export function isInState(tx: Tx, { campaign_id, status, next_node_id }: StateQuery): RawBuilder<unknown> {
  const parts = [sql`l.campaign_id = ${campaign_id} and l.organization_id = ${tx.organization.id}`];
  if (status !== null) parts.push(sql`l.status = ${status}`);
  if (next_node_id !== null) parts.push(sql`l.next_node_id = ${next_node_id}`);
  return sql.join(parts, sql` and `);
}
