import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, openSync, readFileSync, writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { KEY_BUNDLES } from '@overture/domain/access/key-scopes';
import { type BenchPerson, freePort, startBenchServer, waitUntilAnswers } from '../support/bench-server.ts';
import { recordProof } from '../support/record.ts';

/**
 * The nodes of packages/n8n-nodes-overture in a real n8n: their lint is clean, they build, n8n's scanner finds nothing in their source and in the
 * package that would be published, n8n loads them, an active workflow has a webhook at the program, an event starts it, it acts through the API,
 * an unsigned message starts nothing, and deactivated the webhook is gone.
 * n8n is 2.9 GB: it is installed outside of this tree, or taken from `N8N_FOLDER`.
 */
const N8N = 'n8n@2.40.7';
const SCANNER = '@n8n/scan-community-package@0.32.0';
const root = join(import.meta.dirname, '../..');
const folder = process.env.N8N_FOLDER ?? (await mkdtemp(join(tmpdir(), 'overture-n8n-')));
const own = join(folder, 'overture');
const scanner = join(folder, 'scanner');
const OWNER = { email: 'ada@sender.example', firstName: 'Ada', lastName: 'Jansen', password: 'A-long-passw0rd' };

const npm = (at: string, ...args: string[]): void => {
  execFileSync('npm', args, { cwd: at, stdio: ['ignore', 'ignore', 'inherit'] });
};

/** Native modules of n8n that this proof does not need are not compiled: it keeps its data in PostgreSQL. @returns false if npm cannot */
function install(): boolean {
  const quiet = ['--no-audit', '--no-fund', '--ignore-scripts', '--loglevel=error'];
  for (const one of [own, scanner]) mkdirSync(one, { recursive: true });
  try {
    if (!existsSync(join(folder, 'node_modules/n8n'))) npm(folder, 'install', ...quiet, '--prefix', folder, N8N);
    cpSync(join(root, 'packages/n8n-nodes-overture'), own, { recursive: true });
    if (!existsSync(join(own, 'node_modules'))) npm(own, 'install', ...quiet);
    if (!existsSync(join(scanner, 'node_modules'))) npm(scanner, 'install', ...quiet, '--prefix', scanner, SCANNER);
    return true;
  } catch (error) {
    process.stdout.write(`SKIPPED: npm could not install n8n and its tools here (${(error as Error).message}).\n`);
    return false;
  }
}

function lintAndBuild(): void {
  const command = join(own, 'node_modules/.bin/n8n-node');
  for (const step of ['lint', 'build'])
    execFileSync(command, [step], { cwd: own, stdio: ['ignore', 'pipe', 'inherit'] });
}

/** The command of the scanner takes published packages alone; this is its analysis, of the files that it would download. */
const SCAN = `import { analyzePackage, SOURCE_FILE_PATTERNS } from '@n8n/scan-community-package/scanner/scanner.mjs';
const [source, packed] = process.argv.slice(2);
for (const result of [await analyzePackage(source, SOURCE_FILE_PATTERNS), await analyzePackage(packed)])
  if (!result.passed) throw new Error(result.message + (result.details ?? ''));`;

function scan(): void {
  const packed = join(scanner, 'package');
  const script = join(scanner, 'scan.mjs');
  npm(own, 'pack', '--ignore-scripts', '--loglevel=error', '--pack-destination', scanner);
  const { version } = JSON.parse(readFileSync(join(own, 'package.json'), 'utf8')) as { version: string };
  execFileSync('tar', ['-xzf', `n8n-nodes-overture-${version}.tgz`], { cwd: scanner });
  writeFileSync(script, SCAN);
  execFileSync(process.execPath, [script, own, packed], { cwd: scanner, stdio: 'inherit' });
}

const workflow = {
  id: 'overtureProof001',
  name: 'Overture',
  active: false,
  nodes: [
    {
      id: 'trigger',
      name: 'Trigger',
      type: 'CUSTOM.overtureTrigger',
      typeVersion: 1,
      position: [0, 0],
      webhookId: '5f1c0e0e-6a0e-4a35-9a3f-000000000001',
      parameters: { events: ['*'] },
      credentials: { overtureApi: { id: 'overtureProof001', name: 'Overture' } },
    },
    {
      id: 'action',
      name: 'Action',
      type: 'CUSTOM.overture',
      typeVersion: 1,
      position: [220, 0],
      parameters: { resource: 'list', operation: 'create', name: '={{ "From n8n: " + $json.type }}' },
      credentials: { overtureApi: { id: 'overtureProof001', name: 'Overture' } },
    },
  ],
  connections: { Trigger: { main: [[{ node: 'Action', type: 'main', index: 0 }]] } },
  settings: {},
};

interface N8n {
  url: string;
  request(method: string, path: string, body?: unknown): Promise<Record<string, unknown>>;
  stop(): Promise<void>;
}

