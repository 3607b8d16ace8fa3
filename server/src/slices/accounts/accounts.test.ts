import { api } from '@overture/contract';
import type { AccountStatus } from '@overture/domain/accounts';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createClient, useTestServer } from '../../testing/harness.ts';
import { type MailWorld, startMailWorld } from '../../testing/mail-world.ts';
import { getStoredConnection } from '../mailbox-connections/index.ts';
import { claimMailboxes, releaseMailboxes, renewMailboxes, saveSyncCursor } from '../mailbox-leases/index.ts';
import { setAccountStatus } from './account-status.service.ts';

// Without the world's settings: no provider of mailboxes is configured.
const server = useTestServer({ environment: { PARTNER_EMAIL_DOMAIN: 'partner.example' } });
let world: MailWorld;
let people = 0;

beforeAll(async () => {
  world = await startMailWorld();
});
afterAll(() => world.close());

type Person = Awaited<ReturnType<typeof server.signUp>>;

/** A person whose organization pays, so it may connect more than one sender. */
async function signUpPaying(): Promise<Person> {
  const person = await server.signUp();
  await server.program.system.systemTransaction(({ db }) =>
    sql`update organizations set active_subscription = true where organization_id = ${person.organization_id}`.execute(
      db,
    ),
  );
  return person;
}

function mailbox(change: { email?: string; imap?: object; smtp?: object } = {}) {
  people += 1;
  const email = change.email ?? `sender${people}@acme.example`;
  const login = { secure: false, username: email, password: 'sandbox' };
  return {
    name: 'Ada Jansen',
    email,
    imap: { ...login, ...world.sandbox.addresses.imap, ...change.imap },
    smtp: { ...login, ...world.sandbox.addresses.smtp, ...change.smtp },
  };
}

async function connect(person: Person, change: Parameters<typeof mailbox>[0] = {}) {
  const answer = await person.call(api.connectMailbox, { body: mailbox(change) });
  expect(answer.error.error).toBeUndefined();
  return answer.data.account;
}

const inOrganization = <Result>(person: Person, work: (tx: never) => Promise<Result>): Promise<Result> =>
  server.program.system.forOrganization(person.organization_id).transaction((tx) => work(tx as never));

