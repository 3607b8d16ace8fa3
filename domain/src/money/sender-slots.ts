import type { Viewer } from '../access/permissions.ts';
import { isHiddenForWhitelabel } from '../access/permissions.ts';
import { TRIAL } from '../limits.ts';
import { PLAN_INCLUDES } from './pricing.ts';

export type SlotFacts = {
  is_in_trial: boolean;
  is_partner: boolean;
  extra_linkedin_accounts: number;
  extra_email_accounts: number;
  accounts: readonly { kind: 'linkedin' | 'email'; is_base_account: boolean }[];
};

export type SlotDecision = { allowed: true } | { allowed: false; reason: 'trial' | 'slots'; limit: number };

export const TRIAL_SENDER_LIMIT_TEXT =
  'Trial sender account limit reached — During your free trial, you can only connect 1 sender account.';

/** True for people of the partner organization: their address ends with its domain. */
export function isPartnerEmail(email: string, partnerDomain: string | null | undefined): boolean {
  const domain = partnerDomain?.trim().replace(/^@/, '').toLowerCase() ?? '';
  return domain !== '' && email.trim().toLowerCase().endsWith(`@${domain}`);
}

/** Base accounts a plan includes: 2, or 1 with the partner plan. */
export function baseSlots(facts: Pick<SlotFacts, 'is_partner'>): number {
  return facts.is_partner ? PLAN_INCLUDES.partner_sender_accounts : PLAN_INCLUDES.sender_accounts;
}

/**
 * Connections of one kind a white-label client may have: free base slots (2 minus base accounts, floored at 0) plus base
 * accounts of that kind plus the extras bought for it.
 */
export function slotLimit(kind: 'linkedin' | 'email', facts: SlotFacts): number {
  const base = facts.accounts.filter((account) => account.is_base_account);
  const free = Math.max(0, baseSlots(facts) - base.length);
  const extras = kind === 'linkedin' ? facts.extra_linkedin_accounts : facts.extra_email_accounts;
  return free + base.filter((account) => account.kind === kind).length + extras;
}

/** Whether one more account of a kind is beyond what a paid plan covers: it is then added to the plan first. */
export function needsExtra(kind: 'linkedin' | 'email', facts: SlotFacts): boolean {
  return facts.accounts.filter((account) => account.kind === kind).length >= slotLimit(kind, facts);
}

/** May the viewer connect one more account? Trial: one account; white-label clients: their slots; others: yes. */
export function decideConnection(kind: 'linkedin' | 'email', viewer: Viewer, facts: SlotFacts): SlotDecision {
  if (viewer.role === 'ADMIN') return { allowed: true };
  if (facts.is_in_trial && !viewer.organization.is_whitelabel) {
    const isFull = facts.accounts.length >= TRIAL.sender_accounts;
    return isFull ? { allowed: false, reason: 'trial', limit: TRIAL.sender_accounts } : { allowed: true };
  }
  if (!isHiddenForWhitelabel(viewer)) return { allowed: true };
  const limit = slotLimit(kind, facts);
  const used = facts.accounts.filter((account) => account.kind === kind).length;
  return used >= limit ? { allowed: false, reason: 'slots', limit } : { allowed: true };
}

/** Text of the over-limit warning, or null within the limit. */
export function describeOverLimit(accounts: number, limit: number): string | null {
  if (accounts <= limit) return null;
  return `You have ${accounts - limit} account(s) over your limit of ${limit}. These accounts are still functional but exceed your current plan limits.`;
}
