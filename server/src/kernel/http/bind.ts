import { Readable } from 'node:stream';
import { deprecationHeaders, referencePath } from '@overture/contract/api-reference';
import { cursorQuery, type Endpoint } from '@overture/contract/endpoint';
import type { KeyAccess } from '@overture/domain/access/key-scopes';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { getIdempotencyKey } from '../api-keys/idempotency.ts';
import { requireAgreedSpend } from '../api-keys/key-caller.ts';
import type { BaseContext, Context } from '../context.ts';
import { toJson } from '../db/to-json.ts';
import { ApiError } from '../errors.ts';
import type { FairShare } from '../limits/fair-share.ts';
import { rememberLast } from '../limits/remember.ts';
import { endSlowReader } from '../limits/slow-readers.ts';
import type { Log } from '../log.ts';
import { getOrigin } from '../security-log/request-origin.ts';
import { type Handler, type HandlerInput, HandlerReply, type SessionContext, type UploadedFile } from '../slice.ts';
import { authenticate, type Caller, type KnownCallers } from './authenticate.ts';
import { describeProblem } from './input-problems.ts';
import { type Call, recordCall } from './record-call.ts';
import { runHandler } from './run-once.ts';
import type { SessionIdentity } from './sessions.ts';
import { receiveUpload } from './upload.ts';

export const apiBase = '/api/v1';
const defaultBodyLimit = 1024 * 1024;

export interface BindOptions extends KnownCallers {
  /** The scope by which a key reaches each call. */
  access: Record<string, KeyAccess>;
  /** Calls that a program may repeat by a header, or must be able to. */
  idempotent: Partial<Record<string, 'required' | 'accepted'>>;
  /** How much of the database one organization may hold. */
  share: FairShare;
  /** Told when a call that writes has been handled, before its answer goes out. */
  onWrite: (caller: SessionIdentity | null) => void;
}

type AnyHandler = (ctx: SessionContext, input: HandlerInput<Endpoint>) => Promise<unknown>;
type ParsedInput = Omit<HandlerInput<Endpoint>, 'once'>;

/**
 * Registers a route for every endpoint of the contract. Refuses to boot when an endpoint has no handler. Order of a
 * request: session, origin, role, feature, validation, handler, validation of the answer.
 */
export function bindEndpoints(
  app: FastifyInstance,
  endpoints: Record<string, Endpoint>,
  handlers: Record<string, unknown>,
  options: BindOptions,
): void {
  const missing = Object.keys(endpoints).filter((name) => typeof handlers[name] !== 'function');
  if (missing.length > 0) throw new Error(`These endpoints have no handler: ${missing.join(', ')}`);
  for (const [name, endpoint] of Object.entries(endpoints)) {
    const access = options.access[name] ?? 'never';
    bindEndpoint(
      app,
      { endpoint, access, idempotency: options.idempotent[name] },
      handlers[name] as Handler<Endpoint> as AnyHandler,
      options,
    );
  }
}

/** The text of a second is made once. */
const sayDate = (now: Date): string => saySecond(Math.floor(now.getTime() / 1000));
const saySecond = rememberLast((second: number) => new Date(second * 1000).toUTCString());

function bindEndpoint(app: FastifyInstance, call: Call, handler: AnyHandler, options: BindOptions): void {
  const { endpoint, access, idempotency } = call;
  const deprecation = deprecationHeaders(endpoint);
  const handle = async (request: FastifyRequest, reply: FastifyReply): Promise<unknown> => {
    // Screens count days by the installation's clock, which may have been moved, and not by the browser's.
    reply.header('date', sayDate(options.system.clock.now())).headers(deprecation);
    const system = options.system.forRequest({ origin: getOrigin(request), log: request.log as Log });
    const caller: Caller = { session: null };
    try {
      await authenticate(request, endpoint, access, options, caller);
      requireJson(request, endpoint);
      const key = idempotency && caller.session?.api_key ? getIdempotencyKey(request, idempotency) : null;
      const ctx = contextFor(caller.session, { ...options, system });
      const { input, discard } = await parseInput(request, reply, endpoint, ctx);
      try {
        // A body may take minutes: a key or a session that ended since has no effect.
        if (endpoint.multipart) await authenticate(request, endpoint, access, options, caller);
        requireAgreedSpend(caller.session, input.body);
        const check = (result: unknown): unknown => checkAnswer(reply, endpoint, result);
        const work = runHandler(ctx as SessionContext, input, { endpoint, handler, key, checkAnswer: check });
        const onWrite = (): void => options.onWrite(caller.session);
        const result = await work.finally(endpoint.method === 'GET' ? undefined : onWrite);
        await recordCall(system, call, caller.session, request, null);
        return await answer(reply, endpoint, result, ctx);
      } finally {
        await discard();
      }
    } catch (error) {
      await recordCall(system, call, caller.session, request, error);
      throw error;
    }
  };
  for (const url of listAddresses(endpoint)) {
    app.route({
      method: endpoint.method,
      url: apiBase + url.replace(/\{(\w+)\}/g, ':$1'),
      bodyLimit: endpoint.max_body_bytes ?? defaultBodyLimit,
      config: { endpoint },
      handler: (request, reply) => handle(request, reply),
    });
  }
}

/** The path of the contract, and the second address of one that is ambiguous. */
function listAddresses({ path }: Endpoint): string[] {
  const second = referencePath(path);
  return path === second || path === `${second}/` ? [path] : [path, second];
}