describe('connecting a mailbox', () => {
  test('signs in to both servers, stores it sealed and shows it with the defaults', async () => {
    const person = await server.signUp();
    const given = mailbox();
    const answer = await person.call(api.connectMailbox, { body: given });
    expect(answer.status).toBe(200);
    expect(answer.data.account).toMatchObject({
      email: given.email,
      name: 'Ada Jansen',
      account_type: 'IMAP',
      status: 'CREATION_SUCCESS',
      is_base_account: true,
      email_max_messages: 40,
      send_gap_in_seconds: 60,
      used_today: { email_messages: 0 },
    });
    const list = await person.call(api.listAccounts);
    expect(list.data).toEqual({ success: true, accounts: [{ ...answer.data.account, may_delete: true }] });
    expect(JSON.stringify(list.data)).not.toContain('password');
    const stored = await inOrganization(person, (tx) => getStoredConnection(tx, answer.data.account.id));
    expect(stored).toEqual({ type: 'IMAP', email: given.email, imap: given.imap, smtp: given.smtp });
    const raw = await server.owner.query('select * from accounts where id = $1', [answer.data.account.id]);
    expect(
      JSON.stringify(raw.rows[0], (_, value) =>
        value?.type === 'Buffer' ? Buffer.from(value.data).toString('latin1') : value,
      ),
    ).not.toContain('sandbox"');
    const user = await person.call(api.getUser);
    expect(user.data.user.linked_accounts).toMatchObject([
      { id: answer.data.account.id, email: given.email, account_type: 'IMAP' },
    ]);
  });

  test('says which server refused and what it said; nothing is stored', async () => {
    const person = await server.signUp();
    const imap = await person.call(api.connectMailbox, { body: mailbox({ imap: { password: 'wrong' } }) });
    expect([imap.status, imap.error.code]).toEqual([400, 'mailbox_refused']);
    expect(imap.error.error).toMatch(/^IMAP sign-in failed: \S+/);
    const smtp = await person.call(api.connectMailbox, { body: mailbox({ smtp: { password: 'wrong' } }) });
    expect(smtp.error.error).toMatch(/^SMTP sign-in failed: .*535/);
    const closed = await person.call(api.connectMailbox, { body: mailbox({ smtp: { port: 1 } }) });
    expect(closed.error.error).toMatch(/^SMTP sign-in failed: \S+/);
    expect((await person.call(api.listAccounts)).data.accounts).toEqual([]);
  });

  test.each([
    ['10.0.0.1', 'a private address'],
    ['169.254.169.254', 'the metadata service'],
    ['[::1]', 'loopback under another name'],
    ['0.0.0.0', 'every address'],
    ['167772161', 'a private address as a number'],
  ])('%s is refused: %s', async (host) => {
    const person = await server.signUp();
    const answer = await person.call(api.connectMailbox, { body: mailbox({ imap: { host } }) });
    expect([answer.status, answer.error.code]).toEqual([400, 'mailbox_refused']);
    expect(answer.error.error).toMatch(/^IMAP/);
  });

  test.each([
    ['an address that is none', { email: 'not an address' }],
    ['no host', { imap: { host: '' } }],
    ['a port that is none', { smtp: { port: 70_000 } }],
    ['no password', { imap: { password: '' } }],
    ['a password as an object', { imap: { password: { $ne: '' } } }],
  ])('refuses %s', async (_, change) => {
    const person = await server.signUp();
    expect((await person.call(api.connectMailbox, { body: mailbox(change as never) })).status).toBe(400);
  });

  test('a trial has one sender; the second is refused before any server is contacted', async () => {
    const person = await server.signUp();
    await connect(person);
    const text = 'Trial sender account limit reached — During your free trial, you can only connect 1 sender account.';
    const second = await person.call(api.connectMailbox, { body: mailbox({ imap: { port: 1 } }) });
    expect([second.status, second.error.error]).toEqual([403, text]);
    expect((await person.call(api.connectEmail)).error.error).toBe(text);
  });

  test('two parallel requests cannot both take the last slot of a trial', async () => {
    const person = await server.signUp();
    const answers = await Promise.all([1, 2, 3].map(() => person.call(api.connectMailbox, { body: mailbox() })));
    expect(answers.map((answer) => answer.status).sort()).toEqual([200, 403, 403]);
    expect((await person.call(api.listAccounts)).data.accounts).toHaveLength(1);
  });

  test('a mailbox is connected once per organization, ignoring case; another organization may', async () => {
    const person = await signUpPaying();
    const account = await connect(person);
    const again = await person.call(api.connectMailbox, {
      body: mailbox({ email: account.email?.toUpperCase() as string }),
    });
    expect(again.error.code).toBe('mailbox_connected_already');
    await connect(await server.signUp(), { email: account.email as string });
  });

  test('the third sender of a plan is no base account', async () => {
    const person = await signUpPaying();
    const accounts = [await connect(person), await connect(person), await connect(person)];
    expect(accounts.map((account) => account.is_base_account)).toEqual([true, true, false]);
  });
});

describe('connecting again', () => {
  test('takes the new password, keeps the sender, and ends the reading with the old one', async () => {
    const person = await server.signUp();
    const account = await connect(person);
    const lease = await claim(account.id);
    await inOrganization(person, (tx) => setAccountStatus(tx, account.id, 'CREDENTIALS', 'IMAP: no', 'receiving'));
    const { url } = (await person.call(api.reconnectEmail, { body: { account_id: account.id } })).data;
    expect(url).toBe(`http://localhost/connect-email?account_id=${account.id}`);
    const answer = await person.call(api.connectMailbox, {
      body: { ...mailbox({ email: account.email as string }), account_id: account.id },
    });
    expect(answer.data.account).toMatchObject({ id: account.id, status: 'RECONNECTED', status_reason: null });
    const held = await server.program.system.systemTransaction((tx) => renewMailboxes(tx, [lease], 30));
    expect(held).toEqual([]);
  });

  test('refuses another address, a removed sender and a foreign one', async () => {
    const person = await signUpPaying();
    const account = await connect(person);
    const other = await person.call(api.connectMailbox, { body: { ...mailbox(), account_id: account.id } });
    expect([other.status, other.error.details]).toEqual([
      400,
      { email: expect.stringContaining(account.email as string) },
    ]);
    const stranger = await server.signUp();
    const body = { ...mailbox({ email: account.email as string }), account_id: account.id };
    expect((await stranger.call(api.connectMailbox, { body })).status).toBe(404);
    expect((await stranger.call(api.reconnectEmail, { body: { account_id: account.id } })).status).toBe(404);
    await person.call(api.removeAccount, { params: { id: account.id } });
    expect((await person.call(api.connectMailbox, { body })).status).toBe(404);
  });
});

