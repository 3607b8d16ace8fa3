import cookie from '@fastify/cookie';
import multipart from '@fastify/multipart';
import websocket from '@fastify/websocket';
import { FilesUnavailableError } from '@overture/adapters/files/files.port';
import { toStorableJson } from '@overture/domain/text/storable-text';
import Fastify, { type FastifyBaseLogger, type FastifyInstance, LogController, type RouteOptions } from 'fastify';
import { parse as parseJson } from 'secure-json-parse';
import { isKeyCall } from '../api-keys/key-caller.ts';
import type { KeyQuota } from '../api-keys/key-limits.ts';
import { sendProblem } from '../api-keys/problem.ts';
import type { Config } from '../config.ts';
import { DatabaseUnavailable } from '../db/outage.ts';
import { ApiError } from '../errors.ts';
import type { RequestQuota } from '../limits/request-quota.ts';
import type { Log } from '../log.ts';
import { traceRequests } from '../tracing/traced-requests.ts';
import { limitConnections } from './open-connections.ts';
import { limitRequests } from './request-limits.ts';
import { registerSecurityHeaders } from './security-headers.ts';
import { endSlowBodies } from './slow-bodies.ts';
import { logPrivateHost, trustFunction, warnOfUntrustedProxy } from './trust-proxy.ts';

const known = new WeakMap<FastifyInstance, RouteOptions[]>();

/** Remembers every route that is registered from now on, in parts of the application too. */
function rememberRoutes(app: FastifyInstance): void {
  const routes: RouteOptions[] = [];
  known.set(app, routes);
  app.addHook('onRoute', (route) => {
    routes.push(route);
  });
}

/** All routes as they were registered, those of the contract with their endpoint (`config.endpoint`). */
export const listRoutes = (app: FastifyInstance): readonly RouteOptions[] => known.get(app) ?? [];

/** No call of the contract nests nearly as deep. */
const DEEPEST = 100;

/**
 * Whether JSON nests deeper than any call does. Checked before parsing: a body of opening brackets alone creates millions of
 * arrays and blocks every other request. Costs one walk over what is not text.
 */
export function isTooDeep(json: string): boolean {
  let depth = 0;
  for (let at = 0; at < json.length; at += 1) {
    const code = json.charCodeAt(at);
    if (code === 0x22) at = endOfText(json, at);
    else if (code === 0x5b || code === 0x7b) depth += 1;
    else if (code === 0x5d || code === 0x7d) depth -= 1;
    if (depth > DEEPEST) return true;
  }
  return false;
}

/** Where the text that begins here ends; the end of all where it never does. */
function endOfText(json: string, start: number): number {
  for (let end = json.indexOf('"', start + 1); end !== -1; end = json.indexOf('"', end + 1)) {
    let escapes = 0;
    while (json.charCodeAt(end - 1 - escapes) === 0x5c) escapes += 1;
    if (escapes % 2 === 0) return end;
  }
  return json.length;
}

/** The HTTP server with everything every route shares: parsing, limits, headers, errors in the contract's shape. */
export async function createHttpServer(
  config: Config,
  log: Log,
  quota: RequestQuota,
  keys: KeyQuota,
): Promise<FastifyInstance> {
  const app: FastifyInstance = Fastify({
    loggerInstance: log as FastifyBaseLogger,
    logController: new LogController({ disableRequestLogging: true }),
    trustProxy: trustFunction(config.TRUST_PROXY),
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 300 },
    forceCloseConnections: true,
    requestTimeout: 0, // large uploads take their time; `slow-bodies.ts` catches slow senders
    connectionTimeout: 120_000,
    keepAliveTimeout: 72_000,
  });
  rememberRoutes(app);
  traceRequests(app);
  acceptJsonOnly(app);
  warnOfUntrustedProxy(app, config, log);
  logPrivateHost(app, config, log);
  await app.register(cookie);
  await app.register(multipart);
  await app.register(websocket, { options: { maxPayload: 64 * 1024 }, preClose: endSockets });
  registerSecurityHeaders(app, config);
  limitRequests(app, config, quota, keys);
  endSlowBodies(app);
  handleErrors(app, config.APP_URL);
  limitConnections(app, log);
  return app;
}

