import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { startTestServer, type TestServer } from '../testing/harness.ts';
import { createEventRounds, dispatchEvents } from './relay.ts';
import { createRoundMemory, summarizeParked } from './rounds/parked-units.ts';
import type { EventHandlers } from './slice.ts';

let server: TestServer & { stop(): Promise<void> };

beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

/** An organization of which nothing waits to be told. */
async function makeOrganization(): Promise<number> {
  const { organization_id } = await server.signUp();
  await server.owner.query('delete from outbox_events where organization_id = $1', [organization_id]);
  return organization_id;
}

/** Events whose number is in the place of a lead's id. */
async function publish(organization_id: number, ...numbers: number[]): Promise<void> {
  await server.program.system.forOrganization(organization_id).transaction(async (tx) => {
    for (const prospect_id of numbers) tx.events.emit({ type: 'lead_replied', prospect_id });
  });
}

const handle = (work: (organization: number, event: number) => Promise<void> | void): EventHandlers => ({
  lead_replied: async (tx, { prospect_id }) => work(tx.organization.id, prospect_id),
});

const numbersTo = (last: number) => Array.from({ length: last }, (_, index) => index + 1);

test('events of one organization do not hold up those of others, and keep their order', async () => {
  const [busy, quiet] = [await makeOrganization(), await makeOrganization()];
  await publish(busy, ...numbersTo(60));
  await publish(quiet, 1);
  let publishQuietly = (): void => undefined;
  const isQuietDone = new Promise<void>((resolve) => {
    publishQuietly = resolve;
  });
  const seen: number[] = [];
  const handlers = [
    handle(async (organization, event) => {
      if (organization === quiet) return publishQuietly();
      // The first of sixty ends only when the other organization's event was handled.
      await isQuietDone;
      seen.push(event);
    }),
  ];
  expect(await dispatchEvents(server.program.system, handlers)).toBe(26);
  expect(seen).toEqual(numbersTo(25));
  while ((await dispatchEvents(server.program.system, handlers)) > 0);
  expect(seen).toEqual(numbersTo(60));
});

test('two processes do not handle events of one organization side by side', async () => {
  const organization_id = await makeOrganization();
  await publish(organization_id, 1, 2, 3);
  const { system } = server.program;
  let handleOne = (): void => undefined;
  const isOneDone = new Promise<void>((resolve) => {
    handleOne = resolve;
  });
  const seen: string[] = [];
  const first = dispatchEvents(system, [
    handle(async (_, event) => {
      if (event === 1) await isOneDone;
      seen.push(`first ${event}`);
    }),
  ]);
  const held = `select 1 from pg_locks where locktype = 'advisory' and objid = $1 and granted`;
  try {
    await expect.poll(async () => (await server.owner.query(held, [organization_id])).rows.length).toBe(1);
    const beside = { ...system, rounds: createRoundMemory() };
    expect(await dispatchEvents(beside, [handle((_, event) => void seen.push(`second ${event}`))])).toBe(0);
  } finally {
    handleOne();
  }
  expect(await first).toBe(3);
  expect(seen).toEqual(['first 1', 'first 2', 'first 3']);
});

test('no process overtakes an event that another one is at', async () => {
  const organization_id = await makeOrganization();
  await publish(organization_id, 1, 2, 3);
  const { system } = server.program;
  const seen: string[] = [];
  const [oneDone, secondDone] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const begun = Promise.withResolvers<void>();
  // Its second event begins when the other process has had its turn.
  let transactions = 0;
  const slow: typeof system = {
    ...system,
    forOrganization: (id, user) => {
      const ctx = system.forOrganization(id, user);
      return {
        ...ctx,
        transaction: async (work) => {
          transactions += 1;
          if (transactions === 2) await secondDone.promise;
          return ctx.transaction(work);
        },
      };
    },
  };
  const first = dispatchEvents(slow, [
    handle(async (_, event) => {
      begun.resolve();
      if (event === 1) await oneDone.promise;
      seen.push(`first ${event}`);
    }),
  ]);
  await begun.promise;
  // It finds the first two events taken, and the first process between two of them then.
  let asked = 0;
  const beside: typeof system = {
    ...system,
    rounds: createRoundMemory(),
    forOrganization: (id, user) => {
      const ctx = system.forOrganization(id, user);
      return {
        ...ctx,
        transaction: async (work) => {
          asked += 1;
          if (asked === 3) {
            oneDone.resolve();
            await expect.poll(() => transactions).toBe(2);
          }
          return ctx.transaction(work);
        },
      };
    },
  };
  await dispatchEvents(beside, [handle((_, event) => void seen.push(`second ${event}`))]);
  oneDone.resolve();
  secondDone.resolve();
  await first;
  expect(seen).toEqual(['first 1', 'first 2', 'first 3']);
});

test('an event that takes long holds up its own organization alone', async () => {
  const [slow, other] = [await makeOrganization(), await makeOrganization()];
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  const seen: number[] = [];
  const rounds = createEventRounds(server.program.system, [
    handle(async (organization) => {
      if (organization === slow) await released;
      seen.push(organization);
    }),
  ]);
  await publish(slow, 1);
  await rounds.next();
  await publish(other, 1);
  while ((await rounds.next()) > 0);
  expect(seen).toEqual([other]);
  release();
  await rounds.end();
  expect(seen).toEqual([other, slow]);
});

test('five hundred poisoned events are one line of the log, with the error of the first', async () => {
  const organization_id = await makeOrganization();
  await publish(organization_id, ...Array.from({ length: 25 }, (_, n) => n));
  const error = vi.fn();
  const { system } = server.program;
  const ctx = { ...system, rounds: createRoundMemory(), log: Object.assign(Object.create(system.log), { error }) };
  const poisoned = handle(() => {
    throw new Error('poison');
  });
  expect(await dispatchEvents(ctx, [poisoned])).toBe(25);
  expect(error.mock.calls.map(([fields, words]) => [fields.loop, fields.err.message, words])).toEqual([
    ['events', 'poison', 'unit parked'],
  ]);
  await server.owner.query('delete from outbox_events where organization_id = $1', [organization_id]);
});

test('a failing event waits for its own retry, is shown to the operator and blocks no other', async () => {
  const organization_id = await makeOrganization();
  await publish(organization_id, 1, 2, 3);
  const seen: number[] = [];
  const handlers = [
    handle((_, event) => {
      if (event === 2 && seen.length < 3) throw new Error('half \ud83d of \0 it');
      seen.push(event);
    }),
  ];
  expect(await dispatchEvents(server.program.system, handlers)).toBe(3);
  expect(seen).toEqual([1, 3]);
  expect(await server.program.system.systemRead(summarizeParked)).toEqual([
    { loop: 'events', units: 1, organization_id, key: expect.any(String), error: 'half \ufffd of  it' },
  ]);
  await server.owner.query('update outbox_events set retry_at = statement_timestamp()');
  seen.push(0);
  expect(await dispatchEvents(server.program.system, handlers)).toBe(1);
  expect(seen).toEqual([1, 3, 0, 2]);
  expect(await server.program.system.systemRead(summarizeParked)).toEqual([]);
});
