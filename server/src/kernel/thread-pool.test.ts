import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { defineWork, runInThread, type ThreadWork } from './thread-pool.ts';

const WORK = `export async function run(input) {
  if (input === 'throw') throw new Error('no such work');
  if (input === 'hang') for (;;);
  if (input === 'wait') await new Promise(() => setInterval(() => {}, 1000));
  if (input === 'exit') process.exit(3);
  if (input === 'eat') { const kept = []; for (;;) kept.push(new Array(1_000_000).fill({})); }
  if (input === 'secrets') return { seen: Object.keys(process.env) };
  if (typeof input === 'number') await new Promise((resolve) => setTimeout(resolve, input));
  return { seen: input?.byteLength ?? input };
}`;
let directory: string;
let work: ThreadWork<unknown, { seen: unknown }>;

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'overture-threads-'));
  await writeFile(join(directory, 'work.mjs'), WORK);
  work = defineWork({ module: pathToFileURL(join(directory, 'work.mjs')), timeout_in_ms: 30_000, max_waiting: 50 });
});
afterAll(() => rm(directory, { recursive: true, force: true }));

test('work is done beside the event loop; dates and bytes go over as they are', async () => {
  const answers = await Promise.all([1, new Date(0), 'three'].map((input) => runInThread(work, input)));
  expect(answers).toEqual([{ seen: 1 }, { seen: new Date(0) }, { seen: 'three' }]);
  const bytes = new Uint8Array(5_000_000);
  expect(await runInThread(work, bytes, { transfer: [bytes.buffer], size_in_bytes: 5_000_000 })).toEqual({
    seen: 5_000_000,
  });
  // Handed over, not copied.
  expect(bytes.byteLength).toBe(0);
});

test('a failure is its caller’s alone', async () => {
  const [failed, done] = await Promise.allSettled(['throw', 'next'].map((input) => runInThread(work, input)));
  expect(failed).toMatchObject({ status: 'rejected', reason: { message: 'no such work' } });
  expect(done).toMatchObject({ status: 'fulfilled', value: { seen: 'next' } });
});

test.each(['hang', 'wait'])('work over its time limit (%s) is ended, and the next piece runs', async (input) => {
  const impatient = { ...work, timeout_in_ms: 300 };
  const stuck = await Promise.allSettled([1, 2, 3, 4, 5].map(() => runInThread(impatient, input)));
  for (const one of stuck) {
    expect(one).toMatchObject({ status: 'rejected', reason: { code: 'unavailable', because: 'time' } });
  }
  expect(await runInThread(work, 'next')).toEqual({ seen: 'next' });
});

test('work that exhausts memory or ends its thread affects no other work', async () => {
  const [eaten, beside] = await Promise.allSettled(['eat', 'beside'].map((input) => runInThread(work, input)));
  expect(eaten).toMatchObject({ status: 'rejected', reason: { because: 'memory' } });
  expect(beside).toMatchObject({ status: 'fulfilled' });
  await expect(runInThread(work, 'exit')).rejects.toMatchObject({ because: 'crash' });
  expect(await runInThread(work, 'next')).toEqual({ seen: 'next' });
}, 240_000);

test('with too many pieces of a kind waiting, further ones are refused; other kinds are not', async () => {
  const given = Array.from({ length: 60 }, (_, place) => runInThread(work, `${place}`));
  const other = defineWork({ ...work, module: new URL(`${work.module.href}?other`), max_waiting: 50 });
  const beside = runInThread(other, 'beside');
  const all = await Promise.allSettled(given);
  const refused = all.filter((answer) => answer.status === 'rejected');
  expect(refused.length).toBeGreaterThan(0);
  expect(refused.length).toBeLessThanOrEqual(10);
  expect(refused[0]).toMatchObject({ reason: { code: 'unavailable' } });
  expect(await beside).toEqual({ seen: 'beside' });
});

test('owners take turns: who brings much waits for itself', async () => {
  const order: string[] = [];
  const greedy = Array.from({ length: 20 }, () => runInThread(work, 20, { owner: 1 }).then(() => order.push('greedy')));
  await Promise.all([runInThread(work, 20, { owner: 2 }).then(() => order.push('other')), ...greedy]);
  expect(order.indexOf('other')).toBeLessThan(10);
});

test('parallel work stays within its bytes, and a larger piece runs alone', async () => {
  const taken = await Promise.all(
    [90_000_000, 40_000_000, 40_000_000, 40_000_000].map(async (size_in_bytes) => {
      const begun = Date.now();
      await runInThread(work, 50, { size_in_bytes });
      return Date.now() - begun;
    }),
  );
  // One after the other: the last of four waited for three of 50 ms.
  expect(Math.max(...taken)).toBeGreaterThanOrEqual(190);
});

test('undefined work is refused: tests of hostile input would not cover it', async () => {
  const unknown = { ...work, module: new URL(`${work.module.href}?unknown`) };
  await expect(runInThread(unknown, 'x')).rejects.toThrow(/defineWork/);
});

test('settings are not seen there', async () => {
  expect(await runInThread(work, 'secrets')).toEqual({ seen: [] });
});

test('a process ends although threads are idle', async () => {
  const script = `import { defineWork, runInThread } from ${JSON.stringify(new URL('./thread-pool.ts', import.meta.url).href)};
    await runInThread(defineWork({ module: new URL(${JSON.stringify(work.module.href)}), timeout_in_ms: 5000, max_waiting: 1 }), 'x');
    console.log('done');`;
  const begun = Date.now();
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', script], {
    timeout: 15_000,
  });
  expect(stdout.trim()).toBe('done');
  expect(Date.now() - begun).toBeLessThan(15_000);
});
