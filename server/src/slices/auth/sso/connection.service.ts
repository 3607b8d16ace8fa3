import type { IdentityClient } from '@overture/adapters/identity/identity.port';
import { isProviderError } from '@overture/adapters/kit/errors';
import type { SystemContext } from '../../../kernel/context.ts';
import { newPkce, newToken } from '../../../kernel/crypto.ts';
import { ApiError, orNotFound } from '../../../kernel/errors.ts';
import type { Limit } from '../../../kernel/rate-limits.ts';
import { recordSecurityEvent } from '../../../kernel/security-log/security-log.ts';
import type { SessionContext } from '../../../kernel/slice.ts';
import { requireConfirmed } from '../factors/step-up.service.ts';
import { SSO_ISSUERS } from '../identities/identities.service.ts';
import { deleteIdentitiesOf } from '../identities/identities.store.ts';
import * as store from './connection.store.ts';
import { presentDomain } from './domains.service.ts';
import { listDomains } from './domains.store.ts';

const CHANGES: Limit = { name: 'sso-changes', points: 30, per_seconds: 3600 };

/** What a connection's client secret is sealed for: it opens for no other organization. */
export const ssoSecretPurpose = (organizationId: unknown): string => `sso-client:${organizationId}`;

/** Where every OpenID Connect provider sends people back to. */
export const callbackAddress = (ctx: Pick<SystemContext, 'config'>): string =>
  `${ctx.config.APP_URL}/api/v1/auth/sso/callback/`;

/**
 * Names an identity as its organization's own. Whoever sets a connection up says what its issuer is called: the name must mean
 * nothing outside of that organization, or it could be somebody's at another provider.
 */
export const ownIssuer = (organizationId: number, issuer: string): string =>
  `${SSO_ISSUERS}${organizationId}:${issuer}`;

export function openClient(ctx: Pick<SystemContext, 'vault'>, row: store.ConnectionRow): IdentityClient {
  const { issuer, client_id, sealed_client_secret, organization_id } = row;
  if (client_id === null || sealed_client_secret === null) throw new ApiError('sso_failed');
  return { issuer, client_id, client_secret: ctx.vault.open(ssoSecretPurpose(organization_id), sealed_client_secret) };
}

export async function getSso(ctx: SessionContext) {
  const [row, domains] = await ctx.transaction(async (tx) => [
    await store.findConnection(tx, ctx.organization.id),
    await listDomains(tx, ctx.organization.id),
  ]);
  return {
    connection: row ? presentConnection(row) : null,
    domains: domains.map(presentDomain),
    callback_url: callbackAddress(ctx),
  };
}

function presentConnection({ issuer, client_id, lets_people_join, tested_at }: store.ConnectionRow) {
  return { kind: 'oidc' as const, issuer, client_id, lets_people_join, tested_at: tested_at?.toISOString() ?? null };
}

interface Given {
  issuer: string;
  client_id: string;
  client_secret?: string | null | undefined;
  lets_people_join: boolean;
}

/** Keeps who vouches for the organization's people, once the address answered as an issuer does. */
export async function saveConnection(ctx: SessionContext, given: Given): Promise<void> {
  requireConfirmed(ctx);
  const { issuer, client_id, lets_people_join } = given;
  const organization_id = ctx.organization.id;
  const purpose = ssoSecretPurpose(organization_id);
  const known = await ctx.transaction((tx) => store.findConnection(tx, organization_id));
  const isSame = known?.issuer === issuer && known.client_id === client_id;
  const client_secret =
    given.client_secret ??
    (isSame && known.sealed_client_secret ? ctx.vault.open(purpose, known.sealed_client_secret) : null);
  if (client_secret === null) throw new ApiError('sso_secret_needed');
  await ctx.rate_limits.spend(CHANGES.name, String(organization_id), CHANGES.points, CHANGES.per_seconds);
  await requireIssuer(ctx, { issuer, client_id, client_secret });
  const isAnother = !isSame || Boolean(given.client_secret);
  await ctx.transaction(async (tx) => {
    const connection = {
      organization_id,
      public_id: known?.public_id ?? newToken(),
      issuer,
      client_id,
      sealed_client_secret: ctx.vault.seal(purpose, client_secret),
      lets_people_join,
    };
    await store.upsertConnection(tx, connection, isAnother);
    // Who was known by another provider's word is asked for anew.
    await deleteIdentitiesOf(tx, organization_id, ownIssuer(organization_id, ''), ownIssuer(organization_id, issuer));
    await recordSecurityEvent(tx, { event: 'sso_changed', subject: { kind: 'setting', label: issuer } });
  });
}

/** @throws ApiError sso_issuer_refused with the reason in words, identity_unavailable */
async function requireIssuer(ctx: SessionContext, client: IdentityClient): Promise<void> {
  const url = URL.parse(client.issuer);
  if (!url || !/^https?:$/.test(url.protocol) || url.search || url.hash)
    throw new ApiError('sso_issuer_refused', { reason: 'Please enter the address that starts with https://.' });
  const proof = {
    redirect_uri: callbackAddress(ctx),
    state: newToken(),
    nonce: newToken(),
    code_verifier: newPkce().code_verifier,
  };
  await ctx.ports.identity.createSignInUrl(client, proof).catch((error: unknown) => {
    if (!isProviderError(error)) throw error;
    if (error.kind === 'unavailable') throw new ApiError('identity_unavailable', { provider: url.hostname });
    throw new ApiError('sso_issuer_refused', { reason: error.reason });
  });
}

export async function deleteSso(ctx: SessionContext): Promise<void> {
  requireConfirmed(ctx);
  const organization_id = ctx.organization.id;
  await ctx.transaction(async (tx) => {
    const row = orNotFound(await store.findConnection(tx, organization_id));
    await store.deleteConnection(tx, organization_id);
    await deleteIdentitiesOf(tx, organization_id, ownIssuer(organization_id, ''), null);
    await recordSecurityEvent(tx, {
      event: 'sso_changed',
      subject: { kind: 'setting', label: row.issuer },
      reason: 'removed',
    });
  });
}
