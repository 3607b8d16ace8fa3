import type { Organization } from '@overture/contract/organization';

/** Days of a free trial, and the credits a ring is full at: 100 in trial, 750 otherwise (core-platform 4 and 9). */
const trialDays = 14;
const creditsInTrial = 100;
const creditsOnPlan = 750;

/** What the credits are shown out of. */
export function creditTotal(organization: Pick<Organization, 'is_in_trial'>): number {
  return organization.is_in_trial ? creditsInTrial : creditsOnPlan;
}

/** Remaining days over 14 as a width in percent, never under 5 (core-platform 2.12). */
export function trialShare(organization: Pick<Organization, 'trial_days_remaining'>): number {
  return Math.min(100, Math.max(5, (organization.trial_days_remaining / trialDays) * 100));
}
