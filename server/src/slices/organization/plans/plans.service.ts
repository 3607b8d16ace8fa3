import type { SystemContext } from '../../../kernel/context.ts';
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
