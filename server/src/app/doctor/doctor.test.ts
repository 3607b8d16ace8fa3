import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createDns } from '@overture/adapters/dns/dns.adapter';
import { api } from '@overture/contract';
import type { SystemFinding } from '@overture/contract/admin-system';
import { type DnsServer, startDnsServer } from '@overture/sandbox/contacts/dns-server';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { loadConfig } from '../../kernel/config.ts';
import { hasRedis, prepareRedis } from '../../kernel/live/redis.factory.ts';
import { useTestServer } from '../../testing/harness.ts';
import { createCommandLine } from '../commands/command-line.ts';
import { ask } from './finding.ts';
import { checkSettings, explainSettings } from './settings.ts';

let world: DnsServer;
const openDns = () => createDns({ servers: [`127.0.0.1:${world.port}`], stand_in: null }).openFor(null);
const server = useTestServer({ dns: { openFor: openDns, openForDomain: openDns }, roles: ['web', 'worker'] });

beforeAll(async () => {
  world = await startDnsServer(0);
});
afterAll(() => world.close());

/** What the command says, and whether it ends well. */
async function runDoctor(environment: Record<string, string> = {}, ...words: string[]) {
  const lines: string[] = [];
  const given = {
    NODE_ENV: 'test',
    DATA_DIR: server.config.DATA_DIR,
    SANDBOX: 'off',
    LEAD_DATABASE: 'off',
    ...environment,
  };
  const program = createCommandLine({
    config: loadConfig({ DATABASE_URL: server.connectionString, PORT: '0', ...given }),
    environment: given,
    directory: '.',
    say: (line) => lines.push(line),
  });
  const failure = await program.parseAsync(['node', 'overture', 'doctor', ...words]).then(
    () => null,
    (error: Error) => error.message,
  );
  return { text: lines.join('\n'), failure };
}

async function listFindings(environment: Record<string, string> = {}): Promise<SystemFinding[]> {
  return JSON.parse((await runDoctor(environment, '--json')).text).findings;
}

const find = (findings: SystemFinding[], title: string | RegExp) =>
  findings.find((finding) => (typeof title === 'string' ? finding.title === title : title.test(finding.title)));

test('a read replica that is none, or is away, is a finding', async () => {
  const look = async (url: string) => find(await listFindings({ DATABASE_REPLICA_URL: url }), 'Read replica');
  expect(find(await listFindings(), 'Read replica')).toBeUndefined();
  expect(await look(server.connectionString)).toMatchObject({
    status: 'warn',
    text: 'It takes changes: it was promoted, or it never was a replica.',
  });
  expect(await look('postgres://a:b@127.0.0.1:9/none')).toMatchObject({ status: 'fail' });
});

test.skipIf(!hasRedis)(
  'a Redis is heard with a login of four commands; one that is away, or a replica, is a finding',
  async () => {
    const redis = await prepareRedis();
    onTestFinished(() => redis.kill());
    await redis.start();
    const words =
      'acl setuser overture on >pass resetchannels &overture:* -@all +publish +subscribe +unsubscribe +ping';
    expect(redis.run(...words.split(' '))).toBe('OK');
    const look = async (url: string) => find(await listFindings({ REDIS_URL: url }), 'Redis');
    expect(find(await listFindings(), 'Redis')).toBeUndefined();
    expect(await look(redis.url.replace('//', '//overture:pass@'))).toMatchObject({ status: 'pass' });
    expect(await look(redis.url.replace('//', '//overture:wrong@'))).toMatchObject({
      status: 'fail',
      text: expect.stringContaining('WRONGPASS'),
    });
    redis.run('replicaof', '127.0.0.1', '1');
    expect(await look(redis.url)).toMatchObject({ status: 'warn', text: expect.stringContaining('replica') });
    redis.hang();
    expect(await look(redis.url)).toMatchObject({ status: 'fail' });
    redis.resume();
    await redis.kill();
    expect(await look(redis.url)).toMatchObject({ status: 'fail', text: expect.stringContaining('ECONNREFUSED') });
  },
);

