import { NEW_LEADS_SCOPE } from '@overture/domain/sending/sender-choice';
import type { SystemTransactionContext } from '../../../../kernel/context.ts';
import { lockUntouched, putOffLeads } from '../leads/put-off.store.ts';
import { type FrontRound, putOffFronts } from './fronts.service.ts';

/** What is looked at again although its day has no end yet. */
const LEAST_WAIT_IN_MS = 60_000;

interface NewLeadsRound extends FrontRound {
  /** Left of budgets, by scope and its id. */
  left: ReadonlyMap<string, { left: number; ends_at: Date | null }>;
}

/**
 * Puts off due leads nothing was begun for, in campaigns that begin with no more today: each until tomorrow, so that follow-ups stand in
 * front. What is beyond the fronts that are read the stop check holds.
 */
export async function putOffNewLeads(tx: SystemTransactionContext, round: NewLeadsRound): Promise<void> {
  const { lane, left, now } = round;
  const ends = new Map<number, Date>();
  for (const { campaign_id, max_new_leads_per_day: cap } of round.pairs) {
    const budget = left.get(`${NEW_LEADS_SCOPE}:${campaign_id}`);
    if (cap !== null && budget && budget.left <= 0)
      ends.set(campaign_id, budget.ends_at ?? new Date(now.getTime() + LEAST_WAIT_IN_MS));
  }
  if (ends.size === 0) return;
  await putOffFronts(
    round,
    (id) => ends.has(id),
    async (queues) => {
      const leads = await lockUntouched(tx, lane, queues);
      await putOffLeads(
        tx,
        'new_leads_limit',
        leads.map(({ id, campaign_id }) => ({ id, until: ends.get(campaign_id)! })),
      );
      return leads;
    },
  );
}
