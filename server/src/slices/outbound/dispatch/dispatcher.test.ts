import { ProviderError } from '@overture/adapters/kit/errors';
import type { ComposedMail } from '@overture/adapters/mailbox/mailbox.port';
import { createSmtpImapMailbox } from '@overture/adapters/mailbox/smtp-imap/smtp-imap.adapter';
import { sql } from 'kysely';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { parkUnit } from '../../../kernel/rounds/rounds.ts';
import { useTestServer } from '../../../testing/harness.ts';
import { makeMailSender, makeOrganization } from '../../campaigns/run/run.factory.ts';
import { checkEvidence } from '../evidence/evidence.job.ts';
import { sweepLostLeases } from '../evidence/lost-leases.job.ts';
import { cancelPlannedAction } from '../intents/intents.store.ts';
import {
  ACCEPTED,
  goTo,
  type LetterKind,
  loadIntents,
  makeLetterKind,
  makeMailbox,
  planLetters,
} from '../outbound.factory.ts';
import type { DispatchedMail } from './dispatch.service.ts';
import { dispatchReady } from './dispatch-round.service.ts';
import { type Dispatcher, type DispatcherOptions, startDispatcher } from './dispatcher.service.ts';
import { Flights, thisMoment } from './flights.service.ts';
import { Outcomes } from './outcomes.service.ts';
import { NOT_BEGUN } from './provider-call.service.ts';
import { findReady } from './ready-intents.service.ts';

const { mailbox, answers } = makeMailbox(createSmtpImapMailbox());
const server = useTestServer({ roles: ['web'], mailbox, is_alone: true });
const system = () => server.program.system;
let dispatcher: Dispatcher | undefined;
let kinds = 0;

afterEach(async () => {
  await dispatcher?.stop();
  dispatcher = undefined;
  answers.send = async () => ACCEPTED;
  vi.restoreAllMocks();
  await server.owner.query("update outbound_intents set state = 'cancelled' where state in ('intent', 'dispatching')");
});

function newKind(): LetterKind {
  kinds += 1;
  return makeLetterKind(`letter ${kinds}`);
}

function start({ kind }: LetterKind, options: DispatcherOptions = {}): Dispatcher {
  dispatcher = startDispatcher(system(), new Map([[kind.name, kind]]), { poll_in_ms: 20, ...options });
  return dispatcher;
}

let senders = 0;
async function makeSender(organizationId?: number) {
  senders += 1;
  const organization_id = organizationId ?? (await makeOrganization(system()));
  const email = `sender${senders}@acme.example`;
  const account_id = await makeMailSender(system(), organization_id, { email, smtp_port: 1 });
  return { organization_id, account_id, email };
}

/** A server that takes a mail and answers only when released. */
function makeSlowServer(isSlow: (email: string) => boolean) {
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  answers.send = async ({ email }) => {
    if (isSlow(email)) await released;
    return ACCEPTED;
  };
  return release;
}

test('420 messages at a slow mailbox do not delay another organization’s message', async () => {
  const letters = newKind();
  const [slow, other] = [await makeSender(), await makeSender()];
  const release = makeSlowServer((email) => email === slow.email);
  const queue = await planLetters(system(), { kind: letters.kind.name, ...slow, amount: 420 });
  const [mine] = await planLetters(system(), { kind: letters.kind.name, ...other, amount: 1, priority: 2 });
  start(letters);
  await letters.waitFor((settled) => settled.some(({ id }) => id === mine!.id));
  expect(letters.settled.map(({ id, outcome }) => [id, outcome.outcome])).toEqual([[mine!.id, 'confirmed']]);
  release();
  await letters.waitFor((settled) => settled.length === queue.length + 1);
});

