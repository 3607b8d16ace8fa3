import { createDns } from '@overture/adapters/dns/dns.adapter';
import type { DnsLookups, DnsPort } from '@overture/adapters/dns/dns.port';
import { api } from '@overture/contract';
import { type DnsServer, startDnsServer } from '@overture/sandbox/contacts/dns-server';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { useTestServer } from '../../testing/harness.ts';
import { checkDueDomains, rememberDkimSelector } from './sender-domains.service.ts';

let world: DnsServer;
let asked: string[] = [];
/** The way to every name server is cut. */
let isCut = false;
/** DNS records as a customer entered them. */
const added = new Map<string, string[]>();
const names = (kind: keyof DnsLookups) => asked.filter((entry) => entry.startsWith(kind));

/** The real adapter on the simulated world, with what it was asked. */
const dns: DnsPort = {
  openForDomain: () => dns.openFor(null),
  openFor(server) {
    const real = createDns({ servers: [`127.0.0.1:${isCut ? 9 : world.port}`], stand_in: null }).openFor(server);
    const heard =
      <Kind extends keyof DnsLookups>(kind: Kind): DnsLookups[Kind] =>
      (name, signal) => {
        asked.push(`${kind} ${name}`);
        return real[kind](name, signal);
      };
    return {
      findTexts: heard('findTexts'),
      findExchangers: heard('findExchangers'),
      findAddresses: heard('findAddresses'),
      findAliases: heard('findAliases'),
      findNames: heard('findNames'),
    };
  },
};
const server = useTestServer({ dns });
type Person = Awaited<ReturnType<typeof server.signUp>>;

beforeAll(async () => {
  world = await startDnsServer(0, added);
});
beforeEach(() => {
  asked = [];
  isCut = false;
});
afterAll(() => world.close());

/** A mailbox as if it had been connected: its sign-in is sealed with the real vault. */
async function addMailbox(person: Person, email: string, type = 'IMAP', host = '127.0.0.1'): Promise<number> {
  const login = { host, port: 25, secure: false, username: email, password: 'secret' };
  const sealed = server.program.system.vault.seal('mailbox', JSON.stringify({ email, imap: login, smtp: login }));
  return server.program.system.systemTransaction(async ({ db }) => {
    const rows = await sql<{ id: number }>`insert into accounts
        (organization_id, account_type, status, name, email, sealed_connection)
      values (${person.organization_id}, ${type}, 'OK', 'Ada', ${email}, ${type === 'IMAP' ? sealed : null})
      returning id`.execute(db);
    return Number(rows.rows[0]?.id);
  });
}

const check = (person: Person, id: number, refresh?: boolean) =>
  person.call(api.getDeliverability, { params: { id }, query: { refresh } });
const inOrganization = (person: Person, work: (tx: never) => Promise<unknown>) =>
  server.program.system.forOrganization(person.organization_id).transaction((tx) => work(tx as never));

