import { createHash, randomBytes } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { renderNotice } from '../linkedin/routes/hosted-page.ts';
import { isMailScope, renderConsentPage } from './consent-page.ts';
import type { Grant, Grants, IssuedTokens } from './grants.ts';
import type { OpenidIdentity } from './openid-identity.ts';

/** A provider's sign-in: a page of consent, codes that work once, tokens (RFC 6749, 7636, 7009). */
export type OauthServerOptions = {
  label: string;
  paths: { authorize: string; token: string; revoke: string | null; control: string };
  client: { id: string; secret: string };
  /** Further fields of the answer with tokens. */
  describe?(grant: Grant, request: FastifyRequest): Record<string, unknown>;
  /** Says who the person is, where `openid` was asked for. */
  identity?: OpenidIdentity;
  /** Error and description where only an administrator may agree. */
  admin_error: { error: string; error_description: string };
  /** Parameters without which the provider hands out no refresh token. */
  givesRefreshToken(query: Record<string, string>): boolean;
};

const CODE_LASTS_IN_MS = 600_000;

const authorizeQuery = z.object({
  client_id: z.string(),
  redirect_uri: z.url({ protocol: /^https?$/ }),
  response_type: z.literal('code'),
  scope: z.string().min(1),
  state: z.string().min(1),
  code_challenge: z.string().length(43),
  code_challenge_method: z.literal('S256'),
  login_hint: z.string().max(320).optional(),
  nonce: z.string().max(200).optional(),
});
type Authorization = z.output<typeof authorizeQuery>;
const consentBody = z.object({
  email: z.email().max(320).optional(),
  choice: z.enum(['allow', 'partly', 'admin', 'deny']).default('allow'),
});
const tokenBody = z.discriminatedUnion('grant_type', [
  z.object({
    grant_type: z.literal('authorization_code'),
    client_id: z.string(),
    client_secret: z.string(),
    code: z.string(),
    code_verifier: z.string(),
    redirect_uri: z.string(),
  }),
  z.object({
    grant_type: z.literal('refresh_token'),
    client_id: z.string(),
    client_secret: z.string(),
    refresh_token: z.string(),
  }),
]);
const controlBody = z.strictObject({
  /** Consent is given immediately, for `login_hint` or else this address; null: the page is shown. */
  auto_approve: z.email().nullable().optional(),
  /** Of new access tokens; real time. */
  life_in_seconds: z.number().min(0).optional(),
  /** This account's consent is withdrawn. */
  revoke: z.email().optional(),
  /** This account's access tokens end now. */
  expire: z.email().optional(),
  /** The next calls of the token endpoint are answered with this. */
  token_failure: z.strictObject({ status: z.number().int(), error: z.string(), times: z.number().int() }).optional(),
});

type Code = {
  email: string;
  scope: string;
  query: Authorization;
  has_refresh: boolean;
  ends_at: number;
  issued: IssuedTokens | null;
};

/** What the server of one provider remembers while it runs. */
type Server = {
  options: OauthServerOptions;
  grants: Grants;
  codes: Map<string, Code>;
  openMailbox: (email: string) => void;
  auto_approve: string | null;
  failure: { status: number; error: string; times: number } | null;
};

/**
 * Call it in a scope of its own: it parses forms.
 * @param openMailbox called with every address that signed in
 */
export function registerOauthServer(
  app: FastifyInstance,
  options: OauthServerOptions,
  grants: Grants,
  openMailbox: (email: string) => void,
): void {
  const server: Server = { options, grants, codes: new Map(), openMailbox, auto_approve: null, failure: null };
  app.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_request, body, done) =>
    done(null, Object.fromEntries(new URLSearchParams(body.toString()))),
  );
  registerConsent(app, server);
  app.post(options.paths.token, async (request, reply) => {
    reply.header('cache-control', 'no-store');
    const { status, body } = await answerForTokens(server, request);
    return reply.code(status).send(body);
  });
  if (options.paths.revoke !== null) {
    app.post(options.paths.revoke, async (request) => {
      grants.revoke({ refresh_token: z.object({ token: z.string() }).parse(request.body).token });
      return {};
    });
  }
  app.post(options.paths.control, async (request) => {
    const body = controlBody.parse(request.body);
    if (body.auto_approve !== undefined) server.auto_approve = body.auto_approve;
    if (body.life_in_seconds !== undefined) grants.life_in_ms = body.life_in_seconds * 1000;
    if (body.revoke !== undefined) grants.revoke({ email: body.revoke });
    if (body.expire !== undefined) grants.expire(body.expire);
    if (body.token_failure !== undefined) server.failure = body.token_failure;
    return {};
  });
}

