import type { LinkedinTier } from '../accounts.ts';
import type { LinkedinAction } from '../linkedin/linkedin-actions.ts';

/** What an action weighs. LinkedIn sees none of a look-up, and taking an invite back lowers the risk. */
const RISK_POINTS: Readonly<Record<LinkedinAction, number>> = {
  invite: 3,
  inmail: 3,
  message: 1,
  visit: 0.5,
  like: 0.5,
  look: 0,
  withdraw: 0,
};

/** Points a day of an account that has been here for four weeks. */
const POINTS_OF_TIER: Readonly<Record<LinkedinTier, number>> = {
  CLASSIC: 75,
  PREMIUM: 90,
  SALES_NAVIGATOR: 150,
  RECRUITER: 150,
};

const DAY_IN_MS = 86_400_000;
const FULL_AFTER_IN_DAYS = 28;
const FIRST_SHARE = 0.3;
/** Fewer of the last invites accepted halve the budget. Invites of the last days had no time to be accepted. */
export const ACCEPTANCE = { invites: 100, least_share: 0.2, after_days: 7 } as const;
/** So many invites without an answer stop further ones. */
const MOST_PENDING = 500;

/** What is known of an account, besides what it did today. */
export interface RiskState {
  tier: LinkedinTier | null;
  /** Since when it acts from here. */
  risk_since: Date;
  /** Of its last hundred invites that are old enough: how many there are, and how many were accepted. */
  risk_invited: number;
  risk_accepted: number;
  risk_pending: number;
}

export const RISK_REASONS = ['young', 'low_acceptance', 'many_pending'] as const;
export type RiskReason = (typeof RISK_REASONS)[number];

export interface RiskBudget {
  points: number;
  reasons: RiskReason[];
  stops_invites: boolean;
}

/** Today's budget of an account, and why it is smaller than the full one. */
export function decideRiskBudget(state: RiskState, now: Date): RiskBudget {
  const days = Math.max(0, (now.getTime() - state.risk_since.getTime()) / DAY_IN_MS);
  const share = Math.min(1, FIRST_SHARE + ((1 - FIRST_SHARE) * days) / FULL_AFTER_IN_DAYS);
  const isLow =
    state.risk_invited >= ACCEPTANCE.invites && state.risk_accepted < ACCEPTANCE.least_share * state.risk_invited;
  const stops_invites = state.risk_pending >= MOST_PENDING;
  const full = POINTS_OF_TIER[state.tier ?? 'CLASSIC'] * share;
  return {
    points: Math.floor(isLow ? full / 2 : full),
    reasons: [
      ...(share < 1 ? (['young'] as const) : []),
      ...(isLow ? (['low_acceptance'] as const) : []),
      ...(stops_invites ? (['many_pending'] as const) : []),
    ],
    stops_invites,
  };
}

/** Actions of an account's day, by sort. */
export type RiskUse = Partial<Record<LinkedinAction, number>>;

export function sumRiskPoints(use: RiskUse): number {
  return Object.entries(use).reduce((sum, [action, count]) => sum + RISK_POINTS[action as LinkedinAction] * count, 0);
}

/** The most of a sort that today's budget leaves; null where it does not bound that sort. */
export function riskCap(action: LinkedinAction, budget: RiskBudget, use: RiskUse): number | null {
  const used = use[action] ?? 0;
  if (action === 'invite' && budget.stops_invites) return used;
  const weight = RISK_POINTS[action];
  return weight === 0 ? null : used + Math.max(0, Math.floor((budget.points - sumRiskPoints(use)) / weight));
}

const REASON_WORDS: Readonly<Record<RiskReason, string>> = {
  young: 'it grows over the first four weeks',
  low_acceptance: 'halved, because fewer than 20% of the last 100 invites were accepted',
  many_pending: 'invites stopped, because 500 or more are pending',
};

/** Why the budget is small, as the end of a sentence; null for a full one. */
export function describeRisk(reasons: readonly RiskReason[]): string | null {
  return reasons.length === 0 ? null : reasons.map((reason) => REASON_WORDS[reason]).join('; ');
}