describe('the deliverability of a mailbox', () => {
  test('every part of a well-kept domain passes', async () => {
    const person = await server.signUp();
    const id = await addMailbox(person, 'ada@acme.example');
    const answer = await check(person, id);
    expect(answer.status).toBe(200);
    expect(answer.data).toMatchObject({ account_id: id, domain: 'acme.example', status: 'pass' });
    expect(answer.data.checks.map(({ id: part, status }) => [part, status])).toEqual(
      ['spf', 'dkim', 'dmarc', 'mx', 'reverse_dns'].map((part) => [part, 'pass']),
    );
    expect(JSON.stringify(answer.data)).not.toContain('secret');
  });

  test.each([
    ['bare.example', { spf: 'fail', dkim: 'warn', dmarc: 'fail', mx: 'pass' }],
    ['nomail.example', { spf: 'fail', dkim: 'warn', dmarc: 'fail', mx: 'fail' }],
    ['nullmx.example', { spf: 'pass', mx: 'fail' }],
    ['open.example', { spf: 'fail' }],
    ['twice.example', { spf: 'fail' }],
    ['loop.example', { spf: 'fail' }],
    ['deep.example', { spf: 'fail' }],
    ['flood.example', { spf: 'fail', dkim: 'pass', dmarc: 'pass' }],
  ])('%s', async (domain, expected) => {
    const person = await server.signUp();
    const { data } = await check(person, await addMailbox(person, `ada@${domain}`));
    expect(Object.fromEntries(data.checks.map(({ id, status }) => [id, status]))).toMatchObject(expected);
    for (const { status, advice } of data.checks) if (status === 'fail') expect(advice).toBeTruthy();
    expect(asked.length).toBeLessThan(120);
  });

  test('without a DNS response nothing is reported', async () => {
    const person = await server.signUp();
    const { data } = await check(person, await addMailbox(person, 'ada@down.example'));
    expect(data.status).toBe('unknown');
    const own = data.checks.filter(({ id }) => id !== 'reverse_dns');
    expect(own.map(({ status }) => status)).toEqual(['unknown', 'unknown', 'unknown', 'unknown']);
  }, 20_000);

  test('a result is cached for an hour, even when requested again', async () => {
    const person = await server.signUp();
    const id = await addMailbox(person, 'ada@acme.example');
    const first = await check(person, id);
    const before = asked.length;
    expect((await check(person, id)).data).toEqual(first.data);
    expect((await check(person, id, true)).data).toEqual(first.data);
    expect(asked).toHaveLength(before);
    const age = (seconds: number) =>
      server.program.system.systemTransaction(({ db }) =>
        sql`update account_deliverability set checked_at = now() - make_interval(secs => ${seconds})
          where account_id = ${id}`.execute(db),
      );
    await age(60);
    await check(person, id);
    expect(asked).toHaveLength(before);
    await check(person, id, true);
    expect(asked).toHaveLength(2 * before);
    await age(3700);
    await check(person, id);
    expect(asked).toHaveLength(3 * before);
  });

  test('a selector seen in own mail is checked first; foreign and forged ones change nothing', async () => {
    const person = await server.signUp();
    const id = await addMailbox(person, 'ada@acme.example');
    const mailbox = { account_id: id, email: 'ada@acme.example' };
    await inOrganization(person, async (tx) => {
      await rememberDkimSelector(tx, mailbox, ['v=1; d=acme.example; s=mine; b=x']);
      await rememberDkimSelector(tx, mailbox, ['v=1; d=acme.example; s=mine; b=x']);
      await rememberDkimSelector(tx, mailbox, ['v=1; d=evil.example; s=theirs; b=x']);
      await rememberDkimSelector(tx, mailbox, ["v=1; d=acme.example; s='; drop table accounts; b=x"]);
    });
    await check(person, id);
    const keys = names('findTexts').filter((entry) => entry.includes('_domainkey'));
    expect(keys[0]).toBe('findTexts mine._domainkey.acme.example');
    expect(keys.filter((entry) => /theirs|drop/.test(entry))).toEqual([]);
  });

  test('mailboxes of Google need its include; their own server is not known', async () => {
    const person = await server.signUp();
    const { data } = await check(person, await addMailbox(person, 'ada@acme.example', 'GOOGLE'));
    expect(data.checks[0]).toMatchObject({
      status: 'fail',
      record: { type: 'TXT', name: 'acme.example', value: 'v=spf1 ip4:127.0.0.1 include:_spf.google.com -all' },
    });
  });

  test('LinkedIn accounts have none; those of others, removed and unknown ones do not exist', async () => {
    const [person, other] = [await server.signUp(), await server.signUp()];
    const linkedin = await addMailbox(person, 'ada@acme.example', 'LINKEDIN');
    expect((await check(person, linkedin)).status).toBe(400);
    const id = await addMailbox(person, 'ada@acme.example');
    expect((await check(other, id)).status).toBe(404);
    await server.program.system.systemTransaction(({ db }) =>
      sql`update accounts set deleted_at = now() where id = ${id}`.execute(db),
    );
    expect((await check(person, id)).status).toBe(404);
    expect((await check(person, 999_999)).status).toBe(404);
    expect(asked).toEqual([]);
  });
});

const KEY = `v=DKIM1; k=rsa; p=${'A'.repeat(392)}`;
const account = async (person: Person, id: number) =>
  (await person.call(api.listAccounts)).data.accounts.find((one) => one.id === id)!;
const checkDue = () => checkDueDomains(server.program.system, AbortSignal.timeout(30_000));

