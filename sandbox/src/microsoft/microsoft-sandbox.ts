import { randomBytes } from 'node:crypto';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { SandboxClock } from '../clock.ts';
import type { MailSandbox } from '../mail/mail-sandbox.ts';
import { registerAttachmentRoutes } from './attachments.routes.ts';
import { type Faults, registerFaults } from './faults.ts';
import { registerFolderRoutes } from './folders.routes.ts';
import { GrantBook } from './grants.ts';
import { createMailboxBook, type GraphMailbox, type MailboxBook } from './mailbox.ts';
import { registerMessageRoutes } from './messages.routes.ts';
import { registerMicrosoftControl } from './microsoft.control.ts';
import { recipientsOf } from './mime.ts';
import { GraphProblem, SignInProblem } from './problems.ts';
import { registerSendingRoutes } from './sending.routes.ts';
import { registerSignInRoutes } from './sign-in.routes.ts';

export type MicrosoftSandboxOptions = {
  /** A file from which a restarted sandbox knows who consented to what. */
  state_file: string | null;
};

export type SentEntry = {
  /** On the installation's clock. */
  sent_at: string;
  email: string;
  message_id: string;
  recipients: string[];
  /** Set when the client was never told that its mail was sent. */
  fault: string | null;
};

export type Call = { at: number; method: string; path: string; email: string | null };

/** Microsoft's sign-in and Graph: mailboxes in the one mail world, reached with tokens. */
export type MicrosoftSandbox = {
  grants: GrantBook;
  mailboxes: MailboxBook;
  mail: MailSandbox;
  faults: Faults;
  /** What was really sent, oldest first. */
  sent: SentEntry[];
  calls: Call[];
  limits: { concurrent_calls: number; sent_after_in_ms: number };
  now(): number;
  /** The mailbox that the call's token opens. @throws GraphProblem */
  demandMailbox(request: FastifyRequest): GraphMailbox;
};

const CALLS_KEPT = 500;
/** What Graph takes in one request. */
const LARGEST_REQUEST_IN_BYTES = 4 * 1024 * 1024;

/** Everything of this vendor, under `/microsoft`. */
export async function registerMicrosoftSandbox(
  app: FastifyInstance,
  options: MicrosoftSandboxOptions,
  clock: SandboxClock,
  mail: MailSandbox,
): Promise<void> {
  await app.register(
    async (scope) => {
      scope.setErrorHandler(answerProblem);
      scope.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_request, body, done) =>
        done(null, Object.fromEntries(new URLSearchParams(String(body)))),
      );
      scope.addContentTypeParser('application/octet-stream', { parseAs: 'buffer' }, (_request, body, done) =>
        done(null, body),
      );
      scope.addHook('onRoute', (route) => {
        route.bodyLimit = LARGEST_REQUEST_IN_BYTES;
      });
      const isGraphCall = (url: string): boolean => url.startsWith(`${scope.prefix}/v1.0/`);
      const isProviderCall = (url: string): boolean => !url.startsWith(`${scope.prefix}/__control`);
      const world = createWorld(scope, options, clock, mail, isProviderCall);
      limitConcurrency(scope, world, isGraphCall);
      scope.addHook('onClose', async () => world.grants.flush());
      registerSignInRoutes(scope, world);
      registerFolderRoutes(scope, world);
      registerMessageRoutes(scope, world);
      registerSendingRoutes(scope, world);
      registerAttachmentRoutes(scope, world);
      registerMicrosoftControl(scope, world);
    },
    { prefix: '/microsoft' },
  );
}

function createWorld(
  scope: FastifyInstance,
  options: MicrosoftSandboxOptions,
  clock: SandboxClock,
  mail: MailSandbox,
  isProviderCall: (url: string) => boolean,
): MicrosoftSandbox {
  const grants = new GrantBook(clock, options.state_file);
  // Drafts and cursors end with the program, as they might on a server that lost its memory.
  const mailboxes = createMailboxBook(mail, randomBytes(6).toString('hex'));
  const readEmail = (request: FastifyRequest): string | null => emailOf(grants, request);
  const faults = registerFaults(scope, isProviderCall, {
    readEmail,
    readSending(request) {
      const [, id] = /\/me\/messages\/([^/?]+)\/send$/.exec(request.url) ?? [];
      const email = readEmail(request);
      const item = email && id ? mailboxes.open(email).find(decodeURIComponent(id)) : undefined;
      return item ? { email: email ?? '', message_id: item.message_id, recipients: recipientsOf(item.raw) } : null;
    },
  });
  return {
    grants,
    mailboxes,
    mail,
    faults,
    sent: [],
    calls: [],
    limits: { concurrent_calls: 4, sent_after_in_ms: 0 },
    now: () => clock.now(),
    demandMailbox(request) {
      const mailbox = mailboxes.open(grants.demandGrant(tokenOf(request)).email);
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
    const email = emailOf(world.grants, request);
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

const tokenOf = (request: FastifyRequest): string =>
  /^Bearer (.+)$/.exec(request.headers.authorization ?? '')?.[1] ?? '';

function emailOf(grants: GrantBook, request: FastifyRequest): string | null {
  try {
    return grants.demandGrant(tokenOf(request)).email;
  } catch {
    return null;
  }
}

const answerProblem: Parameters<FastifyInstance['setErrorHandler']>[0] = (error, _request, reply) => {
  if (error instanceof SignInProblem) return reply.code(error.status).send(error.body());
  if (error instanceof GraphProblem) {
    if (error.retry_after !== null) reply.header('retry-after', String(error.retry_after));
    return reply.code(error.status).send(error.body());
  }
  const status = error instanceof z.ZodError ? 400 : ((error as { statusCode?: number }).statusCode ?? 500);
  const code = status === 413 ? 'RequestEntityTooLarge' : status < 500 ? 'BadRequest' : 'InternalServerError';
  const words = error instanceof z.ZodError ? z.prettifyError(error) : String(error);
  return reply.code(status).send(new GraphProblem(status, code, words).body());
};
