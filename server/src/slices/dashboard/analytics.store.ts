import type { DailyMetrics } from '@overture/domain/campaign/analytics';
import type { CampaignStatus } from '@overture/domain/campaign/transitions';
import type { Branch } from '@overture/domain/flow/flow';
import type { NodeType } from '@overture/domain/flow/step-types';
import type { ReplyClass } from '@overture/domain/inbound/reply-classes';
import { type DateRange, shiftDay } from '@overture/domain/time/date-presets';
import { DEFAULT_TIME_ZONE } from '@overture/domain/time/timezones';
import { listZoneDays, type ZoneDay, type ZoneSpan } from '@overture/domain/time/zone-span';
import { type RawBuilder, sql } from 'kysely';
import type { ReplicaReadContext } from '../../kernel/context.ts';
import { edgeBranches, figuresTable, sumsWithin } from '../campaign-sums/index.ts';

type Tx = Pick<ReplicaReadContext, 'db' | 'organization'>;

/** Campaigns and senders to include; null for all. */
export interface Scope {
  campaign_ids: readonly number[] | null;
  account_ids: readonly number[] | null;
  statuses: readonly CampaignStatus[] | null;
}

export type DaySums = DailyMetrics & { contacted: number };

/** Sums by day of days of a zone that have any. Other zones than UTC correct the sums of UTC days by the events at their edges. */
export async function listDays(tx: Tx, scope: Scope, range: DateRange, zone: string): Promise<DaySums[]> {
  return zone === DEFAULT_TIME_ZONE ? listUtcDays(tx, scope, range) : listLocalDays(tx, scope, range, zone);
}

/** A row a sender and day, or a row a campaign and day where campaigns are chosen. */
async function listUtcDays(tx: Tx, scope: Scope, range: DateRange): Promise<DaySums[]> {
  const rows = await sql<DaySums>`select to_char(d.day, 'YYYY-MM-DD') as date, sum(emails_sent)::int as emails_sent,
      sum(linkedin_messages_sent)::int as linkedin_messages_sent, sum(invites_sent)::int as invites_sent,
      sum(invites_accepted)::int as invites_accepted, sum(replies)::int as replies, sum(interested)::int as interested,
      sum(contacted)::int as contacted
    from ${selectFigures(scope)} d
    where d.organization_id = ${tx.organization.id} and d.day between ${range.start_date}::date and ${range.end_date}::date
      and ${inScope(scope, sql.ref('d.campaign_id'), sql.ref('d.account_id'))}
    group by d.day order by d.day`.execute(tx.db);
  return rows.rows;
}

const COUNTED = {
  emails_sent: sql`e.type = 'email_sent'`,
  linkedin_messages_sent: sql`e.type in ('linkedin_message_sent', 'inmail_sent')`,
  invites_sent: sql`e.type = 'invite_sent'`,
  invites_accepted: sql`e.type = 'invite_accepted'`,
  replies: sql`e.type = 'replied'`,
  interested: sql`e.type = 'interested'`,
  contacted: sql`e.type = 'contacted'`,
} satisfies Record<Exclude<keyof DaySums, 'date'>, RawBuilder<unknown>>;
const FIGURES = Object.keys(COUNTED) as (keyof typeof COUNTED)[];
const COUNTED_TYPES = `{email_sent,linkedin_message_sent,inmail_sent,invite_sent,invite_accepted,replied,interested,contacted}`;

async function listLocalDays(tx: Tx, scope: Scope, range: DateRange, zone: string): Promise<DaySums[]> {
  const rows = await listIntervalSums(tx, listZoneDays(range, zone), scope, null);
  return rows.map(({ place, id: _id, ...sums }) => ({ ...sums, date: shiftDay(range.start_date, place) }));
}

/** What came between a start (`place`, from 0) and the next one; `id` names the campaign or sender. */
export type IntervalSums = Omit<DaySums, 'date'> & { place: number; id: number };

/**
 * Sums of what the first instants of days have between them, in their order. No row is read more than once: spans that overlap are added
 * up from these.
 * @param key gives each campaign or sender its own sums
 */
