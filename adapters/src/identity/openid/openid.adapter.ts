import * as openid from 'openid-client';
import { z } from 'zod';
import { type OutboundAllowList, OutboundRefusedError } from '../../kit/address-guard.ts';
import { ProviderError } from '../../kit/errors.ts';
import { createGuardedFetch } from '../../kit/guarded-fetch.ts';
import { createGuardedHttp, type GuardedHttp } from '../../kit/guarded-http.ts';
import type { Identity, IdentityClient, IdentityPort, IdentityProof } from '../identity.port.ts';
import { openidManifest } from './openid.manifest.ts';

export type OpenidSettings = {
  /** Exemptions from the private-network guard; what is listed may also be spoken to without TLS. */
  allow: OutboundAllowList;
};

const { limits, scopes } = openidManifest;

/** Some providers send the string or the number instead of the boolean; anything else is false. */
const claimedTruth = z
  .union([z.boolean(), z.enum(['true', '1']).transform(() => true), z.literal(1).transform(() => true)])
  .nullish()
  .catch(false);

/** Providers send more; what is not text is as good as missing. */
const claimsSchema = z.object({
  iss: z.string().min(1).max(2_000),
  sub: z.string().min(1).max(255),
  email: z.string().max(320).nullish().catch(null),
  email_verified: claimedTruth,
  /** Entra's replacement for it: an administrator has verified the address's domain. */
  xms_edov: claimedTruth,
  name: z.string().max(300).nullish().catch(null),
  picture: z
    .url({ protocol: /^https$/ })
    .max(2_000)
    .nullish()
    .catch(null),
});

/** What the library says of a provider that answered nothing useful; a failed connection has no code at all. */
const NO_ANSWER = ['OAUTH_TIMEOUT', 'OAUTH_RESPONSE_IS_NOT_CONFORM'];

type Known = { configuration: openid.Configuration; read_at: number };

export function createOpenid({ allow }: OpenidSettings): IdentityPort {
  const http = createGuardedHttp({ allow });
  const documents = createDocuments(http, allow);
  return {
    async createSignInUrl(client, { redirect_uri, state, nonce, code_verifier }) {
      const url = openid.buildAuthorizationUrl(await documents.read(client), {
        redirect_uri,
        scope: scopes.join(' '),
        state,
        nonce,
        code_challenge: await openid.calculatePKCECodeChallenge(code_verifier),
        code_challenge_method: 'S256',
        // With a shared browser the user chooses an account and is never signed in as another user by accident.
        ...(client.offers_accounts ? { prompt: 'select_account' } : {}),
      });
      return url.href;
    },
    async exchangeCode(client, proof, answer) {
      const configuration = await documents.read(client);
      try {
        return await exchange(configuration, proof, answer);
      } catch (error) {
        // The keys have changed: fetch the documents again next time.
        documents.forget(client);
        throw describeFailure(new URL(client.issuer).hostname, error);
      }
    },
    close: () => http.close(),
  };
}

/** What providers say of themselves, kept for a day. */
function createDocuments(http: GuardedHttp, allow: OutboundAllowList) {
  // Tokens come from servers a tenant may have named.
  const fetchGuarded = createGuardedFetch(http, limits);
  const known = new Map<string, Known>();
  async function read(client: IdentityClient): Promise<openid.Configuration> {
    const key = JSON.stringify(client);
    const kept = known.get(key);
    if (kept && Date.now() - kept.read_at < limits.documents_kept_for_in_ms) return kept.configuration;
    const issuer = new URL(client.issuer);
    const configuration = await openid
      .discovery(issuer, client.client_id, undefined, authenticateBy(client.client_secret), {
        [openid.customFetch]: fetchGuarded,
        timeout: limits.timeout_in_ms / 1000,
        // Signatures are checked although the token comes straight from the provider: the way there may lead over plain HTTP.
        execute: [
          openid.enableNonRepudiationChecks,
          ...(isExempt(allow, issuer) ? [openid.allowInsecureRequests] : []),
        ],
      })
      .catch((error: unknown) => {
        throw describeFailure(issuer.hostname, error);
      });
    requireOwnIssuer(configuration, issuer);
    known.delete(key);
    known.set(key, { configuration, read_at: Date.now() });
    if (known.size > limits.max_issuers) known.delete(known.keys().next().value as string);
    return configuration;
  }

  return { read, forget: (client: IdentityClient) => void known.delete(JSON.stringify(client)) };
}

/** The secret in the body where the provider takes it there, else in the header. */
function authenticateBy(secret: string): openid.ClientAuth {
  const [inBody, inHeader] = [openid.ClientSecretPost(secret), openid.ClientSecretBasic(secret)];
  return (server, ...rest) => {
    const methods = server.token_endpoint_auth_methods_supported;
    const isHeaderOnly = methods?.includes('client_secret_basic') && !methods.includes('client_secret_post');
    return (isHeaderOnly ? inHeader : inBody)(server, ...rest);
  };
}

/** A multi-tenant address of a provider ("common") would let any of its tenants assert any identity. */
function requireOwnIssuer(configuration: openid.Configuration, issuer: URL): void {
  if (URL.parse(configuration.serverMetadata().issuer)?.href === issuer.href) return;
  throw new ProviderError('rejected', `${issuer.hostname} calls itself ${configuration.serverMetadata().issuer}.`, {
    concerns: 'service',
    code: 'other_issuer',
  });
}

async function exchange(
  configuration: openid.Configuration,
  { redirect_uri, state, nonce, code_verifier }: IdentityProof,
  answer: Record<string, string>,
): Promise<Identity> {
  const returned = new URL(redirect_uri);
  for (const [name, value] of Object.entries(answer)) returned.searchParams.set(name, value);
  const tokens = await openid.authorizationCodeGrant(configuration, returned, {
    pkceCodeVerifier: code_verifier,
    expectedState: state,
    expectedNonce: nonce,
    idTokenExpected: true,
  });
  const claims = claimsSchema.parse(tokens.claims());
  return {
    issuer: claims.iss,
    subject: claims.sub,
    email: claims.email ?? null,
    is_email_verified: claims.email_verified ?? claims.xms_edov ?? null,
    name: claims.name ?? null,
    picture_url: claims.picture ?? null,
  };
}

function isExempt(allow: OutboundAllowList, { hostname, port, protocol }: URL): boolean {
  return allow.allows(hostname, Number(port) || (protocol === 'http:' ? 80 : 443), null);
}

/** What a provider refused, and what never reached it. Nothing of a token goes into the words. */
function describeFailure(host: string, error: unknown): ProviderError {
  if (error instanceof ProviderError) return error;
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  if (cause instanceof OutboundRefusedError)
    return new ProviderError('rejected', cause.message, { concerns: 'service', code: 'refused_address' });
  const { code } = error as { code?: unknown };
  const details = { concerns: 'service', code: typeof code === 'string' ? code : null } as const;
  if (error instanceof openid.ResponseBodyError)
    return new ProviderError('rejected', `${host} answered ${error.error}.`, { ...details, code: error.error });
  if (error instanceof openid.ClientError && error.code !== undefined && !NO_ANSWER.includes(error.code))
    return new ProviderError('rejected', `${host} gave an answer we cannot accept: ${error.message}`, details);
  return new ProviderError('unavailable', `${host} cannot be reached right now.`, details);
}
