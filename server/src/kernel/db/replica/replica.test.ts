import { api } from '@overture/contract';
import { sql } from 'kysely';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { runOnce } from '../../../testing/cluster.ts';
import { startTestServer } from '../../../testing/harness.ts';
import type { Context, ReadContext, ReplicaReadContext } from '../../context.ts';
import { replicaReads } from '../../metrics.ts';
import { migrate } from '../migrate.ts';
import { inspectReplica } from './replica-sentry.ts';
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

    test('that is behind is waited for: a page for 0.2 s, a job for seconds', async () => {
      await standby.run('select pg_wal_replay_pause()');
      await rename('Paused');
      const before = await count('behind');
      expect(await inOrganization().replicaRead(nameThere, 200)).toEqual({ name: 'Paused', is_replica: false });
      expect(await count('behind')).toBe(before + 1);
      const waiting = inOrganization().replicaRead(nameThere);
      await standby.run('select pg_wal_replay_resume()');
      expect(await waiting).toEqual({ name: 'Paused', is_replica: true });
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
      const refused = said.filter(({ msg }) => msg === 'read replica refused, the primary answers');
      expect(refused.map(({ code }) => code)).toEqual(['slow', 'unreachable', 'no_replica']);
      expect(said.filter(({ msg }) => msg === 'read replica in use')).toHaveLength(3);
    });
  },
);