export async function listIntervalSums(
  tx: Tx,
  starts: readonly ZoneDay[],
  scope: Scope,
  key: 'campaign_id' | 'account_id' | null,
): Promise<IntervalSums[]> {
  const idOf = (table: string) => (key === null ? sql`0` : sql.ref(`${table}.${key}`));
  const counts = FIGURES.map((name) => sql`count(*) filter (where ${COUNTED[name]}) as ${sql.ref(name)}`);
  const columns = (given: (name: string) => RawBuilder<unknown>) => sql.join(FIGURES.map(given));
  const days = starts.map(({ utc_day }) => utc_day);
  const rows = await sql<IntervalSums>`with days as materialized (${placesOf(starts)}),
    edges as (select d.place, f.id, ${columns((name) => sql`d.sign * ${sql.ref(`f.${name}`)} as ${sql.ref(name)}`)}
      from days d cross join lateral (select ${idOf('e')} as id, ${sql.join(counts)} from campaign_events e
        where e.organization_id = ${tx.organization.id} and e.type = any(${sql.lit(COUNTED_TYPES)}::text[])
          and e.occurred_at >= d.since and e.occurred_at < d.until
          and ${inScope(scope, sql.ref('e.campaign_id'), sql.ref('e.account_id'))} group by 1) f
      where d.since is not null),
    sums as (
      select width_bucket(s.day, ${days}::date[]) - 1 as place, ${idOf('s')} as id, ${columns((name) => sql.ref(`s.${name}`))}
        from ${selectFigures(scope)} s
        where s.organization_id = ${tx.organization.id} and s.day >= ${days[0]}::date and s.day < ${days.at(-1)}::date
          and ${inScope(scope, sql.ref('s.campaign_id'), sql.ref('s.account_id'))}
      union all select * from edges
      -- The end of an interval is the beginning of the next.
      union all select place - 1, id, ${columns((name) => sql`-${sql.ref(name)}`)} from edges)
    select place, id, ${columns((name) => sql`sum(${sql.ref(name)})::int as ${sql.ref(name)}`)}
    from sums where place between 0 and ${starts.length - 2} group by place, id order by place`.execute(tx.db);
  return rows.rows;
}

function placesOf(starts: readonly ZoneDay[]): RawBuilder<unknown> {
  return sql`select (t.place - 1)::int as place, t.since, t.until, t.sign
    from unnest(${starts.map(({ edge }) => edge?.since.toISOString() ?? null)}::timestamptz[],
      ${starts.map(({ edge }) => edge?.until.toISOString() ?? null)}::timestamptz[],
      ${starts.map(({ edge }) => edge?.sign ?? null)}::int[]) with ordinality t (since, until, sign, place)`;
}

/** The daily sums of a scope, for any number of campaigns. */
export function selectFigures(scope: Scope): RawBuilder<unknown> {
  return figuresTable(scope.campaign_ids !== null || scope.statuses !== null);
}

/** The scope as a condition on a campaign and a sender. */
export function inScope(
  scope: Scope,
  campaign: RawBuilder<unknown>,
  account: RawBuilder<unknown>,
): RawBuilder<unknown> {
  const parts = [sql`true`];
  if (scope.campaign_ids) parts.push(isAmong(campaign, scope.campaign_ids));
  if (scope.account_ids) parts.push(isAmong(account, scope.account_ids));
  if (scope.statuses) {
    parts.push(sql`${campaign} = any(array(select id from campaigns where organization_id = current_organization_id()
      and status = any(${[...scope.statuses]}::text[])))`);
  }
  return sql.join(parts, sql` and `);
}

/** One id is compared as one: an index gives its rows in order for an equality, and not for a list. */
function isAmong(column: RawBuilder<unknown>, ids: readonly number[]): RawBuilder<unknown> {
  const [only] = ids;
  return ids.length === 1 ? sql`${column} = ${only}` : sql`${column} = any(${[...ids]}::bigint[])`;
}

/** UTC days between which anything happened; null when nothing did. */
export async function findUtcDays(tx: Tx, campaignId: number | null): Promise<DateRange | null> {
  const sums =
    campaignId === null ? sql`account_days where true` : sql`organization_days where campaign_id = ${campaignId}`;
  const rows = await sql<{ start_date: string | null; end_date: string }>`
    select to_char(min(day), 'YYYY-MM-DD') as start_date, to_char(max(day), 'YYYY-MM-DD') as end_date
    from ${sums} and organization_id = ${tx.organization.id}`.execute(tx.db);
  const row = rows.rows[0];
  return row?.start_date ? { start_date: row.start_date, end_date: row.end_date } : null;
}

export interface StepSums {
  node_id: number;
  type: string;
  variant: string;
  amount: number;
  seconds: number;
}