/** Claims until the given mailbox is ours; others are given back. */
async function claim(accountId: number) {
  const claimed = await server.program.system.systemTransaction((tx) => claimMailboxes(tx, 1000, 30));
  const mine = claimed.find((mailbox) => mailbox.account_id === accountId);
  await server.program.system.systemTransaction((tx) =>
    releaseMailboxes(
      tx,
      claimed.filter((other) => other !== mine),
    ),
  );
  if (!mine) throw new Error('the mailbox was not claimed');
  return mine;
}

describe('places of a plan', () => {
  const become = (person: Person, change: string) =>
    server.owner.query(`update organizations set ${change} where organization_id = $1`, [person.organization_id]);

  test('a partner has one base account; as a white-label client no second one', async () => {
    const person = await signUpPaying();
    await server.owner.query('update users set email = $1 where id = $2', [
      `ada${person.user_id}@Partner.example`,
      person.user_id,
    ]);
    expect((await person.call(api.getUser)).data.user.is_partner).toBe(true);
    expect(await connect(person)).toMatchObject({ is_base_account: true });
    expect(await connect(person)).toMatchObject({ is_base_account: false });
    await become(person, 'is_whitelabel = true');
    const refused = await person.call(api.connectMailbox, { body: mailbox() });
    expect([refused.status, refused.error.code]).toEqual([403, 'sender_limit']);
  });

  test('a white-label client has two plus those bought; reading its list is never refused', async () => {
    const person = await signUpPaying();
    expect((await person.call(api.getUser)).data.user.is_partner).toBe(false);
    await become(person, 'is_whitelabel = true');
    await connect(person);
    await connect(person);
    const refused = await person.call(api.connectEmail);
    expect([refused.status, refused.error.code]).toEqual([403, 'sender_limit']);
    await become(person, 'extra_email_accounts = 1');
    expect(await connect(person)).toMatchObject({ is_base_account: false });
    expect((await person.call(api.connectEmail)).status).toBe(403);
    await become(person, 'extra_email_accounts = 0');
    expect((await person.call(api.listAccounts)).data.accounts).toHaveLength(3);
  });
});

describe('reading leases', () => {
  test('one reader at a time; an older token saves nothing', async () => {
    const person = await server.signUp();
    const account = await connect(person);
    const first = await claim(account.id);
    await expect(claim(account.id)).rejects.toThrow('not claimed');
    await server.program.system.systemTransaction((tx) => releaseMailboxes(tx, [first]));
    const second = await claim(account.id);
    const cursor = { INBOX: { uid_validity: 1, last_uid: 5 } };
    const save = (lease: typeof first) =>
      server.program.system.systemTransaction((tx) => saveSyncCursor(tx, lease, cursor));
    expect([await save(first), await save(second)]).toEqual([false, true]);
  });
});

describe('limits', () => {
  test.each([
    [{ email_max_messages: 25, send_gap_in_seconds: 0 }, 200],
    [{ email_max_messages: 40, send_gap_in_seconds: 3600 }, 200],
    [{ email_max_messages: 25, linkedin_max_connections: 9999 }, 200],
    [{ email_max_messages: 41 }, 400],
    [{ email_max_messages: 0 }, 400],
    [{ send_gap_in_seconds: 3601 }, 400],
    [{ send_gap_in_seconds: -1 }, 400],
    [{ email_max_messages: 1.5 }, 400],
    [{ email_max_messages: '25' }, 400],
    [{}, 200],
  ])('%j answers %i', async (body, status) => {
    const person = await server.signUp();
    const account = await connect(person);
    const answer = await person.call(api.updateAccount, { params: { id: account.id }, body: body as never });
    expect(answer.status).toBe(status);
    const [shown] = (await person.call(api.listAccounts)).data.accounts;
    const changed =
      status === 200
        ? { email_max_messages: (body as { email_max_messages?: number }).email_max_messages ?? 40 }
        : account;
    expect(shown?.email_max_messages).toBe(changed.email_max_messages);
    expect(shown?.linkedin_max_connections).toBe(account.linkedin_max_connections);
  });

  test.each([
    ['CLASSIC', 25, 26],
    ['PREMIUM', 25, 26],
    ['SALES_NAVIGATOR', 50, 51],
    ['RECRUITER', 50, 51],
  ])('LinkedIn %s: %i connections a day, not %i', async (tier, most, more) => {
    const person = await server.signUp();
    const account = await connect(person);
    await server.program.system.systemTransaction(({ db }) =>
      sql`update accounts set account_type = 'LINKEDIN', tier = ${tier} where id = ${account.id}`.execute(db),
    );
    const update = (value: number) =>
      person.call(api.updateAccount, { params: { id: account.id }, body: { linkedin_max_connections: value } });
    expect((await update(most)).data.account.linkedin_max_connections).toBe(most);
    expect((await update(more)).error.details).toEqual({ linkedin_max_connections: `must be between 1 and ${most}` });
  });
});

