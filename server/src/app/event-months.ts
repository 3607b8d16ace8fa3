import { sql } from 'kysely';
import type { SystemContext } from '../kernel/context.ts';

/**
 * Makes the months of `campaign_events` before the clock reaches them. Made by the first event of a month, in the middle of its transaction,
 * they let two transactions wait for each other: one has the month and wants a row, the other has the row and wants the month.
 * @param ahead_in_seconds from now, where the clock is about to be moved
 */
export async function openEventMonths(ctx: SystemContext, ahead_in_seconds = 0): Promise<void> {
  await ctx.systemTransaction(({ db }) =>
    sql`select open_event_months(at, at + interval '2 months')
      from (select app_now() + make_interval(secs => ${ahead_in_seconds}) as at) as moment`.execute(db),
  );
}