function registerConsent(app: FastifyInstance, server: Server): void {
  const { options } = server;
  app.get(options.paths.authorize, async (request, reply) => {
    const query = parseAuthorization(options, request, reply);
    if (query === null) return reply;
    const email = query.login_hint ?? server.auto_approve;
    if (server.auto_approve !== null && email) return reply.redirect(allow(server, request, query, email, query.scope));
    const page = renderConsentPage(options.label, query.login_hint ?? 'you@corp.example', query.scope.split(' '));
    return reply.type('text/html').send(page);
  });
  app.post(options.paths.authorize, async (request, reply) => {
    const query = parseAuthorization(options, request, reply);
    if (query === null) return reply;
    const { email, choice } = consentBody.parse(request.body);
    if (choice === 'deny') return reply.redirect(returnTo(query, { error: 'access_denied' }));
    if (choice === 'admin') return reply.redirect(returnTo(query, options.admin_error));
    if (email === undefined) return reply.code(400).send('An address is needed.');
    const scopes = query.scope.split(' ').filter((scope) => choice === 'allow' || !isMailScope(scope));
    return reply.redirect(allow(server, request, query, email, scopes.join(' ')));
  });
}

/** The address to go back to, with a code. */
function allow(server: Server, request: FastifyRequest, query: Authorization, email: string, scope: string): string {
  const code = randomBytes(24).toString('base64url');
  const has_refresh = server.options.givesRefreshToken(request.query as Record<string, string>);
  server.codes.set(code, { email, scope, query, has_refresh, ends_at: Date.now() + CODE_LASTS_IN_MS, issued: null });
  server.openMailbox(email);
  return returnTo(query, { code, scope });
}

async function answerForTokens(
  server: Server,
  request: FastifyRequest,
): Promise<{ status: number; body: Record<string, unknown> }> {
  const { options, grants, codes, failure } = server;
  const refuse = (status: number, error: string, error_description: string) => ({
    status,
    body: { error, error_description },
  });
  if (failure !== null && failure.times > 0) {
    failure.times -= 1;
    return refuse(failure.status, failure.error, 'Simulated.');
  }
  const parsed = tokenBody.safeParse(request.body);
  if (!parsed.success) return refuse(400, 'invalid_request', 'Fields are missing.');
  const { data } = parsed;
  if (data.client_id !== options.client.id || data.client_secret !== options.client.secret)
    return refuse(401, 'invalid_client', 'The OAuth client was not found.');
  const isRefresh = data.grant_type === 'refresh_token';
  const issued = isRefresh ? grants.refresh(data.refresh_token) : redeem(codes, grants, data);
  if (issued === null) return refuse(400, 'invalid_grant', 'Token has been expired or revoked.');
  const hasRefresh = isRefresh || codes.get(data.code)?.has_refresh === true;
  const body = {
    access_token: issued.access_token,
    expires_in: Math.floor(grants.life_in_ms / 1000),
    token_type: 'Bearer',
    scope: issued.grant.scope,
    ...(hasRefresh ? { refresh_token: issued.refresh_token } : {}),
    ...options.describe?.(issued.grant, request),
    ...(isRefresh ? {} : await describeIdentity(server, request, issued.grant, codes.get(data.code)?.query.nonce)),
  };
  return { status: 200, body };
}

async function describeIdentity(
  { options }: Server,
  request: FastifyRequest,
  grant: Grant,
  nonce: string | undefined,
): Promise<Record<string, string>> {
  if (!options.identity || !grant.scope.split(' ').includes('openid')) return {};
  return { id_token: await options.identity.sign(request, { grant, nonce, client_id: options.client.id }) };
}

/** Whose mailbox a call is about; null when its bearer token is none that works. */
export function parseBearer(request: FastifyRequest, grants: Grants): Grant | null {
  const match = /^Bearer (\S+)$/.exec(request.headers.authorization ?? '');
  return match?.[1] === undefined ? null : grants.find(match[1]);
}

/** An invalid request is shown to the person: its redirect address cannot be trusted. */
function parseAuthorization(
  options: OauthServerOptions,
  request: FastifyRequest,
  reply: FastifyReply,
): Authorization | null {
  const parsed = authorizeQuery.safeParse(request.query);
  if (parsed.success && parsed.data.client_id === options.client.id) return parsed.data;
  const why = parsed.success
    ? 'client_id'
    : [...new Set(parsed.error.issues.map(({ path }) => path.join('.')))].join(', ');
  reply
    .code(400)
    .type('text/html')
    .send(renderNotice('This request is not right', `Look at: ${why}.`));
  return null;
}

function returnTo({ redirect_uri, state }: Authorization, answer: Record<string, string>): string {
  const url = new URL(redirect_uri);
  for (const [name, value] of Object.entries({ ...answer, state })) url.searchParams.set(name, value);
  return url.href;
}

/** A code used twice takes back what it gave (RFC 6749 4.1.2). */
function redeem(
  codes: Map<string, Code>,
  grants: Grants,
  given: { code: string; code_verifier: string; redirect_uri: string },
): IssuedTokens | null {
  const code = codes.get(given.code);
  if (code === undefined || code.ends_at < Date.now() || code.query.redirect_uri !== given.redirect_uri) return null;
  if (createHash('sha256').update(given.code_verifier).digest('base64url') !== code.query.code_challenge) return null;
  if (code.issued !== null) {
    grants.revoke({ refresh_token: code.issued.refresh_token });
    return null;
  }
  code.issued = grants.add({ email: code.email, name: nameOf(code.email), scope: code.scope });
  return code.issued;
}

export function nameOf(email: string): string {
  const words = email.slice(0, email.lastIndexOf('@')).split(/[._+-]+/);
  return words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join(' ');
}
