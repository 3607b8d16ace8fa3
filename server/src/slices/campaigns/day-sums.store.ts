import { OPEN_RANGE, splitMonths } from '@overture/domain/date-presets';
import { type RawBuilder, sql } from 'kysely';

/**
 * Rows of a kind of sums within a range, all of them without one, open where a day is null, as a table named `d`: of whole months from its table by the month,
 * the rest from its table by the day. The number of rows follows from months and edges, not from days.
 */
export function sumsWithin(
  kind: 'campaign' | 'campaign_step',
  columns: RawBuilder<unknown>,
  where: RawBuilder<unknown>,
  range: { start_date: string | null; end_date: string | null } | null,
): RawBuilder<unknown> {
  const { months, days } = splitMonths({
    start_date: range?.start_date ?? OPEN_RANGE.start_date,
    end_date: range?.end_date ?? OPEN_RANGE.end_date,
  });
  const parts = days.map(
    ({ start_date, end_date }) => sql`select ${columns} from ${sql.table(`${kind}_days`)} d
      where ${where} and day between ${start_date}::date and ${end_date}::date`,
  );
  if (months) {
    parts.push(sql`select ${columns} from ${sql.table(`${kind}_months`)} d
      where ${where} and month between ${months.start_date}::date and ${months.end_date}::date`);
  }
  return sql`(${sql.join(parts, sql` union all `)}) d`;
}

/**
 * The table with the figures by the day that a question reads: a row a sender and day, or, where campaigns are chosen, a row a
 * campaign, sender and day. Both have the same columns but for the campaign.
 */
export function figuresTable(isOfCampaigns: boolean): RawBuilder<unknown> {
  return sql.table(isOfCampaigns ? 'organization_days' : 'account_days');
}
