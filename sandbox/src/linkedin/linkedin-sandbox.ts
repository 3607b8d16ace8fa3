import multipart, { type MultipartFile } from '@fastify/multipart';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { SandboxClock } from '../clock.ts';
import { registerFaults } from '../faults.ts';
import type { ProspectOptions } from '../mail/prospects.ts';
import { findRefusal } from '../published-calls.ts';
import type { Schedule } from '../schedule.ts';
import { type Callbacks, createCallbacks } from './callbacks.ts';
import { createFaultRules, type LinkedinFaults } from './faults.ts';
import { type Action, createLinkedinLedger, type LedgerEntry, type LinkedinLedger } from './linkedin-ledger.ts';
import type { PeopleOptions } from './network/member-behaviour.ts';
import { Network } from './network/network.ts';
import { createPeople, type People } from './network/people.ts';
import { type HostedLink, type Seat, SeatBook } from './network/seats.ts';
import type { SourceSizes } from './network/sources.ts';
import { findRequestedAction } from './network/targets.ts';
import type { Member } from './network/world.ts';
import { invalid, missing, Problem } from './problems.ts';
import { registerLedgerRoutes } from './routes/ledger.routes.ts';
import { registerLinkedinControl } from './routes/linkedin.control.ts';
import { registerMessageRoutes } from './routes/messages.routes.ts';
import { registerOutreachRoutes } from './routes/outreach.routes.ts';
import { registerReadingRoutes } from './routes/reading.routes.ts';
import { finishHostedLink, type LinkChoice, registerSeatRoutes } from './routes/seats.routes.ts';
import { registerSignInRoutes } from './routes/sign-in.routes.ts';
import { UNIPILE_CALLS } from './schema/unipile.calls.ts';

export type LinkedinSandboxOptions = {
  /** A file from which a restarted sandbox knows its accounts and webhooks again. */
  state_file: string | null;
  /** A file with one line per thing done in the network, written before the answer. */
  ledger_file?: string | null;
  people?: Partial<PeopleOptions>;
};

type Call = { at: number; method: string; path: string; account_id: string | null };

/** The provider's LinkedIn: its seats, the network they look at, and what it calls back. */
export type LinkedinSandbox = {
  book: SeatBook;
  network: Network;
  callbacks: Callbacks;
  faults: LinkedinFaults;
  schedule: Schedule;
  sizes: SourceSizes;
  calls: Call[];
  visits: { account_id: string; public_identifier: string }[];
  now(): number;
  /** @throws Problem unless there is such a seat and it is signed in */
  getActiveSeat(account_id: string | undefined): Seat;
  /** Also counts the call against the seat's limits. */
  getReader(account_id: string | undefined, kind?: 'read' | 'visit'): Seat;
  people: People;
  ledger: LinkedinLedger;
  /** Puts on record what a call did. */
  record(request: FastifyRequest, seat: Seat, member: Member | undefined, action: Action, details: Details): void;
  finishLink(link: HostedLink, choice: LinkChoice | null, member?: number): Promise<Seat | null>;
};

type Details = Partial<Pick<LedgerEntry, 'id' | 'text' | 'subject' | 'attachments'>>;

const CALLS_KEPT = 500;

/**
 * Everything of this vendor, under `/unipile`.
 * @param prospects who the people are by mail: they are the same here
 */
export async function registerLinkedinSandbox(
  app: FastifyInstance,
  options: LinkedinSandboxOptions,
  clock: SandboxClock,
  schedule: Schedule,
  prospects: ProspectOptions,
): Promise<void> {
  await app.register(
    async (scope) => {
      scope.setErrorHandler(answerProblem);
      // A browser's form without fields.
      scope.addContentTypeParser('application/x-www-form-urlencoded', (_request, payload, done) => {
        payload.resume();
        payload.on('end', () => done(null, {}));
      });
      await scope.register(multipart, { attachFieldsToBody: true, limits: { fileSize: 15_000_000, files: 10 } });
      scope.addHook('preValidation', async (request) => {
        if (request.isMultipart()) request.body = await parseForm(request.body);
      });
      const isProviderCall = (url: string): boolean => url.startsWith(`${scope.prefix}/api/`);
      const world = createWorld(scope, options, clock, schedule, prospects, isProviderCall);
      scope.addHook('onRequest', async (request) => {
        if (isProviderCall(request.url)) recordCall(world, request, scope.prefix);
      });
      scope.addHook('preHandler', async (request) => {
        if (isProviderCall(request.url)) requirePublished(request, `${scope.prefix}/api/v1`);
      });
      scope.addHook('onClose', async () => {
        world.book.flush();
        world.network.flush();
      });
      registerSeatRoutes(scope, world);
      registerSignInRoutes(scope, world);
      registerOutreachRoutes(scope, world);
      registerMessageRoutes(scope, world);
      registerReadingRoutes(scope, world);
      registerLinkedinControl(scope, world);
      registerLedgerRoutes(scope, world);
      world.people.resume();
    },
    { prefix: '/unipile' },
  );
}