/** A body is JSON; what else a form can send is refused. Calls that take a file look at theirs when they receive it. */
function requireJson({ headers }: FastifyRequest, endpoint: Endpoint): void {
  const hasBody = headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
  if (!hasBody || endpoint.multipart || endpoint.method === 'GET') return;
  const type = headers['content-type']?.split(';')[0]?.trim().toLowerCase();
  if (type !== 'application/json') throw new ApiError('unsupported_media_type');
}

/** The key for attribution, without its scopes. */
const pickApiKey = ({ api_key }: SessionIdentity) =>
  api_key ? { api_key: { id: api_key.id, name: api_key.name } } : {};

function contextFor(session: SessionIdentity | null, { system, share }: BindOptions): BaseContext {
  if (!session) return system;
  const user = { id: session.user_id, role: session.role, actor_id: session.actor_user_id, ...pickApiKey(session) };
  const ctx = system.forOrganization(session.organization_id, user);
  const transaction: Context['transaction'] = (work) => share.run(session.organization_id, () => ctx.transaction(work));
  const read: Context['read'] = (work) => share.run(session.organization_id, () => ctx.read(work));
  const replicaRead: Context['replicaRead'] = (work, patienceInMs) =>
    share.run(session.organization_id, () => ctx.replicaRead(work, patienceInMs));
  const replicaSnapshot: Context['replicaSnapshot'] = (work, patienceInMs) =>
    share.run(session.organization_id, () => ctx.replicaSnapshot(work, patienceInMs));
  return { ...ctx, transaction, read, replicaRead, replicaSnapshot, system, session } as SessionContext;
}

async function parseInput(
  request: FastifyRequest,
  reply: FastifyReply,
  endpoint: Endpoint,
  ctx: BaseContext,
): Promise<{ input: ParsedInput; discard: () => Promise<void> }> {
  const params = z.safeParse(endpoint.params, request.params);
  // An id that is no id belongs to nothing: the same answer as for one that does not exist.
  if (!params.success) throw new ApiError('not_found');
  const query = parse(endpoint.query, beginByCursor(endpoint, toStorable(request.query)), 'query');
  let file: UploadedFile | null = null;
  let body: unknown = request.body ?? {};
  let discard = async (): Promise<void> => undefined;
  if (endpoint.multipart) {
    const upload = await receiveUpload(request, endpoint.multipart.max_file_bytes, ctx);
    file = upload.file;
    body = toStorable(upload.fields);
    discard = upload.discard;
  }
  try {
    return {
      input: {
        params: params.data,
        query,
        body: parse(endpoint.body, body, 'body'),
        file,
        request,
        reply,
      } as ParsedInput,
      discard,
    };
  } catch (error) {
    await discard();
    throw error;
  }
}

/**
 * A number of rows belongs to pages by cursor. Without a page, it begins them: a numbered page would answer that no further one
 * exists, and a program would stop there. What is sorted, and conversations that are searched, have numbered pages alone.
 */
function beginByCursor({ query }: Endpoint, given: unknown): unknown {
  const { limit, page, cursor, sort_field, search_query, reminders } = given as Record<string, unknown>;
  if (limit === undefined || page !== undefined || cursor !== undefined || sort_field !== undefined) return given;
  const { shape } = query as z.ZodObject;
  if (shape.cursor !== cursorQuery.cursor || shape.limit === undefined) return given;
  const isSearched = search_query !== undefined || reminders !== undefined;
  return isSearched && shape.limit !== cursorQuery.limit ? given : { ...(given as object), cursor: '' };
}

/** Fields of a query or a form without NUL and half characters; those of JSON lose them where it is read (`server.ts`). */
const toStorable = (fields: unknown): unknown => (isEmpty(fields) ? {} : JSON.parse(toJson(fields)));

function isEmpty(fields: unknown): boolean {
  for (const _ in fields as object) return false;
  return true;
}

function parse(schema: z.core.$ZodType, value: unknown, where: 'query' | 'body'): unknown {
  const result = z.safeParse(schema, value, { error: describeProblem });
  if (result.success) return result.data;
  const details: Record<string, string> = {};
  for (const issue of result.error.issues) details[issue.path.map(String).join('.') || where] ??= issue.message;
  throw new ApiError('validation_failed', {}, details);
}

/** A file that is sent takes one of the organization's places until it was taken, and is taken at a least rate. */
function limitDownload(content: Readable, ctx: BaseContext & { organization?: { id: number } }): void {
  // Public calls look after themselves: only they know whose file it is.
  if (!ctx.organization) return;
  try {
    content.once('close', ctx.gates.downloads.enter(ctx.organization.id));
  } catch (error) {
    content.destroy();
    throw error;
  }
  endSlowReader(content);
}

async function answer(reply: FastifyReply, endpoint: Endpoint, result: unknown, ctx: BaseContext): Promise<unknown> {
  if (reply.sent) return reply;
  if (result instanceof HandlerReply && result.payload instanceof Readable) limitDownload(result.payload, ctx);
  if (result instanceof HandlerReply) return reply.status(result.status).send(result.payload);
  return reply.status(endpoint.status).send(checkAnswer(reply, endpoint, result));
}

/** Never leaks a field the contract does not name. */
function checkAnswer(reply: FastifyReply, endpoint: Endpoint, result: unknown): unknown {
  const checked = z.safeParse(endpoint.ok, result);
  if (checked.success) return checked.data;
  // The mistake is ours.
  reply.log.error({ issues: checked.error.issues.slice(0, 5) }, 'response does not match the contract');
  throw new ApiError('internal');
}