describe('overture doctor', () => {
  test('reports the state of each part and how to fix it, and exits with an error on a failure', async () => {
    const { text, failure } = await runDoctor();
    expect(failure).toMatch(/^\d+ checks? fails?\.$/);
    expect(text).toMatch(/Database\n {2}✓ PostgreSQL: \d+/);
    expect(text).toMatch(/✓ Migrations: All \d+ are made\./);
    expect(text).toMatch(/✓ Workers: 1 at work\./);
    expect(text).toMatch(/✓ Clock of the database/);
    expect(text).toMatch(/✓ Credits: Each balance is the sum of its ledger\./);
    expect(text).toMatch(/✓ Standbys.*\n?.*No server follows this one/);
    expect(text).toMatch(/✓ Files: Written, read and deleted\./);
    expect(text).toMatch(/\? Language model: Not configured[^\n]*\n {6}Set LLM_BASE_URL/);
    // Nothing listens at http://localhost:0.
    expect(text).toMatch(/✗ http:\/\/localhost:0: [^\n]+\n {6}Look whether the program runs/);
  });

  test('shows what was set with what it does, and no secret', async () => {
    const { text } = await runDoctor({
      LOG_LEVEL: 'warn',
      SECRET_KEY: 'Wd3uYq0mR5vKxT8bLz1NcP7sJh2GfA9e',
      SMTP_URL: 'smtp://ops:hunter2@127.0.0.1:1',
    });
    expect(text).toContain('LOG_LEVEL=warn\n      fatal, error, warn');
    expect(text).toContain('SECRET_KEY=(set, 32 characters)');
    expect(text).toContain('SMTP_URL=smtp://127.0.0.1:1');
    expect(text).not.toMatch(/hunter2|Wd3uYq0m/);
    expect(text).toMatch(/✗ System mail: [^\n]+\n {6}Look at SMTP_URL/);
  });

  test('every setting is explained, and a value of an address loses its user', () => {
    const settings = explainSettings({
      DATABASE_URL: 'postgres://me:pw@db:5432/x',
      UNIPILE_API_KEY: 'abc',
      FAILPOINT: 'a',
    });
    expect(settings.length).toBeGreaterThan(80);
    const shown = Object.fromEntries(settings.map(({ name, value }) => [name, value]));
    expect(shown).toMatchObject({
      DATABASE_URL: 'postgres://db:5432/x',
      UNIPILE_API_KEY: '(set, 3 characters)',
      PORT: null,
    });
    expect(JSON.stringify(settings)).not.toMatch(/me:pw|"abc"/);
  });

  test('a missing database, or one of a newer program, is a finding like any other', async () => {
    const away = await listFindings({ DATABASE_URL: 'postgres://nobody@127.0.0.1:1/nothing' });
    expect(find(away, 'PostgreSQL')).toMatchObject({
      area: 'database',
      status: 'fail',
      advice: expect.stringMatching(/DATABASE_URL/),
    });
    expect(find(away, 'Disk')?.status).not.toBe('fail');
    await server.owner.query(`insert into migrations (name, run_on) values ('9999_later', now())`);
    const newer = await listFindings();
    await server.owner.query(`delete from migrations where name = '9999_later'`);
    expect(find(newer, 'Migrations')).toMatchObject({ status: 'fail', text: expect.stringContaining('9999_later') });
    await server.owner.query(
      `create table kept as table migrations; delete from migrations; insert into migrations (name, run_on) values ('0025_tour', now())`,
    );
    const former = await listFindings();
    await server.owner.query('delete from migrations; insert into migrations select * from kept; drop table kept');
    expect(find(former, 'Migrations')).toMatchObject({ status: 'warn', text: expect.stringContaining('before 1.0.0') });
  });

  test('failing background work is named with its organization and error', async () => {
    const { organization_id } = await server.signUp();
    await server.owner.query(
      `insert into parked_units (organization_id, loop, key, error, retry_at) values ($1, 'trial', '7', 'broken row', now() + interval '1 hour')`,
      [organization_id],
    );
    expect(find(await listFindings(), 'Parked work')).toMatchObject({
      area: 'work',
      status: 'warn',
      text: `Failing: trial (1). trial of organization ${organization_id}, 7: broken row`,
    });
    await server.owner.query('delete from parked_units');
    expect(find(await listFindings(), 'Parked work')).toMatchObject({ status: 'pass', text: 'None.' });
  });

  test('names each machine whose clock differs from that of the database', async () => {
    await server.owner.query(
      `insert into worker_heartbeats (worker_id, host, clock_ahead_in_ms) values ('ahead', 'machine-2', 300000), ('beside', 'machine-2', 300000),
        ('behind', 'machine-3', -4000), ('former', null, null)`,
    );
    const off = find(await listFindings(), 'Clocks of workers');
    await server.owner.query(
      `delete from worker_heartbeats where worker_id in ('ahead', 'beside', 'behind', 'former')`,
    );
    expect(off?.status).toBe('fail');
    expect(off?.text.match(/machine-\d is [\d.]+ s \w+/g)?.sort()).toEqual([
      'machine-2 is 300.0 s ahead',
      'machine-3 is 4.0 s behind',
    ]);
    expect(find(await listFindings(), 'Clocks of workers')).toMatchObject({ status: 'pass' });
  });

  test('counts mailboxes that no process reads', async () => {
    const [writer, lock] = [await server.owner.connect(), await server.owner.connect()];
    await writer.query('begin');
    await writer.query(
      `with made as (
         insert into accounts (organization_id, account_type, status, name, email)
         select min(organization_id), 'IMAP', 'OK', 'Ada', unnest(array['read@doctor.example', 'unread@doctor.example'])
         from organizations returning id, organization_id, email)
       insert into mailbox_syncs (account_id, organization_id, leased_until)
       select id, organization_id, case email when 'read@doctor.example' then 'infinity' else '-infinity' end::timestamptz from made`,
    );
    // The worker of this file waits behind it, instead of reading the mailbox.
    await lock.query('begin');
    const locked = lock.query('lock table mailbox_syncs in share mode');
    await writer.query('commit');
    await locked;
    const unread = find(await listFindings(), 'Mailboxes');
    await lock.query('commit');
    await writer.query(`delete from accounts where email like '%read@doctor.example'`);
    for (const client of [writer, lock]) client.release();
    expect(unread).toMatchObject({
      status: 'warn',
      text: '1 of 2 are read by no process: replies to them stop no sequence.',
      advice: expect.stringContaining('reads up to 10000'),
    });
    expect(find(await listFindings(), 'Mailboxes')).toMatchObject({ status: 'pass', text: 'None is connected.' });
  });

  test('distinguishes another program at the port, a failing server and a healthy one', async () => {
    const answers = { status: 503 };
    const stranger = createServer((_request, response) => response.writeHead(answers.status).end('{}'));
    await new Promise<void>((resolve) => stranger.listen(0, '127.0.0.1', resolve));
    const { port } = stranger.address() as AddressInfo;
    const environment = { PORT: String(port), SEARXNG_URL: `http://127.0.0.1:${port}` };
    const failing = await listFindings(environment);
    answers.status = 404;
    const answering = await listFindings(environment);
    stranger.close();
    expect(find(failing, /^Port/)).toMatchObject({ status: 'fail', advice: expect.stringContaining('PORT') });
    expect(find(failing, /^Web search/)).toMatchObject({ status: 'fail', text: expect.stringContaining('503') });
    expect(find(answering, /^Web search/)).toMatchObject({ status: 'pass' });
  });

  test('a program that answers beside its proxy, under the name of APP_URL, fails', async () => {
    const program = createServer((_request, response) => response.end('{"status":"ok"}'));
    await new Promise<void>((resolve) => program.listen(0, resolve));
    const { port } = program.address() as AddressInfo;
    const environment = { APP_URL: 'https://localhost', TRUST_PROXY: '1', PORT: String(port), HOST: '::' };
    const beside = find(await listFindings(environment), 'Reverse proxy');
    const neighbor = find(await listFindings({ ...environment, HOST: '127.0.0.1' }), 'Reverse proxy');
    await new Promise((resolve) => program.close(resolve));
    expect(beside).toMatchObject({ status: 'fail', advice: expect.stringContaining('HOST=127.0.0.1') });
    expect(neighbor).toMatchObject({ status: 'pass', text: expect.stringContaining('for this machine alone') });
    const closed = find(await listFindings(environment), 'Reverse proxy');
    expect(closed).toMatchObject({
      status: 'pass',
      text: expect.stringContaining('clients cannot bypass it'),
    });
  });

  test('warns in production if a second factor is required of no user', () => {
    const status = (settings: Record<string, string>) =>
      find(checkSettings(loadConfig({ ...base, ...settings })), 'Second factor')?.status;
    const base = {
      DATA_DIR: server.config.DATA_DIR,
      NODE_ENV: 'production',
      SECRET_KEY: 'Wd3uYq0mR5vKxT8bLz1NcP7sJh2GfA9e',
    };
    expect(loadConfig(base).REQUIRE_SECOND_FACTOR).toBe('admins');
    expect(loadConfig({ ...base, NODE_ENV: 'test' }).REQUIRE_SECOND_FACTOR).toBe('off');
    expect([status({}), status({ REQUIRE_SECOND_FACTOR: 'off' })]).toEqual(['pass', 'warn']);
  });

  test('where plans are set by hand the operator reads what each client of an agency costs', () => {
    const config = loadConfig({ NODE_ENV: 'test', DATA_DIR: server.config.DATA_DIR, BILLING: 'manual' });
    expect(find(checkSettings(config), 'Paying')?.text).toMatch(
      /gets 750 credits immediately.*cancels it the same day/,
    );
  });

  test('the domains that senders use are asked about, each once, with the record to publish', async () => {
    const person = await server.signUp();
    for (const email of ['a@bare.example', 'b@bare.example', 'c@acme.example'])
      await server.owner.query(
        `insert into accounts (organization_id, account_type, status, name, email) values ($1, 'GOOGLE', 'OK', 'A', $2)`,
        [person.organization_id, email],
      );
    const admin = await server.signUp();
    await server.owner.query(
      `begin; set local session_replication_role = replica; update users set role = 'ADMIN' where id = ${admin.user_id}; commit`,
    );
    const answer = await admin.call(api.checkSystem);
    expect(answer.status).toBe(200);
    const { findings } = answer.data;
    const bare = find(findings, 'bare.example (2 mailboxes)');
    expect(bare).toMatchObject({ area: 'mail_domains', status: 'fail', text: expect.stringContaining('SPF') });
    expect(bare?.advice).toContain('TXT');
    expect(find(findings, 'acme.example (1 mailbox)')).toBeDefined();
    // The command line does not know the names of the sandbox.
    expect(find(await listFindings({ SANDBOX: 'on' }), 'bare.example (2 mailboxes)')?.text).toContain('sandbox');
    expect((await person.call(api.checkSystem)).status).toBe(403);
  });

  test('what never answers is given up within its limit', async () => {
    const finding = await ask(
      { area: 'services', title: 'Silent', advice: 'Wait.', limit_in_ms: 20 },
      () => new Promise(() => undefined),
    );
    expect(finding).toEqual({
      area: 'services',
      title: 'Silent',
      status: 'fail',
      text: 'No answer within 0.02 s.',
      advice: 'Wait.',
    });
  });
});
