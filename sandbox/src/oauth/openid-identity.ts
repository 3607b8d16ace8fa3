import { createHash, randomUUID } from 'node:crypto';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { exportJWK, type GenerateKeyPairResult, generateKeyPair, SignJWT } from 'jose';
import { z } from 'zod';
import type { Grant } from './grants.ts';

/** A person's identity at this provider (OpenID Connect Core 2). */
export type OpenidIdentity = {
  sign(request: FastifyRequest, about: { grant: Grant; nonce: string | undefined; client_id: string }): Promise<string>;
};

const FAULTS = ['nonce', 'audience', 'issuer', 'signature', 'expired'] as const;

const controlBody = z.strictObject({
  /** This account's tokens carry these claims instead, or besides; null takes one out. */
  claims: z.strictObject({ email: z.email(), set: z.record(z.string(), z.unknown()) }).optional(),
  /** The next token is wrong in this. */
  fault: z.enum(FAULTS).optional(),
});

const SIGNED_WITH = 'RS256';
const LASTS_IN_SECONDS = 3600;

/**
 * Documents, keys and tokens of an issuer at `prefix`. Its keys are new with each start, as with a provider that
 * rotates them. Each is created when it is first used: most starts have no sign-in, and a key takes a tenth of a
 * second.
 */
export function registerOpenidIdentity(
  app: FastifyInstance,
  prefix: string,
  paths: { authorize: string; token: string },
): OpenidIdentity {
  const [own, foreign] = [lazyKeyPair(), lazyKeyPair()];
  const kid = randomUUID();
  const changed = new Map<string, Record<string, unknown>>();
  let fault: (typeof FAULTS)[number] | null = null;
  const issuerOf = (request: FastifyRequest): string => `http://${request.headers.host}${prefix}`;
  app.get('/.well-known/openid-configuration', async (request) => describeIssuer(issuerOf(request), paths));
  app.get('/jwks', async () => ({
    keys: [{ ...(await exportJWK((await own()).publicKey)), kid, use: 'sig', alg: SIGNED_WITH }],
  }));
  app.post('/__control/identity', async (request) => {
    const body = controlBody.parse(request.body);
    if (body.claims) changed.set(body.claims.email.toLowerCase(), body.claims.set);
    if (body.fault) fault = body.fault;
    return {};
  });
  return {
    async sign(request, { grant, nonce, client_id }) {
      const wrong = fault;
      fault = null;
      const given = { email: grant.email, email_verified: true, name: grant.name, ...changed.get(grant.email) };
      const claims = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== null));
      const { sub = subjectOf(grant.email), ...rest } = claims as { sub?: string };
      const said = nonce === undefined ? rest : { ...rest, nonce: wrong === 'nonce' ? 'another' : nonce };
      return new SignJWT(said)
        .setProtectedHeader({ alg: SIGNED_WITH, kid })
        .setIssuer(wrong === 'issuer' ? 'https://other.example' : issuerOf(request))
        .setAudience(wrong === 'audience' ? 'another' : client_id)
        .setSubject(sub)
        .setIssuedAt()
        .setExpirationTime(Math.floor(Date.now() / 1000) + (wrong === 'expired' ? -LASTS_IN_SECONDS : LASTS_IN_SECONDS))
        .sign((await (wrong === 'signature' ? foreign : own)()).privateKey);
    },
  };
}

function lazyKeyPair(): () => Promise<GenerateKeyPairResult> {
  let made: Promise<GenerateKeyPairResult> | null = null;
  return () => {
    made ??= generateKeyPair(SIGNED_WITH);
    return made;
  };
}

function describeIssuer(issuer: string, paths: { authorize: string; token: string }) {
  return {
    issuer,
    authorization_endpoint: `${issuer}${paths.authorize}`,
    token_endpoint: `${issuer}${paths.token}`,
    jwks_uri: `${issuer}/jwks`,
    response_types_supported: ['code'],
    subject_types_supported: ['public'],
    id_token_signing_alg_values_supported: [SIGNED_WITH],
    code_challenge_methods_supported: ['S256'],
    token_endpoint_auth_methods_supported: ['client_secret_post'],
    scopes_supported: ['openid', 'email', 'profile'],
  };
}

/** The same person is the same subject, also after a restart. */
function subjectOf(email: string): string {
  return BigInt(`0x${createHash('sha256').update(email).digest('hex').slice(0, 17)}`).toString();
}
