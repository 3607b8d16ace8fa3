import { mkdtemp, readFile, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { compareDatabase, requireNewestDatabase } from '../kernel/db/replica/known-database.ts';
import { getSendingState } from '../slices/sending-guard/index.ts';
import { countLockWaits } from '../testing/database.ts';
import { useTestServer } from '../testing/harness.ts';
import {
  checkSendingEpoch,
  findSendingHold,
  releaseSendingHold,
  rememberDispatches,
  watchSending,
} from './sending-epoch.ts';
import { followRecorder, followTimeline, rememberDispatch } from './sending-timeline.ts';

/** `npm run prove -- standby` does it with two servers. Here the stored timeline is another one than that of the server. */
const server = useTestServer({ is_alone: true });

const system = () => ({ ...server.program.system, config: { ...server.config } });
const epochFile = () => join(server.config.DATA_DIR, 'sending-epoch.json');

async function failOver(isSynchronous: boolean): Promise<void> {
  await server.owner.query('update installation set sending_timeline = 0, sending_is_synchronous = $1', [
    isSynchronous,
  ]);
}

async function findState() {
  const { rows } = await server.owner.query<{ timeline: number | null; reason: string | null }>(
    'select sending_timeline::int as timeline, sending_held_reason as reason from installation',
  );
  const { is_held } = await server.program.system.systemTransaction(getSendingState);
  return { ...rows[0]!, is_held };
}

async function plantDispatched(): Promise<number> {
  // Without the organization and the sender it belongs to.
  await server.owner.query(`begin; set local session_replication_role = replica;
    insert into outbound_intents (organization_id, kind, ref_id, account_id, state, dispatch_id)
      values (1, 'campaign_step', nextval('outbound_dispatch_id_seq'), 1, 'dispatching', nextval('outbound_dispatch_id_seq')); commit`);
  const { rows } = await server.owner.query<{ id: number }>('select max(id)::int as id from outbound_intents');
  return rows[0]!.id;
}

let ownTimeline = '';
beforeAll(async () => {
  const { rows } = await server.owner.query<{ text: string }>(
    `select pg_get_functiondef('database_timeline()'::regprocedure) as text`,
  );
  ownTimeline = rows[0]!.text;
});

afterEach(async () => {
  await server.owner.query(ownTimeline);
  await rm(epochFile(), { force: true });
});

beforeEach(async () => {
  await server.owner.query(
    'update installation set sending_held_since = null, sending_held_reason = null, sending_timeline = null, sending_confirmed_at = null, sending_confirm_after = null',
  );
});

describe('the database failed over', () => {
  test('the first worker stores the timeline', async () => {
    await followTimeline(system());
    expect(await findState()).toEqual({ timeline: 1, reason: null, is_held: false });
  });

  test('nothing leaves before a worker knows that nothing is missing', async () => {
    await failOver(true);
    expect(await findState()).toEqual({ timeline: 0, reason: null, is_held: true });
    const ctx = system();
    // Other processes have five seconds to object.
    await followTimeline(ctx);
    expect(await findState()).toMatchObject({ timeline: 0, is_held: true });
    await followTimeline(ctx, 0);
    expect(await findState()).toEqual({ timeline: 1, reason: null, is_held: false });
  });

  test('after asynchronous replication sending is held until a person confirms', async () => {
    await failOver(false);
    await followTimeline(system(), 0);
    expect(await findState()).toMatchObject({ is_held: true, reason: expect.stringMatching(/asynchronous/) });
    await followTimeline(system(), 0);
    expect(await findState()).toMatchObject({ is_held: true });
    await releaseSendingHold(system());
    expect(await findState()).toEqual({ timeline: 1, reason: null, is_held: false });
  });

  test('a process whose last dispatch is missing holds sending, also where replication was synchronous', async () => {
    await failOver(true);
    const ctx = system();
    rememberDispatch(ctx, { intent_id: 1, dispatch_id: 5 });
    await followTimeline(ctx, 0);
    expect(await findState()).toMatchObject({ is_held: true, reason: expect.stringMatching(/lacks messages/) });
    // The process without this memory does not release it.
    await followTimeline(system(), 0);
    expect(await findState()).toMatchObject({ is_held: true });
  });

  test('what was dispatched just before does not leave', async () => {
    await checkSendingEpoch(system());
    const id = await plantDispatched();
    await rememberDispatches(system(), [id]);
    await failOver(true);
    await expect(rememberDispatches(system(), [id])).rejects.toThrow('failed over');
  });

  test('what the server that answers does not know does not leave', async () => {
    await checkSendingEpoch(system());
    const id = await plantDispatched();
    await expect(rememberDispatches(system(), [id + 1000, id])).rejects.toThrow('failed over');
  });

  test('a process that was started again knows which dispatch is missing', async () => {
    await checkSendingEpoch(system());
    const id = await plantDispatched();
    await rememberDispatches(system(), [id]);
    await server.owner.query(`update outbound_intents set state = 'intent', dispatch_id = null where id = $1`, [id]);
    await failOver(true);
    await checkSendingEpoch(system());
    expect(await findState()).toMatchObject({ is_held: true, reason: expect.stringMatching(/lacks messages/) });
    await releaseSendingHold(system());
    expect(await findState()).toMatchObject({ is_held: false });
  });

  test('a former primary that comes back sends nothing', async () => {
    await checkSendingEpoch(system());
    await watchSending(system());
    const file = JSON.parse(await readFile(epochFile(), 'utf8'));
    expect(file).toMatchObject({ timeline: 1 });
    await writeFile(epochFile(), JSON.stringify({ ...file, timeline: 2 }));
    const id = await plantDispatched();
    await expect(rememberDispatches(system(), [id])).rejects.toThrow('failed over');
    await watchSending(system());
    expect(await findState()).toMatchObject({ is_held: true, reason: expect.stringMatching(/former primary/) });
    await releaseSendingHold(system(), 0);
    expect(await checkSendingEpoch(system())).toBe('ok');
  });

  test('a confirmed dump in a new server is asked about once, by processes with files of their own too', async () => {
    await checkSendingEpoch(system());
    const file = JSON.parse(await readFile(epochFile(), 'utf8'));
    const other = JSON.stringify({ ...file, timeline: 3 });
    await writeFile(epochFile(), other);
    await watchSending(system());
    expect(await findState()).toMatchObject({ is_held: true });
    await releaseSendingHold(system(), 0);
    // The release writes the file of one process.
    await writeFile(epochFile(), other);
    for (let round = 0; round < 3; round += 1) await watchSending(system());
    expect(await findState()).toMatchObject({ is_held: false });
  });
});

describe('numbers of rows that the promoted server lacks', () => {
  const MOVED = 10_000_000;

  async function listSequences(): Promise<Map<string, number>> {
    const { rows } = await server.owner.query<{ name: string; type: string; last: string | null }>(
      `select sequencename as name, data_type::text as type, last_value::text as last from pg_sequences
        where schemaname = 'public' and sequencename <> 'migrations_id_seq'`,
    );
    expect(rows.filter(({ type }) => type !== 'bigint')).toEqual([]);
    return new Map(rows.map(({ name, last }) => [name, Number(last ?? 0)]));
  }
  const loseRows = () => server.owner.query('update installation set numbers_timeline = 0');

  test.each(['prospects', 'campaign_leads', 'tracked_links', 'chat_messages'])(
    'the first row of %s on another timeline draws a new number, before a worker notices the failover',
    async (table) => {
      const before = (await listSequences()).get(`${table}_id_seq`)!;
      await loseRows();
      const draw = async (): Promise<number> => {
        const client = await server.owner.connect();
        try {
          await client.query('begin');
          await client.query(`insert into ${table} (organization_id) select 1 where false`);
          const { rows } = await client.query<{ id: string }>(`select nextval('${table}_id_seq')::text as id`);
          await client.query('commit');
          return Number(rows[0]!.id);
        } finally {
          client.release();
        }
      };
      const first = await draw();
      expect(first).toBeGreaterThan(before + MOVED);
      expect(await draw()).toBe(first + 1);
    },
  );

  test('a lead gets a number beyond those that were lost', async () => {
    const person = await server.signUp();
    const add = async (email: string): Promise<number> => {
      const { rows } = await server.owner.query<{ id: string }>(
        'insert into prospects (organization_id, email) values ($1, $2) returning id::text',
        [person.organization_id, email],
      );
      return Number(rows[0]!.id);
    };
    const before = await add('one@example.com');
    await loseRows();
    expect(await add('two@example.com')).toBeGreaterThan(before + MOVED);
  });

  test('a worker moves all sequences once, but for that of dispatches', async () => {
    await followTimeline(system());
    const before = await listSequences();
    await loseRows();
    await followTimeline(system());
    await followTimeline(system());
    const after = await listSequences();
    const wrong = [...before].filter(([name, last]) => {
      const moved = after.get(name)! - last;
      return moved !== (name === 'outbound_dispatch_id_seq' ? 0 : MOVED + 1);
    });
    expect(wrong).toEqual([]);
    expect(before.size).toBeGreaterThan(100);
  });

  test('a database that is older than what was sent, on the same timeline, moves them as well', async () => {
    await checkSendingEpoch(system());
    const file = JSON.parse(await readFile(epochFile(), 'utf8'));
    await writeFile(epochFile(), JSON.stringify({ ...file, last_dispatch_id: 1e9 }));
    const before = (await listSequences()).get('prospects_id_seq')!;
    expect(await checkSendingEpoch(system())).toBe('held');
    await server.owner.query('insert into prospects (organization_id) select 1 where false');
    expect((await listSequences()).get('prospects_id_seq')).toBe(before + MOVED + 1);
  });
});

describe('two servers behind one address', () => {
  interface Behind {
    timeline: number;
    /** What its row of the installation says. */
    row: Record<string, unknown>;
    intents: number[];
  }
  const COLUMNS = [
    'sending_timeline',
    'sending_held_since',
    'sending_held_reason',
    'sending_confirmed_at',
    'sending_confirm_after',
  ];
  const makeServer = (timeline: number): Behind => ({ timeline, row: { sending_timeline: timeline }, intents: [] });
  let answering: Behind | null = null;

  /** The next connections lead to this one. */
  async function lead(to: Behind): Promise<void> {
    if (answering === to) return;
    if (answering) {
      const { rows } = await server.owner.query(`select ${COLUMNS.join(', ')} from installation`);
      answering.row = rows[0];
    }
    await server.owner.query(
      `update installation set ${COLUMNS.map((name, n) => `${name} = $${n + 1}`).join(', ')}`,
      COLUMNS.map((name) => to.row[name] ?? null),
    );
    await server.owner.query(
      `create or replace function database_timeline() returns bigint language sql stable as 'select ${to.timeline}::bigint'`,
    );
    await server.owner.query(
      `update outbound_intents set state = case when id = any($1) then 'dispatching' else 'cancelled' end`,
      [to.intents],
    );
    answering = to;
  }

  /** A process with a data folder of its own. */
  async function startProcess(on: Behind) {
    await lead(on);
    const ctx = {
      ...system(),
      config: { ...server.config, DATA_DIR: await mkdtemp(join(tmpdir(), 'overture-process-')) },
    };
    await checkSendingEpoch(ctx);
    let newest = on;
    const see = async (where: Behind): Promise<void> => {
      await lead(where);
      if (where.timeline > newest.timeline) newest = where;
    };
    return {
      ctx,
      newest: () => newest,
      async watch(where: Behind): Promise<void> {
        await see(where);
        await watchSending(ctx);
      },
      /** The transaction that decides; the id of what it marked, null while sending is held. */
      async dispatch(where: Behind): Promise<number | null> {
        await see(where);
        const { is_held } = await ctx.systemTransaction((tx) => getSendingState({ ...tx, config: ctx.config }));
        if (is_held) return null;
        const id = await plantDispatched();
        where.intents.push(id);
        return id;
      },
      /** After the commit: whether the mail leaves. */
      async mayLeave(where: Behind, id: number): Promise<boolean> {
        await see(where);
        return rememberDispatches(ctx, [id]).then(
          () => true,
          () => false,
        );
      },
    };
  }
  type Process = Awaited<ReturnType<typeof startProcess>>;

  async function sends({ dispatch, mayLeave }: Process, where: Behind): Promise<boolean> {
    const id = await dispatch(where);
    return id !== null && mayLeave(where, id);
  }

  beforeEach(() => {
    answering = null;
  });

  test('at any order of answers nothing leaves from the former one, and the newest one is not held', async () => {
    const steps = 5;
    for (let choice = 0; choice < 2 ** steps; choice += 1) {
      const [former, promoted] = [makeServer(1), makeServer(2)];
      answering = null;
      const process = await startProcess(former);
      const at = (step: number): Behind => (((choice >> step) & 1) === 1 ? promoted : former);
      await process.watch(at(0));
      const id = await process.dispatch(at(1));
      const dispatchedAt = at(1);
      await process.watch(at(2));
      const hasLeft = id !== null && (await process.mayLeave(at(3), id));
      if (hasLeft) expect([choice, process.newest().timeline]).toEqual([choice, dispatchedAt.timeline]);
      await process.watch(at(4));
      // The pooler finds the right one.
      await process.watch(promoted);
      expect([choice, await sends(process, promoted), await sends(process, former)]).toEqual([choice, true, false]);
    }
  });

  test('the former one is held where a process knows the new one', async () => {
    const [former, promoted] = [makeServer(1), makeServer(2)];
    const process = await startProcess(former);
    await process.watch(promoted);
    await process.watch(former);
    expect(await findState()).toMatchObject({ is_held: true, reason: expect.stringMatching(/former primary/) });
    expect(await sends(process, promoted)).toBe(true);
  });

  test('a new one that is held counts too', async () => {
    const [former, promoted] = [makeServer(1), makeServer(2)];
    const process = await startProcess(former);
    promoted.row.sending_held_since = new Date();
    expect(await sends(process, promoted)).toBe(false);
    expect(await sends(process, former)).toBe(false);
    await lead(promoted);
    await releaseSendingHold(process.ctx);
    expect([await sends(process, promoted), await sends(process, former)]).toEqual([true, false]);
  });

  test('the former one is released only while no newer one answers, once for all processes', async () => {
    const [former, promoted] = [makeServer(1), makeServer(2)];
    const first = await startProcess(former);
    const second = await startProcess(former);
    for (const process of [first, second]) await process.watch(promoted);
    await first.watch(former);
    await expect(releaseSendingHold(first.ctx)).rejects.toThrow('Two database servers answer');
    expect(await findState()).toMatchObject({ is_held: true });
    // It is gone for good.
    await releaseSendingHold(first.ctx, 0);
    for (const process of [second, first, second]) {
      await process.watch(former);
      expect(await sends(process, former)).toBe(true);
    }
    expect(await findState()).toEqual({ timeline: 1, reason: null, is_held: false });
    // The promoted one lacks what left since.
    await second.watch(promoted);
    expect(await findState()).toMatchObject({ is_held: true, reason: expect.stringMatching(/former primary/) });
    expect(await sends(second, former)).toBe(true);
  });

  test('a process that never saw the new one does not release the former one while the workers of its machine see the new one', async () => {
    const [former, promoted] = [makeServer(1), makeServer(2)];
    const worker = await startProcess(former);
    await worker.watch(promoted);
    await worker.watch(former);
    // The web, or the command line.
    const web = { ...worker.ctx, config: { ...worker.ctx.config } };
    for (const click of [1, 2]) {
      expect(await findSendingHold(web), `click ${click}`).not.toBeNull();
      await expect(releaseSendingHold(web)).rejects.toThrow('Two database servers answer');
    }
    // The workers have not seen the new one for long.
    const before = new Date(Date.now() - 61_000);
    await utimes(join(web.config.DATA_DIR, 'sending-epoch.json'), before, before);
    await releaseSendingHold(web);
    expect(await sends(worker, former)).toBe(true);
  });

  test('a process that saw the former one alone takes no opt-out there once a worker of its machine saw the new one, also a held one', async () => {
    const [former, promoted] = [makeServer(1), makeServer(2)];
    const worker = await startProcess(former);
    const config = { ...worker.ctx.config };
    const requireNewest = () => worker.ctx.systemTransaction(({ db }) => requireNewestDatabase({ db, config }));
    expect(await requireNewest()).toMatchObject({ timeline: 1 });
    promoted.row.sending_held_since = new Date();
    await worker.watch(promoted);
    await lead(former);
    await expect(requireNewest()).rejects.toMatchObject({ code: 'unavailable' });
    await lead(promoted);
    expect(await requireNewest()).toMatchObject({ timeline: 2 });
  });

  test('what a person releases while a worker reads the row is not held again', async () => {
    const only = makeServer(1);
    const worker = await startProcess(only);
    await server.owner.query('update installation set sending_held_since = now()');
    const confirmed_at = new Date();
    const release = await server.owner.connect();
    try {
      await release.query('begin');
      await release.query('update installation set sending_held_since = null, sending_confirmed_at = $1', [
        confirmed_at,
      ]);
      // Another connection of the worker has read the release already.
      compareDatabase(worker.ctx.config, { timeline: 1, confirmed_at });
      const watching = watchSending(worker.ctx);
      await expect.poll(() => countLockWaits(server.owner)).toBe(1);
      await release.query('commit');
      await watching;
    } finally {
      release.release();
    }
    expect(await findState()).toMatchObject({ is_held: false });
    expect(await sends(worker, only)).toBe(true);
  });

  test('what left from a newer one that is lost is recorded in the former one before a person can release it', async () => {
    const [former, promoted] = [makeServer(1), makeServer(2)];
    const worker = await startProcess(promoted);
    const recorded: string[] = [];
    followRecorder(worker.ctx, {
      recordAgain: async (_, database, isFormer) => void recorded.push(`${database.trim()} ${isFormer}`),
    });
    // While both answer, nothing is written into the former one.
    await worker.watch(former);
    expect(await findState()).toMatchObject({ is_held: true });
    expect(recorded).toEqual([]);
    await followTimeline(worker.ctx, 0, 0);
    expect(recorded).toEqual(['1 true']);
    await releaseSendingHold(worker.ctx, 0);
    expect(await sends(worker, former)).toBe(true);
  });

  test('a dump in a new server is asked about once, though the clock of that server is behind', async () => {
    const [before, dump] = [makeServer(3), makeServer(1)];
    before.row.sending_confirmed_at = new Date(Date.now() + 600_000);
    const first = await startProcess(before);
    const second = await startProcess(before);
    await first.watch(dump);
    expect(await findState()).toMatchObject({ is_held: true });
    await releaseSendingHold(first.ctx, 0);
    for (const process of [second, first]) await process.watch(dump);
    expect([await sends(first, dump), await sends(second, dump), await sends(second, before)]).toEqual([
      true,
      true,
      false,
    ]);
  });
});
