import { randomBytes } from 'node:crypto';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { SandboxClock } from '../clock.ts';
import { registerFaults } from '../faults.ts';
import { parseMailRef } from '../mail/mail-header.ts';
import type { MailSandbox } from '../mail/mail-sandbox.ts';
import { createGrants, type Grants, NO_GRANTS } from '../oauth/grants.ts';
import { type OauthServerOptions, parseBearer, registerOauthServer } from '../oauth/oauth-server.ts';
import { findRefusal } from '../published-calls.ts';
import { createStateFile } from '../state-file.ts';
import { registerAttachmentRoutes } from './attachments.routes.ts';
import { createFaultRules, type MicrosoftFaults } from './faults.ts';
import { registerFolderRoutes } from './folders.routes.ts';
import { createMailboxBook, type GraphMailbox, type MailboxBook } from './mailbox.ts';
import { registerMessageRoutes } from './messages.routes.ts';
import { registerMicrosoftControl } from './microsoft.control.ts';
import { recipientsOf } from './mime.ts';
import { GraphProblem, invalid } from './problems.ts';
import { GRAPH_CALLS } from './schema/graph.calls.ts';
import { registerSendingRoutes } from './sending.routes.ts';

export type MicrosoftSandboxOptions = {
  /** A file from which a restarted sandbox knows who consented to what. */
  state_file: string | null;
};

type SentEntry = {
  /** On the installation's clock. */
  sent_at: string;
  email: string;
  /** Which mail it is for its sender (`parseMailRef`): the Message-ID under which it left is the server's own. */
  message_id: string;
  recipients: string[];
  /** Set when the client was never told that its mail was sent. */
  fault: string | null;
};

type Call = { at: number; method: string; path: string; email: string | null };

/** Microsoft's sign-in and Graph: mailboxes in the one mail world, reached with tokens. */
export type MicrosoftSandbox = {
  grants: Grants;
  mailboxes: MailboxBook;
  mail: MailSandbox;
  faults: MicrosoftFaults;
  /** What was really sent, oldest first. */
  sent: SentEntry[];
  calls: Call[];
  limits: { concurrent_calls: number; sent_after_in_ms: number };
  now(): number;
  /** The mailbox that the call's token opens. @throws GraphProblem */
  getMailbox(request: FastifyRequest): GraphMailbox;
};

const CALLS_KEPT = 500;

/** As at `login.microsoftonline.com/{tenant}`. */
const SIGN_IN: OauthServerOptions = {
  label: 'Microsoft',
  paths: {
    authorize: '/:tenant/oauth2/v2.0/authorize',
    token: '/:tenant/oauth2/v2.0/token',
    revoke: null,
    control: '/__control/oauth',
  },
  client: { id: 'sandbox', secret: 'sandbox' },
  describe: () => ({ ext_expires_in: 3600 }),
  admin_error: {
    error: 'consent_required',
    error_description: 'AADSTS65001: The user or administrator has not consented to use the application.',
  },
  givesRefreshToken: ({ scope = '' }) => scope.split(' ').includes('offline_access'),
};
/** What Graph takes in one request. */
const LARGEST_REQUEST_IN_BYTES = 4 * 1024 * 1024;

/** Everything of this vendor, under `/microsoft`. */
export async function registerMicrosoftSandbox(
  app: FastifyInstance,
  options: MicrosoftSandboxOptions,
  clock: SandboxClock,
  mail: MailSandbox,
): Promise<void> {
  const file = createStateFile(options.state_file, NO_GRANTS);
  const grants = createGrants(file, true);
  await app.register(
    async (scope) => {
      scope.setErrorHandler(answerProblem);
      scope.addContentTypeParser('application/octet-stream', { parseAs: 'buffer' }, (_request, body, done) =>
        done(null, body),
      );
      scope.addHook('onRoute', (route) => {
        route.bodyLimit = LARGEST_REQUEST_IN_BYTES;
      });
      const isGraphCall = (url: string): boolean => url.startsWith(`${scope.prefix}/v1.0/`);
      const isProviderCall = (url: string): boolean => !url.startsWith(`${scope.prefix}/__control`);
      const world = createWorld(scope, grants, clock, mail, isProviderCall);
      limitConcurrency(scope, world, isGraphCall);
      scope.addHook('preHandler', async (request) => {
        if (isGraphCall(request.url)) requirePublished(request, grants, `${scope.prefix}/v1.0`);
      });
      scope.addHook('onClose', async () => file.flush());
      registerOauthServer(scope, SIGN_IN, grants, (email) => {
        // As Exchange does, independent of the mail servers' settings.
        mail.store.openAccount(email, { keeps_sent_copies: true });
      });
      registerFolderRoutes(scope, world);
      registerMessageRoutes(scope, world);
      registerSendingRoutes(scope, world);
      registerAttachmentRoutes(scope, world);
      registerMicrosoftControl(scope, world);
    },
    { prefix: '/microsoft' },
  );
}

