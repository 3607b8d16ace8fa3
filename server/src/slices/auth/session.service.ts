import type { User } from '@overture/contract/auth';
import type { SystemContext } from '../../kernel/context.ts';
import { hashToken, newToken } from '../../kernel/crypto.ts';
import { orNotFound } from '../../kernel/errors.ts';
import type { SessionContext } from '../../kernel/slice.ts';
import { getOrganizationBrand } from '../brands/index.ts';
import { applyBranding } from '../organization/index.ts';
import { presentUser, type UserExtras } from './auth.rules.ts';
import * as store from './auth.store.ts';
import { findPendingEmail } from './email-change/email-change.store.ts';
import { consumeTicketRow, findSecondFactorDue, insertTicket } from './sessions/session.store.ts';

export const TICKET_LIFETIME_IN_SECONDS = 30;

/** User data of later slices; passed in by `app/`, since auth cannot import them. */
export type DescribeExtras = (ctx: SystemContext, organizationId: number) => Promise<UserExtras>;

export async function describeUser(ctx: SystemContext, userId: number, describeExtras: DescribeExtras): Promise<User> {
  const [row, pending] = await ctx.systemTransaction(async (tx) => [
    orNotFound(await store.findUserWithOrganization(tx, userId)),
    await findPendingEmail(tx, userId),
  ]);
  const policy = ctx.config.REQUIRE_SECOND_FACTOR;
  const due = await ctx.systemRead((read) => findSecondFactorDue(read, userId, policy));
  const [extras, brand] = await Promise.all([
    describeExtras(ctx, row.user.organization_id),
    getOrganizationBrand(ctx, row.user.organization_id),
  ]);
  const plan = { now: ctx.clock.now(), partner_domain: ctx.config.PARTNER_EMAIL_DOMAIN };
  const user = presentUser(row.user, pending, row.organization, extras, plan);
  return {
    ...user,
    organization: applyBranding(user.organization, brand.look),
    second_factor_due_at: due?.toISOString() ?? null,
    acting: null,
  };
}

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
