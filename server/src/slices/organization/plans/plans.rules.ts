const dayInMs = 24 * 3600 * 1000;

/** Days of the trial that are left, counting a day that has begun. */
export function trialDaysRemaining(trialEndsAt: Date, now: Date): number {
  return Math.max(0, Math.ceil((trialEndsAt.getTime() - now.getTime()) / dayInMs));
}

export function isInTrial(row: { active_subscription: boolean; trial_ends_at: Date }, now: Date): boolean {
  return !row.active_subscription && row.trial_ends_at > now;
}
