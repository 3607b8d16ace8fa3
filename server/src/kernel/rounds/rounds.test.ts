import { sql } from 'kysely';
import { pino } from 'pino';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { startTestServer, type TestServer } from '../../testing/harness.ts';
import type { SystemContext } from '../context.ts';
import { DatabaseUnavailable } from '../db/outage.ts';
import { createRoundMemory, pruneParkedUnits } from './parked-units.ts';
import { findParked, isNotParked, runBatch, runUnits, type Unit } from './rounds.ts';

const lines: Record<string, unknown>[] = [];
let server: TestServer & { stop(): Promise<void> };
let organizations: number[];
const loop = 'trial';

beforeAll(async () => {
  const log = pino({ level: 'warn' }, { write: (line: string) => lines.push(JSON.parse(line)) });
  server = await startTestServer({ log, environment: { METRICS_TOKEN: 'a token of metrics' } });
  organizations = (await Promise.all(['A', 'B', 'C'].map((name) => server.signUp(name)))).map((p) => p.organization_id);
});
afterAll(() => server.stop());
beforeEach(async () => {
  lines.length = 0;
  await server.owner.query('delete from parked_units');
});

/** A process that knows nothing yet. */
const openProcess = (): SystemContext => ({ ...server.program.system, rounds: createRoundMemory() });
const unitsOf = (organization: number, ...keys: string[]): Unit[] =>
  keys.map((key) => ({ organization_id: organizations[organization]!, key }));
const parkedRows = async () =>
  (
    await server.owner.query(
      `select key, attempts, error, extract(epoch from retry_at - statement_timestamp())::float8 as wait from parked_units order by key`,
    )
  ).rows as { key: string; attempts: number; error: string; wait: number }[];
const makeDue = () => server.owner.query('update parked_units set retry_at = statement_timestamp()');
const usual = { loop, share: 10, at_once: 2, time_box_in_ms: 30_000 };

