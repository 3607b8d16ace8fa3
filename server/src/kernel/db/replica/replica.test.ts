import { readFileSync, writeFileSync } from 'node:fs';
import { api } from '@overture/contract';
import { sql } from 'kysely';
import pg from 'pg';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { runOnce } from '../../../testing/cluster.ts';
import { startTestServer } from '../../../testing/harness.ts';
import { joinTransaction } from '../../api-keys/idempotency.ts';
import type { Context, ReadContext, ReplicaReadContext } from '../../context.ts';
import { replicaReads } from '../../metrics.ts';
import type { SessionContext } from '../../slice.ts';
import { migrate } from '../migrate.ts';
import { openReads, readAs, requireReplica } from '../reads.ts';
import { openReplica, PATIENCE_IN_MS } from './replica.ts';
import { inspectReplica, REPLICA_SESSION } from './replica-sentry.ts';
import { findRefusal, type LogPosition, loadPosition, type ReplicaAnswer } from './server-identity.ts';
import { hasStandby, startStandby, type TestStandby } from './standby.factory.ts';

describe('what may be read', () => {
  const primary: LogPosition = { log_id: '7/2', bytes: 1000 };
  const answer: ReplicaAnswer = {
    is_in_recovery: true,
    acts_as: 'overture_app',
    system_id: '7',
    timeline: 2,
    replayed: 900,
  };
  const judge = (given: Partial<ReplicaAnswer>, lag = 0, after = primary) =>
    findRefusal({ ...answer, ...given }, { before: primary, after }, lag);

  test.each([
    [null, judge({})],
    ['lagging', judge({}, 60_001)],
    ['other_server', judge({ system_id: '8' })],
    ['no_replica', judge({ is_in_recovery: false })],
    ['wrong_role', judge({ acts_as: 'overture_migrator' })],
    ['no_position', judge({ replayed: null })],
    ['other_timeline', judge({ timeline: 1 })],
    ['other_timeline', judge({}, 0, { log_id: '7/3', bytes: 1000 })],
    ['ahead', judge({ replayed: 1001 })],
  ])('%s', (expected, found) => expect(found).toBe(expected));

  test('its database fits no function that takes that of a transaction', () => {
    const decide = (_: Pick<ReadContext, 'db'>): boolean => true;
    const inform = (_: Pick<ReplicaReadContext, 'db'>): boolean => true;
    const both = (replica: ReplicaReadContext, primary: ReadContext): boolean[] => [
      inform(primary),
      inform(replica),
      // @ts-expect-error a decision reads the primary
      decide(replica),
    ];
    expect(both).toBeTypeOf('function');
  });
});

