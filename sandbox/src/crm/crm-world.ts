import type { FastifyInstance, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { type FaultRules, type Faults, faultFields, registerFaults } from '../faults.ts';
import { createGrants, type Grant, type Grants, NO_GRANTS, type OauthState } from '../oauth/grants.ts';
import { registerOauthServer } from '../oauth/oauth-server.ts';
import { findRefusal, type PublishedCall, type Refusal } from '../published-calls.ts';
import { createStateFile, type StateFile } from '../state-file.ts';

/** One person, deal, note or item of a stand-in's account; field names are the vendor's own. */
export type CrmRow = {
  id: number;
  kind: string;
  fields: Record<string, unknown>;
  created_at: number;
  updated_at: number;
};

export type CrmFieldDefinition = {
  name: string;
  label: string;
  type: string;
  is_custom: boolean;
  is_required?: boolean;
  is_unique?: boolean;
  max_length?: number;
  options?: { id: string; label: string }[];
};

type CrmState = OauthState & { rows: CrmRow[]; fields: CrmFieldDefinition[]; last_id: number };

/** What one CRM of the sandbox knows: an account for everybody who signs in, one memory, its own limits and moods. */
export type CrmWorld = {
  label: string;
  grants: Grants;
  state: CrmState;
  limits: { requests: number; window_in_ms: number; per_day: number };
  /** Rows younger than this are not found by searching yet. */
  search_lag_in_ms: number;
  /** Writes since the start, by kind: proofs count them. */
  writes: Record<string, number>;
  faults: Faults<CrmFault>;
  now(): number;
  insert(kind: string, fields: Record<string, unknown>): CrmRow;
  update(row: CrmRow, fields: Record<string, unknown>): CrmRow;
  list(kind: string): CrmRow[];
  find(kind: string, id: number): CrmRow | undefined;
  /** By a text field, folded; from an index that is as behind as `search_lag_in_ms` says. */
  search(kind: string, field: string, value: string): CrmRow[];
  lookUp(kind: string, field: string, value: string): CrmRow | undefined;
  field(name: string): CrmFieldDefinition | undefined;
  /** Whose token it is. @throws CrmProblem 401 */
  requireGrant(request: FastifyRequest, token?: string): Grant;
  remove(row: CrmRow): void;
  /** Forgets everything but who signed in. */
  clear(): void;
  save(): void;
};

const crmFaultBody = z.strictObject({
  path: z.string().max(300).default(''),
  /** Only requests whose body holds this text. */
  text: z.string().max(300).default(''),
  method: z.enum(['GET', 'POST', 'PUT', 'PATCH', 'DELETE']).optional(),
  code: z.string().max(100).default('SIMULATED'),
  ...faultFields,
  /** Also 200: some vendors report errors that way. */
  status: z.number().int().min(200).max(599).optional(),
});
type CrmFault = z.output<typeof crmFaultBody>;

/** An error as the vendor writes it. */
export class CrmProblem extends Error {
  readonly status: number;
  readonly shape: object;
  readonly retry_after: number | null;
  constructor(status: number, shape: object, retry_after: number | null = null) {
    super(JSON.stringify(shape));
    this.status = status;
    this.shape = shape;
    this.retry_after = retry_after;
  }
  body(): object {
    return this.shape;
  }
}

export type CrmVendor = {
  label: string;
  prefix: string;
  rotates: boolean;
  /** Below the prefix. */
  paths: { authorize: string; token: string; revoke: string | null };
  is_basic?: true;
  /** What the vendor publishes; requests that are not among it, or lack a scope of it, are refused. */
  calls?: readonly PublishedCall[];
  /** The vendor's status and code for each kind of refusal. */
  refusals?: Record<Refusal['kind'], { status: number; code: string }>;
  fields: CrmFieldDefinition[];
  limits: CrmWorld['limits'];
  problem(status: number, code: string, message: string): object;
  /** Calls of the API, as opposed to those of its sign-in and of the control. */
  isApiCall(path: string): boolean;
  describeTokens?(request: FastifyRequest): Record<string, unknown>;
};

const controlBody = z.strictObject({
  fault: crmFaultBody.optional(),
  clear_faults: z.boolean().optional(),
  limits: z
    .strictObject({ requests: z.number().int(), window_in_ms: z.number().int(), per_day: z.number().int().optional() })
    .optional(),
  search_lag_in_ms: z.number().int().min(0).optional(),
  delete_field: z.string().optional(),
  add_field: z.custom<CrmFieldDefinition>((value) => typeof value === 'object').optional(),
  insert: z.strictObject({ kind: z.string(), fields: z.record(z.string(), z.unknown()) }).optional(),
  update: z.strictObject({ kind: z.string(), id: z.number(), fields: z.record(z.string(), z.unknown()) }).optional(),
  delete: z.strictObject({ kind: z.string(), id: z.number() }).optional(),
  /** Everything is forgotten but who signed in. */
  clear: z.boolean().optional(),
});

/** The sign-in, the limits, the faults and the control of one vendor, and its memory. */
export async function registerCrm(
  app: FastifyInstance,
  vendor: CrmVendor,
  given: { state_file: string | null; now: () => number },
  registerRoutes: (scope: FastifyInstance, world: CrmWorld) => void,
): Promise<void> {
  const file = createStateFile<CrmState>(given.state_file, {
    ...NO_GRANTS,
    rows: [],
    fields: vendor.fields,
    last_id: 1000,
  });
  await app.register(
    async (scope) => {
      scope.setErrorHandler((error, _request, reply) => {
        const problem = asProblem(vendor, error);
        if (problem.retry_after !== null) reply.header('retry-after', String(problem.retry_after));
        return reply.code(problem.status).send(problem.body());
      });
      scope.addHook('onClose', async () => file.flush());
      scope.addHook('onRoute', (route) => {
        route.bodyLimit = 8_000_000;
      });
      const faults = registerFaults(scope, faultRules(vendor));
      const world = createWorld(vendor, file, faults, given.now);
      registerSignIn(scope, vendor, world);
      scope.addHook('preHandler', async (request) => {
        if (!vendor.isApiCall(pathOf(vendor, request))) return;
        spend(vendor, world, request);
        requirePublished(vendor, world, request);
      });
      registerRoutes(scope, world);
      registerControl(scope, world);
    },
    { prefix: vendor.prefix },
  );
}

function registerSignIn(scope: FastifyInstance, vendor: CrmVendor, world: CrmWorld): void {
  scope.addHook('preValidation', async (request) => {
    // Vendors that want the client in the header read it there; the one server of sign-ins reads forms.
    const match = /^Basic (\S+)$/.exec(request.headers.authorization ?? '');
    if (vendor.is_basic !== true || match?.[1] === undefined || typeof request.body !== 'object') return;
    const [client_id, client_secret] = Buffer.from(match[1], 'base64').toString().split(':');
    request.body = { ...(request.body as object), client_id, client_secret };
  });
  registerOauthServer(
    scope,
    {
      label: vendor.label,
      paths: { ...vendor.paths, control: '/__control/oauth' },
      client: { id: 'sandbox', secret: 'sandbox' },
      admin_error: { error: 'access_denied', error_description: 'An administrator has to install this app first.' },
      givesRefreshToken: () => true,
      describe: (_grant, request) => vendor.describeTokens?.(request) ?? {},
    },
    world.grants,
    () => undefined,
  );
}

function createWorld(
  vendor: CrmVendor,
  file: StateFile<CrmState>,
  faults: Faults<CrmFault>,
  now: () => number,
): CrmWorld {
  const grants = createGrants(file as unknown as StateFile<OauthState>, vendor.rotates);
  const state = grants.state as CrmState;
  const indexes = new Map<string, Map<string, CrmRow[]>>();
  const fold = (value: unknown): string => String(value ?? '').toLowerCase();
  const indexOf = (kind: string, field: string): Map<string, CrmRow[]> => {
    const known = indexes.get(`${kind} ${field}`);
    if (known) return known;
    const index = Map.groupBy(
      state.rows.filter((row) => row.kind === kind),
      (row) => fold(row.fields[field]),
    );
    indexes.set(`${kind} ${field}`, index);
    return index;
  };
  const byId = new Map(state.rows.map((row) => [row.id, row]));
  const reindex = (row: CrmRow, before: Record<string, unknown>): void => {
    for (const [name, index] of indexes) {
      const [kind, field = ''] = name.split(' ');
      if (kind !== row.kind) continue;
      const [old, next] = [fold(before[field]), fold(row.fields[field])];
      if (old !== next || !index.get(next)?.includes(row)) {
        index.set(
          old,
          (index.get(old) ?? []).filter((one) => one !== row),
        );
        index.set(next, [...(index.get(next) ?? []), row]);
      }
    }
  };
  const world: CrmWorld = {
    label: vendor.label,
    grants,
    state,
    limits: { ...vendor.limits },
    search_lag_in_ms: 0,
    writes: {},
    faults,
    now,
    insert(kind, fields) {
      state.last_id += 1;
      const row = { id: state.last_id, kind, fields, created_at: now(), updated_at: now() };
      state.rows.push(row);
      byId.set(row.id, row);
      reindex(row, {});
      world.writes[kind] = (world.writes[kind] ?? 0) + 1;
      world.save();
      return row;
    },
    update(row, fields) {
      const before = { ...row.fields };
      Object.assign(row.fields, fields);
      row.updated_at = now();
      reindex(row, before);
      world.save();
      return row;
    },
    list: (kind) => state.rows.filter((row) => row.kind === kind),
    find: (kind, id) => {
      const row = byId.get(id);
      return row?.kind === kind ? row : undefined;
    },
    remove(row) {
      state.rows = state.rows.filter((one) => one !== row);
      byId.delete(row.id);
      indexes.clear();
      world.save();
    },
    clear() {
      state.rows = [];
      state.fields = vendor.fields;
      byId.clear();
      indexes.clear();
      world.save();
    },
    search: (kind, field, value) =>
      (indexOf(kind, field).get(fold(value)) ?? []).filter((row) => row.created_at <= now() - world.search_lag_in_ms),
    lookUp: (kind, field, value) => (fold(value) === '' ? undefined : indexOf(kind, field).get(fold(value))?.[0]),
    field: (name) => state.fields.find((field) => field.name === name),
    requireGrant(request, token) {
      const given = token ?? /^Bearer (\S+)$/.exec(request.headers.authorization ?? '')?.[1];
      const grant = given === undefined ? null : grants.find(given);
      if (grant === null)
        throw new CrmProblem(401, vendor.problem(401, 'INVALID_SESSION_ID', 'Session expired or invalid'));
      return grant;
    },
    save: () => file.write(state),
  };
  return world;
}

const used = new WeakMap<CrmWorld, { window: number; requests: number; day: number; today: number }>();

function spend(vendor: CrmVendor, world: CrmWorld, request: FastifyRequest): void {
  if (request.headers.authorization === undefined) return;
  const { requests, window_in_ms, per_day } = world.limits;
  const now = Date.now();
  const [window, day] = [Math.floor(now / window_in_ms), Math.floor(now / 86_400_000)];
  const before = used.get(world);
  const count = {
    window,
    requests: (before?.window === window ? before.requests : 0) + 1,
    day,
    today: (before?.day === day ? before.today : 0) + 1,
  };
  used.set(world, count);
  if (count.today > per_day)
    throw new CrmProblem(429, vendor.problem(429, 'DAILY_LIMIT_EXCEEDED', 'Daily limit reached'), 3_600);
  if (count.requests <= requests) return;
  const retry_after = Math.max(1, Math.ceil(((window + 1) * window_in_ms - now) / 1000));
  throw new CrmProblem(429, vendor.problem(429, 'RATE_LIMITS', 'You have reached your limit.'), retry_after);
}

/** Refuses a request that the vendor does not publish, or that the sign-in holds no scope for. */
function requirePublished(vendor: CrmVendor, world: CrmWorld, request: FastifyRequest): void {
  if (vendor.calls === undefined || vendor.refusals === undefined) return;
  const refusal = findRefusal(vendor.calls, request, pathOf(vendor, request), world.requireGrant(request));
  if (refusal === null) return;
  const { status, code } = vendor.refusals[refusal.kind];
  throw new CrmProblem(status, vendor.problem(status, code, refusal.message));
}

const pathOf = (vendor: CrmVendor, request: FastifyRequest): string =>
  request.url.slice(vendor.prefix.length).split('?')[0] ?? '';

function faultRules(vendor: CrmVendor): FaultRules<CrmFault> {
  return {
    isProviderCall: (url) => url.startsWith(vendor.prefix) && !url.includes('/__control/'),
    matches: (fault, request) =>
      decodeURIComponent(request.url).includes(fault.path) &&
      (fault.method === undefined || fault.method === request.method) &&
      (fault.text === '' || JSON.stringify(request.body ?? '').includes(fault.text)),
    findNamed: () => null,
    problemOf: ({ status = 500, code, retry_after_in_seconds }) =>
      new CrmProblem(status, vendor.problem(status, code, `Simulated ${code}.`), retry_after_in_seconds ?? null),
    garbage: '{"surprise":',
    late: 'answer',
  };
}

function asProblem(vendor: CrmVendor, error: unknown): CrmProblem {
  if (error instanceof CrmProblem) return error;
  if (error instanceof z.ZodError)
    return new CrmProblem(400, vendor.problem(400, 'VALIDATION_ERROR', z.prettifyError(error)));
  const status = (error as { statusCode?: number }).statusCode ?? 500;
  return new CrmProblem(status, vendor.problem(status, 'ERROR', error instanceof Error ? error.message : 'Failed.'));
}

function registerControl(scope: FastifyInstance, world: CrmWorld): void {
  const { state } = world;
  scope.get('/__control/rows', async (request) => {
    const { kind } = z.object({ kind: z.string() }).parse(request.query);
    return { rows: world.list(kind), writes: world.writes };
  });
  scope.post('/__control/crm', async (request) => {
    const body = controlBody.parse(request.body);
    if (body.clear_faults) world.faults.clear();
    if (body.fault) world.faults.add(body.fault);
    if (body.limits) Object.assign(world.limits, body.limits);
    if (body.search_lag_in_ms !== undefined) world.search_lag_in_ms = body.search_lag_in_ms;
    if (body.delete_field) state.fields = state.fields.filter(({ name }) => name !== body.delete_field);
    if (body.add_field) state.fields = [...state.fields, body.add_field];
    const removed = body.delete && world.find(body.delete.kind, body.delete.id);
    if (removed) world.remove(removed);
    if (body.clear) world.clear();
    const changed = body.update && world.find(body.update.kind, body.update.id);
    if (changed && body.update) world.update(changed, body.update.fields);
    const row = body.insert ? world.insert(body.insert.kind, body.insert.fields) : null;
    world.save();
    return { id: row?.id ?? null };
  });
}
