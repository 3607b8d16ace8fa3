import { ApiError, orNotFound } from '../../../kernel/errors.ts';
import type { Limit } from '../../../kernel/rate-limits.ts';
import { recordSecurityEvent } from '../../../kernel/security-log/security-log.ts';
import type { SessionContext } from '../../../kernel/slice.ts';
import { endSessionsOutsideSso, listSsoOnlyUsers } from '../../sso-enforcement/index.ts';
import { requireConfirmed } from '../../step-up/index.ts';
import { endAccess, findUser, type UserRow } from '../../users/index.ts';
import { summarizeFactors } from '../factors/factors.store.ts';
import { deleteIdentities, SSO_ISSUERS } from '../identities/identities.store.ts';
import * as store from './connection.store.ts';
import { findConnection, updateRequired } from './connection.store.ts';
import { presentDomain } from './domains.service.ts';
import { listDomains } from './domains.store.ts';
import { callbackAddress, type GivenOidc, type GivenSaml, parseOidc, parseSaml } from './provider.service.ts';
import { ownSaml } from './saml.service.ts';

type Tx = Parameters<Parameters<SessionContext['transaction']>[0]>[0];

/**
 * Requires Single Sign-On, for a provider that was tested. The admin who requires it keeps one other way to sign in, with a
 * factor that does not depend on the provider; all other non-SSO sessions, and the apps of these people, end immediately.
 */
export async function requireSso(ctx: SessionContext, isRequired: boolean): Promise<void> {
  requireConfirmed(ctx);
  const { id } = ctx.organization;
  await ctx.transaction(async (tx) => {
    if (isRequired) await checkReady(tx, ctx);
    await updateRequired(tx, id, isRequired ? ctx.user.id : null);
    if (isRequired) {
      await endSessionsOutsideSso(tx, id);
      // Which sign-in approved an app is unknown.
      await endAccess(tx, await listSsoOnlyUsers(tx, id), 'apps');
    }
    const label = isRequired ? 'Only Single Sign-On' : 'Not only Single Sign-On';
    await recordSecurityEvent(tx, { event: 'sso_changed', subject: { kind: 'setting', label } });
  });
}

async function checkReady(tx: Tx, ctx: SessionContext): Promise<void> {
  const row = await findConnection(tx, ctx.organization.id);
  const domains = await listDomains(tx, ctx.organization.id);
  if (!row || !domains.some((domain) => domain.verified_at)) throw new ApiError('sso_not_set_up');
  if (!row.tested_at) throw new ApiError('sso_not_tried');
  const { passkeys, totp_confirmed_at } = await summarizeFactors(tx, ctx.user.id, null);
  const { password_hash } = orNotFound(await findUser(tx, ctx.user.id));
  if (passkeys === 0 && (totp_confirmed_at === null || password_hash === null))
    throw new ApiError('sso_way_back_needed');
}

const CHANGES: Limit = { name: 'sso-changes', points: 30, per_seconds: 3600 };

/**
 * An identity's name within its organization. Its admin chooses the issuer's name, so it must mean nothing elsewhere: it could
 * be another person's at another provider.
 */
export const ownIssuer = (organizationId: number, issuer: string): string =>
  `${SSO_ISSUERS}${organizationId}:${issuer}`;

export async function getSso(ctx: SessionContext) {
  const { row, domains, keeper } = await ctx.transaction(async (tx) => {
    const row = await store.findConnection(tx, ctx.organization.id);
    const keeper = row?.break_glass_user_id ? await findUser(tx, row.break_glass_user_id) : undefined;
    return { row, domains: await listDomains(tx, ctx.organization.id), keeper };
  });
  return {
    connection: row ? presentConnection(row, keeper) : null,
    domains: domains.map(presentDomain),
    callback_url: callbackAddress(ctx),
    ...ownSaml(ctx, ctx.organization.id),
  };
}

function presentConnection(row: store.ConnectionRow, keeper: UserRow | undefined) {
  const { kind, issuer, client_id, lets_people_join, tested_at, enforced_at } = row;
  const is_required = enforced_at !== null;
  return {
    ...{ kind, issuer, client_id, lets_people_join, is_required },
    tested_at: tested_at?.toISOString() ?? null,
    way_back: is_required && keeper ? { id: keeper.id, name: keeper.name, email: keeper.email } : null,
  };
}

type Given = (GivenOidc | GivenSaml) & { lets_people_join: boolean };

/** Keeps who vouches for the organization's people, once it was read and answered as a provider does. */
export async function saveConnection(ctx: SessionContext, given: Given): Promise<void> {
  requireConfirmed(ctx);
  const organization_id = ctx.organization.id;
  await ctx.rate_limits.spend(CHANGES.name, String(organization_id), CHANGES.points, CHANGES.per_seconds);
  const known = await ctx.transaction((tx) => store.findConnection(tx, organization_id));
  const { parts, ...novelty } =
    given.kind === 'oidc' ? await parseOidc(ctx, known, given) : await parseSaml(ctx, known, given);
  await ctx.transaction(async (tx) => {
    const { lets_people_join } = given;
    await store.upsertConnection(tx, { ...parts, organization_id, lets_people_join }, novelty);
    // Identities of another provider are linked again; also those of another client, to which OpenID Connect may name each user
    // by another subject.
    const isAnotherClient = parts.kind === 'oidc' && novelty.is_another;
    const kept = isAnotherClient ? null : ownIssuer(organization_id, parts.issuer);
    await deleteIdentities(tx, organization_id, ownIssuer(organization_id, ''), kept);
    await recordSecurityEvent(tx, { event: 'sso_changed', subject: { kind: 'setting', label: parts.issuer } });
  });
}

export async function deleteSso(ctx: SessionContext): Promise<void> {
  requireConfirmed(ctx);
  const organization_id = ctx.organization.id;
  await ctx.transaction(async (tx) => {
    const row = orNotFound(await store.findConnection(tx, organization_id));
    await store.deleteConnection(tx, organization_id);
    await deleteIdentities(tx, organization_id, ownIssuer(organization_id, ''), null);
    await recordSecurityEvent(tx, {
      event: 'sso_changed',
      subject: { kind: 'setting', label: row.issuer },
      reason: 'removed',
    });
  });
}