test('an organization whose mailboxes are all slow leaves places for the others', async () => {
  const letters = newKind();
  const first = await makeSender();
  const slow = [first, ...(await Promise.all(Array.from({ length: 29 }, () => makeSender(first.organization_id))))];
  const other = await makeSender();
  const names = new Set(slow.map(({ email }) => email));
  const release = makeSlowServer((email) => names.has(email));
  for (const one of slow) await planLetters(system(), { kind: letters.kind.name, ...one, amount: 4 });
  const { in_flight } = start(letters, { max_in_flight: 60, max_of_organization: 40 });
  await expect.poll(in_flight).toBeGreaterThan(35);
  const [mine] = await planLetters(system(), { kind: letters.kind.name, ...other, amount: 1, priority: 2 });
  await letters.waitFor((settled) => settled.some(({ id }) => id === mine!.id));
  expect(in_flight()).toBeLessThanOrEqual(41);
  release();
});

test('a round takes turns between organizations, and goes by priority and age within each', async () => {
  const letters = newKind();
  const [many, few] = [await makeSender(), await makeSender()];
  const steps = await planLetters(system(), { kind: letters.kind.name, ...many, amount: 6, priority: 1 });
  const urgent = await planLetters(system(), { kind: letters.kind.name, ...many, amount: 1, priority: 0 });
  const late = await planLetters(system(), { kind: letters.kind.name, ...few, amount: 2, priority: 2 });
  const { ready } = await findReady(system(), { limit: 4, per_account: 10, taken: [] });
  expect(ready.map(({ id }) => id)).toEqual([urgent[0]!.id, late[0]!.id, steps[0]!.id, late[1]!.id]);
});

test('a bounded walk continues behind its bound and wraps around at the end', async () => {
  const letters = newKind();
  const all = [];
  for (let n = 0; n < 53; n += 1) {
    const sender = await makeSender(all[0]?.organization_id);
    all.push(sender);
    await planLetters(system(), { kind: letters.kind.name, ...sender, amount: 1 });
  }
  const limits = { limit: 10, per_account: 10, per_organization: 100, free: 400, taken: [] };
  const first = await findReady(system(), limits);
  expect(first).toMatchObject({ has_more: true, cursors: [{ priority: 0, account_id: all[49]!.account_id }] });
  const second = await findReady(system(), { ...limits, cursors: first.cursors });
  expect(second).toMatchObject({ cursors: [] });
  expect(second.ready).toHaveLength(3);
});

test('a sender at its share is not claimed, and its organization waits for its own share only', async () => {
  const letters = newKind();
  const [busy, idle] = [await makeSender(), await makeSender()];
  await planLetters(system(), { kind: letters.kind.name, ...busy, amount: 5 });
  const free = await planLetters(system(), { kind: letters.kind.name, ...idle, amount: 5 });
  const taken = [{ account_id: busy.account_id, count: 3 }];
  const { ready } = await findReady(system(), { limit: 10, per_account: 3, taken });
  expect(ready.map(({ id }) => id)).toEqual(free.slice(0, 3).map(({ id }) => id));
  expect((await loadIntents(system(), [free[0]!.id]))[0]).toMatchObject({ state: 'intent' });
});

/** Letters of which the first is at the server and the others wait behind it, in a process that is stopped until its leases are lost. */
async function stopMidway(letters: LetterKind, amount: number) {
  const sender = await makeSender();
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  const { promise: called, resolve: call } = Promise.withResolvers<void>();
  const calls: string[] = [];
  answers.send = async (_, { envelope }) => {
    calls.push(envelope.to[0]!);
    call();
    await released;
    return ACCEPTED;
  };
  const planned = await planLetters(system(), { kind: letters.kind.name, ...sender, amount });
  start(letters, { connections_per_account: 1 });
  await called;
  await server.owner.query(
    "update outbound_intents set leased_until = app_now() - interval '1 second' where account_id = $1",
    [sender.account_id],
  );
  const kinds = new Map([[letters.kind.name, letters.kind]]);
  expect(await sweepLostLeases(system(), kinds)).toBe(amount);
  return { planned, calls, release };
}

