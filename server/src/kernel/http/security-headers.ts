import type { IncomingMessage, ServerResponse } from 'node:http';
import type { FastifyInstance } from 'fastify';
import helmet from 'helmet';
import type { Config } from '../config.ts';

/** Documentation of the API: its own scripts from its own files, nothing else of the application. */
const docsPolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data:",
  "font-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

const pagePolicy = [
  "default-src 'self'",
  "script-src 'self'",
  // Mantine and the flow canvas set inline styles; scripts stay closed.
  "style-src 'self' 'unsafe-inline'",
  // No foreign host: pictures of mails and people come through our own guarded calls.
  "img-src 'self' data: blob:",
  "font-src 'self' data:",
  "frame-src 'self'",
  "object-src 'none'",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
].join('; ');

/** Of data, which loads nothing: a page's policy is longer than most answers. */
const dataPolicy = "default-src 'none'; frame-ancestors 'none'";

const yearInSeconds = 365 * 24 * 3600;

/** What the library sets on every answer. The same for all: asked for once, since for each request it would cost as much as routing. */
const FIXED_HEADERS: Readonly<Record<string, string>> = collectHeaders();

function collectHeaders(): Record<string, string> {
  const headers: Record<string, string> = {};
  const setHeaders = helmet({
    // Below, since it depends on the request where a proxy speaks TLS for us.
    hsts: false,
    crossOriginEmbedderPolicy: false,
    // Below as well, by kind of answer.
    contentSecurityPolicy: false,
  });
  const response = {
    setHeader: (name: string, value: string) => (headers[name.toLowerCase()] = value),
    removeHeader: () => undefined,
  };
  setHeaders({} as IncomingMessage, response as unknown as ServerResponse, () => undefined);
  return headers;
}

/** For an answer that is written past the server. */
export function setFixedHeaders(response: ServerResponse): void {
  for (const [name, value] of Object.entries(FIXED_HEADERS)) response.setHeader(name, value);
}

/** Headers of every answer. A route that sets one of them itself keeps its own. */
export function registerSecurityHeaders(app: FastifyInstance, config: Pick<Config, 'APP_URL'>): void {
  const isAlwaysTls = config.APP_URL.startsWith('https:');
  const ownHost = new URL(config.APP_URL).hostname;
  app.addHook('onRequest', (_request, reply, done) => {
    reply.headers(FIXED_HEADERS);
    done();
  });
  app.addHook('onSend', (request, reply, _payload, done) => {
    if (isAlwaysTls || request.protocol === 'https') {
      // On a brand's host it would bind all of the agency's other hosts, which are none of ours, for a year.
      const reach = request.hostname === ownHost ? '; includeSubDomains' : '';
      reply.header('strict-transport-security', `max-age=${yearInSeconds}${reach}`);
    }
    // A response is not cached unless it says that it may be.
    if (!reply.hasHeader('cache-control')) reply.header('cache-control', 'no-store');
    const isDocs = request.url.startsWith('/api/docs');
    if (isDocs || !reply.hasHeader('content-security-policy')) {
      const isData = /^application\/(problem\+)?json/.test(String(reply.getHeader('content-type') ?? ''));
      const forPage = isData ? dataPolicy : pagePolicyFor(request.headers.host);
      reply.header('content-security-policy', isDocs ? docsPolicy : forPage);
    }
    done();
  });
}

/** Older browsers do not count a socket to the own host as 'self'; a host that is none is left out. */
function pagePolicyFor(host: string | undefined): string {
  const socket = host && /^[a-z0-9.:[\]-]{1,255}$/i.test(host) ? ` ws://${host} wss://${host}` : '';
  return `${pagePolicy}; connect-src 'self'${socket}`;
}
