import { isProviderError } from '@overture/adapters/kit/errors';
import type { DueWeek } from '@overture/domain/campaign/weekly-mail';
import { newLeadsMail } from '@overture/domain/finder/saved-searches';
import { cutText } from '@overture/domain/text/text-bounds';
import type { Context, SystemContext, TransactionContext } from '../../kernel/context.ts';
import { ApiError } from '../../kernel/errors.ts';
import { runUnits } from '../../kernel/rounds/rounds.ts';
import { parseLeadQuery } from '../lead-finder/index.ts';
import { insertNotice } from '../notices/index.ts';
import { findDueWeeks } from '../weekly-mails/index.ts';
import * as store from './counted-searches.store.ts';
import { claimWeek, type DueReader } from './readers.store.ts';

export const STOP_PAGE = '/new-leads-email';
const PROBLEM_LENGTH = 500;

/** Counts the saved searches of each organization on Mondays and mails those who chose it, both once a week. */
export async function mailNewLeads(ctx: SystemContext, signal: AbortSignal): Promise<void> {
  for await (const units of findDueWeeks(ctx, signal, store.listOrganizations)) {
    await runUnits(
      ctx,
      {
        loop: 'finder-searches',
        units,
        share: 1,
        at_once: 2,
        time_box_in_ms: 120_000,
        run: async ({ organization_id, week }, unitSignal) => {
          const own = ctx.forOrganization(organization_id);
          await countSearches(own, week, unitSignal);
          await own.transaction((tx) => writeMails(tx, week));
        },
      },
      signal,
    );
  }
}

/**
 * The engine is asked outside of transactions, and each result is stored alone. Leads that are loaded while it counts may count twice,
 * this week and the next: they are never left out.
 */
async function countSearches(ctx: Context, week: DueWeek, signal: AbortSignal): Promise<void> {
  if ((await ctx.ports.lead_database.describe()).state === 'off') return;
  for (;;) {
    const searches = await ctx.read((tx) => store.listUncounted(tx, week));
    if (searches.length === 0) return;
    const position = await ctx.ports.lead_database.getPosition({ signal });
    for (const search of searches) {
      const result = await countNew(ctx, search, position, signal);
      await ctx.transaction((tx) => store.markCounted(tx, search, week, { ...result, position }));
    }
  }
}

/** @throws ProviderError while the engine can't be reached */
async function countNew(
  { ports }: Pick<Context, 'ports'>,
  { filters, prospects_per_company, counted_to }: store.UncountedSearch,
  position: string,
  signal: AbortSignal,
): Promise<{ new_count: number | null; problem: string | null }> {
  try {
    const query = parseLeadQuery(filters, prospects_per_company, counted_to);
    // Leads are loaded rarely. A lower position is that of a database that was loaded from the start again.
    if (Number(position) <= Number(counted_to)) return { new_count: 0, problem: null };
    return { new_count: await ports.lead_database.countLeads(query, { signal }), problem: null };
  } catch (error) {
    if (error instanceof ApiError)
      return {
        new_count: null,
        problem: 'Its filters cannot be read any longer. Open it, check the filters and save it.',
      };
    if (isProviderError(error, 'rejected') || (isProviderError(error) && error.code === 'timeout'))
      return { new_count: null, problem: cutText(error.reason, PROBLEM_LENGTH) };
    throw error;
  }
}

async function writeMails(tx: TransactionContext, week: DueWeek): Promise<void> {
  const byUser = new Map<number, DueReader[]>();
  for (const reader of await claimWeek(tx, week))
    byUser.set(reader.user_id, [...(byUser.get(reader.user_id) ?? []), reader]);
  for (const [user_id, searches] of byUser) {
    const mail = newLeadsMail(searches);
    if (mail === null) continue;
    await insertNotice(tx, {
      user_id,
      ...mail,
      path: '/searches/saved',
      stop_path: `${STOP_PAGE}/${searches[0]!.stop_key}`,
      not_after: week.until,
    });
  }
}
