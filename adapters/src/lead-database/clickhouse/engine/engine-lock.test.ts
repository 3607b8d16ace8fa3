import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { ENGINE_PACKAGE } from '../clickhouse.manifest.ts';
import { provideEngine } from './engine-install.api.ts';
import { lockEngine } from './engine-lock.api.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'overture-claim-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const module = (name: string) => JSON.stringify(new URL(name, import.meta.url).href);

/** A process that takes the claim and holds it until it is killed. Resolves when it has it. */
async function startHolder(directory: string, name: string): Promise<{ kill(): Promise<void> }> {
  const script = `const { lockEngine } = await import(${module('./engine-lock.api.ts')});
    await lockEngine(${JSON.stringify(directory)}, ${JSON.stringify(name)}); console.log('held'); setInterval(() => {}, 1000);`;
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', '--input-type=module', '-e', script]);
  let errors = '';
  child.stderr.on('data', (chunk) => (errors += chunk));
  await new Promise<void>((resolve, reject) => {
    child.stdout.once('data', () => resolve());
    child.once('exit', () => reject(new Error(errors)));
  });
  return {
    kill: () =>
      new Promise((resolve) => {
        child.once('exit', () => resolve());
        child.kill('SIGKILL');
      }),
  };
}

/** An engine as npm leaves it. */
function fakeEngine(directory: string): void {
  const place = join(directory, 'node_modules', ENGINE_PACKAGE.name);
  const system = process.platform === 'linux' ? `linux-${process.arch}-gnu` : `${process.platform}-${process.arch}`;
  mkdirSync(join(directory, 'node_modules', '@chdb', `lib-${system}`), { recursive: true });
  mkdirSync(place, { recursive: true });
  writeFileSync(join(place, 'package.json'), JSON.stringify({ version: ENGINE_PACKAGE.version }));
}

test('a claim belongs to a living process, and is free the moment that process is killed', async () => {
  const holder = await startHolder(folder, 'thing');
  expect(await lockEngine(folder, 'thing')).toMatchObject({ owner_pid: expect.any(Number) });
  await holder.kill();
  const startedAt = performance.now();
  expect(await lockEngine(folder, 'thing')).toHaveProperty('release');
  expect(performance.now() - startedAt).toBeLessThan(5000);
});

test('of many that find a dead claim, one gets it', async () => {
  const holder = await startHolder(folder, 'thing');
  await holder.kill();
  const claims = await Promise.all(Array.from({ length: 8 }, () => lockEngine(folder, 'thing')));
  expect(claims.filter((claim) => 'release' in claim)).toHaveLength(1);
  expect(readdirSync(folder)).toEqual(['thing.lock']);
});

test('a download interrupted by a kill is taken over immediately', async () => {
  const directory = join(folder, 'engine');
  const holder = await startHolder(folder, 'engine.installing');
  mkdirSync(`${directory}.new-half`);
  await holder.kill();
  // npm is unreachable here: the attempt shows that a dead process's lock is not awaited.
  const before = process.env.npm_config_registry;
  process.env.npm_config_registry = 'http://127.0.0.1:9/';
  process.env.npm_config_fetch_retries = '0';
  try {
    await expect(provideEngine(directory, AbortSignal.timeout(15_000))).rejects.toThrow('could not be fetched');
  } finally {
    if (before === undefined) delete process.env.npm_config_registry;
    else process.env.npm_config_registry = before;
    delete process.env.npm_config_fetch_retries;
  }
  expect(existsSync(`${directory}.new-half`)).toBe(false);
});

test('while a living program fetches it the others wait, and take what it fetched', async () => {
  const directory = join(folder, 'engine');
  const holder = await startHolder(folder, 'engine.installing');
  let isDone = false;
  const waiting = provideEngine(directory, AbortSignal.timeout(15_000)).then((path) => {
    isDone = true;
    return path;
  });
  await new Promise((resolve) => setTimeout(resolve, 300));
  expect(isDone).toBe(false);
  fakeEngine(directory);
  expect(await waiting).toBe(join(directory, 'node_modules', ENGINE_PACKAGE.name));
  await holder.kill();
});
