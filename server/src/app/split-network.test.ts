import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { createSmtpImapMailbox } from '@overture/adapters/mailbox/smtp-imap/smtp-imap.adapter';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { MailSandbox } from '../../../sandbox/src/mail/mail-sandbox.ts';
import * as world from '../slices/campaigns/run/run.factory.ts';
import { createTestDatabase, type TestDatabase } from '../testing/database.ts';
import { startTestServer, type TestServer } from '../testing/harness.ts';
import { startSilentMail } from '../testing/silent-mail.ts';
import { clockChannel } from './app-info.ts';

/**
 * Two workers that both plan and send. One loses the database for longer than its leases, and hears no error, as behind a firewall; its clock is
 * three minutes behind. The clock of the other one is 26 hours ahead.
 */
const HOUR_IN_MS = 3_600_000;
const AHEAD_IN_MS = 26 * HOUR_IN_MS;
const BEHIND_IN_MS = 180_000;
const LEADS = 60;

type Started = TestServer & { stop(): Promise<void> };
let database: TestDatabase;
let mail: MailSandbox;
let network: Awaited<ReturnType<typeof startNetwork>>;
let behind: Started;
let ahead: Started;

/** A network between a process and its database. */
async function startNetwork(connectionString: string) {
  const { host, port, user, password, database: name } = new pg.Client({ connectionString });
  const pairs = new Set<readonly [Socket, Socket]>();
  let isCut = false;
  const end = (pair: readonly [Socket, Socket]): void => {
    for (const socket of pair) socket.destroy();
    pairs.delete(pair);
  };
  const server = createServer((near) => {
    const far = host.startsWith('/') ? connect(`${host}/.s.PGSQL.${port}`) : connect(port, host);
    const pair = [near, far] as const;
    pairs.add(pair);
    for (const [from, to] of [pair, [far, near]] as const) {
      // What is sent while it is cut is lost, with the connection.
      from.on('data', (bytes) => (isCut ? undefined : to.write(bytes)));
      from.on('error', () => undefined);
      from.once('close', () => (isCut ? undefined : end(pair)));
    }
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const near = (server.address() as AddressInfo).port;
  return {
    connectionString: `postgres://${user}:${password}@127.0.0.1:${near}/${name}`,
    cut: () => {
      isCut = true;
    },
    heal() {
      for (const pair of pairs) end(pair);
      isCut = false;
    },
    stop() {
      for (const pair of pairs) end(pair);
      server.close();
    },
  };
}

function startWorker(connectionString: string): Promise<Started> {
  return startTestServer({
    roles: ['worker'],
    environment: {
      TIME_TRAVEL: 'on',
      DATABASE_POOL_SIZE: '6',
      SECRET_KEY: 'one key for both workers, as in an installation',
    },
    mailbox: createSmtpImapMailbox({ outbound_allow: '127.0.0.1', answer_timeout_in_ms: 10_000 }),
    database: { connectionString, expectNoConnections: async () => undefined, drop: async () => undefined },
  });
}

beforeAll(async () => {
  [database, mail] = await Promise.all([createTestDatabase(), startSilentMail(200)]);
  network = await startNetwork(database.connectionString);
  ahead = await startWorker(database.connectionString);
  behind = await startWorker(network.connectionString);
  for (const [{ program }, off] of [
    [ahead, AHEAD_IN_MS],
    [behind, -BEHIND_IN_MS],
  ] as const) {
    const { clock } = program.system;
    clock.now = () => new Date(Date.now() + clock.offset_in_ms() + off);
  }
}, 60_000);
afterAll(async () => {
  network.heal();
  await behind?.stop();
  await ahead?.stop();
  network.stop();
  await mail.close();
  await database.drop();
});

async function jump(seconds: number): Promise<void> {
  await ahead.owner.query(`update installation set clock_offset = clock_offset + make_interval(secs => $1)`, [seconds]);
  await ahead.owner.query(`select pg_notify($1, '')`, [clockChannel]);
}

const countIntents = async (state: string): Promise<number> =>
  (await ahead.owner.query('select count(*)::int from outbound_intents where state = $1', [state])).rows[0].count;

/** PostgreSQL ends a session that is silent within a transaction after two minutes. Until then its rows are locked. */
const endSilentSessions = () =>
  ahead.owner.query(`select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and state = 'idle in transaction' and state_change < now() - interval '2 seconds'`);

const recipients = () => [...mail.store.mails()].flatMap((one) => one.recipients);

test('of two workers one is cut off and the other has a wrong clock: each email leaves once, none early', async () => {
  const { system } = ahead.program;
  const { organization_id } = await ahead.signUp();
  const nodes = [{ type: 'EMAIL' as const }];
  const leads: number[] = [];
  for (const sender of ['ada', 'grace', 'mary']) {
    const given = { email: `${sender}@acme.example`, smtp_port: mail.smtp_port };
    const account_id = await world.makeMailSender(system, organization_id, given);
    const campaign = await world.makeCampaign(system, { organization_id, account_id, nodes });
    const people = Array.from({ length: LEADS / 3 }, (_, n) => ({ email: `p${n}.${sender}@northwind.example` }));
    const ids = await world.makePeople(system, organization_id, people);
    leads.push(...(await world.startPeople(system, campaign, organization_id, ids)));
  }
  // These are due in two minutes by the database, and were due long ago by the clock that is ahead.
  const later = leads.slice(-5);
  await ahead.owner.query(
    `update campaign_leads set next_at = app_now() + interval '2 minutes' where id = any($1) and next_at is not null`,
    [later],
  );
  // Open on the day of the clock that is ahead, and closed by the database.
  const account_id = await world.makeMailSender(system, organization_id, {
    email: 'joan@acme.example',
    smtp_port: mail.smtp_port,
  });
  const day = new Date(Date.now() + AHEAD_IN_MS).getUTCDay() || 7;
  const sending_window = { ...world.ALWAYS_OPEN, days: [day] };
  const closed = await world.makeCampaign(system, { organization_id, account_id, nodes, sending_window });
  const early = await world.makePeople(system, organization_id, [{ email: 'closed@northwind.example' }]);
  await world.startPeople(system, closed, organization_id, early);
  await expect.poll(() => recipients().length, { timeout: 20_000, interval: 10 }).toBeGreaterThan(5);
  network.cut();
  expect(await countIntents('dispatching')).toBeGreaterThan(0);
  const atCut = recipients().length;
  await jump(60);
  await expect
    .poll(
      async () => {
        await endSilentSessions();
        return recipients().length;
      },
      { timeout: 20_000 },
    )
    .toBeGreaterThan(atCut + 10);
  network.heal();
  await expect
    .poll(async () => (await countIntents('confirmed')) + (await countIntents('unknown')), { timeout: 30_000 })
    .toBe(LEADS - 5);
  const sent = recipients();
  expect(new Set(sent).size).toBe(sent.length);
  expect(sent).toHaveLength(LEADS - 5);
  await jump(65);
  await expect.poll(() => new Set(recipients()).size, { timeout: 20_000 }).toBe(LEADS);
  expect(recipients()).toHaveLength(LEADS);
}, 90_000);