describe('units', () => {
  test('take turns by organization, no organization over its share', async () => {
    const seen: string[] = [];
    const units = [...unitsOf(0, 'a1', 'a2', 'a3', 'a4'), ...unitsOf(1, 'b1'), ...unitsOf(2, 'c1', 'c2')];
    const sum = await runUnits(openProcess(), {
      ...usual,
      units,
      share: 3,
      at_once: 1,
      run: async ({ key }) => void seen.push(key),
    });
    expect(seen).toEqual(['a1', 'b1', 'c1', 'a2', 'c2', 'a3']);
    expect(sum).toEqual({ done: 6, parked: 0 });
  });

  test('one that fails is parked alone, waits longer each time and is unparked when it succeeds', async () => {
    const ctx = openProcess();
    const ran: string[] = [];
    const state = { fails: true };
    const round = {
      ...usual,
      units: [...unitsOf(0, 'bad'), ...unitsOf(1, 'good')],
      run: async ({ key }: Unit) => {
        ran.push(key);
        if (key === 'bad' && state.fails) throw new Error(`half an emoji \ud83d, a \0 and ${'much '.repeat(1000)}`);
      },
    };
    expect(await runUnits(ctx, round)).toEqual({ done: 1, parked: 1 });
    const [row] = await parkedRows();
    expect(row).toMatchObject({
      key: 'bad',
      attempts: 1,
      error: expect.stringMatching(/^half an emoji \ufffd, a {2}and/),
    });
    expect(row!.error).toHaveLength(1000);
    expect(row!.wait).toBeGreaterThan(50);
    expect(row!.wait).toBeLessThanOrEqual(60);
    expect(lines).toEqual([
      expect.objectContaining({ msg: 'unit parked', loop, organization_id: organizations[0], key: 'bad' }),
    ]);
    // Parked: left out here and in another process.
    expect(await runUnits(ctx, round)).toEqual({ done: 1, parked: 0 });
    expect(await runUnits(openProcess(), round)).toEqual({ done: 1, parked: 0 });
    expect(ran).toEqual(['bad', 'good', 'good', 'good']);
    await makeDue();
    await runUnits(ctx, round);
    expect((await parkedRows())[0]!.wait).toBeGreaterThan(110);
    await server.owner.query('update parked_units set attempts = 40, retry_at = statement_timestamp()');
    await runUnits(ctx, round);
    expect((await parkedRows())[0]!.wait).toBeLessThanOrEqual(3600);
    await makeDue();
    state.fails = false;
    expect(await runUnits(ctx, round)).toEqual({ done: 2, parked: 0 });
    expect(await parkedRows()).toEqual([]);
  });

  test('one that outlasts its time box is parked, told to end, and not started again while it runs', async () => {
    const ctx = openProcess();
    const signals: AbortSignal[] = [];
    let end = (): void => undefined;
    const hanging = new Promise<void>((resolve) => {
      end = resolve;
    });
    const round = {
      ...usual,
      units: [...unitsOf(0, 'slow'), ...unitsOf(1, 'quick')],
      at_once: 1,
      time_box_in_ms: 20,
      run: async ({ key }: Unit, signal: AbortSignal) => {
        if (key !== 'slow') return;
        signals.push(signal);
        await hanging;
      },
    };
    expect(await runUnits(ctx, round)).toEqual({ done: 1, parked: 1 });
    expect(signals.map((signal) => signal.aborted)).toEqual([true]);
    expect((await parkedRows())[0]).toMatchObject({ key: 'slow', error: 'no result within 20 ms' });
    await makeDue();
    expect(await runUnits(ctx, round)).toEqual({ done: 1, parked: 0 });
    expect(signals).toHaveLength(1);
    // It still hangs: it is not started twice, and stays parked for the operator to see.
    const [hung] = await parkedRows();
    expect(hung).toMatchObject({
      key: 'slow',
      attempts: 2,
      error: expect.stringMatching(/^still running since .*restart process/),
    });
    expect(hung!.wait).toBeGreaterThan(60);
    end();
    await expect.poll(() => ctx.rounds.running.size).toBe(0);
    await makeDue();
    expect(await runUnits(ctx, round)).toEqual({ done: 2, parked: 0 });
    expect(await parkedRows()).toEqual([]);
  });

  test('an outage ends the round and parks nothing, nor does the end of the loop', async () => {
    const ctx = openProcess();
    const units = [...unitsOf(0, 'a'), ...unitsOf(1, 'b'), ...unitsOf(2, 'c')];
    const ran: string[] = [];
    const failing = runUnits(ctx, {
      ...usual,
      at_once: 1,
      units,
      run: async ({ key }) => {
        ran.push(key);
        if (key === 'b') throw new DatabaseUnavailable('unreachable', 'gone');
      },
    });
    await expect(failing).rejects.toThrow(DatabaseUnavailable);
    const ending = new AbortController();
    const run = async ({ key }: Unit, signal: AbortSignal) => {
      ran.push(`${key} ends`);
      ending.abort();
      signal.throwIfAborted();
    };
    expect(await runUnits(ctx, { ...usual, at_once: 1, units, run }, ending.signal)).toEqual({ done: 0, parked: 0 });
    expect(ran).toEqual(['a', 'b', 'a ends']);
    expect(await parkedRows()).toEqual([]);
  });

  test('a round with nothing parked runs no query, and a deleted organization parks nothing', async () => {
    let reads = 0;
    const ctx = openProcess();
    const counting: SystemContext = {
      ...ctx,
      systemRead: (work) => {
        reads += 1;
        return ctx.systemRead(work);
      },
    };
    const round = { ...usual, units: unitsOf(0, 'a'), run: async () => undefined };
    for (let turn = 0; turn < 5; turn += 1) await runUnits(counting, round);
    expect(reads).toBe(1);
    const deleted = { organization_id: 2 ** 40, key: 'x' };
    await runUnits(ctx, { ...usual, units: [deleted], run: () => Promise.reject(new Error('no such organization')) });
    expect(await parkedRows()).toEqual([]);
  });
});

test('five hundred failures of a loop are one line with its error, and one with their number', async () => {
  const ctx = openProcess();
  const fail = (name: string, units: Unit[]) =>
    runUnits(ctx, { ...usual, loop: name, units, share: 500, run: () => Promise.reject(new Error('broken')) });
  const now = vi.spyOn(performance, 'now');
  now.mockReturnValue(1_000_000);
  await fail('trial', unitsOf(0, ...Array.from({ length: 50 }, (_, n) => `unit ${n}`)));
  await fail('other-trial', unitsOf(1, 'x'));
  expect(lines).toMatchObject([
    { msg: 'unit parked', loop: 'trial', key: 'unit 0' },
    { msg: 'unit parked', loop: 'other-trial', key: 'x' },
  ]);
  now.mockReturnValue(1_061_000);
  await fail('trial', []);
  await fail('other-trial', []);
  expect(lines.slice(2)).toMatchObject([{ msg: 'more units parked', loop: 'trial', failures: 49 }]);
  now.mockRestore();
  expect(await parkedRows()).toHaveLength(51);
});

