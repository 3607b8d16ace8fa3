import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { TENANT_LIMITS } from '@overture/domain/tenant-limits';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createRefusals } from '../http/request-limits.ts';
import { requireDiskSpace } from './disk-space.ts';
import { createFairShare } from './fair-share.ts';
import { createGate } from './gate.ts';
import { rememberFor } from './remember.ts';
import { readSlowly, slowDown } from './slow-down.ts';
import { endSlowReader } from './slow-readers.ts';
import { createSpool } from './spool.ts';
import { createTokenBuckets } from './token-buckets.ts';

describe('token buckets', () => {
  test('a burst, then the rate, and a rest fills them again', () => {
    let now = 0;
    const buckets = createTokenBuckets<string>(10, 20, () => now);
    expect(Array.from({ length: 21 }, () => buckets.take('a')).filter((pause) => pause === 0)).toHaveLength(20);
    expect(buckets.take('a')).toBeCloseTo(0.1);
    expect(buckets.take('b')).toBe(0);
    now += 500;
    expect(Array.from({ length: 10 }, () => buckets.take('a')).filter((pause) => pause === 0)).toHaveLength(5);
    now += 60_000;
    expect(Array.from({ length: 30 }, () => buckets.take('a')).filter((pause) => pause === 0)).toHaveLength(20);
  });
});

describe('refusals', () => {
  test('the first refusals are immediate, the next are delayed, those beyond the limit dropped', async () => {
    const refusals = createRefusals({ quick_refusals: 2, held_refusal_in_ms: 200, held_refusals_in_all: 3 });
    const startedAt = performance.now();
    const waits = Array.from({ length: 6 }, async () => ({
      isSent: await refusals.wait('a'),
      took: performance.now() - startedAt,
    }));
    const [first, second, third, fourth, fifth, sixth] = await Promise.all(waits);
    for (const quick of [first!, second!]) expect(quick.isSent && quick.took < 90).toBe(true);
    for (const held of [third!, fourth!, fifth!]) expect(held.isSent && held.took >= 95).toBe(true);
    expect(sixth!.isSent).toBe(false);
    expect(await refusals.wait('b')).toBe(true);
  });
});

test('a burst is passed on at the rate, and completely', async () => {
  const startedAt = performance.now();
  const pieces = Array.from({ length: 10 }, () => Buffer.alloc(20_000));
  let passed = 0;
  for await (const piece of Readable.from(pieces).pipe(slowDown(() => 400_000))) passed += (piece as Buffer).length;
  expect(passed).toBe(200_000);
  expect(performance.now() - startedAt).toBeGreaterThanOrEqual(480);
});

test('rows are read slowly while others wait, and fast when they stop', async () => {
  const rows = Readable.from(Array.from({ length: 10 }, () => Buffer.alloc(20_000)));
  let read = 0;
  const startedAt = performance.now();
  for await (const piece of readSlowly(rows, () => (read < 100_000 ? 200_000 : Number.POSITIVE_INFINITY)))
    read += piece.length;
  expect(read).toBe(200_000);
  const took = performance.now() - startedAt;
  expect(took).toBeGreaterThanOrEqual(380);
  expect(took).toBeLessThan(950);
});

describe('gates', () => {
  const options = { own_error: 'too_many_uploads', shared_error: 'uploads_busy', retry_after_in_seconds: 9 } as const;

  test('places of one key and of all, given back once', () => {
    const gate = createGate({ ...options, per_key: 2, in_all: 3 });
    const leave = gate.enter(1);
    gate.enter(1);
    expect(() => gate.enter(1)).toThrow(expect.objectContaining({ code: 'too_many_uploads', status: 429 }));
    gate.enter(2);
    expect(() => gate.enter(2)).toThrow(
      expect.objectContaining({ code: 'uploads_busy', status: 503, retry_after_in_seconds: 9 }),
    );
    leave();
    leave();
    expect(gate.size()).toBe(2);
    gate.enter(2);
    expect(() => gate.enter(3)).toThrow();
  });

  test('who waits gets the next place, and gives up in time', async () => {
    const gate = createGate({ ...options, per_key: 1, in_all: 2 });
    const leave = await gate.waitToEnter(1, 1000);
    const second = gate.waitToEnter(1, 10_000);
    await expect(gate.waitToEnter(1, 10)).rejects.toMatchObject({ code: 'too_many_uploads' });
    leave();
    (await second)();
    expect(gate.size()).toBe(0);
  });
});

