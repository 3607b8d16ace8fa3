import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { parse as parseForm } from 'qs';
import { z } from 'zod';
import type { SandboxClock } from '../clock.ts';
import type { Schedule } from '../schedule.ts';
import { createStateFile } from '../state-file.ts';
import { type BillingCycle, createBillingCycle } from './billing-cycle.ts';
import { registerStripeControl } from './stripe.control.ts';
import { registerStripeRoutes } from './stripe.routes.ts';
import { API_VERSION, createStripeEvents, type StripeEvents } from './stripe-events.ts';
import { registerStripePages } from './stripe-pages.ts';
import { EMPTY_STRIPE, MOST_KEPT, StripeProblem, type StripeState } from './stripe-world.ts';

export type StripeSandboxOptions = {
  /** A file from which a restarted sandbox knows its customers again. */
  state_file: string | null;
};

export type StripeSandbox = {
  state: StripeState;
  events: StripeEvents;
  cycle: BillingCycle;
  now(): number;
  save(): void;
  /** Address of the pages, as the caller reaches them. */
  base_url(request: FastifyRequest): string;
  failure: { status: number; code: string; times: number } | null;
};

const PREFIX = '/stripe';

/** Everything of this vendor, under `/stripe`: its API, its pages, and its calls to the installation. */
export async function registerStripeSandbox(
  app: FastifyInstance,
  options: StripeSandboxOptions,
  clock: SandboxClock,
  schedule: Schedule,
): Promise<void> {
  const file = createStateFile<StripeState>(options.state_file, EMPTY_STRIPE);
  const state = file.read();
  // Those of an earlier version lack what readers ask for.
  state.invoices = state.invoices.filter(({ metadata }) => metadata !== undefined);
  const save = (): void => file.write(state);
  const now = (): number => clock.now();
  const events = createStripeEvents(state, schedule, now);
  let address = '';
  const cycle = createBillingCycle(state, events, schedule, { now, save, base_url: () => address });
  const sandbox: StripeSandbox = {
    state,
    events,
    cycle,
    now,
    save,
    base_url(request) {
      address = `http://${request.headers.host}${PREFIX}`;
      return address;
    },
    failure: null,
  };
  app.addHook('onClose', async () => file.flush());
  await app.register(
    async (scope) => {
      scope.setErrorHandler(answerProblem);
      scope.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_request, body, done) =>
        done(null, parseFormBody(body.toString())),
      );
      registerKeys(scope, sandbox);
      registerStripeRoutes(scope, sandbox);
      registerStripePages(scope, sandbox);
      registerStripeControl(scope, sandbox);
    },
    { prefix: PREFIX },
  );
  cycle.resume();
}

/** Nested names, as Stripe's own library writes them: `items[0][price]`, `expand[]`. */
function parseFormBody(text: string): object {
  return parseForm(text, { depth: 6, arrayLimit: 100, parameterLimit: 500 });
}

/** An API key, faults, and answers remembered by the idempotency key: the same request again does nothing twice. */
function registerKeys(scope: FastifyInstance, sandbox: StripeSandbox): void {
  const { state, save } = sandbox;
  const isCall = (request: FastifyRequest): boolean => request.url.startsWith(`${PREFIX}/v1/`);
  const keyOf = (request: FastifyRequest): string | undefined =>
    request.method === 'POST' ? (request.headers['idempotency-key'] as string | undefined) : undefined;
  const wordsOf = (request: FastifyRequest): string => `${request.url} ${JSON.stringify(request.body ?? null)}`;
  scope.addHook('preHandler', async (request, reply) => {
    if (!isCall(request)) return undefined;
    sandbox.base_url(request);
    const query = request.url.split('?')[1];
    if (query) request.query = parseFormBody(query);
    if (!/^(Bearer|Basic) \S+/.test(request.headers.authorization ?? ''))
      throw new StripeProblem(401, 'api_key_missing', 'You did not provide an API key.');
    // Without a version a call is made in the account's own.
    if ((request.headers['stripe-version'] ?? API_VERSION) !== API_VERSION)
      throw new StripeProblem(400, 'invalid_request_error', `This account speaks the version ${API_VERSION}.`);
    if (sandbox.failure && sandbox.failure.times > 0) {
      sandbox.failure.times -= 1;
      const { status, code } = sandbox.failure;
      throw new StripeProblem(status, code, 'Simulated.', status === 429 ? 'rate_limit_error' : 'api_error');
    }
    const known = state.keys[keyOf(request) ?? ''];
    if (!known) return undefined;
    if (known.request !== wordsOf(request))
      throw new StripeProblem(
        400,
        'idempotency_key_in_use',
        'Keys can only be used with the same parameters.',
        'idempotency_error',
      );
    return reply.code(known.status).header('idempotent-replayed', 'true').send(known.body);
  });
  scope.addHook('onSend', async (request, reply, payload) => {
    const key = isCall(request) ? keyOf(request) : undefined;
    if (key === undefined || state.keys[key] || reply.statusCode >= 400) return payload;
    state.keys[key] = { request: wordsOf(request), status: reply.statusCode, body: JSON.parse(String(payload)) };
    const names = Object.keys(state.keys);
    if (names.length > MOST_KEPT) delete state.keys[names[0] as string];
    save();
    return payload;
  });
}

function answerProblem(error: unknown, _request: FastifyRequest, reply: FastifyReply) {
  if (error instanceof StripeProblem) return reply.code(error.status).send(error.body());
  if (error instanceof z.ZodError) {
    const where = error.issues[0]?.path.join('.') ?? '';
    return reply.code(400).send(new StripeProblem(400, 'parameter_invalid', `Look at: ${where}.`).body());
  }
  return reply.code(500).send(new StripeProblem(500, 'api_error', String(error), 'api_error').body());
}
