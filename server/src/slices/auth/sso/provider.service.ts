import type { IdentityClient } from '@overture/adapters/identity/identity.port';
import { isProviderError } from '@overture/adapters/kit/errors';
import type { SystemContext } from '../../../kernel/context.ts';
import { newPkce, newToken } from '../../../kernel/crypto.ts';
import { ApiError } from '../../../kernel/errors.ts';
import type { SessionContext } from '../../../kernel/slice.ts';
import type { ConnectionRow, ProviderParts } from './connection.store.ts';

/** What a connection's client secret is sealed for: it opens for no other organization. */
export const ssoSecretPurpose = (organizationId: unknown): string => `sso-client:${organizationId}`;

/** Where every OpenID Connect provider sends people back to. */
export const callbackAddress = (ctx: Pick<SystemContext, 'config'>): string =>
  `${ctx.config.APP_URL}/api/v1/auth/sso/callback/`;

export function openClient(ctx: Pick<SystemContext, 'vault'>, row: ConnectionRow): IdentityClient {
  const { issuer, client_id, sealed_client_secret, organization_id } = row;
  if (client_id === null || sealed_client_secret === null) throw new ApiError('sso_failed');
  return { issuer, client_id, client_secret: ctx.vault.open(ssoSecretPurpose(organization_id), sealed_client_secret) };
}

export interface GivenOidc {
  kind: 'oidc';
  issuer: string;
  client_id: string;
  client_secret?: string | null | undefined;
}

export interface GivenSaml {
  kind: 'saml';
  metadata?: string | null | undefined;
}

export interface ReadProvider {
  parts: ProviderParts;
  /** It is not the one that is known, or may not be. */
  is_another: boolean;
  /** The same provider, to which we may say something wrong now: it has to be tried again. */
  is_untried: boolean;
}

/** An issuer that answered as one. @throws ApiError sso_issuer_refused with the reason in words, identity_unavailable */
export async function parseOidc(
  ctx: SessionContext,
  known: ConnectionRow | undefined,
  given: GivenOidc,
): Promise<ReadProvider> {
  const { issuer, client_id } = given;
  const purpose = ssoSecretPurpose(ctx.organization.id);
  const isSame = known?.issuer === issuer && known.client_id === client_id;
  const kept = isSame && known.sealed_client_secret ? ctx.vault.open(purpose, known.sealed_client_secret) : null;
  const client_secret = given.client_secret ?? kept;
  if (client_secret === null) throw new ApiError('sso_secret_needed');
  await requireIssuer(ctx, { issuer, client_id, client_secret });
  const sealed_client_secret = ctx.vault.seal(purpose, client_secret);
  return {
    parts: { kind: 'oidc', issuer, client_id, sealed_client_secret, entry_point: null, certificates: [] },
    is_another: !isSame,
    is_untried: !isSame || Boolean(given.client_secret),
  };
}

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
  await ctx.ports.identity.createSignInUrl(client, proof).catch((error: unknown) => refuse(error, url.hostname));
}

/** What a provider says of itself. @throws ApiError sso_issuer_refused with the reason in words, identity_unavailable */
export async function parseSaml(
  ctx: SessionContext,
  known: ConnectionRow | undefined,
  given: GivenSaml,
): Promise<ReadProvider> {
  if (!given.metadata) {
    if (known?.kind !== 'saml') throw new ApiError('sso_metadata_needed');
    return { parts: known, is_another: false, is_untried: false };
  }
  const host = URL.parse(given.metadata)?.hostname ?? 'The identity provider';
  const provider = await ctx.ports.saml
    .readProvider(given.metadata, ctx.organization.id)
    .catch((error: unknown) => refuse(error, host));
  const { entity_id: issuer, entry_point, certificates } = provider;
  return {
    parts: { kind: 'saml', issuer, client_id: null, sealed_client_secret: null, entry_point, certificates },
    is_another: true,
    is_untried: true,
  };
}

function refuse(error: unknown, provider: string): never {
  if (!isProviderError(error)) throw error;
  if (error.kind === 'unavailable') throw new ApiError('identity_unavailable', { provider });
  throw new ApiError('sso_issuer_refused', { reason: error.reason });
}
