import type { SystemContext } from '../../kernel/context.ts';
import { hashToken, newToken } from '../../kernel/crypto.ts';
import type { SessionContext } from '../../kernel/slice.ts';
import { consumeTicketRow, insertTicket } from './live-tickets.store.ts';

export const TICKET_LIFETIME_IN_SECONDS = 30;

/** A ticket that opens one live connection within 30 seconds, for clients that cannot send a header or cookie. */
export async function createTicket(
  ctx: Pick<SessionContext, 'user' | 'organization' | 'transaction' | 'session'>,
): Promise<string> {
  const ticket = newToken();
  await ctx.transaction((tx) =>
    insertTicket(tx, {
      ticket_hash: hashToken(ticket),
      organization_id: ctx.organization.id,
      user_id: ctx.user.id,
      session_id: ctx.session.session_id,
      lifetime_in_seconds: TICKET_LIFETIME_IN_SECONDS,
    }),
  );
  return ticket;
}

export async function consumeTicket(
  ctx: SystemContext,
  ticket: string,
  host: string | null,
): Promise<{ organization_id: number; user_id: number; session_id: number } | null> {
  return ctx.systemTransaction((tx) => consumeTicketRow(tx, hashToken(ticket), host));
}
