import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import type { MicrosoftSandbox } from './microsoft-sandbox.ts';
import { SignInProblem } from './problems.ts';
import { renderNotice, renderSignIn } from './sign-in-page.ts';

const authorizeQuery = z.object({
  client_id: z.string().min(1).max(200),
  response_type: z.literal('code'),
  redirect_uri: z.url({ protocol: /^https?$/ }).max(2000),
  response_mode: z.literal('query').default('query'),
  scope: z.string().min(1).max(2000),
  state: z.string().max(4000).optional(),
  login_hint: z.string().max(320).default(''),
  code_challenge: z.string().regex(/^[\w-]{43}$/, 'PKCE is demanded here'),
  code_challenge_method: z.literal('S256'),
});
type AuthorizeQuery = z.output<typeof authorizeQuery>;
const answerBody = z.object({ email: z.string().max(320).default(''), answer: z.enum(['accept', 'refuse']) });
const client = { client_id: z.string().min(1).max(200), client_secret: z.string().max(500).default('') };
const tokenBody = z.discriminatedUnion('grant_type', [
  z.object({
    ...client,
    grant_type: z.literal('authorization_code'),
    code: z.string().max(4000),
    redirect_uri: z.string().max(2000),
    code_verifier: z.string().max(200).default(''),
  }),
  z.object({ ...client, grant_type: z.literal('refresh_token'), refresh_token: z.string().max(4000) }),
]);

/** Sign-in, consent and tokens: OAuth 2.0 with PKCE, as at `login.microsoftonline.com/{tenant}`. */
export function registerSignInRoutes(app: FastifyInstance, world: MicrosoftSandbox): void {
  app.get('/:tenant/oauth2/v2.0/authorize', async (request, reply) => {
    const query = authorizeQuery.safeParse(request.query);
    reply.type('text/html');
    if (!query.success) {
      return reply.code(400).send(renderNotice('This request is not valid', z.prettifyError(query.error)));
    }
    return reply.send(renderSignIn(query.data.login_hint, query.data.scope.split(' ')));
  });
  app.post('/:tenant/oauth2/v2.0/authorize', async (request, reply) => {
    const query = authorizeQuery.parse(request.query);
    const { email, answer } = answerBody.parse(request.body);
    return reply.redirect(consent(world, query, answer === 'accept' ? email : null), 302);
  });
  app.post('/:tenant/oauth2/v2.0/token', async (request, reply) => {
    const parsed = tokenBody.safeParse(request.body);
    if (!parsed.success) throw new SignInProblem('invalid_request', 900144, z.prettifyError(parsed.error));
    const body = parsed.data;
    if (body.client_secret === '' || body.client_secret === 'wrong') {
      throw new SignInProblem('invalid_client', 7000215, 'Invalid client secret provided.', 401);
    }
    const tokens =
      body.grant_type === 'refresh_token'
        ? world.grants.refresh(body.refresh_token, body.client_id)
        : world.grants.redeemCode(body.code, body.client_id, body.redirect_uri, body.code_verifier);
    const { scope, refresh_token } = tokens.grant;
    return reply.header('cache-control', 'no-store').send({
      token_type: 'Bearer',
      scope,
      expires_in: tokens.expires_in,
      ext_expires_in: tokens.expires_in,
      access_token: tokens.access_token,
      ...(scope.split(' ').includes('offline_access') ? { refresh_token } : {}),
    });
  });
}

/** Ends the sign-in page. @param email null when the person refuses @returns the address to go back to */
export function consent(world: MicrosoftSandbox, query: AuthorizeQuery, email: string | null): string {
  const back = new URL(query.redirect_uri);
  const give = (name: string, value: string | undefined): void => {
    if (value !== undefined) back.searchParams.set(name, value);
  };
  give('state', query.state);
  const refusal = findRefusal(email);
  if (email === null || refusal !== null) {
    give('error', refusal?.error);
    give('error_description', refusal?.message);
    return back.href;
  }
  const { client_id, redirect_uri, code_challenge, scope } = query;
  const address = z.email().max(320).parse(email).toLowerCase();
  world.mail.store.openAccount(address);
  give('code', world.grants.addCode({ client_id, redirect_uri, code_challenge, scope, email: address }));
  return back.href;
}

/** `needsadmin…@` belongs to a company whose administrator has to consent first. */
function findRefusal(email: string | null): SignInProblem | null {
  if (email === null) return new SignInProblem('access_denied', 65004, 'User declined to consent to access the app.');
  if (!email.toLowerCase().startsWith('needsadmin')) return null;
  const words = 'The user or administrator has not consented to use the application.';
  return new SignInProblem('consent_required', 65001, words);
}

export const readAuthorizeAddress = (address: string): AuthorizeQuery =>
  authorizeQuery.parse(Object.fromEntries(new URL(address).searchParams));
