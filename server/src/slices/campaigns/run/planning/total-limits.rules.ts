import { NEW_LEADS_SCOPE, TOTAL_SCOPE } from '@overture/domain/sending/sender-choice';
import type { SenderLane } from '../lanes/lanes.store.ts';
import type { SenderShare } from '../leads/run-leads.store.ts';

interface WantedBudget {
  scope: string;
  scope_id: number;
  cap: number;
}

/** Budgets of campaigns over all their senders, one row each. */
export function totalBudgets(pairs: readonly SenderLane[]): WantedBudget[] {
  return [...wanted(pairs, TOTAL_SCOPE, 'max_emails_per_day_total'), ...newLeadsBudgets(pairs)];
}

export const newLeadsBudgets = (pairs: readonly SenderLane[]): WantedBudget[] =>
  wanted(pairs, NEW_LEADS_SCOPE, 'max_new_leads_per_day');

function wanted(
  pairs: readonly SenderLane[],
  scope: string,
  field: 'max_emails_per_day_total' | 'max_new_leads_per_day',
): WantedBudget[] {
  const caps = new Map(pairs.map((pair) => [pair.campaign_id, pair[field]]));
  return [...caps].flatMap(([scope_id, cap]) => (cap === null ? [] : [{ scope, scope_id, cap }]));
}

/** Distributes the rest of a campaign's budget evenly to its senders; what one cannot use goes to the next. */
export function createTotalSplit(
  pairs: readonly SenderLane[],
  left: ReadonlyMap<string, { left: number }>,
  shares: readonly SenderShare[],
): (pair: SenderLane, amount: number) => number {
  const rooms = new Map(shares.map(({ account_id, amount }) => [account_id, amount]));
  const waiting = new Map<number, number>();
  for (const { campaign_id } of pairs) waiting.set(campaign_id, (waiting.get(campaign_id) ?? 0) + 1);
  const totals = new Map<number, number>();
  return ({ campaign_id, sender_id, max_emails_per_day_total }, amount) => {
    if (max_emails_per_day_total === null) return amount;
    const senders = waiting.get(campaign_id) ?? 1;
    const total = totals.get(campaign_id) ?? left.get(`${TOTAL_SCOPE}:${campaign_id}`)?.left ?? 0;
    const taken = Math.max(0, Math.min(amount, rooms.get(sender_id) ?? 0, Math.ceil(total / senders)));
    waiting.set(campaign_id, Math.max(1, senders - 1));
    totals.set(campaign_id, total - taken);
    return taken;
  };
}
