import type { User } from '@overture/contract/auth';
import type { SystemContext } from '../../kernel/context.ts';
import { orNotFound } from '../../kernel/errors.ts';
import { getOrganizationBrand } from '../brands/index.ts';
import { applyBranding } from '../organization/index.ts';
import { findSecondFactorDue } from '../sessions/index.ts';
import * as users from '../users/index.ts';
import { presentUser, type UserExtras } from './auth.rules.ts';
import { findPendingEmail } from './email-change/email-change.store.ts';

/** User data of later slices; passed in by `app/`, since auth cannot import them. */
export type DescribeExtras = (ctx: SystemContext, organizationId: number) => Promise<UserExtras>;

export async function describeUser(ctx: SystemContext, userId: number, describeExtras: DescribeExtras): Promise<User> {
  const [row, pending] = await ctx.systemTransaction(async (tx) => [
    orNotFound(await users.findUserWithOrganization(tx, userId)),
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
