import type { NodeType } from '@overture/domain/flow/step-types';
import { OPEN_RANGE, splitMonths } from '@overture/domain/time/date-presets';
import type { ZoneEdge } from '@overture/domain/time/zone-span';
import { type RawBuilder, sql } from 'kysely';
import type { ReplicaReadContext } from '../../kernel/context.ts';

/**
 * Daily sums of campaigns' steps within a range as a table `d`; a null day is an open end. Whole months come from the monthly table, the
 * rest from the daily one: the number of rows depends on months and edges, not on days.
 */
export function sumsWithin(
  columns: RawBuilder<unknown>,
  where: RawBuilder<unknown>,
  range: { start_date: string | null; end_date: string | null } | null,
): RawBuilder<unknown> {
  const { months, days } = splitMonths({
    start_date: range?.start_date ?? OPEN_RANGE.start_date,
    end_date: range?.end_date ?? OPEN_RANGE.end_date,
  });
  const parts = days.map(
    ({ start_date, end_date }) => sql`select ${columns} from campaign_step_days d
      where ${where} and day between ${start_date}::date and ${end_date}::date`,
  );
  if (months) {
    parts.push(sql`select ${columns} from campaign_step_months d
      where ${where} and month between ${months.start_date}::date and ${months.end_date}::date`);
  }
  return sql`(${sql.join(parts, sql` union all `)}) d`;
}

/**
 * Events at the ends of a zone's days as branches of a union: what stored sums of UTC days have too much or too little (decision 0449).
 * @param columns of the events `e`; the sign is `edge.sign`
 * @param where which events
 */
export function edgeBranches(
  columns: RawBuilder<unknown>,
  where: RawBuilder<unknown>,
  edges: readonly ZoneEdge[],
): RawBuilder<unknown>[] {
  return edges.map(
    ({ since, until, sign, utc_day }) => sql`select ${columns}
      from campaign_events e cross join (select ${sign}::int as sign, ${utc_day}::date as day) edge
      where ${where} and e.occurred_at >= ${since}::timestamptz and e.occurred_at < ${until}::timestamptz`,
  );
}

/**
 * The table with the figures by the day that a question reads: a row a sender and day, or, where campaigns are chosen, a row a
 * campaign, sender and day. Both have the same columns but for the campaign.
 */
export function figuresTable(isOfCampaigns: boolean): RawBuilder<unknown> {
  return sql.table(isOfCampaigns ? 'organization_days' : 'account_days');
}

/** The column of those tables that counts the nodes of a kind that were carried out (`kernel/db/kind-columns.ts`). */
export const kindColumn = (kind: NodeType): string => `kind_${kind.toLowerCase()}`;

/** Where a page of a list lies that is read newest first. */
export interface PageDays {
  /** Rows on all days. */
  total: number;
  /** The days with rows of the page (YYYY-MM-DD), the newest first; none where nothing is. */
  days: string[];
  /** Rows of these days before the page. */
  offset: number;
  /** Rows of these days. */
  amount: number;
}

/**
 * Finds the days that contain a page: a deep page reads its own days only, and empty days are never read.
 * @param amounts a query of days, each once, with the number of the list's rows (columns `day` and `amount`)
 */
export async function findPageDays(
  tx: Pick<ReplicaReadContext, 'db'>,
  amounts: RawBuilder<unknown>,
  page: { offset: number; limit: number },
): Promise<PageDays> {
  const rows = await sql<PageDays & { before: number }>`
    with placed as (select day, amount, sum(amount) over (order by day desc) as upto, sum(amount) over () as total
      from (${amounts}) as days where amount > 0)
    select total::int, coalesce(array_agg(to_char(day, 'YYYY-MM-DD') order by day desc) filter (where is_here), '{}') as days,
      coalesce(min(upto - amount) filter (where is_here), 0)::int as before,
      coalesce(sum(amount) filter (where is_here), 0)::int as amount
    from (select *, upto > ${page.offset} and upto - amount < ${page.offset + page.limit} as is_here from placed) as p
    group by total`.execute(tx.db);
  const found = rows.rows[0] ?? { total: 0, days: [], before: 0, amount: 0 };
  return { total: found.total, days: found.days, offset: page.offset - found.before, amount: found.amount };
}
