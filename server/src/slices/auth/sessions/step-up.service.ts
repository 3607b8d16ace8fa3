import { ApiError } from '../../../kernel/errors.ts';
import type { SessionContext } from '../../../kernel/slice.ts';
import { markConfirmed } from '../sessions/session.store.ts';
import { requireOwnPerson } from '../sessions/sessions.service.ts';

/** So long a proof that it is really them counts for changes of credentials. */
const CONFIRMED_FOR_MS = 10 * 60_000;

/** Credentials change only shortly after the person showed a password or a factor: a session left open is not enough. */
export function requireConfirmed(ctx: Pick<SessionContext, 'user' | 'session' | 'clock'>): void {
  requireOwnPerson(ctx);
  const { confirmed_at } = ctx.session;
  if (!confirmed_at || ctx.clock.now().getTime() - confirmed_at.getTime() > CONFIRMED_FOR_MS) {
    throw new ApiError('step_up_needed');
  }
}

/** The person has just proved it is them, by the password or by a factor. */
export async function noteConfirmed(
  ctx: Pick<SessionContext, 'session' | 'transaction'>,
  hasSecondFactor = false,
): Promise<void> {
  await ctx.transaction((tx) => markConfirmed(tx, ctx.session.session_id, hasSecondFactor));
}
