import type { FlowNode } from '@overture/domain/flow/flow';
import { type DateRange, OPEN_RANGE, splitMonths } from '@overture/domain/time/date-presets';
import { DEFAULT_TIME_ZONE } from '@overture/domain/time/timezones';
import { toZoneSpan, type ZoneSpan } from '@overture/domain/time/zone-span';
import { type RawBuilder, sql } from 'kysely';
import type { TransactionContext } from '../../../kernel/context.ts';
import { edgeBranches } from '../../campaign-sums/index.ts';

type Tx = Pick<TransactionContext, 'db' | 'organization'>;

/** Total of a campaign's actions by step, type and variant ('' for a step with one message). */
export interface DoneSum {
  node_id: number;
  type: string;
  variant: string;
  amount: number;
}

/** By campaign, from the sums by the month: as many rows as a campaign has months and steps, however many leads. */
export async function listDone({ db }: Tx, campaignIds: readonly number[]): Promise<Map<number, DoneSum[]>> {
  const { rows } = await sql<
    DoneSum & { campaign_id: number }
  >`select campaign_id, node_id, type, variant, sum(amount)::int as amount
    from campaign_step_months where campaign_id = any(${[...campaignIds]}::bigint[])
    group by campaign_id, node_id, type, variant`.execute(db);
  return Map.groupBy(rows, (row) => row.campaign_id);
}

/** A node without its texts, and whether it sends two messages. */
export type OutlineNode = FlowNode & { is_tested: boolean };

/** Flows of those of the campaigns that send two messages at a step. */
export async function listTestedFlows(
  { db, organization }: Tx,
  campaignIds: readonly number[],
): Promise<Map<number, OutlineNode[]>> {
  const { rows } = await sql<
    OutlineNode & { campaign_id: number }
  >`select n.campaign_id, n.id, n.kind, n.type, n.parent_id, n.branch, n.delay_in_hours, not is_blank(n.message_b) as is_tested
    from campaign_nodes n
    where n.campaign_id = any(${[...campaignIds]}::bigint[]) and n.organization_id = ${organization.id} and n.is_live
      and exists (select from campaign_nodes t where t.campaign_id = n.campaign_id and t.is_live and not is_blank(t.message_b))`.execute(
    db,
  );
  return Map.groupBy(rows, ({ campaign_id }) => campaign_id);
}

interface Period {
  /** Days (YYYY-MM-DD, both included); null without a bound. */
  start_date: string | null;
  end_date: string | null;
  /** Whose days they are; null for UTC. */
  time_zone: string | null;
  account_ids: readonly number[] | null;
}

export const hasPeriod = ({ start_date, end_date }: Period): boolean => start_date !== null || end_date !== null;

/** The counts of campaign `c` as `n`, with the contacts and replies of a period, by chosen senders: of the events that the overview counts. */
export function countsOfPeriod(query: Period): RawBuilder<unknown> {
  return sql`lateral (select total, completed, coalesce(days.contacted, 0)::int as contacted,
      coalesce(days.replied, 0)::int as replied
    from (select coalesce(sum(total), 0)::int as total, coalesce(sum(completed), 0)::int as completed
      from campaign_counts where campaign_id = c.id) as sums
    cross join (select sum(contacted) as contacted, sum(replies) as replied from ${sumsOfPeriod(query)}) as days) n`;
}

const spanOf = ({ start_date, end_date, time_zone }: Period): ZoneSpan =>
  toZoneSpan(
    { start_date: start_date ?? OPEN_RANGE.start_date, end_date: end_date ?? OPEN_RANGE.end_date },
    time_zone ?? DEFAULT_TIME_ZONE,
  );

/** Contacts and replies in campaign `c`: of whole months by the month, of the rest by the day, of edges of zones by the event. */
function sumsOfPeriod(query: Period): RawBuilder<unknown> {
  const span = spanOf(query);
  const { months, days } = splitMonths(span.days);
  const parts = days.map((range) => sql`select contacted, replies from ${daysOfCampaign(range, query)}`);
  if (months) {
    parts.push(sql`select contacted, replies from campaign_months where campaign_id = c.id and ${bySenders(query)}
      and month between ${months.start_date}::date and ${months.end_date}::date`);
  }
  const counts = sql`(e.type = 'contacted')::int * edge.sign, (e.type = 'replied')::int * edge.sign`;
  const own = sql`e.campaign_id = c.id and e.type in ('contacted', 'replied') and ${bySenders(query)}`;
  parts.push(...edgeBranches(counts, own, span.edges));
  return sql`(${sql.join(parts, sql` union all `)}) as sums`;
}

/** Actions in campaign `c` by day and sender. */
function daysOfCampaign({ start_date, end_date }: DateRange, query: Period): RawBuilder<unknown> {
  return sql`organization_days where campaign_id = c.id and ${bySenders(query)}
    and day between ${start_date}::date and ${end_date}::date`;
}

function bySenders({ account_ids }: Period): RawBuilder<unknown> {
  return account_ids ? sql`account_id = any(${[...account_ids]}::bigint[])` : sql`true`;
}

/** Whether the chosen senders did anything in campaign `c` in the period: one that was replaced since counts. */
export const wasUsedIn = (query: Period): RawBuilder<unknown> =>
  sql`exists (select from ${daysOfCampaign(spanOf(query).cover, query)})`;