test('a process paused beyond its lease sends nothing, and its work is sent once by another', async () => {
  const letters = newKind();
  const { planned, calls, release } = await stopMidway(letters, 3);
  expect(
    (
      await loadIntents(
        system(),
        planned.map(({ id }) => id),
      )
    ).map(({ state }) => state),
  ).toEqual(Array(3).fill('unknown'));
  const wokenAt = Date.now() + 120_000;
  vi.spyOn(Date, 'now').mockImplementation(() => wokenAt);
  release();
  await letters.waitFor((settled) => settled.filter(({ outcome }) => outcome.outcome === 'confirmed').length === 3);
  const held = letters.settled.filter(({ outcome }) => outcome.outcome === 'held').map(({ ref_id }) => ref_id);
  expect(held).toEqual(planned.slice(1).map(({ ref_id }) => ref_id));
  expect(calls.toSorted()).toEqual(planned.map(({ ref_id }) => `${ref_id}@northwind.example`).toSorted());
});

test('what is answered for an earlier try ends neither the flight nor the answer of the next one', async () => {
  const letters = newKind();
  const kinds = new Map([[letters.kind.name, letters.kind]]);
  const [planned] = await planLetters(system(), { kind: letters.kind.name, ...(await makeSender()), amount: 1 });
  const { dispatched } = await dispatchReady(system(), kinds, { limit: 10, per_account: 3, taken: [] });
  const next = dispatched.find(({ id }) => id === planned!.id) as DispatchedMail;
  const earlier = { ...next, lease_token: next.lease_token - 1 };
  const flights = new Flights();
  const outcomes = new Outcomes(system(), kinds, flights, () => undefined);
  flights.add(earlier, thisMoment());
  outcomes.add({ dispatched: earlier, answer: NOT_BEGUN });
  outcomes.settle();
  flights.add(next, thisMoment());
  flights.renew([earlier], [], thisMoment());
  await outcomes.settling;
  expect(flights.isHeld(next)).toBe(true);

  // Together with the earlier one, then alone, and each begun once more.
  let deadlocks = 4;
  letters.onSettled = () => {
    deadlocks -= 1;
    if (deadlocks >= 0) throw Object.assign(new Error('deadlock detected'), { code: '40P01' });
  };
  outcomes.add({ dispatched: earlier, answer: NOT_BEGUN });
  outcomes.add({
    dispatched: next,
    answer: {
      ok: true,
      mail: { source: Buffer.from('') } as unknown as ComposedMail,
      sent_message_id: null,
      queue_id: null,
    },
  });
  outcomes.settle();
  await letters.waitFor((settled) => settled.some(({ outcome }) => outcome.outcome === 'confirmed'));
  await outcomes.settling;
  expect(flights.size).toBe(0);
});

test.each(['intent', 'cancelled', 'unknown', 'parked'])(
  'a late confirmation is evidence for one that is %s',
  async (state) => {
    const letters = newKind();
    const { planned, release } = await stopMidway(letters, 1);
    await system().systemTransaction(({ db }) =>
      sql`update outbound_intents set state = ${state}, due_at = app_now() + interval '1 hour' where id = ${planned[0]!.id}`.execute(
        db,
      ),
    );
    release();
    await letters.waitFor((settled) => settled.some(({ outcome }) => outcome.outcome === 'confirmed'));
    expect(await loadIntents(system(), [planned[0]!.id])).toMatchObject([{ state: 'confirmed', attempts: 1 }]);
  },
);

