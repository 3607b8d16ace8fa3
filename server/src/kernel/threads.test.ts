import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createThread } from './threads.ts';

const WORK = `export function run(input) {
  if (input === 'throw') throw new Error('no such work');
  if (input === 'hang') for (;;);
  return { seen: input, thread: (globalThis.count = (globalThis.count ?? 0) + 1) };
}`;
let directory: string;
let module: URL;

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'overture-thread-'));
  await writeFile(join(directory, 'work.mjs'), WORK);
  module = pathToFileURL(join(directory, 'work.mjs'));
});
afterAll(() => rm(directory, { recursive: true, force: true }));

test('work is done beside the event loop, in turn, by one thread', async () => {
  const thread = createThread<unknown, { seen: unknown; thread: number }>({ module, timeout_in_ms: 30_000 });
  const answers = await Promise.all([1, new Date(0), 'three'].map((input) => thread.run(input)));
  expect(answers).toEqual([
    { seen: 1, thread: 1 },
    { seen: new Date(0), thread: 2 },
    { seen: 'three', thread: 3 },
  ]);
});

test('a failure is its caller’s alone', async () => {
  const thread = createThread<unknown, { seen: unknown }>({ module, timeout_in_ms: 30_000 });
  const [failed, done] = await Promise.allSettled([thread.run('throw'), thread.run('next')]);
  expect(failed).toMatchObject({ status: 'rejected', reason: { message: expect.stringContaining('no such work') } });
  expect(done).toMatchObject({ status: 'fulfilled', value: { seen: 'next' } });
});

test('work that takes too long is ended, and the next begins in a new thread', async () => {
  const thread = createThread<unknown, { thread: number }>({ module, timeout_in_ms: 3000 });
  const [hung, next] = await Promise.allSettled([thread.run('hang'), thread.run('next')]);
  expect(hung).toMatchObject({ status: 'rejected', reason: { code: 'unavailable' } });
  expect(next).toMatchObject({ status: 'fulfilled', value: { thread: 1 } });
});

test('whoever comes when too much waits is told so at once', async () => {
  const thread = createThread<unknown, unknown>({ module, timeout_in_ms: 30_000 });
  const all = await Promise.allSettled(Array.from({ length: 60 }, (_, place) => thread.run(place)));
  expect(all.filter((answer) => answer.status === 'fulfilled')).toHaveLength(50);
  expect(all.at(-1)).toMatchObject({ status: 'rejected', reason: { code: 'unavailable' } });
});
