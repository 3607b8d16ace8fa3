import type { SystemContext } from '../../kernel/context.ts';
import { updateToNoPlan, updateToPlan } from './plans.store.ts';

/**
 * Lets the user's organization spend and send, permanently or for a number of days; returns its name.
 * @throws Error in words for an unknown address
 */
export async function grantPlan(ctx: SystemContext, email: string, days: number | null): Promise<string> {
  return foundFor(email, await ctx.systemTransaction((tx) => updateToPlan(tx, email, days)));
}

/**
 * The opposite.
 * @throws Error in words for an unknown address
 */
export async function endPlan(ctx: SystemContext, email: string): Promise<string> {
  return foundFor(email, await ctx.systemTransaction((tx) => updateToNoPlan(tx, email)));
}

function foundFor(email: string, name: string | null): string {
  if (name === null) throw new Error(`No user has the address ${email}.`);
  return name;
}

const dayInMs = 24 * 3600 * 1000;

/** Days of the trial that are left, counting a day that has begun. */
export function trialDaysRemaining(trialEndsAt: Date, now: Date): number {
  return Math.max(0, Math.ceil((trialEndsAt.getTime() - now.getTime()) / dayInMs));
}

export function isInTrial(row: { active_subscription: boolean; trial_ends_at: Date }, now: Date): boolean {
  return !row.active_subscription && row.trial_ends_at > now;
}
