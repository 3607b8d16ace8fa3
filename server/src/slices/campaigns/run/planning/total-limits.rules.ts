import { NEW_LEADS_SCOPE, TOTAL_SCOPE } from '@overture/domain/sending/sender-choice';
import type { SenderLane } from '../lanes/lanes.store.ts';

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
