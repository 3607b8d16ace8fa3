import multipart from '@fastify/multipart';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import type { SandboxClock } from '../clock.ts';
import type { Schedule } from '../schedule.ts';
import { type Callbacks, createCallbacks } from './callbacks.ts';
import { type Faults, registerFaults } from './faults.ts';
import { registerLinkedinControl } from './linkedin.control.ts';
import { type Message, Network } from './network.ts';
import { registerOutreachRoutes, sendMessage } from './outreach.routes.ts';
import { Problem } from './problems.ts';
import { registerReadingRoutes } from './reading.routes.ts';
import { finishHostedLink, registerSeatRoutes } from './seats.routes.ts';
import { type HostedLink, type Seat, SeatBook, type SeatTier } from './seats.ts';
import type { SourceSizes } from './sources.ts';
import type { Member } from './world.ts';

export type LinkedinSandboxOptions = {
  /** A file from which a restarted sandbox knows its accounts and webhooks again. */
  state_file: string | null;
};

export type Call = { at: number; method: string; path: string; account_id: string | null };

/** The provider's LinkedIn: its seats, the network they look at, and what it calls back. */
export type LinkedinSandbox = {
  book: SeatBook;
  network: Network;
  callbacks: Callbacks;
  faults: Faults;
  schedule: Schedule;
  sizes: SourceSizes;
  calls: Call[];
  visits: { account_id: string; public_identifier: string }[];
  now(): number;
  /** @throws Problem unless there is such a seat and it is signed in */
  demandActiveSeat(account_id: string | undefined): Seat;
  /** Also counts the call against the seat's limits. */
  demandReader(account_id: string | undefined, kind?: 'read' | 'visit'): Seat;
  /** A message in the chat of the seat and the member, told by webhook. */
  send(seat: Seat, member: Member, given: Pick<Message, 'text' | 'is_own' | 'subject'>): Promise<Message>;
  finishLink(link: HostedLink, choice: SeatTier | 'SAME' | null): Promise<Seat | null>;
};

const CALLS_KEPT = 500;

/** Everything of this vendor, under `/unipile`. */
export async function registerLinkedinSandbox(
  app: FastifyInstance,
  options: LinkedinSandboxOptions,
  clock: SandboxClock,
  schedule: Schedule,
): Promise<void> {
  const book = new SeatBook(clock, options.state_file);
  await app.register(
    async (scope) => {
      scope.setErrorHandler(answerProblem);
      // A browser's form without fields.
      scope.addContentTypeParser('application/x-www-form-urlencoded', (_request, payload, done) => {
        payload.resume();
        payload.on('end', () => done(null, {}));
      });
      await scope.register(multipart, { attachFieldsToBody: 'keyValues', limits: { fileSize: 15_000_000, files: 10 } });
      const isProviderCall = (url: string): boolean => url.startsWith(`${scope.prefix}/api/`);
      const world: LinkedinSandbox = {
        book,
        network: new Network(clock, options.state_file),
        schedule,
        callbacks: createCallbacks(book, schedule, () => clock.now()),
        faults: registerFaults(scope, isProviderCall),
        sizes: new Map(),
        calls: [],
        visits: [],
        now: () => clock.now(),
        demandActiveSeat: (account_id) => demandActiveSeat(book, account_id),
        demandReader: (account_id, kind) => demandReader(book, account_id, kind),
        send: (seat, member, given) => sendMessage(world, seat, member, given),
        finishLink: (link, choice) => finishHostedLink(world, link, choice),
      };
      scope.addHook('onRequest', async (request) => {
        if (!isProviderCall(request.url)) return;
        if (!request.headers['x-api-key']) throw new Problem(401, 'missing_credentials', 'X-API-KEY is missing.');
        const url = new URL(request.url, 'http://sandbox');
        const account_id = url.searchParams.get('account_id');
        const path = url.pathname.slice(`${scope.prefix}/api/v1`.length);
        world.calls.push({ at: Date.now(), method: request.method, path, account_id });
        if (world.calls.length > CALLS_KEPT) world.calls.shift();
      });
      registerSeatRoutes(scope, world);
      registerOutreachRoutes(scope, world);
      registerReadingRoutes(scope, world);
      registerLinkedinControl(scope, world);
    },
    { prefix: '/unipile' },
  );
}

function demandActiveSeat(book: SeatBook, account_id: string | undefined): Seat {
  const seat = account_id === undefined ? undefined : book.find(account_id);
  if (seat === undefined) throw new Problem(404, 'resource_not_found', 'There is no such account.');
  if (seat.status === 'OK' || seat.status === 'CONNECTING') return seat;
  throw new Problem(401, 'disconnected_account', 'The account is disconnected from the provider.');
}

function demandReader(book: SeatBook, account_id: string | undefined, kind: 'read' | 'visit' = 'read'): Seat {
  const seat = demandActiveSeat(book, account_id);
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