/** The standard's code for a restart: clients connect again, to another process. The library would close them without a code. */
function endSockets(this: FastifyInstance, done: () => void): void {
  for (const client of this.websocketServer.clients) client.close(1012, 'restart');
  this.websocketServer.close();
  done();
}

/** Bodies are JSON, and an empty one is fine. Forms and plain text, which any page can send from a visitor's browser, are not. */
function acceptJsonOnly(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (_request, body, done) => {
    if (body === '') return done(null, {});
    if (isTooDeep(body as string)) return done(new ApiError('bad_request', { reason: 'The body nests too deep.' }));
    try {
      // Refuses keys that would change an object's prototype. From here on no text of a caller holds NUL or half a character.
      done(null, parseJson(toStorableJson(body as string)));
    } catch {
      done(new ApiError('bad_request', { reason: 'The body is not valid JSON.' }));
    }
  });
}

function handleErrors(app: FastifyInstance, appUrl: string): void {
  app.setErrorHandler((error: Error & { statusCode?: number; code?: string }, request, reply) => {
    const known = error instanceof FilesUnavailableError ? fromFiles(error) : asApiError(error);
    if (known.code === 'internal') request.log.error({ err: error, url: request.url.split('?')[0] }, 'request failed');
    if (known.retry_after_in_seconds !== undefined) reply.header('retry-after', known.retry_after_in_seconds);
    if (error instanceof FilesUnavailableError)
      request.log.error({ reason: error.message }, 'stored files are unavailable');
    else if (known.code === 'storage_full') logFullDisk(request.log, error);
    // Long enough for a restart of the database, short enough to fail in time.
    if (known.status === 503 && !reply.hasHeader('retry-after')) reply.header('retry-after', '2');
    if (isKeyCall(request)) return sendProblem(request, reply, known, appUrl);
    return reply.status(known.status).send(known.body);
  });
}

function asApiError(error: Error & { statusCode?: number; code?: string }): ApiError {
  if (error instanceof ApiError) return error;
  if (error instanceof DatabaseUnavailable) return new ApiError(error.kind === 'full' ? 'storage_full' : 'unavailable');
  const { statusCode: status = 500, code = '' } = error;
  if (code === 'ENOSPC' || code === 'EDQUOT') return new ApiError('storage_full');
  if (code.startsWith('FST_REQ_FILE_TOO_LARGE')) return new ApiError('too_large');
  const named = STATUS_CODES[status];
  if (named !== undefined) return new ApiError(named);
  if (status >= 400 && status < 500) return new ApiError('bad_request', { reason: error.message });
  return fromDatabase(code) ?? new ApiError('internal');
}

const fromFiles = ({ is_full }: FilesUnavailableError): ApiError =>
  new ApiError(is_full ? 'storage_full' : 'unavailable').after(5);

const STATUS_CODES: Partial<Record<number, 'too_large' | 'unsupported_media_type' | 'rate_limited' | 'not_found'>> = {
  404: 'not_found',
  413: 'too_large',
  415: 'unsupported_media_type',
  429: 'rate_limited',
};

/** Refusals of the database that are the caller's doing or pass. */
function fromDatabase(code: string): ApiError | null {
  switch (code) {
    // Text with NUL, numbers out of range.
    case '22021':
    case '22P05':
    case '22003':
      return new ApiError('bad_request', { reason: 'A value contains characters or numbers that cannot be stored.' });
    // A statement over its time.
    case '57014':
      return new ApiError('unavailable').after(5);
    // Two requests for the same rows: a deadlock that a second try did not end, or a lock not given in time.
    case '40P01':
    case '40001':
    case '55P03':
      return new ApiError('busy').after(2);
    default:
      return null;
  }
}

let fullDiskLoggedAt = Number.NEGATIVE_INFINITY;

/** Every request finds a full disk full: one line a minute is enough. The database's own disk has its line in `kernel/db/health.ts`. */
function logFullDisk(log: FastifyBaseLogger, error: Error): void {
  if (error instanceof DatabaseUnavailable || performance.now() - fullDiskLoggedAt < 60_000) return;
  fullDiskLoggedAt = performance.now();
  log.error(
    { reason: error.message },
    'the disk is full: free some space. Nothing is lost, and nothing new can be stored',
  );
}