/** @throws GraphProblem for a call that Graph does not publish, or that the sign-in holds no permission for */
function requirePublished(request: FastifyRequest, grants: Grants, base: string): void {
  const path = request.url.slice(base.length).split('?')[0] ?? '';
  const refusal = findRefusal(GRAPH_CALLS, request, path, parseBearer(request, grants));
  if (refusal === null) return;
  if (refusal.kind === 'unknown_call') throw new GraphProblem(404, 'ResourceNotFound', refusal.message);
  if (refusal.kind === 'invalid') throw invalid(refusal.message, 'RequestBodyRead');
  throw new GraphProblem(403, 'ErrorAccessDenied', 'Access is denied. Check credentials and try again.');
}

function createWorld(
  scope: FastifyInstance,
  grants: Grants,
  clock: SandboxClock,
  mail: MailSandbox,
  isProviderCall: (url: string) => boolean,
): MicrosoftSandbox {
  // Drafts and cursors end with the program, as they might on a server that lost its memory.
  const mailboxes = createMailboxBook(mail, randomBytes(6).toString('hex'));
  const parseEmail = (request: FastifyRequest): string | null => parseBearer(request, grants)?.email ?? null;
  const faults = registerFaults(
    scope,
    createFaultRules(isProviderCall, {
      readEmail: parseEmail,
      readSending(request) {
        const [, id] = /\/me\/messages\/([^/?]+)\/send$/.exec(request.url) ?? [];
        const email = parseEmail(request);
        const item = email && id ? mailboxes.open(email).find(decodeURIComponent(id)) : undefined;
        return item
          ? {
              email: email ?? '',
              message_id: parseMailRef(item.raw) ?? item.message_id,
              recipients: recipientsOf(item.raw),
            }
          : null;
      },
    }),
  );
  return {
    grants,
    mailboxes,
    mail,
    faults,
    sent: [],
    calls: [],
    limits: { concurrent_calls: 4, sent_after_in_ms: 0 },
    now: () => clock.now(),
    getMailbox(request) {
      const email = parseEmail(request);
      if (email === null) {
        throw new GraphProblem(401, 'InvalidAuthenticationToken', 'Lifetime validation failed, the token is expired.');
      }
      const mailbox = mailboxes.open(email);
      if (mailbox.email.startsWith('nomailbox')) {
        const words = 'The mailbox is either inactive, soft-deleted, or is hosted on-premise.';
        throw new GraphProblem(404, 'MailboxNotEnabledForRESTAPI', words);
      }
      mailbox.pull();
      return mailbox;
    },
  };
}

/** Notes every call, and refuses more at a time than a mailbox takes. */
function limitConcurrency(
  scope: FastifyInstance,
  world: MicrosoftSandbox,
  isGraphCall: (url: string) => boolean,
): void {
  const running = new Map<string, number>();
  scope.addHook('onRequest', async (request, reply) => {
    if (request.url.startsWith(`${scope.prefix}/__control`)) return;
    const email = parseBearer(request, world.grants)?.email ?? null;
    const path = decodeURIComponent(request.url.slice(scope.prefix.length));
    world.calls.push({ at: Date.now(), method: request.method, path, email });
    if (world.calls.length > CALLS_KEPT) world.calls.shift();
    if (email === null || !isGraphCall(request.url)) return;
    running.set(email, (running.get(email) ?? 0) + 1);
    reply.raw.once('close', () => running.set(email, (running.get(email) ?? 1) - 1));
    if ((running.get(email) ?? 0) <= world.limits.concurrent_calls) return;
    const words = 'Application is over its MailboxConcurrency limit.';
    throw new GraphProblem(429, 'ApplicationThrottled', words, 1);
  });
}

const answerProblem: Parameters<FastifyInstance['setErrorHandler']>[0] = (error, _request, reply) => {
  if (error instanceof GraphProblem) {
    if (error.retry_after !== null) reply.header('retry-after', String(error.retry_after));
    return reply.code(error.status).send(error.body());
  }
  const status = error instanceof z.ZodError ? 400 : ((error as { statusCode?: number }).statusCode ?? 500);
  const code = status === 413 ? 'RequestEntityTooLarge' : status < 500 ? 'BadRequest' : 'InternalServerError';
  const words = error instanceof z.ZodError ? z.prettifyError(error) : String(error);
  return reply.code(status).send(new GraphProblem(status, code, words).body());
};
