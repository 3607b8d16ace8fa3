import helmet from '@fastify/helmet';
import type { FastifyInstance } from 'fastify';
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

/** Headers of every answer. A route that sets one of them itself keeps its own. */
export async function registerSecurityHeaders(app: FastifyInstance, config: Pick<Config, 'APP_URL'>): Promise<void> {
  const isAlwaysTls = config.APP_URL.startsWith('https:');
  const ownHost = new URL(config.APP_URL).hostname;
  await app.register(helmet, {
    // Below, since it depends on the request where a proxy speaks TLS for us.
    hsts: false,
    crossOriginEmbedderPolicy: false,
    // Below as well: the library would set it again for every response.
    contentSecurityPolicy: false,
  });
  app.addHook('onSend', async (request, reply) => {
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
  });
}

/** Older browsers do not count a socket to the own host as 'self'; a host that is none is left out. */
function pagePolicyFor(host: string | undefined): string {
  const socket = host && /^[a-z0-9.:[\]-]{1,255}$/i.test(host) ? ` ws://${host} wss://${host}` : '';
  return `${pagePolicy}; connect-src 'self'${socket}`;
}
