import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { connect } from 'node:tls';
import { startDnsServer } from '../../sandbox/src/contacts/dns-server.ts';
import { type BenchPerson, freePort, startBenchServer } from '../support/bench-server.ts';
import { recordProof } from '../support/record.ts';

/**
 * The real Caddy with the Caddyfile we ship before the real program, with Caddy's own authority in place of a public one: a proven host gets a
 * certificate by itself, an unknown one no handshake, a removed one none the next day. A day is as long as a certificate lives here.
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

async function startCaddy(upstream: string, askUrl: string): Promise<Caddy> {
  const directory = await mkdtemp(join(tmpdir(), 'overture-caddy-'));
  const [port, plain] = [await freePort(), await freePort()];
  const shipped = await readFile(join(import.meta.dirname, '../../deploy/Caddyfile'), 'utf8');
  const own = `{\n\tadmin off\n\tskip_install_trust\n\thttps_port ${port}\n\thttp_port ${plain}\n\tstorage file_system ${directory}`;
  const adapted = shipped
    .replace('{\n\ton_demand_tls', `${own}\n\ton_demand_tls`)
    .replaceAll('reverse_proxy', `bind 127.0.0.1\n\treverse_proxy`)
    .replace('\t\ton_demand\n', `\t\ton_demand\n\t\tissuer internal {\n\t\t\tlifetime ${DAY_IN_SECONDS}s\n\t\t}\n`);
  await writeFile(join(directory, 'Caddyfile'), adapted);
  const child = spawn('caddy', ['run', '--adapter', 'caddyfile', '--config', join(directory, 'Caddyfile')], {
    stdio: ['ignore', 'ignore', process.env.CADDY_LOG === undefined ? 'ignore' : 'inherit'],
    env: { ...process.env, HOME: directory, APP_HOST: 'http://localhost', UPSTREAM: upstream, ASK_URL: askUrl },
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
      child.kill('SIGTERM');
      await ended;
      await rm(directory, { recursive: true, force: true });
    },
  };
}

/** What a visitor of this host gets: the name in its certificate and the page, or null where there is no handshake. */
function visit(port: number, host: string): Promise<{ name: string; page: string } | null> {
  return new Promise((done) => {
    const socket = connect({ host: '127.0.0.1', port, servername: host, rejectUnauthorized: false });
    let seen: { name: string; page: string } | null = null;
    socket.setTimeout(10_000, () => socket.destroy());
    socket.on('error', () => undefined);
    socket.once('close', () => done(seen));
    socket.once('secureConnect', () => {
      const got = { name: socket.getPeerCertificate().subjectaltname ?? '', page: '' };
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

async function prove(): Promise<Record<string, boolean>> {
  const records = new Map<string, string[]>();
  const dns = await startDnsServer(0, records);
  const internal = await freePort();
  const server = await startBenchServer({
    INTERNAL_PORT: String(internal),
    APP_CNAME_TARGET: TARGET,
    DNS_SERVERS: `127.0.0.1:${dns.port}`,
    TRUST_PROXY: 'on',
  });
  const caddy = await startCaddy(new URL(server.url).host, `http://127.0.0.1:${internal}/internal/tls/ask`);
  try {
    const agency = await server.signUp();
    const mark = 'update organizations set is_agency = true, is_whitelabel = true where organization_id = $1';
    await server.owner.query(mark, [agency.organization_id]);
    const ask = async (url: string) => (await fetch(`${url}/internal/tls/ask?domain=${HOST}`)).status;
    const before = await visit(caddy.port, HOST);
    await proveHost(agency, records);
    await until('a certificate', async () => (await visit(caddy.port, HOST)) !== null, 30);
    const proven = await visit(caddy.port, HOST);
    const unknown = await visit(caddy.port, 'unknown.agency.test');
    const front = await ask(server.url);
    const begun = performance.now();
    const isAllowed = (await ask(`http://127.0.0.1:${internal}`)) === 200;
    const asked_in_ms = performance.now() - begun;
    await agency.call('PUT', '/agency/branding/', { ...LOOK, domain: '' });
    await until('the next day', async () => (await visit(caddy.port, HOST)) === null, 3 * DAY_IN_SECONDS);
    return {
      'a host that nobody proved yet gets no handshake': before === null,
      'a proven host gets a certificate in its name': proven?.name === `DNS:${HOST}`,
      'and shows its brand': proven?.page.includes('<title>Agency</title>') ?? false,
      'an unknown host gets no handshake': unknown === null,
      'the question is not answered at the front door': front === 404,
      [`it is answered beside it (${Math.round(asked_in_ms)} ms)`]: isAllowed,
      'a removed host gets no handshake the next day': true,
    };
  } finally {
    await caddy.stop();
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
