import type { MetricCategory, StepOutcome, Variant } from '@overture/domain/analytics';
import type { DateRange } from '@overture/domain/date-presets';
import { type RawBuilder, sql } from 'kysely';
import type { TransactionContext } from '../../kernel/context.ts';
import { sumsWithin } from '../campaigns/index.ts';
import { type PersonSummaryRow, personSummaryColumns } from '../prospects/index.ts';
import { figuresOf, inScope, type Scope } from './analytics.store.ts';

type Tx = Pick<TransactionContext, 'db' | 'organization'>;

export interface AnalyticsPersonRow extends PersonSummaryRow {
  campaign_id: number;
  campaign_name: string;
  campaign_status: string;
  occurred_at: Date | null;
}

/** Facts behind a number. */
export interface Facts {
  /** Types of event; null for every way in which a node is carried out. */
  types: readonly string[] | null;
  node_id: number | null;
  /** Message of an A/B test; null for both. Asked of a node only. */
  variant: Variant | null;
  /** Column of the sums by the day that counts leads; null where one lead may have several such facts, or the node counts. */
  counted_as: 'invites_sent' | 'invites_accepted' | 'replies' | 'interested' | 'contacted' | null;
}

const FACTS_OF: Record<MetricCategory, Pick<Facts, 'types' | 'counted_as'>> = {
  emails_sent: { types: ['email_sent'], counted_as: null },
  linkedin_messages_sent: { types: ['linkedin_message_sent', 'inmail_sent'], counted_as: null },
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
  sent: ['email_sent', 'linkedin_message_sent', 'inmail_sent', 'invite_sent'],
};

/** What came of a step, or of one of its two messages. */
export function factsOfOutcome(key: { outcome: StepOutcome; node_id: number; variant: Variant | null }): Facts {
  return { node_id: key.node_id, variant: key.variant, types: TYPES_OF_OUTCOME[key.outcome], counted_as: null };
}

/** Types that are no run of a node, or one that failed. */
const NOT_CARRIED_OUT = ['contacted', 'replied', 'interested', 'bounced', 'failed'];

export interface PeopleQuery {
  facts: Facts;
  scope: Scope;
  range: DateRange | null;
}

export interface PersonRow extends AnalyticsPersonRow {
  campaign_lead_id: number;
  /** The instant of the fact to the microsecond, which no Date holds; null where the number is a standing. */
  cursor: string | null;
}

/** Facts looked at for a page at first, for each lead wanted; a lead has several mails. */
const FACTS_A_LEAD = 3;

/**
 * Leads with such facts, the last fact first; a lead stands in it once. Read off the front of an index, newest first, as far as the
 * page needs: a lead's first appearance there is its last fact. The first page costs the same behind ten and behind ten
 * million facts.
 */
export async function listPeopleOfFacts(
  tx: Tx,
  query: PeopleQuery,
  offset: number,
  limit: number,
): Promise<PersonRow[]> {
  for (let depth = (offset + limit) * FACTS_A_LEAD; ; depth *= 4) {
    const rows = await sql<PersonRow & { facts: number }>`
      with facts as materialized (${newestFacts(tx, query, sql`true`, depth)}),
      leads as (select campaign_lead_id, max(occurred_at) as occurred_at from facts group by campaign_lead_id),
      page as (select *, (select count(*)::int from facts) as facts from leads
        order by occurred_at desc, campaign_lead_id desc limit ${limit} offset ${offset})
      select ${factColumns}, page.facts from ${pageJoins}`.execute(tx.db);
    const facts = rows.rows[0]?.facts ?? (await countNewest(tx, query, depth));
    if (rows.rows.length === limit || facts < depth) return rows.rows;
  }
}

async function countNewest(tx: Tx, query: PeopleQuery, depth: number): Promise<number> {
  const rows = await sql<{ facts: number }>`select count(*)::int as facts
    from (${newestFacts(tx, query, sql`true`, depth)}) f`.execute(tx.db);
  return rows.rows[0]?.facts ?? 0;
}

/** The facts after a row of the last page (null for the first), newest first: a lead may stand in it several times. */
export async function readFactsAfter(
  tx: Tx,
  query: PeopleQuery,
  after: PersonRow | null,
  limit: number,
): Promise<PersonRow[]> {
  const start = after
    ? sql`(e.occurred_at, e.campaign_lead_id) < (${after.cursor}::timestamptz, ${after.campaign_lead_id}::bigint)`
    : sql`true`;
  const rows = await sql<PersonRow>`with page as materialized (${newestFacts(tx, query, start, limit)})
    select ${factColumns} from ${pageJoins}`.execute(tx.db);
  return rows.rows;
}

const factColumns = sql`${personSummaryColumns}, l.campaign_id, c.name as campaign_name, l.status as campaign_status,
  page.occurred_at, page.campaign_lead_id, page.occurred_at::text as cursor`;
const pageJoins = sql`page join campaign_leads l on l.id = page.campaign_lead_id join prospects p on p.id = l.prospect_id
  join campaigns c on c.id = l.campaign_id order by page.occurred_at desc, page.campaign_lead_id desc`;

