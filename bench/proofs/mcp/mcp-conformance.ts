import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, request as forward, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { KEY_SCOPES } from '@overture/domain/access/key-scopes';
import { startBenchServer } from '../../support/bench-server.ts';
import { recordProof } from '../../support/record.ts';

/**
 * The official conformance suite of the Model Context Protocol against `/mcp` of the real program, once for each version of the
 * protocol. Its scenarios call tools, resources and prompts by name: `suite-fixtures.ts` adds them. The scenarios that may fail are in
 * `expected-<version>.yml`, each with the reason; one that passes there fails the proof as well.
 * The suite is installed outside of this tree, or taken from `CONFORMANCE_FOLDER`.
 */
const SUITE = '@modelcontextprotocol/conformance@0.2.0-alpha.12';
const VERSIONS = ['2025-11-25', '2026-07-28'];
const folder = process.env.CONFORMANCE_FOLDER ?? (await mkdtemp(join(tmpdir(), 'overture-mcp-')));
const program = join(folder, 'node_modules/@modelcontextprotocol/conformance/dist/index.js');

/** @returns false if npm cannot install the suite */
function install(): boolean {
  if (existsSync(program)) return true;
  const words = ['install', '--no-audit', '--no-fund', '--ignore-scripts', '--loglevel=error', '--prefix', folder];
  try {
    execFileSync('npm', [...words, SUITE], { cwd: folder, stdio: ['ignore', 'ignore', 'inherit'] });
    return true;
  } catch (error) {
    process.stdout.write(`SKIPPED: npm could not install the suite here (${(error as Error).message}).\n`);
    return false;
  }
}

/** The suite sends no key. A reverse proxy adds it, and says its own address is that of the program; any other Host or Origin passes. */
async function startProxy(target: URL, secret: string): Promise<{ url: string; proxy: Server }> {
  const proxy = createServer((request, reply) => {
    const { port } = proxy.address() as AddressInfo;
    const toTarget = (value: string | undefined) => value?.replace(`127.0.0.1:${port}`, target.host);
    const { host, origin, ...others } = request.headers;
    const headers: IncomingHttpHeaders = { ...others, host: toTarget(host), authorization: `Bearer ${secret}` };
    if (origin !== undefined) headers.origin = toTarget(origin);
    const { method, url: path } = request;
    const onward = forward({ host: target.hostname, port: target.port, method, path, headers }, (answer) => {
      reply.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(reply);
    });
    onward.on('error', () => reply.destroy());
    reply.on('close', () => onward.destroy());
    request.pipe(onward);
  });
  await new Promise<void>((done) => proxy.listen(0, '127.0.0.1', done));
  return { url: `http://127.0.0.1:${(proxy.address() as AddressInfo).port}/mcp`, proxy };
}

const expectedFile = (version: string): string => join(import.meta.dirname, `expected-${version}.yml`);

/** How many scenarios that the version requires fail, each with a reason: the suite ends with an error where another one fails. */
const countExpected = (version: string): number =>
  readFileSync(expectedFile(version), 'utf8').match(/^ {2}- /gm)?.length ?? 0;

/** Prints what the suite says after its last scenario, and everything when it fails. @returns whether only expected scenarios failed */
async function runSuite(url: string, version: string): Promise<boolean> {
  const allowed = ['--expected-failures', expectedFile(version)];
  const words = [program, 'server', '--url', url, '--requirements', version, ...allowed];
  const suite = spawn(process.execPath, words, {
    cwd: folder,
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    timeout: 600_000,
  });
  let output = '';
  for (const stream of [suite.stdout, suite.stderr]) stream?.on('data', (part: Buffer) => (output += part.toString()));
  const [code] = await once(suite, 'close');
  const isPassed = code === 0;
  process.stdout.write(`\nVersion ${version}\n${isPassed ? output.slice(output.indexOf('=== SUMMARY')) : output}\n`);
  return isPassed;
}

async function prove(): Promise<string[]> {
  const fixtures = pathToFileURL(join(import.meta.dirname, 'suite-fixtures.ts')).href;
  const server = await startBenchServer({ NODE_OPTIONS: `--import=${fixtures}`, KEY_REQUESTS_PER_SECOND: '100000' });
  try {
    const person = await server.signUp();
    await server.owner.query('update sessions set confirmed_at = now()');
    const made = await person.call('POST', '/api-keys/', { name: 'Conformance', scopes: KEY_SCOPES });
    const { secret } = (await made.json()) as { secret: string };
    const { url, proxy } = await startProxy(new URL(server.url), secret);
    const failed: string[] = [];
    for (const version of VERSIONS) if (!(await runSuite(url, version))) failed.push(version);
    proxy.closeAllConnections();
    proxy.close();
    return failed;
  } finally {
    await server.stop();
  }
}

if (install()) {
  const failed = await prove();
  const required_and_failed = Object.fromEntries(VERSIONS.map((version) => [version, countExpected(version)]));
  recordProof('mcp-conformance', failed.length === 0, { suite: SUITE, required_and_failed, unexpected: failed });
  process.stdout.write(failed.length === 0 ? 'PROVEN\n' : `NOT PROVEN: version ${failed.join(', ')}\n`);
  if (failed.length > 0) process.exitCode = 1;
}
if (process.env.CONFORMANCE_FOLDER === undefined) await rm(folder, { recursive: true, force: true });
