import { type Kysely, sql } from 'kysely';
import type { DB } from '../../kernel/db/__generated__/database.ts';
import { ApiError } from '../../kernel/errors.ts';
import type { SessionContext } from '../../kernel/slice.ts';

interface Tx {
  db: Kysely<DB>;
}

export async function markConfirmed({ db }: Tx, id: number, hasSecondFactor: boolean): Promise<void> {
  await sql`update sessions set confirmed_at = app_now(),
    mfa_at = case when ${hasSecondFactor} then app_now() else mfa_at end where id = ${id}`.execute(db);
}

/** So long a proof that it is really them counts for changes of credentials. */
const CONFIRMED_FOR_MS = 10 * 60_000;

/** Credentials and sessions are the user's own: they cannot be changed during an impersonation. */
export function requireOwnPerson(ctx: Pick<SessionContext, 'user'>): void {
  if (ctx.user.actor_id !== ctx.user.id) throw new ApiError('forbidden');
}

/** Credentials change only shortly after the person showed all that signing in takes: a session left open is not enough. */
export function requireConfirmed(ctx: Pick<SessionContext, 'user' | 'session' | 'clock'>): void {
  requireOwnPerson(ctx);
  const { confirmed_at } = ctx.session;
  if (!confirmed_at || ctx.clock.now().getTime() - confirmed_at.getTime() > CONFIRMED_FOR_MS) {
    throw new ApiError('step_up_needed');
  }
}

/** The person has just proved it is them, by the password or, where there is one, by a second factor. */
export async function recordConfirmation(
  ctx: Pick<SessionContext, 'session' | 'transaction'>,
  hasSecondFactor: boolean,
): Promise<void> {
  await ctx.transaction((tx) => markConfirmed(tx, ctx.session.session_id, hasSecondFactor));
}