/** A branch a type, each in the order of the index, so that they are merged and never sorted as a whole. */
function newestFacts(tx: Tx, query: PeopleQuery, start: RawBuilder<unknown>, limit: number): RawBuilder<unknown> {
  const branches = branchesOf(query.facts).map(
    (isOfBranch) => sql`(select e.campaign_lead_id, e.occurred_at from campaign_events e
      where ${isInQuery(tx, query, sql.ref('e'))} and ${isOfBranch} and ${start}
      order by e.occurred_at desc, e.campaign_lead_id desc limit ${limit})`,
  );
  return sql`select * from (${sql.join(branches, sql` union all `)}) f
    order by occurred_at desc, campaign_lead_id desc limit ${limit}`;
}

/** How many leads have such facts: from the sums by the day where a lead has one at most, else counted from an index. */
export async function countPeopleOfFacts(tx: Tx, query: PeopleQuery): Promise<number> {
  const { facts, scope, range } = query;
  const own = sql`d.organization_id = ${tx.organization.id}`;
  const counted = () => {
    if (facts.node_id !== null) {
      const ofNode = facts.types
        ? sql`d.type = any(${[...facts.types]}::text[])`
        : sql`d.type <> all(${NOT_CARRIED_OUT}::text[])`;
      const where = sql`${own} and ${inScope(scope, sql.ref('d.campaign_id'), sql`null`)} and d.node_id = ${facts.node_id}
        and ${ofNode} and ${isOfVariant(facts, sql.ref('d.variant'))}`;
      return sql<{ total: number }>`select coalesce(sum(d.amount), 0)::int as total
        from ${sumsWithin('campaign_step', sql`amount`, where, range)}`;
    }
    if (facts.counted_as !== null) {
      const days = range ? sql`d.day between ${range.start_date}::date and ${range.end_date}::date` : sql`true`;
      return sql<{ total: number }>`select coalesce(sum(${sql.ref(`d.${facts.counted_as}`)}), 0)::int as total
        from ${figuresOf(scope)} d where ${own} and ${days}
        and ${inScope(scope, sql.ref('d.campaign_id'), sql.ref('d.account_id'))}`;
    }
    return sql<{ total: number }>`select count(*)::int as total from (select distinct e.campaign_lead_id
      from campaign_events e where ${isInQuery(tx, query, sql.ref('e'))}
      and e.type = any(${[...(facts.types ?? [])]}::text[])) leads`;
  };
  return (await counted().execute(tx.db)).rows[0]?.total ?? 0;
}

function branchesOf({ types, node_id }: Facts): RawBuilder<unknown>[] {
  if (types === null) return [sql`e.action is not null and e.type <> 'failed'`];
  // A node has one row a lead: its index gives the order, and the type only filters.
  return node_id === null ? types.map((type) => sql`e.type = ${type}`) : [sql`e.type = any(${[...types]}::text[])`];
}

function isOfVariant({ variant }: Facts, column: RawBuilder<unknown>): RawBuilder<unknown> {
  return variant === null ? sql`true` : sql`${column} = ${variant}`;
}

/** Events of the asked days, campaigns, senders and node; `e` is the events' name. */
function isInQuery(tx: Tx, { facts, scope, range }: PeopleQuery, e: RawBuilder<unknown>): RawBuilder<unknown> {
  const parts = [
    sql`${e}.organization_id = ${tx.organization.id}`,
    inScope(scope, sql`${e}.campaign_id`, sql`${e}.account_id`),
  ];
  if (facts.node_id !== null) parts.push(sql`${e}.node_id = ${facts.node_id}`, isOfVariant(facts, sql`${e}.variant`));
  if (range) {
    parts.push(sql`${e}.occurred_at >= ${range.start_date}::date::timestamp at time zone 'UTC'
      and ${e}.occurred_at < (${range.end_date}::date + 1)::timestamp at time zone 'UTC'`);
  }
  return sql.join(parts, sql` and `);
}

export interface StandingQuery {
  campaign_id: number;
  status: string | null;
  next_node_id: number | null;
}

/** Leads of a campaign by how they stand now, the newest first. */
export async function listPeopleStanding(
  tx: Tx,
  query: StandingQuery,
  place: { offset: number } | { after: PersonRow | null },
  limit: number,
): Promise<PersonRow[]> {
  const after = 'after' in place && place.after ? sql`l.id < ${place.after.campaign_lead_id}` : sql`true`;
  const rows = await sql<PersonRow>`select ${personSummaryColumns}, l.campaign_id, c.name as campaign_name,
      l.status as campaign_status, null as occurred_at, l.id as campaign_lead_id, null as cursor
    from campaign_leads l join prospects p on p.id = l.prospect_id join campaigns c on c.id = l.campaign_id
    where ${isStanding(tx, query)} and l.archived_at is null and ${after}
    order by l.id desc limit ${limit} offset ${'offset' in place ? place.offset : 0}`.execute(tx.db);
  return rows.rows;
}

export async function countPeopleStanding(tx: Tx, query: StandingQuery): Promise<number> {
  const rows = await sql<{ total: number }>`select coalesce(sum(l.leads), 0)::int as total from campaign_standings l
    where ${isStanding(tx, query)}`.execute(tx.db);
  return rows.rows[0]?.total ?? 0;
}

/** Leads `l`, or sums of leads `l`, that stand so. */
function isStanding(tx: Tx, { campaign_id, status, next_node_id }: StandingQuery): RawBuilder<unknown> {
  const parts = [sql`l.campaign_id = ${campaign_id} and l.organization_id = ${tx.organization.id}`];
  if (status !== null) parts.push(sql`l.status = ${status}`);
  if (next_node_id !== null) parts.push(sql`l.next_node_id = ${next_node_id}`);
  return sql.join(parts, sql` and `);
}