describe('a batch', () => {
  const label = async (ctx: SystemContext, units: readonly Unit[]) => {
    await ctx.systemTransaction(async ({ db }) => {
      for (const { organization_id, key } of units)
        await sql`insert into labels (organization_id, name, color)
          values (${organization_id}, ${key}, ${key.startsWith('bad') ? null : '#000000'})`.execute(db);
    });
    return units.map(({ key }) => key);
  };
  const labels = async () =>
    (await server.owner.query(`delete from labels where name like '%label' returning name`)).rows
      .map(({ name }) => name)
      .sort();

  test('is one transaction while all is well', async () => {
    const units = [...unitsOf(0, '1 label', '2 label'), ...unitsOf(1, '3 label')];
    const ctx = openProcess();
    const results = await runBatch(ctx, { loop, units, run: (part) => label(ctx, part) });
    expect(results).toEqual([['1 label', '2 label', '3 label']]);
    expect(await labels()).toEqual(['1 label', '2 label', '3 label']);
  });

  test('one bad unit is found by halving, organizations first, and parked; the others are done', async () => {
    const units = [
      ...unitsOf(0, '1 label', '2 label'),
      ...unitsOf(1, '3 label', 'bad label', '4 label'),
      ...unitsOf(2, '5 label'),
    ];
    const ctx = openProcess();
    const sizes: number[] = [];
    const run = (part: readonly Unit[]) => {
      sizes.push(part.length);
      return label(ctx, part);
    };
    await runBatch(ctx, { loop, units, run });
    expect(sizes).toEqual([6, 5, 2, 3, 2, 1, 1, 1, 1]);
    expect(await labels()).toEqual(['1 label', '2 label', '3 label', '4 label', '5 label']);
    expect(await parkedRows()).toEqual([
      expect.objectContaining({ key: 'bad label', error: expect.stringContaining('null value in column "color"') }),
    ]);
    expect(lines.map(({ msg }) => msg)).toEqual(['batch failed, halving it', 'unit parked']);
    // The next round is one transaction again, with the parked one left out by the round and by a claim.
    sizes.length = 0;
    await runBatch(ctx, { loop, units, run });
    expect(sizes).toEqual([5]);
    await labels();
    expect([...(await findParked(ctx, loop, units)).values()]).toEqual([false]);
    const claim = (name: string) =>
      ctx.systemRead(({ db }) =>
        sql`select 1 where ${isNotParked(loop, sql`${organizations[1]}::bigint`, sql`${name}::text`)}`.execute(db),
      );
    expect((await claim('bad label')).rows).toHaveLength(0);
    expect((await claim('3 label')).rows).toHaveLength(1);
  });

  test('a unit that fails alone is given to the caller, and parked where that fails too', async () => {
    const units = [...unitsOf(0, 'bad label'), ...unitsOf(1, 'bad other label'), ...unitsOf(2, '6 label')];
    const ctx = openProcess();
    const given: string[] = [];
    await runBatch(ctx, {
      loop,
      units,
      run: (part) => label(ctx, part),
      onPark: async ({ key }) => {
        given.push(key);
        if (key === 'bad other label') throw new Error('the caller failed');
      },
    });
    expect(given).toEqual(['bad label', 'bad other label']);
    expect(await labels()).toEqual(['6 label']);
    expect(await parkedRows()).toMatchObject([{ key: 'bad other label', error: 'the caller failed' }]);
  });
});

test('parked units are in the metrics by loop, without an organization; stale ones are deleted', async () => {
  const ctx = openProcess();
  const fail = (name: string, units: Unit[]) =>
    runUnits(ctx, { ...usual, loop: name, units, run: () => Promise.reject(new Error('broken')) });
  await fail('trial', [...unitsOf(0, 'x', 'y'), ...unitsOf(1, 'z')]);
  await fail('other-trial', unitsOf(2, 'x'));
  const metrics = async () => {
    const headers = { authorization: 'Bearer a token of metrics' };
    const { body } = await server.program.app.inject({ url: '/metrics', headers });
    return body.split('\n').filter((line) => line.startsWith('overture_parked_units'));
  };
  expect(await metrics()).toEqual([
    'overture_parked_units{loop="other-trial"} 1',
    'overture_parked_units{loop="trial"} 3',
  ]);
  await server.owner.query(
    `update parked_units set retry_at = statement_timestamp() - interval '7 hours' where key <> 'z'`,
  );
  await pruneParkedUnits(ctx);
  expect(await metrics()).toEqual(['overture_parked_units{loop="trial"} 1']);
});