describe('name and reply-to', () => {
  test('a mailbox takes both; a blank name and a wrong address are refused by field', async () => {
    const person = await server.signUp();
    const account = await connect(person);
    const update = (body: object) => person.call(api.updateAccount, { params: { id: account.id }, body });
    const changed = await update({ name: ' Ada\r\nLovelace ', reply_to: 'Replies <Replies@Acme.example>' });
    expect(changed.data.account).toMatchObject({ name: 'Ada Lovelace', reply_to: 'replies@acme.example' });
    expect((await update({ name: ' \n' })).error.details).toEqual({ name: 'must not be empty' });
    expect((await update({ reply_to: 'a@b, c@d.example' })).error.details).toEqual({
      reply_to: 'must be an email address',
    });
    expect((await update({ name: 'Visit https://x.example' })).status).toBe(400);
    expect((await update({ reply_to: '' })).data.account).toMatchObject({ name: 'Ada Lovelace', reply_to: null });
  });

  test('a LinkedIn account keeps the name of its profile', async () => {
    const person = await server.signUp();
    const account = await connect(person);
    await server.owner.query("update accounts set account_type = 'LINKEDIN', tier = 'CLASSIC' where id = $1", [
      account.id,
    ]);
    const body = { name: 'Else', reply_to: 'a@acme.example' };
    const { data } = await person.call(api.updateAccount, { params: { id: account.id }, body });
    expect(data.account).toMatchObject({ name: account.name, reply_to: null });
  });
});

describe('removing', () => {
  test('destroys the secrets, keeps the row, and frees the place', async () => {
    const person = await server.signUp();
    const account = await connect(person);
    expect((await person.call(api.listAffectedCampaigns, { params: { id: account.id } })).data).toEqual({
      campaigns: [],
    });
    expect((await person.call(api.removeAccount, { params: { id: account.id } })).data).toEqual({ success: true });
    expect((await person.call(api.listAccounts)).data.accounts).toEqual([]);
    const rows = await server.owner.query(
      'select status, sealed_connection, (select count(*)::int from mailbox_syncs s where s.account_id = a.id) as syncs from accounts a where id = $1',
      [account.id],
    );
    expect(rows.rows).toEqual([{ status: 'DELETED', sealed_connection: null, syncs: 0 }]);
    expect((await person.call(api.removeAccount, { params: { id: account.id } })).status).toBe(404);
    await connect(person, { email: account.email as string });
  });

  test('reconnecting an address resets neither its daily budget nor a provider pause', async () => {
    const person = await server.signUp();
    const account = await connect(person);
    await server.owner.query(
      `insert into sending_days (organization_id, scope, scope_id, day, zone, starts_at, ends_at, cap, used)
        values ($1, 'account', $2, now()::date, 'UTC', now(), now() + interval '1 hour', 40, 17)`,
      [person.organization_id, account.id],
    );
    const hold = (interval: string) =>
      server.owner.query(
        `update accounts set held_until = now() + $2::interval, held_reason = 'Too many messages' where id = $1`,
        [account.id, interval],
      );
    await hold('20 hours');
    await person.call(api.removeAccount, { params: { id: account.id } });
    await connect(person, { email: (account.email as string).toUpperCase() });
    const [again] = (await person.call(api.listAccounts)).data.accounts;
    expect(again).toMatchObject({ id: account.id, status: 'CREATION_SUCCESS', held_reason: 'Too many messages' });
    expect(again!.used_today.email_messages).toBe(17);
    const reconnect = async () => {
      const body = { ...mailbox({ email: account.email as string }), account_id: account.id };
      expect((await person.call(api.connectMailbox, { body })).status).toBe(200);
      return (await person.call(api.listAccounts)).data.accounts;
    };
    expect(await reconnect()).toMatchObject([{ id: account.id, held_reason: 'Too many messages' }]);
    // The pause after a refused sign-in is over with a sign-in that works.
    await hold('5 minutes');
    expect(await reconnect()).toMatchObject([{ id: account.id, held_until: null, held_reason: null }]);
  });

  test('names the campaigns that lose their sender', async () => {
    const person = await server.signUp();
    const account = await connect(person);
    const { campaign } = (await person.call(api.createCampaign, { body: { name: 'Spring' } })).data;
    await person.call(api.updateCampaign, { params: { id: campaign.id }, body: { email_account_id: account.id } });
    const answer = await person.call(api.listAffectedCampaigns, { params: { id: account.id } });
    const leads = { untouched: 0, in_sequence: 0, awaiting: 0, staying: 0, others: 0 };
    expect(answer.data.campaigns).toEqual([{ id: campaign.id, name: 'Spring', status: 'DRAFT', ...leads }]);
  });

  test('another organization cannot access a sender', async () => {
    const person = await server.signUp();
    const account = await connect(person);
    const stranger = await server.signUp();
    const params = { id: account.id };
    for (const answer of [
      await stranger.call(api.updateAccount, { params, body: { email_max_messages: 1 } }),
      await stranger.call(api.listAffectedCampaigns, { params }),
      await stranger.call(api.removeAccount, { params }),
    ]) {
      expect(answer.status).toBe(404);
    }
    expect((await stranger.call(api.listAccounts)).data.accounts).toEqual([]);
    expect((await person.call(api.listAccounts)).data.accounts).toHaveLength(1);
    expect((await createClient(server.program, null).call(api.listAccounts)).status).toBe(401);
  });
});

