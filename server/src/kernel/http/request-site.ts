import type { FastifyRequest } from 'fastify';

/** Where a browser says a request was made: `unsaid` by programs, which send neither header. */
export type RequestSite = 'own' | 'foreign' | 'unsaid';

/**
 * What `Origin` and `Sec-Fetch-Site` say, which no page can forge. Ours is the address of the installation, or the very
 * host the request went to (a branded domain) by the scheme people use here. Either of the two being foreign is enough.
 */
export function getSite(request: FastifyRequest, appUrl: string): RequestSite {
  const { origin } = request.headers;
  const site = request.headers['sec-fetch-site'];
  if (site !== undefined && site !== 'same-origin' && site !== 'none') return 'foreign';
  if (origin !== undefined) return isOwn(origin, request, new URL(appUrl)) ? 'own' : 'foreign';
  return site === 'same-origin' ? 'own' : 'unsaid';
}

/** The browser's proof that a page of ours made the request: saying nothing is none. */
export function comesFromOwnOrigin(request: FastifyRequest, appUrl: string): boolean {
  return getSite(request, appUrl) === 'own';
}

function isOwn(origin: string, request: FastifyRequest, app: URL): boolean {
  if (origin === app.origin) return true;
  if (!URL.canParse(origin)) return false;
  const { protocol, host } = new URL(origin);
  if (host !== request.host.toLowerCase()) return false;
  // Where people use https, a page loaded over http means an attacker on the network.
  return protocol === 'https:' ? app.protocol === 'https:' || request.protocol === 'https' : app.protocol === protocol;
}
