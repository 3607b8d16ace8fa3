import { createDns } from '@overture/adapters/dns/dns.adapter';
import type { DnsPort, DnsRecords } from '@overture/adapters/dns/dns.port';
import { api } from '@overture/contract';
import { type DnsServer, startDnsServer } from '@overture/sandbox/contacts/dns-server';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { useTestServer } from '../../testing/harness.ts';
import { checkDueDomains } from '../sender-domains/index.ts';

/** What the lists answer, by the name that is looked up; `refused` answers are those of Spamhaus. */
const listed = new Map<string, string[]>();
let asked: string[] = [];
let isSilent = false;
let world: DnsServer;

/** The simulated world, with lists below `lists.test`. */
const dns: DnsPort = {
  openForDomain: () => dns.openFor(null),
  openFor(server) {
    const real = createDns({ servers: [`127.0.0.1:${world.port}`], stand_in: null }).openFor(server);
    return {
      ...real,
      async findAddresses(name, signal): Promise<DnsRecords> {
        if (name === 'mail.own-outreach.com') return { status: 'found', records: ['8.8.4.1', '10.0.0.5'] };
        if (!name.endsWith('.lists.test')) return real.findAddresses(name, signal);
        asked.push(name);
        if (isSilent) return { status: 'unknown', records: [] };
        const records = listed.get(name);
        return records ? { status: 'found', records } : { status: 'none', records: [] };
      },
    };
  },
};
const server = useTestServer({
  dns,
  environment: {
    BLOCKLISTS: 'domain:key1.dbl.lists.test=Domain list, address:ip.lists.test=Address list',
    TIME_TRAVEL: 'on',
  },
});
type Person = Awaited<ReturnType<typeof server.signUp>>;

beforeAll(async () => {
  world = await startDnsServer(0);
});
beforeEach(() => {
  listed.clear();
  asked = [];
  isSilent = false;
});
afterAll(() => world.close());

async function addMailbox(person: Person, email: string, host = '127.0.0.1'): Promise<number> {
  const login = { host, port: 25, secure: false, username: email, password: 'secret' };
  const connection = { type: 'IMAP', email, imap: login, smtp: login };
  const sealed = server.program.system.vault.seal('mailbox', JSON.stringify(connection));
  return server.program.system.systemTransaction(async ({ db }) => {
    const rows = await sql<{ id: number }>`insert into accounts
        (organization_id, account_type, status, name, email, sealed_connection)
      values (${person.organization_id}, 'IMAP', 'OK', 'Ada', ${email}, ${sealed}) returning id`.execute(db);
    return Number(rows.rows[0]?.id);
  });
}

const write = (statement: ReturnType<typeof sql>) =>
  server.program.system.systemTransaction(async ({ db }) => void (await statement.execute(db)));
const checkDue = () => checkDueDomains(server.program.system, AbortSignal.timeout(30_000));
const overview = async (person: Person) => (await person.call(api.listDeliverability)).data;
const only = async (person: Person) => (await overview(person)).mailboxes[0]!;

/** The lists are due again, as they are a day later. */
async function age(id: number, hours: number): Promise<void> {
  await write(
    sql`update account_deliverability set blocklists_at = blocklists_at - make_interval(hours => ${hours}) where account_id = ${id}`,
  );
  await write(sql`update accounts set domain_check_at = app_now() where id = ${id}`);
}