describe('the share of the database', () => {
  test('one organization never runs more than its places, and others do not wait for it', async () => {
    const share = createFairShare(2);
    let running = 0;
    let most = 0;
    const finish = Promise.withResolvers<void>();
    const hostile = Array.from({ length: 50 }, () =>
      share.run(1, async () => {
        running += 1;
        most = Math.max(most, running);
        await finish.promise;
        running -= 1;
      }),
    );
    await expect(share.run(2, async () => 'served')).resolves.toBe('served');
    finish.resolve();
    await Promise.all(hostile);
    expect(most).toBe(2);
    await expect(share.run(1, async () => 'served')).resolves.toBe('served');
  });

  test('alone it has all its places, beside others half, and every waiting request is served', async () => {
    const share = createFairShare(4);
    let running = 0;
    const seen: number[] = [];
    const ask = (id: number) =>
      share.run(id, async () => {
        running += 1;
        seen.push(running);
        await new Promise((resolve) => setTimeout(resolve, 5));
        running -= 1;
      });
    await Promise.all(Array.from({ length: 12 }, () => ask(1)));
    expect(Math.max(...seen)).toBe(4);
    await ask(2);
    seen.length = 0;
    await Promise.all(Array.from({ length: 12 }, () => ask(1)));
    expect(seen).toHaveLength(12);
    expect(Math.max(...seen)).toBe(2);
  });

  test('those who wait are bounded, and a failure frees its place', async () => {
    const share = createFairShare(1);
    const finish = Promise.withResolvers<void>();
    const all = Array.from({ length: TENANT_LIMITS.waiting_per_organization + 5 }, () =>
      share
        .run(1, () => finish.promise)
        .then(
          () => 'done',
          (error) => error.code,
        ),
    );
    finish.reject(Object.assign(new Error('broken'), { code: 'broken' }));
    const ends = await Promise.all(all);
    expect(ends.filter((end) => end === 'busy')).toHaveLength(4);
    await expect(share.run(1, async () => 'served')).resolves.toBe('served');
  });
});

test('a question of many is asked once, and a failure is not kept', async () => {
  let asked = 0;
  const ask = rememberFor(60_000, 2, async (key) => {
    asked += 1;
    if (key === 'bad') throw new Error('bad');
    return `${key}!`;
  });
  expect(await Promise.all([ask('a'), ask('a'), ask('a')])).toEqual(['a!', 'a!', 'a!']);
  expect(asked).toBe(1);
  await expect(ask('bad')).rejects.toThrow('bad');
  await expect(ask('bad')).rejects.toThrow('bad');
  expect(asked).toBe(3);
});

test('a file is refused when it would eat into the reserve of the disk', async () => {
  const free = async () => TENANT_LIMITS.disk_reserve_in_bytes + 1000;
  await expect(requireDiskSpace('/', 1000, free)).resolves.toBeUndefined();
  await expect(requireDiskSpace('/', 1001, free)).rejects.toMatchObject({ code: 'no_room_for_file', status: 507 });
});

describe('files for slow readers', () => {
  let directory = '';
  beforeAll(async () => {
    directory = await mkdtemp(join(tmpdir(), 'overture-spool-'));
  });
  afterAll(() => rm(directory, { recursive: true }));
  const piece = Buffer.alloc(100_000, 'x');
  async function* rows(count: number) {
    for (let n = 0; n < count; n += 1) yield piece;
  }

  test('the writer finishes before a byte is read, and the reader then gets everything', async () => {
    const spool = await createSpool(directory);
    await spool.fill(rows(50));
    let bytes = 0;
    for await (const part of spool.readable) bytes += part.length;
    expect(bytes).toBe(50 * piece.length);
  });

  test('the reader begins before the writer has ended', async () => {
    const spool = await createSpool(directory);
    const goOn = Promise.withResolvers<void>();
    const filled = spool.fill(
      (async function* () {
        yield Buffer.from('first');
        await goOn.promise;
        yield Buffer.from('second');
      })(),
    );
    const reader = spool.readable[Symbol.asyncIterator]();
    expect(String((await reader.next()).value)).toBe('first');
    goOn.resolve();
    expect(String((await reader.next()).value)).toBe('second');
    expect((await reader.next()).done).toBe(true);
    await filled;
  });

  test('a reader that leaves does not stop the rows from being read to their end', async () => {
    const spool = await createSpool(directory);
    let taken = 0;
    const filled = spool.fill(
      (async function* () {
        for (; taken < 30; taken += 1) {
          if (taken === 3) spool.readable.destroy();
          yield piece;
        }
      })(),
    );
    spool.readable.on('error', () => undefined);
    await filled;
    expect(taken).toBe(30);
  });

  test('an error reaches the reader', async () => {
    const spool = await createSpool(directory);
    const filled = spool.fill(
      (async function* () {
        yield piece;
        throw new Error('the database went away');
      })(),
    );
    await expect(filled).rejects.toThrow('went away');
    await expect(spool.readable.toArray()).rejects.toThrow('went away');
  });

  test('who takes nothing is cut off, who takes enough is not', async () => {
    const stalled = Readable.from(rows(1000));
    endSlowReader(stalled, 120);
    stalled.read(0);
    await once(stalled, 'close');
    expect(stalled.destroyed).toBe(true);
    const fast = Readable.from(rows(40));
    endSlowReader(fast, 120);
    let count = 0;
    for await (const _ of fast) {
      count += 1;
      await sleep(5);
    }
    expect(count).toBe(40);
  });
});