describe('what fails alone', () => {
  const world = async (letters: LetterKind) => {
    const [bad, good] = [await makeSender(), await makeSender()];
    const kind = letters.kind.name;
    const planned = await planLetters(system(), { kind, ...bad, amount: 4 });
    const mine = await planLetters(system(), { kind, ...good, amount: 3, priority: 2 });
    return { bad, planned, mine, all: [...planned, ...mine].map(({ id }) => id) };
  };
  const outcomes = (letters: LetterKind) => new Map(letters.settled.map(({ id, outcome }) => [id, outcome]));

  test('an unwritable mail delays no other and is retried later', async () => {
    const letters = newKind();
    const { planned, all } = await world(letters);
    const [, hostile] = planned;
    letters.verdicts.set(hostile!.ref_id, () => {
      const verdict = goTo('somebody@northwind.example');
      const letter = Object.create(verdict.letter, {
        text: {
          get: () => ({
            toJSON: () => {
              throw new Error('unwritable');
            },
          }),
        },
      });
      return { ...verdict, letter };
    });
    start(letters);
    await letters.waitFor((settled) => settled.length === all.length);
    for (const id of all) {
      expect(outcomes(letters).get(id)).toMatchObject(
        id === hostile!.id ? { outcome: 'held', rule: 'retry' } : { outcome: 'confirmed' },
      );
    }
  });

  const parkedOf = async (intents: readonly { id: number }[]) =>
    (
      await server.owner.query('select key from parked_units where key = any($1)', [
        intents.map(({ id }) => String(id)),
      ])
    ).rows;
  const makeDue = async (id: number) => {
    await server.owner.query('update parked_units set retry_at = statement_timestamp() where key = $1', [String(id)]);
    await server.owner.query('update outbound_intents set due_at = app_now() where id = $1', [id]);
  };
  const failing = () => {
    throw new Error('these facts cannot be read');
  };

  test('it is tried four times with growing pauses, told until when, and then refused with words', async () => {
    const letters = newKind();
    const [planned] = await planLetters(system(), { kind: letters.kind.name, ...(await makeSender()), amount: 1 });
    letters.verdicts.set(planned!.ref_id, failing);
    start(letters);
    for (let tries = 1; tries <= 4; tries += 1) {
      await letters.waitFor((settled) => settled.length === tries);
      if (tries < 4) await makeDue(planned!.id);
    }
    const waits = letters.settled.map(({ outcome }) =>
      outcome.outcome === 'held' && outcome.until ? Math.round((outcome.until.getTime() - Date.now()) / 60_000) : 0,
    );
    expect(waits).toEqual([1, 2, 4, 0]);
    expect(letters.settled[0]?.outcome).toMatchObject({
      rule: 'retry',
      reason: expect.stringMatching(/error in our program.*We'll try again\.$/),
    });
    expect(letters.settled.at(-1)?.outcome).toMatchObject({ outcome: 'rejected', code: 'not_dispatched' });
    await expect.poll(() => parkedOf([planned!])).toEqual([]);
  });

  test('one that can be prepared the second time leaves, and is parked no more', async () => {
    const letters = newKind();
    const [planned] = await planLetters(system(), { kind: letters.kind.name, ...(await makeSender()), amount: 1 });
    letters.verdicts.set(planned!.ref_id, failing);
    start(letters);
    await letters.waitFor((settled) => settled.length === 1);
    letters.verdicts.delete(planned!.ref_id);
    await makeDue(planned!.id);
    await letters.waitFor((settled) => settled.length === 2);
    expect(letters.settled.at(-1)?.outcome).toMatchObject({ outcome: 'confirmed' });
    await expect.poll(() => parkedOf([planned!])).toEqual([]);
  });

  test('a test mail that cannot be prepared is refused immediately', async () => {
    const letters = newKind();
    letters.kind.is_test = true;
    const [planned] = await planLetters(system(), { kind: letters.kind.name, ...(await makeSender()), amount: 1 });
    letters.verdicts.set(planned!.ref_id, failing);
    start(letters);
    await letters.waitFor((settled) => settled.length === 1);
    expect(letters.settled[0]?.outcome).toMatchObject({ outcome: 'rejected', code: 'not_dispatched' });
  });

  test('parked actions at the head of a queue do not block their sender', async () => {
    const letters = newKind();
    const sender = await makeSender();
    const planned = await planLetters(system(), { kind: letters.kind.name, ...sender, amount: 40 });
    // Due one after the other: PostgreSQL gives those of one moment in any order.
    await server.owner.query(
      `update outbound_intents i set due_at = i.due_at - interval '1 minute' + place * interval '1 second'
        from unnest($1::bigint[]) with ordinality g (id, place) where i.id = g.id`,
      [planned.map(({ id }) => id)],
    );
    await server.owner.query(
      `insert into parked_units (organization_id, loop, key, error, retry_at)
        select $1, 'outbound-dispatch', unnest($2::text[]), 'unwritable', statement_timestamp() + interval '1 hour'`,
      [sender.organization_id, planned.slice(0, 30).map(({ id }) => String(id))],
    );
    const { ready } = await findReady(system(), { limit: 10, per_account: 3, taken: [] });
    expect(ready.map(({ id }) => id)).toEqual(planned.slice(30, 33).map(({ id }) => id));
  });

  test('a stop check that throws for one action blocks no other', async () => {
    const letters = newKind();
    const { planned, all } = await world(letters);
    letters.verdicts.set(planned[0]!.ref_id, () => {
      throw new Error('these facts cannot be read');
    });
    start(letters);
    await letters.waitFor((settled) => settled.length === all.length);
    expect(outcomes(letters).get(planned[0]!.id)).toMatchObject({ outcome: 'held', rule: 'retry' });
  });

  test('a login that cannot be read holds its sender with words, before anything is marked', async () => {
    const letters = newKind();
    const { bad, planned, mine } = await world(letters);
    await server.owner.query("update accounts set sealed_connection = '\\x00' where id = $1", [bad.account_id]);
    start(letters);
    await letters.waitFor((settled) => settled.length === planned.length + mine.length);
    const { rows } = await server.owner.query(
      'select held_until > app_now() as is_held, held_reason from accounts where id = $1',
      [bad.account_id],
    );
    expect(rows).toEqual([
      { is_held: true, held_reason: "This sender's saved login can't be read. Connect the sender again." },
    ]);
    for (const { id } of planned)
      expect(outcomes(letters).get(id)).toMatchObject({ outcome: 'held', rule: 'sender_held' });
    for (const { id } of mine) expect(outcomes(letters).get(id)).toMatchObject({ outcome: 'confirmed' });
    expect(
      await loadIntents(
        system(),
        planned.map(({ id }) => id),
      ),
    ).toMatchObject(Array(4).fill({ state: 'intent', attempts: 0 }));
  });

  test('a response that cannot be recorded makes the action unconfirmed; the others are recorded', async () => {
    const letters = newKind();
    const { planned, mine, all } = await world(letters);
    const hostile = planned[2]!;
    answers.send = async (_, { envelope }) => {
      if (!envelope.to[0]!.startsWith(`${hostile.ref_id}@`)) return ACCEPTED;
      const reason = {
        toString: () => 'no such',
        toJSON: () => {
          throw new Error('unwritable');
        },
      };
      throw Object.assign(new ProviderError('rejected', '', { concerns: 'message' }), { message: reason });
    };
    const { in_flight } = start(letters);
    await letters.waitFor((settled) => settled.length === all.length);
    expect(outcomes(letters).get(hostile.id)).toMatchObject({ outcome: 'unknown', code: 'not_recorded' });
    for (const { id } of mine) expect(outcomes(letters).get(id)).toMatchObject({ outcome: 'confirmed' });
    await expect.poll(in_flight).toBe(0);
  });

  test.each([
    ['accepted', 'confirmed', async () => ACCEPTED],
    [
      'refused',
      'rejected',
      () => Promise.reject(new ProviderError('rejected', 'The message is too large.', { concerns: 'message' })),
    ],
  ])('a response (%s) that cannot be recorded is recorded later without another call', async (_, end, send) => {
    const letters = newKind();
    const { planned, all } = await world(letters);
    const hostile = planned[2]!;
    let calls = 0;
    answers.send = async (_connection, { envelope }) => {
      if (!envelope.to[0]!.startsWith(`${hostile.ref_id}@`)) return ACCEPTED;
      calls += 1;
      return send();
    };
    let isBroken = true;
    letters.onSettled = (_tx, settled) => {
      if (isBroken && settled.some(({ id, outcome }) => id === hostile.id && outcome.outcome !== 'unknown'))
        throw new Error('no such row');
    };
    const { in_flight } = start(letters, { answer_retries_in_ms: Array(100).fill(20) });
    await letters.waitFor((settled) => settled.length === all.length);
    expect(outcomes(letters).get(hostile.id)).toMatchObject({ outcome: 'unknown', code: 'not_recorded' });
    await expect.poll(in_flight).toBe(0);
    isBroken = false;
    await letters.waitFor((settled) => settled.length > all.length);
    expect(outcomes(letters).get(hostile.id)).toMatchObject({ outcome: end });
    expect(await loadIntents(system(), [hostile.id])).toMatchObject([{ state: end, attempts: 1 }]);
    expect(calls).toBe(1);
  });

  test('a response lost with its process is replaced by evidence, without another call', async () => {
    const letters = newKind();
    const [mine] = await planLetters(system(), { kind: letters.kind.name, ...(await makeSender()), amount: 1 });
    const send = vi.fn(async () => ACCEPTED);
    answers.send = send;
    let isBroken = true;
    letters.onSettled = (_tx, settled) => {
      if (isBroken && settled.some(({ outcome }) => outcome.outcome !== 'unknown')) throw new Error('no such row');
    };
    start(letters);
    await letters.waitFor((settled) => settled.length === 1);
    await dispatcher?.stop();
    isBroken = false;
    expect(await loadIntents(system(), [mine!.id])).toMatchObject([{ state: 'unknown', attempts: 1 }]);
    await server.owner.query('update outbound_intents set look_at = app_now() where id = $1', [mine!.id]);
    answers.find = async () => 'found';
    await checkEvidence(system(), new Map([[letters.kind.name, letters.kind]]));
    expect(letters.settled.at(-1)?.outcome).toMatchObject({ outcome: 'confirmed', settled_by: 'sent_folder' });
    expect(send).toHaveBeenCalledTimes(1);
    expect(await parkedOf([mine!])).toEqual([]);
  });

  test('an action that is cancelled or deleted is no longer parked', async () => {
    const letters = newKind();
    const sender = await makeSender();
    const planned = await planLetters(system(), { kind: letters.kind.name, ...sender, amount: 3 });
    for (const { id } of planned)
      await parkUnit(system(), 'outbound-dispatch', { ...sender, key: String(id) }, new Error('broken'));
    const [taken, deleted, waiting] = planned;
    await system()
      .forOrganization(sender.organization_id)
      .transaction((tx) => cancelPlannedAction(tx, taken!.id, 'The lead has written since.'));
    await server.owner.query('delete from outbound_intents where id = $1', [deleted!.id]);
    expect(await parkedOf(planned)).toEqual([{ key: String(waiting!.id) }]);
  });

  test('an answer to an action whose last answer could not be recorded is recorded', async () => {
    const letters = newKind();
    const sender = await makeSender();
    const [mine] = await planLetters(system(), { kind: letters.kind.name, ...sender, amount: 1 });
    await parkUnit(system(), 'outbound-settle', { ...sender, key: String(mine!.id) }, new Error('broken'));
    start(letters);
    await letters.waitFor((settled) => settled.length === 1);
    expect(letters.settled[0]?.outcome).toMatchObject({ outcome: 'confirmed', settled_by: 'answer' });
  });

  test('an outcome that its own slice never takes is parked or unknown without it', async () => {
    const letters = newKind();
    const { planned, mine } = await world(letters);
    const [unwanted, unsettled] = planned;
    letters.verdicts.set(unwanted!.ref_id, () => {
      throw new Error('these facts cannot be read');
    });
    letters.onSettled = (_tx, settled) => {
      if (settled.some(({ id }) => id === unwanted!.id || id === unsettled!.id)) throw new Error('no such row');
    };
    const { in_flight } = start(letters);
    await letters.waitFor((settled) => settled.length === planned.length + mine.length - 2);
    await expect.poll(in_flight).toBe(0);
    const stored = async () => (await loadIntents(system(), [unwanted!.id, unsettled!.id])).map(({ state }) => state);
    await expect.poll(stored).toEqual(['intent', 'unknown']);
    const attempts = async () =>
      (await server.owner.query('select attempts from parked_units where key = $1', [String(unwanted!.id)])).rows;
    const waiting = 'select rule, due_at > app_now() as is_later from outbound_intents where id = $1';
    const wait = async () => (await server.owner.query(waiting, [unwanted!.id])).rows;
    for (let tries = 1; tries < 4; tries += 1) {
      await expect.poll(attempts).toEqual([{ attempts: tries }]);
      await expect.poll(wait).toEqual([{ rule: 'retry', is_later: true }]);
      await makeDue(unwanted!.id);
    }
    await expect.poll(stored).toEqual(['parked', 'unknown']);
  });
});

test('a mailbox whose Sent folder is silent keeps no copy of others from being filed', async () => {
  const letters = newKind();
  const [silent, other] = [await makeSender(), await makeSender()];
  await server.owner.query('update accounts set sent_copy = null where id = any($1)', [
    [silent.account_id, other.account_id],
  ]);
  const { promise: filed, resolve: file } = Promise.withResolvers<void>();
  answers.file = ({ email }) => {
    if (email === silent.email) return new Promise(() => undefined);
    file();
    return Promise.resolve('appended');
  };
  await planLetters(system(), { kind: letters.kind.name, ...silent, amount: 2 });
  await planLetters(system(), { kind: letters.kind.name, ...other, amount: 1, priority: 2 });
  start(letters);
  await filed;
  const stored = () => server.owner.query('select sent_copy from accounts where id = $1', [other.account_id]);
  await expect.poll(async () => (await stored()).rows).toEqual([{ sent_copy: 'appended' }]);
});

describe('a mail that leaves as a draft', () => {
  const stored = async (id: number) =>
    (await server.owner.query('select state, draft_id, sent_message_id from outbound_intents where id = $1', [id]))
      .rows[0];

  test('has its draft recorded before it is sent, and its sent id with the outcome', async () => {
    const letters = newKind();
    const [mine] = await planLetters(system(), { kind: letters.kind.name, ...(await makeSender()), amount: 1 });
    let before: unknown;
    answers.send = async (_, __, onDraft) => {
      await onDraft?.('r1');
      before = await stored(mine!.id);
      return { ...ACCEPTED, message_id: 'CA+1@mail.gmail.com' };
    };
    start(letters);
    await letters.waitFor((settled) => settled.length === 1);
    expect(before).toEqual({ state: 'dispatching', draft_id: 'r1', sent_message_id: null });
    expect(await stored(mine!.id)).toEqual({
      state: 'confirmed',
      draft_id: 'r1',
      sent_message_id: 'CA+1@mail.gmail.com',
    });
  });

  test('is not sent by a worker whose lease was swept, and returns unsent', async () => {
    const letters = newKind();
    const [mine] = await planLetters(system(), { kind: letters.kind.name, ...(await makeSender()), amount: 1 });
    let tries = 0;
    answers.send = async (_, __, onDraft) => {
      tries += 1;
      if (tries === 1) {
        await server.owner.query(
          "update outbound_intents set leased_until = app_now() - interval '1 second' where id = $1",
          [mine!.id],
        );
        await sweepLostLeases(system(), new Map([[letters.kind.name, letters.kind]]));
      }
      await onDraft?.(`r${tries}`);
      return ACCEPTED;
    };
    start(letters);
    await letters.waitFor((settled) => settled.at(-1)?.outcome.outcome === 'confirmed');
    expect(letters.settled.map(({ outcome }) => outcome.outcome)).toEqual(['unknown', 'held', 'confirmed']);
    expect(await stored(mine!.id)).toMatchObject({ draft_id: 'r2' });
  });
});
