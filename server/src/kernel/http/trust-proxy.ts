import type { FastifyInstance } from 'fastify';
import ipaddr from 'ipaddr.js';
import { z } from 'zod';
import type { Log } from '../log.ts';

/** Which peers may set the forwarded address: none, the last hops behind a private peer by number, or named addresses. */
export type TrustedProxies = false | number | string[];

/** Names that `proxy-addr` knows for whole families of private addresses. */
const FAMILIES: readonly string[] = ['loopback', 'linklocal', 'uniquelocal'];
const MAX_HOPS = 10;
/** Of peers that a number of hops believes: on this machine or in its own network, where strangers are not. */
const PRIVATE_RANGES: readonly string[] = ['loopback', 'linkLocal', 'private', 'uniqueLocal'];

/** `off`, `on` (one hop), a number of hops, or networks separated by commas. */
export const trustedProxies = z.string().transform((text, context): TrustedProxies => {
  const given = text.trim();
  if (given === 'off' || given === '0') return false;
  if (given === 'on') return 1;
  if (/^\d+$/.test(given) && Number(given) <= MAX_HOPS) return Number(given);
  const networks = given.split(',').map((entry) => entry.trim());
  if (networks.every((entry) => FAMILIES.includes(entry) || isNetwork(entry))) return networks;
  context.addIssue({
    code: 'custom',
    message: `off, on (one proxy), a number of proxies up to ${MAX_HOPS}, or networks as 10.0.0.0/8,192.168.1.5`,
  });
  return z.NEVER;
});

/** `ipaddr.js` also takes `11` for an address, which is a number of proxies mistyped. */
function isNetwork(text: string): boolean {
  if (!/[.:]/.test(text)) return false;
  return ipaddr.isValid(text) || ipaddr.isValidCIDR(text);
}

/**
 * What the HTTP server asks for each hop, counted from the peer. A number says nothing of who the peer is: a stranger who reaches the
 * port past the proxy would be believed any address, so a proxy with a public address must be named.
 */
export function trustFunction(trusted: TrustedProxies): false | string[] | ((address: string, hop: number) => boolean) {
  return typeof trusted === 'number' ? (address, hop) => hop < trusted && (hop > 0 || isPrivate(address)) : trusted;
}

function isPrivate(address: string): boolean {
  return ipaddr.isValid(address) && PRIVATE_RANGES.includes(ipaddr.process(address).range());
}

/**
 * Logs once that an untrusted proxy is in front: all people then share the proxy's address, and one of them can use up
 * everyone's limits.
 */
export function warnOfUntrustedProxy(
  app: FastifyInstance,
  config: { APP_URL: string; TRUST_PROXY: TrustedProxies },
  log: Log,
): void {
  const { APP_URL, TRUST_PROXY } = config;
  if (Array.isArray(TRUST_PROXY) || !APP_URL.startsWith('https:')) return;
  let isSaid = false;
  app.addHook('onRequest', async (request) => {
    const peer = request.socket.remoteAddress ?? '';
    const isBelieved = TRUST_PROXY !== false && isPrivate(peer);
    if (isSaid || isBelieved || request.headers['x-forwarded-for'] === undefined) return;
    isSaid = true;
    const advice =
      TRUST_PROXY === false
        ? 'set TRUST_PROXY'
        : 'if this is your proxy, name its network in TRUST_PROXY; if not, close the port to strangers';
    log.warn(
      { peer },
      `X-Forwarded-For from an untrusted peer is ignored: all people behind it share one address and its limits. Fix: ${advice}`,
    );
  });
}

const KEPT_PRIVATE =
  'listening on this machine only, because TRUST_PROXY is a number of proxies. If the proxy runs in another container or on another machine, set HOST=0.0.0.0 and close the port to all but the proxy';

/** In a container no client reaches the address that a number of proxies restricts it to. */
export function logPrivateHost(
  app: FastifyInstance,
  { is_host_kept_private, HOST }: { is_host_kept_private: boolean; HOST: string },
  log: Log,
): void {
  if (is_host_kept_private) app.addHook('onListen', async () => log.info({ host: HOST }, KEPT_PRIVATE));
}