const title = 'a streaming standby';
describe.skipIf(!hasStandby())(
  hasStandby() ? title : `${title} (this PostgreSQL cannot follow another one)`,
  { timeout: 60_000 },
  () => {
    let standby: TestStandby;
    let server: Awaited<ReturnType<typeof startTestServer>>;
    let person: Awaited<ReturnType<typeof server.signUp>>;
    let list: number;
    const said: { msg: string; code?: string }[] = [];
    const log = pino({ level: 'info' }, { write: (line) => void said.push(JSON.parse(line)) });

    beforeAll(async () => {
      standby = await startStandby();
      const { connectionString } = standby.primary;
      await migrate(connectionString, pino({ level: 'silent' }));
      server = await startTestServer({
        log,
        database: { connectionString, expectNoConnections: async () => undefined, drop: async () => undefined },
        environment: { DATABASE_URL: connectionString, DATABASE_REPLICA_URL: standby.connectionString },
      });
      person = await server.signUp();
      list = (await person.call(api.createSearch, { body: { name: 'Leads' } })).data.id;
    }, 60_000);
    afterAll(async () => {
      standby.thaw();
      await server.stop();
      await standby.stop();
    });

    const untilUsed = () => expect.poll(refusal, { timeout: 15_000 }).toBe(null);
    const refusal = () => server.program.databases.replica?.refusal();
    const inOrganization = (): Context => server.program.system.forOrganization(person.organization_id);
    const rename = (name: string) => person.call(api.renameSearch, { params: { id: list }, body: { name } });
    const nameThere = ({ db }: ReplicaReadContext) =>
      sql<{ name: string; is_replica: boolean }>`select name, pg_is_in_recovery() as is_replica from searches`
        .execute(db)
        .then(({ rows }) => rows[0]);
    const count = async (result: string): Promise<number> =>
      (await replicaReads.get()).values.find(({ labels }) => labels.result === result)?.value ?? 0;

    test('answers with the change that was made right before', async () => {
      await untilUsed();
      for (let n = 0; n < 20; n += 1) {
        await rename(`Leads ${n}`);
        expect(await inOrganization().replicaRead(nameThere)).toEqual({ name: `Leads ${n}`, is_replica: true });
      }
      const before = await count('replica');
      const shown = await person.call(api.listSearchProspects, { params: { id: list }, query: { page: 1 } });
      expect(shown.status).toBe(200);
      expect(await count('replica')).toBeGreaterThan(before);
    });

    test('shows an organization its own rows, in single statements and in a snapshot', async () => {
      const other = server.program.system.forOrganization((await server.signUp()).organization_id);
      expect(await other.replicaRead(nameThere)).toBeUndefined();
      expect(await other.replicaSnapshot(nameThere)).toBeUndefined();
      expect(await inOrganization().replicaSnapshot(nameThere)).toMatchObject({ is_replica: true });
    });

    test('refuses to write', async () => {
      const write = ({ db }: ReplicaReadContext) => sql`update searches set name = 'Written'`.execute(db);
      await expect(inOrganization().replicaRead(write)).rejects.toThrow('A read wrote');
    });

    test('lacks what a call that is repeated by key has written: that call reads in its own transaction', async () => {
      const ctx = inOrganization() as SessionContext;
      const found = ctx.transaction(async (tx) => {
        await sql`update searches set name = 'Not committed'`.execute(tx.db);
        return joinTransaction(ctx, tx).replicaRead(nameThere);
      });
      expect(await found).toEqual({ name: 'Not committed', is_replica: false });
    });

    test('that is behind is waited for: a page for 0.2 s, a job for seconds', async () => {
      await standby.run('select pg_wal_replay_pause()');
      await rename('Paused');
      const before = await count('behind');
      const request = server.program.system.forRequest({ origin: { ip: '127.0.0.1', user_agent: null }, log });
      const page = request.forOrganization(person.organization_id);
      const begun = performance.now();
      expect(await page.replicaRead(nameThere)).toEqual({ name: 'Paused', is_replica: false });
      expect(performance.now() - begun).toBeLessThan(PATIENCE_IN_MS.job);
      expect(await count('behind')).toBe(before + 1);
      const waiting = inOrganization().replicaRead(nameThere);
      await standby.run('select pg_wal_replay_resume()');
      expect(await waiting).toEqual({ name: 'Paused', is_replica: true });
    });

    test('that lacks what the primary has refuses each statement: its address may lead to several servers', async () => {
      const found = await loadPosition((text) => server.owner.query(text));
      const pool = new pg.Pool({ connectionString: standby.connectionString, options: REPLICA_SESSION });
      const reads = openReads(pool, { keeps_statements: true, is_replica: true });
      const reader = { organization_id: person.organization_id, user_id: null };
      const sendWith = (required: { position?: number }) =>
        readAs({ ...reader, ...required }, () => sql<{ one: number }>`select 1 as one`.execute(reads));
      await expect
        .poll(() => sendWith({ position: found.bytes }).then(({ rows }) => rows, String))
        .toEqual([{ one: 1 }]);
      await expect(sendWith({ position: found.bytes + 2 ** 40 })).rejects.toMatchObject({ code: '22023' });
      await expect(sendWith({})).rejects.toMatchObject({ code: '22023' });
      const begin = (position: number) => runOnce(standby.connectionString, `select ${requireReplica(position)}`);
      await begin(found.bytes);
      await expect(begin(found.bytes + 2 ** 40)).rejects.toMatchObject({ code: '22023' });
      await pool.end();
    });

    test('is not read while its primary is a standby', async () => {
      let address = standby.primary.connectionString;
      // Where a proxy leads changes.
      const primary = { query: (text: string) => runOnce(address, text) } as unknown as pg.Pool;
      const replica = openReplica({
        ...{ address: standby.connectionString, primary, most_connections: 2, log: pino({ level: 'silent' }) },
      });
      const ask = () =>
        replica.read(
          PATIENCE_IN_MS.job,
          async () => 'replica',
          async () => 'primary',
        );
      await expect.poll(ask, { timeout: 10_000 }).toBe('replica');
      address = standby.connectionString;
      expect(await ask()).toBe('primary');
      await replica.close();
    });

    test.each(['53400', '58P01'])('that fails a statement with %s gives it to the primary', async (code) => {
      const fail = ({ db }: ReplicaReadContext) =>
        sql`do $$ begin if pg_is_in_recovery() then raise exception 'no' using errcode = '${sql.raw(code)}'; end if; end $$`
          .execute(db)
          .then(() => 'primary');
      const before = await count('failed');
      await untilUsed();
      expect(await inOrganization().replicaRead(fail)).toBe('primary');
      expect(await count('failed')).toBe(before + 1);
    });

    test('that takes no new connections gives its reads to the primary', async () => {
      await untilUsed();
      const { rows } = await runOnce(
        standby.connectionString,
        `select current_setting('hba_file') as hba_file, max(usename) as login from pg_stat_activity where application_name = 'overture:replica-check'`,
      );
      const file: string = rows[0].hba_file;
      const user = rows[0].login;
      const rules = readFileSync(file, 'utf8');
      const reload = async (text: string) => {
        writeFileSync(file, text);
        await standby.run('select pg_reload_conf()');
      };
      await reload(`host all ${user} 127.0.0.1/32 reject\n${rules}`);
      const end = `select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'overture:replica'`;
      await expect
        .poll(async () => {
          await standby.run(end);
          return inOrganization().replicaRead(nameThere);
        })
        .toMatchObject({ is_replica: false });
      await reload(rules);
      await expect.poll(() => inOrganization().replicaRead(nameThere)).toMatchObject({ is_replica: true });
    });

    test('that hangs is refused within seconds, also for what waits there', async () => {
      const waiting = inOrganization().replicaRead(({ db }) =>
        sql`select pg_sleep(30 * pg_is_in_recovery()::int)`.execute(db),
      );
      await expect
        .poll(() =>
          runOnce(
            standby.connectionString,
            `select from pg_stat_activity where query like '%pg_sleep(30%' and pid <> pg_backend_pid()`,
          ).then(({ rowCount }) => rowCount),
        )
        .toBe(1);
      standby.freeze();
      await waiting;
      await expect.poll(refusal).toBe('slow');
      await rename('Frozen');
      expect(await inOrganization().replicaRead(nameThere)).toEqual({ name: 'Frozen', is_replica: false });
      standby.thaw();
      await untilUsed();
    });

    test('that is away is refused, and used again when it is back', async () => {
      await standby.kill();
      await expect.poll(refusal, { timeout: 10_000 }).toBe('unreachable');
      await rename('Alone');
      expect(await inOrganization().replicaRead(nameThere)).toEqual({ name: 'Alone', is_replica: false });
      await standby.start();
      await untilUsed();
      expect(await inOrganization().replicaRead(nameThere)).toEqual({ name: 'Alone', is_replica: true });
    });

    test('a server that is no replica of this primary is refused', async () => {
      const findPosition = () => loadPosition((text) => server.owner.query(text));
      const inspect = (address: string) => inspectReplica(address, findPosition);
      expect(await inspect(standby.primary.connectionString)).toMatchObject({ refusal: 'no_replica' });
      expect(await inspect(standby.connectionString)).toMatchObject({ refusal: null });
      expect(await inspect(inject('database_url'))).toMatchObject({ refusal: 'other_server' });
    });

    test('that is promoted answers nothing from then on', async () => {
      await standby.run('select pg_promote()');
      await standby.run(`update searches set name = 'Of the other branch'`);
      expect(await inOrganization().replicaRead(nameThere)).toEqual({ name: 'Alone', is_replica: false });
      await expect.poll(refusal, { timeout: 10_000 }).toBe('no_replica');
      expect(await inOrganization().replicaRead(nameThere)).toEqual({ name: 'Alone', is_replica: false });
    });

    test('each change is one line in the log', () => {
      const changes = said.flatMap(({ msg, code }) => {
        if (msg === 'read replica in use') return ['used'];
        return msg === 'read replica refused, the primary answers' ? [code] : [];
      });
      // On a busy machine the first check may come before the logins of the primary are there.
      const last = changes.slice(-6);
      expect(last).toEqual(['used', 'slow', 'used', 'unreachable', 'used', 'no_replica']);
      expect(changes.filter((change, index) => change === changes[index - 1])).toEqual([]);
    });
  },
);
