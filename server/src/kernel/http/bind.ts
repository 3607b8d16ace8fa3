import type { Endpoint } from '@overture/contract/endpoint';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { z } from 'zod';
import type { SystemContext } from '../context.ts';
import { ApiError } from '../errors.ts';
import { type Handler, type HandlerInput, HandlerReply, type UploadedFile } from '../slice.ts';
import { describeProblem } from './input-problems.ts';
import {
  comesFromOwnOrigin,
  type FindSession,
  readToken,
  type SessionCookies,
  type SessionIdentity,
} from './sessions.ts';
import { receiveUpload } from './upload.ts';

export const apiBase = '/api/v1';
const defaultBodyLimit = 1024 * 1024;

export interface BindOptions {
  system: SystemContext;
  findSession: FindSession;
  cookies: SessionCookies;
}

type AnyHandler = (ctx: unknown, input: HandlerInput<Endpoint>) => Promise<unknown>;

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
    bindEndpoint(app, endpoint, handlers[name] as Handler<Endpoint> as AnyHandler, options);
  }
}

function bindEndpoint(app: FastifyInstance, endpoint: Endpoint, handler: AnyHandler, options: BindOptions): void {
  app.route({
    method: endpoint.method,
    url: apiBase + endpoint.path.replace(/\{(\w+)\}/g, ':$1'),
    bodyLimit: endpoint.max_body_bytes ?? defaultBodyLimit,
    config: { endpoint },
    handler: async (request, reply) => {
      // Screens count days by the installation's clock, which may have been moved, and not by the browser's.
      reply.header('date', options.system.clock.now().toUTCString());
      const session = await authenticate(request, endpoint, options);
      const { input, discard } = await readInput(request, reply, endpoint, options.system.config.DATA_DIR);
      try {
        const result = await handler(contextFor(session, options.system, request), input);
        return await answer(reply, endpoint, result);
      } finally {
        await discard();
      }
    },
  });
}

async function authenticate(
  request: FastifyRequest,
  endpoint: Endpoint,
  { system, findSession, cookies }: BindOptions,
): Promise<SessionIdentity | null> {
  const given = readToken(request, cookies);
  const isWrite = endpoint.method !== 'GET';
  if (given?.is_cookie && isWrite && !comesFromOwnOrigin(request, system.config.APP_URL)) {
    throw new ApiError('foreign_origin');
  }
  if (endpoint.auth === 'public') return null;
  const session = given ? await findSession(given.token) : null;
  if (!session) throw new ApiError('unauthenticated');
  if (endpoint.roles && !endpoint.roles.includes(session.role)) throw new ApiError('forbidden');
  if (endpoint.feature && session.disabled_features.includes(endpoint.feature)) throw new ApiError('feature_disabled');
  return session;
}

function contextFor(session: SessionIdentity | null, system: SystemContext, request: FastifyRequest): unknown {
  const log = request.log as SystemContext['log'];
  if (!session) return { ...system, log };
  const user = { id: session.user_id, role: session.role, actor_id: session.actor_user_id };
  return { ...system.forOrganization(session.organization_id, user), log, system };
}

async function readInput(
  request: FastifyRequest,
  reply: FastifyReply,
  endpoint: Endpoint,
  dataDirectory: string,
): Promise<{ input: HandlerInput<Endpoint>; discard: () => Promise<void> }> {
  const params = endpoint.params.safeParse(request.params);
  // An id that is no id belongs to nothing: the same answer as for one that does not exist.
  if (!params.success) throw new ApiError('not_found');
  const query = parse(endpoint.query, request.query, 'query');
  let file: UploadedFile | null = null;
  let body: unknown = request.body ?? {};
  let discard = async (): Promise<void> => undefined;
  if (endpoint.multipart) {
    const upload = await receiveUpload(request, endpoint.multipart.max_file_bytes, dataDirectory);
    file = upload.file;
    body = upload.fields;
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
      } as HandlerInput<Endpoint>,
      discard,
    };
  } catch (error) {
    await discard();
    throw error;
  }
}

function parse(schema: z.ZodType, value: unknown, where: 'query' | 'body'): unknown {
  const result = schema.safeParse(value, { error: describeProblem });
  if (result.success) return result.data;
  const details: Record<string, string> = {};
  for (const issue of result.error.issues) details[issue.path.map(String).join('.') || where] ??= issue.message;
  throw new ApiError('validation_failed', {}, details);
}

async function answer(reply: FastifyReply, endpoint: Endpoint, result: unknown): Promise<unknown> {
  if (reply.sent) return reply;
  if (result instanceof HandlerReply) return reply.status(result.status).send(result.payload);
  const checked = endpoint.ok.safeParse(result);
  if (!checked.success) {
    // Never leak a field the contract does not name; the mistake is ours.
    reply.log.error({ issues: checked.error.issues.slice(0, 5) }, 'an answer does not match the contract');
    throw new ApiError('internal');
  }
  return reply.status(endpoint.status).send(checked.data);
}