describe('status', () => {
  const statusOf = async (person: Person) =>
    (await person.call(api.listAccounts)).data.accounts.map((account) => [account.status, account.status_reason]);

  test('changes in one place, with the reason, told once', async () => {
    const person = await server.signUp();
    const account = await connect(person);
    const set = (status: AccountStatus, reason: string | null, source: 'receiving' | 'sending') =>
      inOrganization(person, (tx) => setAccountStatus(tx, account.id, status, reason, source));
    await set('CREDENTIALS', 'IMAP: no\u0000', 'receiving');
    await set('CREDENTIALS', 'IMAP: no', 'receiving');
    expect(await statusOf(person)).toEqual([['CREDENTIALS', 'IMAP: no']]);
    const published = await server.owner.query(
      `select data from live_messages where organization_id = $1 and type = 'account_status' order by id`,
      [person.organization_id],
    );
    expect(published.rows.map((row) => row.data.status)).toEqual(['CREATION_SUCCESS', 'CREDENTIALS']);
    await set('OK', null, 'receiving');
    expect(await statusOf(person)).toEqual([['OK', null]]);
  });

  test('receiving well does not prove that sending works', async () => {
    const person = await server.signUp();
    const account = await connect(person);
    await inOrganization(person, (tx) => setAccountStatus(tx, account.id, 'CREDENTIALS', 'SMTP: 535', 'sending'));
    await inOrganization(person, (tx) => setAccountStatus(tx, account.id, 'OK', null, 'receiving'));
    expect(await statusOf(person)).toEqual([['CREDENTIALS', 'SMTP: 535']]);
  });
});

describe('help with connecting', () => {
  test('prefills known providers by the domain of the address', async () => {
    const person = await server.signUp();
    const answer = await person.call(api.guessMailServers, { query: { email: 'ada@gmail.com' } });
    expect(answer.data.provider).toMatchObject({
      label: 'Gmail',
      imap: { host: 'imap.gmail.com', port: 993, secure: true },
      is_guess: false,
    });
    expect((await person.call(api.guessMailServers, { query: { email: 'nobody' } })).data.provider).toBeNull();
  });

  test('Google and Microsoft name the settings they need', async () => {
    const person = await server.signUp();
    const { options } = (await person.call(api.listConnectOptions)).data;
    expect(options.map((option) => [option.account_type, option.is_available])).toEqual([
      ['GOOGLE', false],
      ['MICROSOFT', false],
      ['IMAP', true],
    ]);
    expect(options[0]?.settings).toEqual(['GOOGLE_CLIENT_ID', 'GOOGLE_CLIENT_SECRET']);
    expect((await person.call(api.connectEmail)).data.url).toBe('http://localhost/connect-email');
  });
});
