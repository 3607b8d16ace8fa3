import { lookup } from 'node:dns/promises';
import { createServer } from 'node:net';
import type { GuardedHttp } from '@overture/adapters/kit/guarded-http';
import type { SystemFinding } from '@overture/contract/admin-system';
import { cutText } from '@overture/domain/text/text-bounds';
import { z } from 'zod';
import type { Config } from '../../kernel/config.ts';
import { version } from '../app-info.ts';
import { ask, found } from './finding.ts';
import { openOperatorHttp } from './reach.ts';

const WARNED_SKEW_IN_MS = 5000;
const infoSchema = z.object({ version: z.string() });

/** Whether people reach the program at APP_URL, by a proxy where there is one. @param is_running in this very process */
export async function checkAddress(config: Config, is_running: boolean): Promise<SystemFinding[]> {
  const http = openOperatorHttp();
  try {
    const ports = is_running ? [] : await checkPorts(http, config);
    return [...ports, ...(await checkAppUrl(http, config)), await checkProxy(http, config)];
  } finally {
    await http.close();
  }
}

async function checkPorts(http: GuardedHttp, config: Config): Promise<SystemFinding[]> {
  const ports = [
    { name: 'PORT', port: config.PORT },
    ...(config.HEALTH_PORT === undefined ? [] : [{ name: 'HEALTH_PORT', port: config.HEALTH_PORT }]),
  ];
  return Promise.all(ports.map((one) => checkPort(http, config.HOST, one)));
}

function checkPort(http: GuardedHttp, host: string, { name, port }: { name: string; port: number }) {
  const advice = `End what uses it (ss -ltnp | grep :${port}), or set another ${name}.`;
  return ask({ area: 'address', title: `Port ${port} (${name})`, advice }, async () => {
    if (await isFree(host, port)) return 'Free: no program listens there now.';
    const here = ['::', '0.0.0.0'].includes(host) ? '127.0.0.1' : host.includes(':') ? `[${host}]` : host;
    const answer = await http.request(`http://${here}:${port}/healthz`, { timeout_in_ms: 3000 }).catch(() => null);
    const isOurs = answer !== null && /"status":/.test(cutText(answer.body.toString('utf8'), 200));
    if (!isOurs) throw new Error('Another program listens there.');
    if (answer.status === 200) return 'Overture answers there.';
    return {
      status: 'fail',
      text: 'Overture runs there but cannot serve.',
      advice: 'Look at the database, and at its log.',
    };
  });
}

function isFree(host: string, port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', () => resolve(false));
    server.listen(port, host, () => server.close(() => resolve(true)));
  });
}

/** Name, certificate, proxy and program in one question; and what the time is there. */
async function checkAppUrl(http: GuardedHttp, config: Config): Promise<SystemFinding[]> {
  const title = config.APP_URL;
  const advice =
    'Look whether the program runs, whether the name leads to this machine or its proxy, and at the certificate.';
  let skew: number | null = null;
  const reached = await ask({ area: 'address', title, advice }, async () => {
    const before = Date.now();
    const answer = await http.request(`${config.APP_URL}/api/v1/app/`, { max_redirects: 0, timeout_in_ms: 5000 });
    const date = Date.parse(answer.headers.get('date') ?? '');
    if (!Number.isNaN(date)) skew = computeSkew(date, before, Date.now());
    return describeAnswer(answer.status, answer.body.toString('utf8'));
  });
  if (skew === null) return [reached];
  return [reached, describeSkew(skew)];
}

function describeAnswer(status: number, body: string) {
  if (status >= 300 && status < 400)
    throw new Error('It sends people elsewhere: APP_URL must be the very address they see.');
  if (status !== 200) throw new Error(`Something else answers there (${status}).`);
  const info = infoSchema.safeParse(body.startsWith('{') ? JSON.parse(body) : null);
  if (!info.success) throw new Error('Another program answers there.');
  if (info.data.version === version) return `Overture ${version} answers there.`;
  return {
    status: 'warn' as const,
    text: `Overture ${info.data.version} answers there; this is ${version}.`,
    advice: 'Start every process with the same version.',
  };
}

/** The header has whole seconds. */
const computeSkew = (date: number, before: number, after: number): number =>
  Math.max(0, before - (date + 1000), date - after);

function describeSkew(skew: number): SystemFinding {
  const title = 'Clock behind APP_URL';
  if (skew < WARNED_SKEW_IN_MS) return found('address', title, 'It agrees with the clock of this machine.');
  return found('address', title, {
    status: 'warn',
    text: `It differs from the clock of this machine by ${Math.round(skew / 1000)} s.`,
    advice: 'Let both machines keep their time by NTP.',
  });
}

async function checkProxy(http: GuardedHttp, config: Config): Promise<SystemFinding> {
  const { APP_URL, TRUST_PROXY, is_production } = config;
  const title = 'Reverse proxy';
  const isTls = APP_URL.startsWith('https:');
  if (Array.isArray(TRUST_PROXY))
    return found('address', title, 'TRUST_PROXY names the networks of the proxies that are believed.');
  if (TRUST_PROXY !== false) return checkBypass(http, config, TRUST_PROXY);
  if (!isTls) return found('address', title, 'None is expected: APP_URL has no TLS.');
  return found('address', title, {
    status: is_production ? 'warn' : 'pass',
    text: 'APP_URL has TLS, so there is a proxy in front, but TRUST_PROXY is off: all people share its address and its limits.',
    advice: 'Set TRUST_PROXY=on behind one proxy on this machine that sets X-Forwarded-For.',
  });
}

/** Who reaches the port past the proxy speaks without TLS, and from the proxy's own network would be believed any address. */
async function checkBypass(http: GuardedHttp, { APP_URL, HOST, PORT }: Config, hops: number): Promise<SystemFinding> {
  const title = 'Reverse proxy';
  const { hostname, port } = new URL(APP_URL);
  const believed = `${hops === 1 ? 'One proxy' : `${hops} proxies`} with a private address ${hops === 1 ? 'is' : 'are'} believed (TRUST_PROXY)`;
  if (Number(port) === PORT) return found('address', title, `${believed}.`);
  // There the proxy and the program are neighbors, and a connection from here proves nothing about strangers.
  if (isLoopback(HOST) && (await leadsHere(hostname)))
    return found('address', title, `${believed}, and the program listens for this machine alone.`);
  const address = `http://${hostname}:${PORT}`;
  if (!(await answersAsOurs(http, address)))
    return found(
      'address',
      title,
      `${believed}, and clients cannot bypass ${hops === 1 ? 'it' : 'them'} at ${address}.`,
    );
  return found('address', title, {
    status: 'fail',
    text: `${believed}, but Overture also answers at ${address}, without a proxy in front.`,
    advice: `Set HOST=127.0.0.1 (containers: PUBLISH=127.0.0.1:${PORT}), or close port ${PORT} in the firewall.`,
  });
}

const isLoopback = (address: string): boolean => /^(localhost$|127\.|::1$)/.test(address);

async function leadsHere(hostname: string): Promise<boolean> {
  const addresses = await lookup(hostname.replace(/^\[|\]$/g, ''), { all: true }).catch(() => []);
  return addresses.length > 0 && addresses.every(({ address }) => isLoopback(address));
}

async function answersAsOurs(http: GuardedHttp, address: string): Promise<boolean> {
  const answer = await http.request(`${address}/healthz`, { timeout_in_ms: 3000 }).catch(() => null);
  return answer !== null && /"status":/.test(cutText(answer.body.toString('utf8'), 200));
}