describe('campaign mails', () => {
  test('are held while a record is missing and released after; users see their own only', async () => {
    const [person, other] = [await server.signUp(), await server.signUp()];
    const id = await addMailbox(person, 'ada@bare-mailers.com');
    const theirs = await addMailbox(other, 'bob@kept-mailers.com');
    await checkDue();
    const held = await account(person, id);
    expect(held.domain_hold_reason).toContain('bare-mailers.com has no SPF record.');
    expect(held.domain_hold_reason).toContain('Enter in your DNS: TXT _dmarc.bare-mailers.com “v=DMARC1; p=none”.');
    expect(held.domain_grace_until).toBeNull();
    expect(await account(other, theirs)).toMatchObject({ domain_hold_reason: null, domain_grace_until: null });
    expect((await check(person, id)).data).toMatchObject({ hold_reason: held.domain_hold_reason });
    expect((await check(other, id)).status).toBe(404);
    added.set('bare-mailers.com', ['v=spf1 ip4:127.0.0.1 -all']).set('_dmarc.bare-mailers.com', ['v=DMARC1; p=none']);
    await age(id, 60);
    expect((await check(person, id, true)).data).toMatchObject({ hold_reason: null, grace_until: null });
    expect(await account(person, id)).toMatchObject({ domain_hold_reason: null, domain_grace_until: null });
  });

  test('of a healthy mailbox have 72 hours; a failed look-up changes nothing', async () => {
    const person = await server.signUp();
    const id = await addMailbox(person, 'ada@broken-mailers.com');
    await check(person, id);
    added.set('_dmarc.broken-mailers.com', []);
    await age(id, 60);
    const { data } = await check(person, id, true);
    const hours = (Date.parse(data.grace_until!) - server.program.system.clock.now().getTime()) / 3_600_000;
    expect(Math.round(hours)).toBe(72);
    isCut = true;
    await age(id, 60);
    expect((await check(person, id, true)).data).toMatchObject({ status: 'unknown', grace_until: data.grace_until });
  });

  test.each(['ada@bare.example', 'ada@bare.test', 'ada@gmail.com', 'ada@mail.localhost', 'ada@bare.corp'])(
    'of %s are not held, and DNS is not queried',
    async (email) => {
      const person = await server.signUp();
      const id = await addMailbox(person, email);
      await checkDue();
      expect(asked.filter((name) => name.endsWith(email.slice(4)))).toEqual([]);
      expect((await account(person, id)).domain_hold_reason).toBeNull();
    },
  );

  test('of a domain that these name servers do not know, or without a way to any, are not held', async () => {
    const person = await server.signUp();
    for (const domain of ['nomail-mailers.com', 'cut-mailers.com']) {
      isCut = domain.startsWith('cut');
      const id = await addMailbox(person, `ada@${domain}`);
      await checkDue();
      expect(asked.some((name) => name.endsWith(` ${domain}`))).toBe(true);
      expect((await account(person, id)).domain_hold_reason).toBeNull();
    }
  });

  test.each(['loop-mailers.com', 'deep-mailers.com', 'flood-mailers.com', 'open-mailers.com', 'twice-mailers.com'])(
    'of %s are held, after a bounded number of questions',
    async (domain) => {
      const person = await server.signUp();
      const id = await addMailbox(person, `ada@${domain}`);
      await checkDue();
      expect((await account(person, id)).domain_hold_reason!.length).toBeLessThan(1000);
      expect(asked.length).toBeLessThan(140);
    },
  );

  test('two parallel workers check once; a removed mailbox is not checked', async () => {
    const person = await server.signUp();
    await addMailbox(person, 'ada@once-mailers.com');
    const removed = await addMailbox(person, 'ada@gone-mailers.com');
    await server.program.system.systemTransaction(({ db }) =>
      sql`update accounts set deleted_at = now() where id = ${removed}`.execute(db),
    );
    await Promise.all([checkDue(), checkDue(), checkDue()]);
    expect(asked.filter((name) => name === 'findTexts _dmarc.once-mailers.com')).toHaveLength(1);
    expect(asked.filter((name) => name.includes('gone-mailers'))).toEqual([]);
    asked = [];
    await checkDue();
    expect(asked).toEqual([]);
  });

  test('a selector without a key is refused; one whose key disappears is reported', async () => {
    const [person, other] = [await server.signUp(), await server.signUp()];
    const id = await addMailbox(person, 'ada@named-mailers.com');
    const name = (who: Person, dkim_selector: string) =>
      who.call(api.setDkimSelector, { params: { id }, body: { dkim_selector } });
    expect((await name(person, 'mine')).error).toMatchObject({
      details: { dkim_selector: expect.stringContaining('mine') },
    });
    for (const bad of ['', 'nö', "'; drop table accounts", 'x'.repeat(300)])
      expect((await name(person, bad)).status).toBe(400);
    added.set('mine._domainkey.named-mailers.com', [KEY]).set('default._domainkey.named-mailers.com', []);
    expect((await name(other, 'mine')).status).toBe(404);
    const answer = await name(person, 'mine._domainkey.named-mailers.com');
    expect(answer.data.checks[1]).toMatchObject({ id: 'dkim', status: 'pass' });
    added.set('mine._domainkey.named-mailers.com', []);
    await age(id, 60);
    expect((await check(person, id, true)).data.hold_reason).toContain('“mine._domainkey.named-mailers.com”');
  });

  test('a forged selector out of a stranger’s mail holds nothing', async () => {
    const person = await server.signUp();
    const id = await addMailbox(person, 'ada@forged-mailers.com');
    added.set('default._domainkey.forged-mailers.com', []);
    for (const selector of ['a', 'b', 'c', 'd', 'e', 'f'])
      await inOrganization(person, (tx) =>
        rememberDkimSelector(tx, { account_id: id, email: 'ada@forged-mailers.com' }, [
          `v=1; d=forged-mailers.com; s=${selector}; b=x`,
        ]),
      );
    expect((await check(person, id, true)).data).toMatchObject({ hold_reason: null });
  });
});

const age = (id: number, seconds: number) =>
  server.program.system.systemTransaction(({ db }) =>
    sql`update account_deliverability set checked_at = now() - make_interval(secs => ${seconds})
      where account_id = ${id}`.execute(db),
  );
