import cookie from '@fastify/cookie';
import helmet from '@fastify/helmet';
import multipart from '@fastify/multipart';
import rateLimit from '@fastify/rate-limit';
import websocket from '@fastify/websocket';
import Fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from 'fastify';
import type { Config } from '../config.ts';
import { ApiError } from '../errors.ts';
import type { Log } from '../log.ts';

/** Requests a minute from one address before 429: a whole office behind one address stays below it, a flood does not. */
const requestsPerMinute = 60_000;

/** The HTTP server with everything every route shares: parsing, limits, headers, errors in the contract's shape. */
export async function createHttpServer(config: Config, log: Log): Promise<FastifyInstance> {
  const app: FastifyInstance = Fastify({
    loggerInstance: log as FastifyBaseLogger,
    logController: new LogController({ disableRequestLogging: true }),
    trustProxy: config.TRUST_PROXY === 'on',
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 300 },
    forceCloseConnections: true,
    requestTimeout: 0, // large uploads take their time; the idle limit below catches slow senders
    connectionTimeout: 120_000,
    keepAliveTimeout: 72_000,
  });
  acceptEmptyJson(app);
  await app.register(cookie);
  await app.register(multipart);
  await app.register(websocket, { options: { maxPayload: 64 * 1024 } });
  await app.register(rateLimit, {
    max: requestsPerMinute,
    timeWindow: '1 minute',
    allowList: (request) => request.url === '/healthz',
    errorResponseBuilder: () => new ApiError('rate_limited'),
  });
  await app.register(helmet, {
    hsts: config.APP_URL.startsWith('https:'),
    crossOriginEmbedderPolicy: false,
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        scriptSrc: ["'self'"],
        // Mantine and the flow canvas set inline styles; scripts stay closed.
        styleSrc: ["'self'", "'unsafe-inline'"],
        // Remote images inside a mail load only after consent (they are rewritten until then).
        imgSrc: ["'self'", 'data:', 'blob:', 'https:', 'http:'],
        fontSrc: ["'self'", 'data:'],
        connectSrc: ["'self'", 'ws:', 'wss:'],
        frameSrc: ["'self'"],
        objectSrc: ["'none'"],
        baseUri: ["'none'"],
        formAction: ["'self'"],
        frameAncestors: ["'none'"],
      },
    },
  });
  // The API's own documentation page starts itself with an inline script; nothing of a tenant is ever shown there.
  app.addHook('onSend', async (request, reply) => {
    if (!request.url.startsWith('/api/docs')) return;
    reply.header(
      'content-security-policy',
      "default-src 'self'; script-src 'self' 'unsafe-inline'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; font-src 'self' data:; frame-ancestors 'none'",
    );
  });
  handleErrors(app);
  return app;
}

/** `POST` without a body is fine, whatever content type a client sends along. */
function acceptEmptyJson(app: FastifyInstance): void {
  app.removeContentTypeParser('application/json');
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (_request, body, done) => {
    if (body === '') return done(null, {});
    try {
      done(null, JSON.parse(body as string));
    } catch {
      done(new ApiError('bad_request', { reason: 'The body is not valid JSON.' }));
    }
  });
  // Forms (one-click unsubscribe) and anything else without a body we understand.
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string', bodyLimit: 16_384 },
    (_request, body, done) => done(null, Object.fromEntries(new URLSearchParams(body as string))),
  );
}

function handleErrors(app: FastifyInstance): void {
  app.setErrorHandler((error: Error & { statusCode?: number; code?: string }, request, reply) => {
    const known = asApiError(error);
    if (known.code === 'internal')
      request.log.error({ err: error, url: request.url.split('?')[0] }, 'a request failed');
    return reply.status(known.status).send(known.body);
  });
}

function asApiError(error: Error & { statusCode?: number; code?: string }): ApiError {
  if (error instanceof ApiError) return error;
  const status = error.statusCode ?? 500;
  if (status === 413 || error.code?.startsWith('FST_REQ_FILE_TOO_LARGE')) return new ApiError('too_large');
  if (status === 415) return new ApiError('unsupported_media_type');
  if (status === 429) return new ApiError('rate_limited');
  if (status === 404) return new ApiError('not_found');
  if (status >= 400 && status < 500) return new ApiError('bad_request', { reason: error.message });
  // Database refusals that are the caller's doing: text with NUL, numbers out of range, statements over their time.
  if (error.code === '22021' || error.code === '22P05' || error.code === '22003') {
    return new ApiError('bad_request', { reason: 'A value contains characters or numbers that cannot be stored.' });
  }
  if (error.code === '57014') return new ApiError('unavailable');
  return new ApiError('internal');
}
