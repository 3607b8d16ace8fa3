import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { isIP } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { connect } from 'node:tls';
import { startDnsServer } from '../../sandbox/src/contacts/dns-server.ts';
import { type BenchPerson, freePort, startBenchServer } from '../support/bench-server.ts';
import { recordProof } from '../support/record.ts';

/**
 * The real Caddy with the shipped Caddyfile in front of the real program, with Caddy's own authority instead of a
 * public one: a verified host gets a certificate automatically, an unknown one no handshake, a removed one none the
 * next day. A day is as long as a certificate lives here. Then a public authority that is down and returns: a second
 * Caddy, queried over ACME. It reaches us at ports 80 and 443 by the machine's hosts file, which requires root: it runs
 * with a hosts file of its own.
 */
const DAY_IN_SECONDS = 40;
const HOST = 'app.agency.test';
const TARGET = 'edge.installation.test';
const LOOK = {
  company_display_name: 'Agency',
  website_url: 'https://agency.test',
  primary_color: '#0F766E',
  button_color: '#0F766E',
  secondary_color: '#134E4A',
};

interface Caddy {
  port: number;
  process: ChildProcess;
  stop(): Promise<void>;
}

/** The Caddyfile we ship, at these numbers and with certificates of this issuer. */
async function startShipped(
  upstream: string,
  askUrl: string,
  { issuer, port, plain }: { issuer: string; port: number; plain: number },
): Promise<Caddy> {
  const shipped = await readFile(join(import.meta.dirname, '../../deploy/Caddyfile'), 'utf8');
  return startCaddy(port, { APP_HOST: 'http://localhost', UPSTREAM: upstream, ASK_URL: askUrl }, (directory) =>
    shipped
      .replace(
        '{\n\ton_demand_tls',
        `{\n\tadmin off\n\tskip_install_trust\n\thttps_port ${port}\n\thttp_port ${plain}\n\tstorage file_system ${directory}\n\ton_demand_tls`,
      )
      .replaceAll('reverse_proxy', `bind 127.0.0.1\n\treverse_proxy`)
      .replace('\t\ton_demand\n', `\t\ton_demand\n\t\tissuer ${issuer}\n`),
  );
}

/**
 * An authority that speaks ACME, with its state in `kept`: its identity survives a restart. Names resolve to this
 * machine in its own hosts file.
 */
async function startAuthority(port: number, kept: string): Promise<Caddy> {
  await writeFile(join(kept, 'hosts'), `127.0.0.1 localhost ${HOST}\n`);
  const own = `admin off\n\tskip_install_trust\n\tauto_https disable_redirects\n\thttps_port ${port}\n\tstorage file_system ${kept}`;
  const config = `{\n\t${own}\n}\nhttps://127.0.0.1:${port} {\n\tbind 127.0.0.1\n\ttls internal\n\tacme_server\n}\n`;
  const under = ['unshare', '-m', 'sh', '-c', `mount --bind ${join(kept, 'hosts')} /etc/hosts && exec "$@"`, 'sh'];
  return startCaddy(port, {}, () => config, under);
}

async function startCaddy(
  port: number,
  environment: Record<string, string>,
  configIn: (directory: string) => string,
  under: readonly string[] = [],
): Promise<Caddy> {
  const directory = await mkdtemp(join(tmpdir(), 'overture-caddy-'));
  const config = join(directory, 'Caddyfile');
  await writeFile(config, configIn(directory));
  const [program = '', ...args] = [...under, 'caddy', 'run', '--adapter', 'caddyfile', '--config', config];
  const child = spawn(program, args, {
    stdio: ['ignore', 'ignore', process.env.CADDY_LOG === undefined ? 'ignore' : 'inherit'],
    env: { ...process.env, HOME: directory, ...environment },
  });
  await new Promise<void>((done, failed) => {
    child.once('error', () => failed(new Error("This proof needs Caddy: apt-get install caddy (Debian's package).")));
    child.once('spawn', done);
  });
  return {
    port,
    process: child,
    async stop() {
      const ended = new Promise((done) => child.once('exit', done));
      if (child.exitCode === null) {
        child.kill('SIGTERM');
        await ended;
      }
      await rm(directory, { recursive: true, force: true });
    },
  };
}

interface Seen {
  name: string;
  issuer: string;
  page: string;
}

/** What a visitor of this host gets: the name in its certificate and the page, or null where there is no handshake. */
function visit(port: number, host: string): Promise<Seen | null> {
  return new Promise((done) => {
    const servername = isIP(host) ? '' : host;
    const socket = connect({ host: '127.0.0.1', port, servername, rejectUnauthorized: false });
    let seen: Seen | null = null;
    socket.setTimeout(10_000, () => socket.destroy());
    socket.on('error', () => undefined);
    socket.once('close', () => done(seen));
    socket.once('secureConnect', () => {
      const { subjectaltname: name = '', issuer } = socket.getPeerCertificate();
      const got = { name, issuer: String(issuer.CN), page: '' };
      seen = got;
      socket.on('data', (part) => {
        got.page += part.toString();
      });
      socket.write(`GET /login HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`);
    });
  });
}

async function until(what: string, isSo: () => Promise<boolean>, seconds: number): Promise<void> {
  for (const end = Date.now() + seconds * 1000; Date.now() < end; await sleep(500)) if (await isSo()) return;
  throw new Error(`Waited ${seconds} s for ${what}.`);
}