test('a domain and an address of an own mail server are looked up once a day, and a listing is advice', async () => {
  const person = await server.signUp();
  const id = await addMailbox(person, 'ada@own-outreach.com', 'mail.own-outreach.com');
  listed.set('own-outreach.com.key1.dbl.lists.test', ['127.0.1.2']).set('1.4.8.8.ip.lists.test', ['127.0.0.3']);
  await checkDue();
  const found = await only(person);
  expect(found).toMatchObject({
    account_id: id,
    domain: 'own-outreach.com',
    listings: [
      { list: 'Domain list', subject: 'own-outreach.com' },
      { list: 'Address list', subject: '8.8.4.1' },
    ],
    unanswered: [],
  });
  expect(found.advice[0]).toMatchObject({
    code: 'blocklist',
    text: expect.stringContaining('own-outreach.com is on Domain list'),
  });
  // The private address is not asked about, and the operator's key in the zone is not shown.
  expect(asked.some((name) => name.includes('.10.ip.'))).toBe(false);
  expect(JSON.stringify(await overview(person))).not.toContain('key1');
  expect((await overview(person)).blocklists).toEqual(['Domain list', 'Address list']);

  // Listed, it is asked about again after an hour; removed, once a day.
  listed.clear();
  asked = [];
  await age(id, 0);
  await checkDue();
  expect(asked).toEqual([]);
  await age(id, 2);
  await checkDue();
  expect((await only(person)).listings).toEqual([]);
  asked = [];
  await age(id, 2);
  await checkDue();
  expect(asked).toEqual([]);
  await age(id, 24);
  await checkDue();
  expect(asked).toHaveLength(2);
});

test.each([
  ['an error code of Spamhaus', ['127.255.255.254'], false],
  ['a name server that answers everything', ['203.0.113.7'], false],
  ['a list that has ended', ['127.0.0.2'], true],
])('%s is no listing', async (_, records, isForAll) => {
  const person = await server.signUp();
  await addMailbox(person, 'ada@odd-outreach.com');
  listed.set('odd-outreach.com.key1.dbl.lists.test', records);
  if (isForAll) listed.set('invalid.key1.dbl.lists.test', records);
  await checkDue();
  const found = await only(person);
  expect(found).toMatchObject({ listings: [], unanswered: ['Domain list'] });
  expect(found.advice.some(({ code }) => code === 'blocklist')).toBe(false);
});

test('a list without an answer says nothing, and DNS is judged anyway', async () => {
  const person = await server.signUp();
  isSilent = true;
  await addMailbox(person, 'ada@bare-outreach.com');
  await checkDue();
  const found = await only(person);
  expect(found).toMatchObject({ status: 'fail', listings: [], unanswered: ['Domain list'] });
  expect(found.advice.map(({ code }) => code)).toContain('records');
});

test('bounces, complaints and the guard of the last seven days; mailboxes of others stay theirs', async () => {
  const [person, other] = [await server.signUp(), await server.signUp()];
  const id = await addMailbox(person, 'ada@busy-outreach.com');
  await addMailbox(other, 'bob@quiet-outreach.com');
  const { organization_id } = person;
  await write(sql`insert into sending_days (organization_id, scope, scope_id, day, zone, starts_at, ends_at, used, cap)
    select ${organization_id}, 'account', ${id}, current_date - n, 'UTC', app_now() - make_interval(days => n),
      app_now() - make_interval(days => n - 1), 50, 50 from generate_series(1, 10) n`);
  await write(sql`with sent as (insert into outbound_intents (organization_id, kind, ref_id, account_id, state)
      select ${organization_id}, 'campaign_step', n, ${id}, 'confirmed' from generate_series(1, 12) n returning id)
    insert into guard_events (organization_id, kind, account_id, intent_id, occurred_at)
    select ${organization_id}, case when row_number() over () > 10 then 'complaint' else 'bounce' end, ${id}, id,
      app_now() - make_interval(days => 1) from sent`);
  expect(await only(person)).toMatchObject({ account_id: id, sent: 350, bounces: 10, complaints: 2, guard: null });
  const codes = async () => (await only(person)).advice.map(({ code }) => code);
  expect(await codes()).toEqual(['not_checked', 'bounces', 'complaints', 'no_ramp']);
  await write(sql`update accounts set guard_reason = '10 bounces', ramp = 'new' where id = ${id}`);
  expect((await only(person)).guard).toBe('paused');
  expect(await codes()).toEqual(['guard', 'not_checked', 'complaints']);
  expect((await overview(other)).mailboxes.map(({ domain }) => domain)).toEqual(['quiet-outreach.com']);
  await write(sql`update accounts set deleted_at = app_now() where id = ${id}`);
  expect((await overview(person)).mailboxes).toEqual([]);
});
