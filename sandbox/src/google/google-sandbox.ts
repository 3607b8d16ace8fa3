import type { FastifyInstance, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { SandboxClock } from '../clock.ts';
import type { MailSandbox } from '../mail/mail-sandbox.ts';
import { createGrants, type Grants, NO_GRANTS } from '../oauth/grants.ts';
import { parseBearer, registerOauthServer } from '../oauth/oauth-server.ts';
import { registerOpenidIdentity } from '../oauth/openid-identity.ts';
import { findRefusal } from '../published-calls.ts';
import { createStateFile } from '../state-file.ts';
import { registerBatchRoute } from './batch.routes.ts';
import { registerDraftRoutes } from './drafts.routes.ts';
import { createGmailMailbox, type GmailMailbox } from './gmail-mailbox.ts';
import { registerGoogleControl } from './google.control.ts';
import { GoogleProblem } from './google-problems.ts';
import { createLimits, type Limits } from './limits.ts';
import { registerMessageRoutes } from './messages.routes.ts';
import { GMAIL_CALLS } from './schema/gmail.calls.ts';

export type GoogleSandboxOptions = {
  /** A file from which a restarted sandbox knows who consented. */
  state_file: string | null;
};

/** Google's sign-in and Gmail: mailboxes in the one mail world, reached with tokens. */
export type GoogleSandbox = {
  grants: Grants;
  mail: MailSandbox;
  limits: Limits;
  now(): number;
  open(email: string): GmailMailbox;
  /** The mailbox the call's token opens, its quota debited. @throws GoogleProblem */
  getMailbox(request: FastifyRequest, units: number): { email: string; name: string; mailbox: GmailMailbox };
};

const LARGEST_REQUEST_IN_BYTES = 36_000_000;
const READS_MAIL = /\/auth\/gmail\.(?:modify|readonly)/;

/** Everything of this vendor, under `/google`. */
export async function registerGoogleSandbox(
  app: FastifyInstance,
  options: GoogleSandboxOptions,
  clock: SandboxClock,
  mail: MailSandbox,
): Promise<void> {
  const state = createStateFile(options.state_file, NO_GRANTS);
  const world = createWorld(createGrants(state, false), clock, mail);
  await app.register(
    async (scope) => {
      scope.setErrorHandler((error, _request, reply) => {
        const problem = asProblem(error);
        if (problem.retry_after !== null) reply.header('retry-after', String(problem.retry_after));
        return reply.code(problem.status).send(problem.body());
      });
      scope.addHook('onRoute', (route) => {
        route.bodyLimit = LARGEST_REQUEST_IN_BYTES;
      });
      scope.addHook('onClose', async () => state.flush());
      for (const type of ['multipart/related', 'multipart/mixed'])
        scope.addContentTypeParser(type, { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
      scope.addHook('preHandler', (request) => world.limits.strike(request));
      scope.addHook('preHandler', async (request) => requirePublished(request, world.grants));
      scope.addHook('onSend', async (request, _reply, payload) => world.limits.spoil(request, payload));
      const identity = registerOpenidIdentity(scope, '/google', GOOGLE_SIGN_IN.paths);
      registerOauthServer(scope, { ...GOOGLE_SIGN_IN, identity }, world.grants, (email) => {
        // As Google does, independent of the mail servers' settings.
        mail.store.openAccount(email, { keeps_sent_copies: true });
      });
      registerMessageRoutes(scope, world);
      registerDraftRoutes(scope, world);
      registerBatchRoute(scope);
      registerGoogleControl(scope, world);
    },
    { prefix: '/google' },
  );
}

/** @throws GoogleProblem for a mail call that Google does not publish, or that the sign-in holds no scope for */
function requirePublished(request: FastifyRequest, grants: Grants): void {
  const path = request.url.slice('/google'.length).split('?')[0] ?? '';
  if (!/^\/(?:gmail|upload|batch)\//.test(path)) return;
  const refusal = findRefusal(GMAIL_CALLS, request, path, parseBearer(request, grants));
  if (refusal === null) return;
  if (refusal.kind === 'unknown_call') throw new GoogleProblem(404, 'notFound', refusal.message);
  if (refusal.kind === 'invalid') throw new GoogleProblem(400, 'invalidArgument', refusal.message);
  throw new GoogleProblem(403, 'insufficientPermissions', 'Request had insufficient authentication scopes.');
}

const GOOGLE_SIGN_IN = {
  label: 'Google',
  paths: { authorize: '/o/oauth2/v2/auth', token: '/token', revoke: '/revoke', control: '/__control/oauth' },
  client: { id: 'sandbox', secret: 'sandbox' },
  admin_error: { error: 'admin_policy_enforced', error_description: 'Your administrator does not allow this app.' },
  givesRefreshToken: (query: Record<string, string>) => query.access_type === 'offline' && query.prompt === 'consent',
};

function createWorld(grants: Grants, clock: SandboxClock, mail: MailSandbox): GoogleSandbox {
  const mailboxes = new Map<string, GmailMailbox>();
  const limits = createLimits();
  const open = (email: string): GmailMailbox => {
    const key = email.toLowerCase();
    const mailbox = mailboxes.get(key) ?? createGmailMailbox(mail, key, () => clock.now());
    mailboxes.set(key, mailbox);
    return mailbox;
  };
  return {
    grants,
    mail,
    limits,
    now: () => clock.now(),
    open,
    getMailbox(request, units) {
      const grant = parseBearer(request, grants);
      if (grant === null) throw new GoogleProblem(401, 'authError', 'Invalid Credentials');
      if (!READS_MAIL.test(grant.scope))
        throw new GoogleProblem(403, 'insufficientPermissions', 'Request had insufficient authentication scopes.');
      limits.spend(grant.email, units);
      return { email: grant.email, name: grant.name, mailbox: open(grant.email) };
    },
  };
}

function asProblem(error: unknown): GoogleProblem {
  if (error instanceof GoogleProblem) return error;
  if (error instanceof z.ZodError) return new GoogleProblem(400, 'invalidArgument', z.prettifyError(error));
  const status = (error as { statusCode?: number }).statusCode ?? 500;
  return new GoogleProblem(status, status < 500 ? 'invalidArgument' : 'backendError', String(error));
}