/** Types the host, publishes what it is asked for, and has it looked up. */
async function proveHost(agency: BenchPerson, records: Map<string, string[]>): Promise<void> {
  await agency.call('PUT', '/agency/branding/', { ...LOOK, domain: HOST });
  const answer = await agency.call('GET', '/agency/branding/host/');
  const { host } = (await answer.json()) as { host: { records: { type: string; name: string; value: string }[] } };
  for (const { type, name, value } of host.records) records.set(type === 'CNAME' ? `CNAME ${name}` : name, [value]);
  await agency.call('POST', '/agency/branding/host/check/', {});
}

type Held = Record<string, boolean>;

/** The installation before a Caddy whose certificates come from within. */
async function proveOwn(upstream: string, askUrl: string, agency: BenchPerson, records: Map<string, string[]>) {
  const [port, plain] = [await freePort(), await freePort()];
  const issuer = `internal {\n\t\t\tlifetime ${DAY_IN_SECONDS}s\n\t\t}`;
  const caddy = await startShipped(new URL(upstream).host, askUrl, { issuer, port, plain });
  try {
    const ask = async (url: string) => (await fetch(`${url}?domain=${HOST}`)).status;
    const before = await visit(port, HOST);
    await proveHost(agency, records);
    await until('a certificate', async () => (await visit(port, HOST)) !== null, 30);
    const proven = await visit(port, HOST);
    const unknown = await visit(port, 'unknown.agency.test');
    const status = await ask(`${upstream}/internal/tls/ask`);
    const begun = performance.now();
    const isAllowed = (await ask(askUrl)) === 200;
    const asked_in_ms = performance.now() - begun;
    await agency.call('PUT', '/agency/branding/', { ...LOOK, domain: '' });
    await until('the next day', async () => (await visit(port, HOST)) === null, 3 * DAY_IN_SECONDS);
    return {
      'an unverified host gets no handshake': before === null,
      'a proven host gets a certificate in its name': proven?.name === `DNS:${HOST}`,
      'and shows its brand': proven?.page.includes('<title>Agency</title>') ?? false,
      'an unknown host gets no handshake': unknown === null,
      'the question is not answered at the front door': status === 404,
      [`it is answered beside it (${Math.round(asked_in_ms)} ms)`]: isAllowed,
      'a removed host gets no handshake the next day': true,
    };
  } finally {
    await caddy.stop();
  }
}

/** The same before an authority over ACME that is away when the host is proven, and comes back. Caddy asks again after 60 s, then 120 s. */
async function proveReturn(upstream: string, askUrl: string, agency: BenchPerson, records: Map<string, string[]>) {
  const kept = await mkdtemp(join(tmpdir(), 'overture-authority-'));
  const number = await freePort();
  const root = join(kept, 'pki/authorities/local/root.crt');
  const directory = `https://127.0.0.1:${number}/acme/local/directory`;
  const isThere = () => visit(number, '127.0.0.1').then((seen) => seen !== null);
  let authority = await startAuthority(number, kept);
  await until('the authority', isThere, 30);
  await authority.stop();
  const issuer = `acme ${directory} {\n\t\t\ttrusted_roots ${root}\n\t\t}`;
  const caddy = await startShipped(new URL(upstream).host, askUrl, { issuer, port: 443, plain: 80 });
  try {
    await proveHost(agency, records);
    const away = await visit(443, HOST);
    const others = (await fetch('http://localhost/healthz')).status;
    const begun = Date.now();
    authority = await startAuthority(number, kept);
    await until('the authority', isThere, 30);
    await until('a certificate after its return', async () => (await visit(443, HOST)) !== null, 300);
    const seconds = Math.round((Date.now() - begun) / 1000);
    const back = await visit(443, HOST);
    await authority.stop();
    const again = await visit(443, HOST);
    return {
      'with the authority away a proven host gets no handshake': away === null,
      "and the installation's own host answers": others === 200,
      [`the authority is back: a new certificate (after ${seconds} s, of ${back?.issuer})`]:
        back?.name === `DNS:${HOST}` && back.issuer.includes('Caddy Local Authority'),
      'with the brand behind it': back?.page.includes('<title>Agency</title>') ?? false,
      'and it stays when the authority goes again': again?.name === `DNS:${HOST}`,
    };
  } finally {
    await caddy.stop();
    await authority.stop();
    await rm(kept, { recursive: true, force: true });
  }
}

async function prove(): Promise<Held> {
  if (process.getuid?.() !== 0) throw new Error('This proof needs root: an authority asks at the numbers 80 and 443.');
  const records = new Map<string, string[]>();
  const dns = await startDnsServer(0, records);
  const internal = await freePort();
  const server = await startBenchServer({
    INTERNAL_PORT: String(internal),
    APP_CNAME_TARGET: TARGET,
    DNS_SERVERS: `127.0.0.1:${dns.port}`,
    TRUST_PROXY: 'on',
  });
  const askUrl = `http://127.0.0.1:${internal}/internal/tls/ask`;
  try {
    const agency = await server.signUp();
    const mark = 'update organizations set is_agency = true, is_whitelabel = true where organization_id = $1';
    await server.owner.query(mark, [agency.organization_id]);
    return {
      ...(await proveOwn(server.url, askUrl, agency, records)),
      ...(await proveReturn(server.url, askUrl, agency, records)),
    };
  } finally {
    await server.stop();
    await dns.close();
  }
}

const result = await prove();
const isProven = Object.values(result).every(Boolean);
for (const [what, holds] of Object.entries(result)) process.stdout.write(`${holds ? 'yes' : 'NO '}  ${what}\n`);
process.stdout.write(`${isProven ? 'PROVEN' : 'NOT PROVEN'}: certificates of brands\n`);
recordProof('brand-tls', isProven, result);
process.exitCode = isProven ? 0 : 1;
