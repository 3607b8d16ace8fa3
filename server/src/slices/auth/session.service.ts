import type { User } from '@overture/contract/auth';
import type { SystemContext } from '../../kernel/context.ts';
import { hashToken, newToken } from '../../kernel/crypto.ts';
import { found } from '../../kernel/errors.ts';
import type { SessionIdentity } from '../../kernel/http/sessions.ts';
import type { SessionContext } from '../../kernel/slice.ts';
import { disabledFeatures } from '../organization/index.ts';
import { presentUser, type UserExtras } from './auth.rules.ts';
import * as store from './auth.store.ts';

export const TICKET_LIFETIME_IN_SECONDS = 30;

/** What later slices add to a person; given by `app/`, since auth stands before them. */
export type DescribeExtras = (ctx: SystemContext, organizationId: number) => Promise<UserExtras>;

/** The live session of a token, or null. Called for every request: one indexed read. */
export async function findSession(ctx: SystemContext, token: string): Promise<SessionIdentity | null> {
  const row = await ctx.systemRead((read) => store.findSessionRow(read, hashToken(token)));
  if (!row) return null;
  return {
    organization_id: row.organization_id,
    user_id: row.user_id,
    actor_user_id: row.actor_user_id ?? row.user_id,
    role: row.role,
    disabled_features: disabledFeatures(row),
  };
}

export async function describeUser(ctx: SystemContext, userId: number, describeExtras: DescribeExtras): Promise<User> {
  const row = found(await ctx.systemTransaction((tx) => store.findUserWithOrganization(tx, userId)));
  const extras = await describeExtras(ctx, row.user.organization_id);
  const plan = { now: ctx.clock.now(), partner_domain: ctx.config.PARTNER_EMAIL_DOMAIN };
  return presentUser(row.user, row.organization, extras, plan);
}

export async function endSession(ctx: SystemContext, token: string): Promise<void> {
  await ctx.systemTransaction((tx) => store.deleteSession(tx, hashToken(token)));
}

/** A ticket that opens one live connection within 30 seconds, for clients that cannot send a header or cookie. */
export async function createTicket(
  ctx: Pick<SessionContext, 'user' | 'organization' | 'transaction'>,
): Promise<string> {
  const ticket = newToken();
  await ctx.transaction((tx) =>
    store.insertTicket(tx, {
      ticket_hash: hashToken(ticket),
      organization_id: ctx.organization.id,
      user_id: ctx.user.id,
      lifetime_in_seconds: TICKET_LIFETIME_IN_SECONDS,
    }),
  );
  return ticket;
}

export async function takeTicket(
  ctx: SystemContext,
  ticket: string,
): Promise<{ organization_id: number; user_id: number } | null> {
  return ctx.systemTransaction((tx) => store.takeTicketRow(tx, hashToken(ticket)));
}