function createWorld(
  scope: FastifyInstance,
  options: LinkedinSandboxOptions,
  clock: SandboxClock,
  schedule: Schedule,
  prospects: ProspectOptions,
  isProviderCall: (url: string) => boolean,
): LinkedinSandbox {
  const book = new SeatBook(clock, options.state_file);
  const parts = {
    book,
    network: new Network(clock, options.state_file, () => book.limits),
    schedule,
    callbacks: createCallbacks(book, schedule, () => clock.now()),
    ledger: createLinkedinLedger(options.ledger_file ?? null),
    sizes: new Map(),
    calls: [],
    visits: [],
    now: () => clock.now(),
  };
  const world: LinkedinSandbox = {
    ...parts,
    faults: registerFaults(
      scope,
      createFaultRules(isProviderCall, (request) => findRequestedAction(parts, request)),
    ),
    people: createPeople(parts, prospects, options.people ?? {}),
    getActiveSeat: (account_id) => getActiveSeat(book, account_id),
    getReader: (account_id, kind) => getReader(book, account_id, kind),
    finishLink: (link, choice, member) => finishHostedLink(world, link, choice, member),
    record(request, seat, member, action, details) {
      world.ledger.record({
        performed_at: new Date(clock.now()).toISOString(),
        account_id: seat.id,
        action,
        public_identifier: member?.public_identifier ?? '',
        id: null,
        text: null,
        subject: null,
        attachments: [],
        ...details,
        fault: world.faults.hiddenBy(request),
      });
    },
  };
  return world;
}

function recordCall(world: LinkedinSandbox, request: FastifyRequest, prefix: string): void {
  if (!request.headers['x-api-key']) throw new Problem(401, 'missing_credentials', 'X-API-KEY is missing.');
  const url = new URL(request.url, 'http://sandbox');
  const account_id = url.searchParams.get('account_id');
  const path = url.pathname.slice(`${prefix}/api/v1`.length);
  world.calls.push({ at: Date.now(), method: request.method, path, account_id });
  if (world.calls.length > CALLS_KEPT) world.calls.shift();
}

/** @throws Problem for a request that the provider does not publish */
function requirePublished(request: FastifyRequest, base: string): void {
  const refusal = findRefusal(UNIPILE_CALLS, request, request.url.slice(base.length).split('?')[0] ?? '', null);
  if (refusal === null) return;
  throw refusal.kind === 'unknown_call' ? missing(refusal.message) : invalid(refusal.message);
}

type FormField = MultipartFile | { type: 'field'; value: unknown };

/** Fields by name, files with their names and sizes; the bytes are not kept. */
async function parseForm(given: unknown): Promise<Record<string, unknown>> {
  const body: Record<string, unknown> = {};
  const attachments = [];
  for (const field of Object.values(given as Record<string, FormField | FormField[]>).flat()) {
    if (field.type === 'field') {
      body[(field as { fieldname?: string }).fieldname ?? ''] = field.value;
      continue;
    }
    const { byteLength } = await field.toBuffer();
    attachments.push({ filename: field.filename, content_type: field.mimetype, size_in_bytes: byteLength });
  }
  return { ...body, attachments };
}

function getActiveSeat(book: SeatBook, account_id: string | undefined): Seat {
  const seat = account_id === undefined ? undefined : book.find(account_id);
  if (seat === undefined) throw new Problem(404, 'resource_not_found', 'There is no such account.');
  if (seat.status === 'OK' || seat.status === 'CONNECTING') return seat;
  throw new Problem(401, 'disconnected_account', 'The account is disconnected from the provider.');
}

function getReader(book: SeatBook, account_id: string | undefined, kind: 'read' | 'visit' = 'read'): Seat {
  const seat = getActiveSeat(book, account_id);
  const wait = book.count(seat, kind);
  if (wait === null) return seat;
  throw new Problem(429, 'too_many_requests', 'Too many requests for this account.', wait);
}

const answerProblem: Parameters<FastifyInstance['setErrorHandler']>[0] = (error, _request, reply) => {
  if (error instanceof Problem) {
    if (error.retry_after !== null) reply.header('retry-after', String(error.retry_after));
    return reply.code(error.status).send(error.body());
  }
  const status = error instanceof z.ZodError ? 400 : ((error as { statusCode?: number }).statusCode ?? 500);
  const type = status < 500 ? 'invalid_parameters' : 'unexpected_error';
  const detail = error instanceof z.ZodError ? z.prettifyError(error) : String(error);
  return reply.code(status).send(new Problem(status, type, detail).body());
};