/** Sums of a campaign by node, type of event and variant; of all days without a span. */
export async function listStepSums(tx: Tx, campaignId: number, span: ZoneSpan | null): Promise<StepSums[]> {
  const own = sql`campaign_id = ${campaignId} and organization_id = ${tx.organization.id}`;
  const columns = sql`node_id, type, variant, amount, seconds`;
  const stored = sql`select ${columns} from ${sumsWithin(columns, own, span?.days ?? null)}`;
  const edges = edgeBranches(
    sql`e.node_id, e.type, coalesce(e.variant, ''), edge.sign, edge.sign * coalesce(e.seconds, 0)`,
    own,
    span?.edges ?? [],
  );
  const rows =
    await sql<StepSums>`select node_id, type, variant, sum(amount)::int as amount, sum(seconds)::float8 as seconds
    from (${sql.join([stored, ...edges], sql` union all `)}) d
    group by node_id, type, variant having sum(amount) <> 0`.execute(tx.db);
  return rows.rows;
}

export interface SenderSums extends Omit<StepSums, 'seconds'> {
  account_id: number;
}

/** Sums of a campaign's messages by sender, step, type of event and variant. Reads the days of the span. */
export async function listSenderSums(tx: Tx, campaignId: number, { days, edges }: ZoneSpan): Promise<SenderSums[]> {
  const own = sql`campaign_id = ${campaignId} and organization_id = ${tx.organization.id} and account_id <> 0 and node_id <> 0
      and type in ('email_sent', 'linkedin_message_sent', 'inmail_sent', 'invite_sent', 'replied', 'interested', 'bounced')`;
  const stored = sql`select account_id, node_id, type, variant, amount from campaign_step_days
    where ${own} and day between ${days.start_date}::date and ${days.end_date}::date`;
  const parts = [
    stored,
    ...edgeBranches(sql`e.account_id, e.node_id, e.type, coalesce(e.variant, ''), edge.sign`, own, edges),
  ];
  const rows = await sql<SenderSums>`select account_id, node_id, type, variant, sum(amount)::int as amount
    from (${sql.join(parts, sql` union all `)}) d
    group by account_id, node_id, type, variant having sum(amount) <> 0`.execute(tx.db);
  return rows.rows;
}

export interface FlowRow {
  id: number;
  kind: 'step' | 'condition';
  type: NodeType;
  parent_id: number | null;
  parent_kind: 'step' | 'condition' | null;
  branch: Branch | null;
  message_b: string | null;
  /** Of C to F, those that the step has. */
  more_variants: string[];
  /** False of a step that a later revision has deleted. */
  is_live: boolean;
}

/** The campaign's nodes, deleted ones last; undefined when there is no such campaign. */
export async function findFlow(tx: Tx, campaignId: number): Promise<FlowRow[] | undefined> {
  const known = await sql`select from campaigns where id = ${campaignId}
    and organization_id = ${tx.organization.id}`.execute(tx.db);
  if (known.rows.length === 0) return undefined;
  const rows =
    await sql<FlowRow>`select n.id, n.kind, n.type, n.parent_id, p.kind as parent_kind, n.branch, n.message_b, n.is_live,
      array(select jsonb_array_elements(coalesce(n.more_variants, '[]')) ->> 'variant') as more_variants
    from campaign_nodes n left join campaign_nodes p on p.id = n.parent_id
    where n.campaign_id = ${campaignId} and (n.is_live or n.gone_at is not null) order by n.is_live desc, n.id`.execute(
      tx.db,
    );
  return rows.rows;
}

/** Current states of the leads of a campaign that are not archived. */
export async function listLeadStates(
  tx: Tx,
  campaignId: number,
): Promise<{ status: string; next_node_id: number | null; leads: number }[]> {
  const rows = await sql<{ status: string; next_node_id: number | null; leads: number }>`
    select status, nullif(next_node_id, 0) as next_node_id, sum(leads)::int as leads from campaign_standings
    where campaign_id = ${campaignId} and organization_id = ${tx.organization.id}
    group by status, next_node_id having sum(leads) <> 0`.execute(tx.db);
  return rows.rows;
}

export interface ClassCount {
  class: ReplyClass;
  leads: number;
}

/** What the answers of a campaign's leads say for sure, most first; of leads that are not archived. */
export async function countClasses(tx: Tx, campaignId: number): Promise<ClassCount[]> {
  // From the few conversations with a class, not from all leads of the campaign: they have an index of their own.
  const rows = await sql<ClassCount>`select c.reply_class as class, count(*)::int as leads
    from chats c join campaign_leads l on l.prospect_id = c.prospect_id and l.campaign_id = ${campaignId}
    where c.organization_id = ${tx.organization.id} and c.reply_class is not null and c.is_class_sure
      and l.organization_id = ${tx.organization.id} and l.archived_at is null
    group by c.reply_class order by leads desc, class`.execute(tx.db);
  return rows.rows;
}