/** Starts n8n with the workflow and a credential for `key`, and signs in as its owner. */
async function startN8n(database: URL, credential: { url: string; apiKey: string }): Promise<N8n> {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const home = join(folder, 'home');
  const environment = {
    ...process.env,
    N8N_PORT: String(port),
    N8N_LISTEN_ADDRESS: '127.0.0.1',
    N8N_USER_FOLDER: home,
    N8N_ENCRYPTION_KEY: 'a key for this proof',
    N8N_CUSTOM_EXTENSIONS: own,
    N8N_DIAGNOSTICS_ENABLED: 'false',
    N8N_VERSION_NOTIFICATIONS_ENABLED: 'false',
    N8N_TEMPLATES_ENABLED: 'false',
    N8N_SECURE_COOKIE: 'false',
    N8N_RUNNERS_BROKER_PORT: String(await freePort()),
    WEBHOOK_URL: `${url}/`,
    DB_TYPE: 'postgresdb',
    DB_POSTGRESDB_HOST: database.hostname,
    DB_POSTGRESDB_PORT: database.port,
    DB_POSTGRESDB_USER: decodeURIComponent(database.username),
    DB_POSTGRESDB_PASSWORD: decodeURIComponent(database.password),
    DB_POSTGRESDB_DATABASE: 'n8n',
  };
  mkdirSync(home, { recursive: true });
  const log = openSync(process.env.N8N_LOG ?? '/dev/null', 'a');
  const program = join(folder, 'node_modules/n8n/bin/n8n');
  const command = (...args: string[]): ChildProcess =>
    spawn(process.execPath, [program, ...args], { env: environment, stdio: ['ignore', log, log] });
  const credentials = [{ id: 'overtureProof001', name: 'Overture', type: 'overtureApi', data: credential }];
  for (const [kind, content] of [
    ['credentials', credentials],
    ['workflow', [workflow]],
  ] as const) {
    const file = join(home, `${kind}.json`);
    writeFileSync(file, JSON.stringify(content), { mode: 0o600 });
    const child = command(`import:${kind}`, `--input=${file}`);
    const code = await new Promise((done) => child.once('exit', done));
    if (code !== 0) throw new Error(`n8n import:${kind} ended with ${code}.`);
  }
  const child = command('start');
  await waitUntilAnswers(`${url}/healthz/readiness`, child);
  let cookie = '';
  const request: N8n['request'] = async (method, path, body) => {
    const answer = await fetch(`${url}/rest${path}`, {
      method,
      headers: { 'content-type': 'application/json', cookie, 'browser-id': 'proof' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(60_000),
    });
    const set = answer.headers.getSetCookie().map((one) => one.split(';')[0]);
    if (set.length > 0) cookie = set.join('; ');
    const text = await answer.text();
    if (!answer.ok) throw new Error(`n8n ${method} ${path}: ${answer.status} ${text.slice(0, 300)}`);
    return JSON.parse(text).data;
  };
  return {
    url,
    request,
    async stop() {
      const ended = new Promise((done) => child.once('exit', done));
      child.kill('SIGTERM');
      await ended;
    },
  };
}

async function until(what: string, isSo: () => Promise<boolean>): Promise<void> {
  for (const end = Date.now() + 120_000; Date.now() < end; await sleep(250)) if (await isSo()) return;
  throw new Error(`Waited two minutes for ${what}.`);
}

const listOf = async (person: BenchPerson, path: string, field: string): Promise<Record<string, unknown>[]> =>
  ((await (await person.call('GET', path)).json()) as Record<string, Record<string, unknown>[]>)[field] ?? [];
const countLists = async (person: BenchPerson): Promise<number> =>
  (await listOf(person, '/searches/', 'searches')).filter(({ name }) => name === 'From n8n: webhook.test').length;

async function prove(): Promise<void> {
  const server = await startBenchServer({ NODE_ENV: 'development', OUTBOUND_ALLOW: '127.0.0.1,localhost' });
  const person = await server.signUp();
  await server.owner.query('update sessions set confirmed_at = now()');
  const scopes = [...KEY_BUNDLES.write.scopes, 'export'];
  const made = (await (await person.call('POST', '/api-keys/', { name: 'n8n', scopes })).json()) as { secret: string };
  await server.owner.query('create database n8n');
  const n8n = await startN8n(new URL(server.connectionString), { url: server.url, apiKey: made.secret });
  try {
    await n8n.request('POST', '/owner/setup', OWNER);
    await n8n.request('POST', '/login', { emailOrLdapLoginId: OWNER.email, password: OWNER.password });
    await activate(n8n, true);
    await until('a webhook', async () => (await listOf(person, '/webhooks/', 'webhooks')).length === 1);
    const webhook = (await listOf(person, '/webhooks/', 'webhooks'))[0]!;
    process.stdout.write(`activated: webhook ${webhook.url} for ${webhook.event_types}\n`);
    await person.call('POST', `/webhooks/${webhook.id}/test/`, {});
    await until('the list that the workflow creates', async () => (await countLists(person)) === 1);
    process.stdout.write('an event started the workflow, which created a list through the API\n');
    const unsigned = await fetch(String(webhook.url), {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{"type":"webhook.test"}',
    });
    if (unsigned.status !== 401 || (await countLists(person)) !== 1)
      throw new Error(`An unsigned message was answered with ${unsigned.status}.`);
    process.stdout.write('an unsigned message was refused\n');
    await activate(n8n, false);
    await until('the end of the webhook', async () => (await listOf(person, '/webhooks/', 'webhooks')).length === 0);
    process.stdout.write('deactivated: the webhook is gone\n');
  } finally {
    await n8n.stop();
    await server.stop();
  }
}

/** As the editor does. */
async function activate(n8n: N8n, isActive: boolean): Promise<void> {
  const { versionId } = await n8n.request('GET', `/workflows/${workflow.id}`);
  await n8n.request('POST', `/workflows/${workflow.id}/${isActive ? 'activate' : 'deactivate'}`, {
    versionId,
  });
}

if (install()) {
  lintAndBuild();
  process.stdout.write('lint is clean, and the nodes are built\n');
  try {
    scan();
    process.stdout.write('the scanner of community packages finds nothing\n');
    await prove();
    recordProof('n8n', true, { n8n: N8N, scanner: SCANNER });
    process.stdout.write('PROVEN\n');
  } catch (error) {
    process.stdout.write(`NOT PROVEN: ${(error as Error).message}\n`);
    process.exitCode = 1;
  }
}
if (process.env.N8N_FOLDER === undefined) await rm(folder, { recursive: true, force: true });
