import { api } from '@overture/contract';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { startTestServer, type TestServer } from '../../../testing/harness.ts';
import { useMailWorld } from '../../../testing/worlds.ts';
import { parseConnection, sealConnection } from '../../mailbox-connections/sealed-connection.service.ts';
import { revokeConsent } from './consent-end.service.ts';

const { world, server } = useMailWorld();
let count = 0;

type Person = Awaited<ReturnType<TestServer['signUp']>>;
type Return = { state: string; code?: string; error?: string };

async function signUpPaying(): Promise<Person> {
  const person = await server.signUp();
  await server.owner.query('update organizations set active_subscription = true where organization_id = $1', [
    person.organization_id,
  ]);
  return person;
}

const newAddress = (): string => `ada${++count}@google${count}.example`;

/** The page of consent, and what it sends back when `email` agrees. */
async function agree(person: Person, email: string): Promise<{ url: URL; back: Return }> {
  await world.control('/google/__control/oauth', { auto_approve: email });
  const answer = await person.call(api.connectEmail, { body: { provider: 'GOOGLE' } });
  expect(answer.error.error).toBeUndefined();
  return { url: new URL(answer.data.url), back: (await world.visit(answer.data.url)) as Return };
}

const finish = (person: Person, back: Return) => person.call(api.finishEmailConsent, { body: back });

async function connect(person: Person, email = newAddress()) {
  const { back } = await agree(person, email);
  const answer = await finish(person, back);
  expect(answer.error.error).toBeUndefined();
  return answer.data.account;
}

/** Clicks a button of the page instead of agreeing immediately. */
async function choose(person: Person, choice: string, email = newAddress()): Promise<Return> {
  await world.control('/google/__control/oauth', { auto_approve: null });
  const { data } = await person.call(api.connectEmail, { body: { provider: 'GOOGLE' } });
  const page = await fetch(data.url);
  expect(await page.text()).toContain('This is the sandbox');
  const answer = await fetch(data.url, {
    method: 'POST',
    redirect: 'manual',
    body: new URLSearchParams({ email, choice }),
  });
  return Object.fromEntries(new URL(answer.headers.get('location') ?? '').searchParams) as Return;
}

const rowsOf = async (person: Person) =>
  (
    await server.owner.query(
      'select a.*, s.cursor from accounts a left join mailbox_syncs s on s.account_id = a.id where a.organization_id = $1',
      [person.organization_id],
    )
  ).rows;

describe('connecting a mailbox of Google', () => {
  test('asks for offline access with PKCE and stores unreadable tokens', async () => {
    const person = await server.signUp();
    const email = newAddress();
    const { url, back } = await agree(person, email);
    expect(Object.fromEntries(url.searchParams)).toMatchObject({
      response_type: 'code',
      redirect_uri: 'http://localhost/connect-email/callback',
      code_challenge_method: 'S256',
      code_challenge: expect.stringMatching(/^[\w-]{43}$/),
      state: expect.stringMatching(/^[\w-]{43}$/),
      access_type: 'offline',
      prompt: 'consent',
    });
    const answer = await finish(person, back);
    expect(answer.data.account).toMatchObject({
      email,
      account_type: 'GOOGLE',
      status: 'CREATION_SUCCESS',
      is_base_account: true,
      email_max_messages: 40,
    });
    expect(answer.data.account.name).toMatch(/^Ada/);
    const [row] = await rowsOf(person);
    expect(row).toMatchObject({ sent_copy: 'kept_by_server', cursor: {} });
    const seen = JSON.stringify([
      answer.data,
      (await person.call(api.listAccounts)).data,
      row.sealed_connection.toString('latin1'),
    ]);
    expect(seen).not.toMatch(/refresh-|access-|refresh_token/);
    const left = await server.owner.query('select * from mailbox_consents where organization_id = $1', [
      person.organization_id,
    ]);
    expect(left.rows).toEqual([]);
  });

  test('a state works once, for the person who asked, and not for long', async () => {
    const [person, other] = [await signUpPaying(), await server.signUp()];
    const { back } = await agree(person, newAddress());
    const foreign = await finish(other, back);
    expect([foreign.status, foreign.error.code]).toEqual([400, 'consent_expired']);
    expect((await finish(person, back)).status, 'a stranger who tried has not used it up').toBe(200);
    expect((await finish(person, back)).error.code).toBe('consent_expired');
    const { back: late } = await agree(person, newAddress());
    await server.owner.query("update mailbox_consents set expires_at = now() - interval '1 second'");
    expect((await finish(person, late)).error.code).toBe('consent_expired');
    for (const state of ['x', 'a'.repeat(43), "' or 1=1 --"])
      expect((await finish(person, { state, code: 'x' })).error.code).toBe('consent_expired');
    expect((await finish(person, { state: 'x'.repeat(201) })).status).toBe(400);
  });

  test("another page's code fails the verifier, and a used code revokes what it granted", async () => {
    const person = await signUpPaying();
    const first = await agree(person, newAddress());
    const second = await agree(person, newAddress());
    const swapped = await finish(person, { state: first.back.state, code: second.back.code! });
    expect([swapped.status, swapped.error.code]).toEqual([400, 'consent_failed']);
    expect((await finish(person, second.back)).status).toBe(200);
    const third = await agree(person, newAddress());
    expect((await finish(person, { state: third.back.state, code: second.back.code! })).error.code).toBe(
      'consent_failed',
    );
  });

  test.each([
    ['deny', 'consent_denied', "You didn't allow access at Google. Nothing was connected."],
    [
      'partly',
      'consent_incomplete',
      "Google didn't grant access to your email. Please start again and keep every permission selected.",
    ],
    [
      'admin',
      'consent_needs_admin',
      'Your organization at Google requires an administrator to approve this. Ask yours to approve it.',
    ],
  ])('%s shows a message, and nothing is stored', async (choice, code, text) => {
    const person = await server.signUp();
    const answer = await finish(person, await choose(person, choice));
    expect(answer).toMatchObject({ status: 400, error: { code, error: text } });
    expect(await rowsOf(person)).toEqual([]);
  });

  test('a trial has one sender, also when two pages were opened before the first came back', async () => {
    const person = await server.signUp();
    const pages = [await agree(person, newAddress()), await agree(person, newAddress())];
    const answers = await Promise.all(pages.map(({ back }) => finish(person, back)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 403]);
    expect(await rowsOf(person)).toHaveLength(1);
    const third = await person.call(api.connectEmail, { body: { provider: 'GOOGLE' } });
    expect([third.status, third.error.code]).toEqual([403, 'trial_sender_limit']);
  });

  test('the same mailbox signed in twice is one sender; by IMAP it is not connected a second time', async () => {
    const person = await signUpPaying();
    const account = await connect(person);
    const again = await connect(person, account.email?.toUpperCase());
    expect(again).toMatchObject({ id: account.id, status: 'RECONNECTED' });
    const login = { secure: false, username: account.email!, password: 'sandbox' };
    const { imap, smtp } = world.sandbox.addresses;
    const body = { name: 'Ada', email: account.email!, imap: { ...login, ...imap }, smtp: { ...login, ...smtp } };
    expect((await person.call(api.connectMailbox, { body })).error.code).toBe('mailbox_connected_already');
    const other = await connect(await server.signUp(), account.email!);
    expect(other.id).not.toBe(account.id);
  });
});

describe('connecting again', () => {
  test('prefills the address on the consent page; only the same mailbox is accepted', async () => {
    const person = await signUpPaying();
    const account = await connect(person);
    const other = await connect(person);
    await server.owner.query(`update mailbox_syncs set cursor = '{"history_id":"7"}' where account_id = $1`, [
      account.id,
    ]);
    const reconnect = async (email: string) => {
      const { data } = await person.call(api.reconnectEmail, { body: { account_id: account.id } });
      const url = new URL(data.url);
      expect(url.searchParams.get('login_hint')).toBe(account.email);
      url.searchParams.set('login_hint', email);
      return finish(person, (await world.visit(url.href)) as Return);
    };
    const wrong = await reconnect(other.email!);
    expect(wrong.error).toMatchObject({ code: 'consent_other_mailbox' });
    expect(wrong.error.error).toBe(
      `You signed in as ${other.email}, but this sender is ${account.email}. Please start again and choose ${account.email}.`,
    );
    const right = await reconnect(account.email!);
    expect(right.data.account).toMatchObject({ id: account.id, status: 'RECONNECTED' });
    const rows = await rowsOf(person);
    expect(rows.find((row) => Number(row.id) === account.id).cursor).toEqual({ history_id: '7' });
    expect(rows).toHaveLength(2);
  });

  test("needs no free slot, and another organization's sender is not found", async () => {
    const person = await server.signUp();
    const account = await connect(person);
    expect((await person.call(api.reconnectEmail, { body: { account_id: account.id } })).status).toBe(200);
    const stranger = await server.signUp();
    expect((await stranger.call(api.reconnectEmail, { body: { account_id: account.id } })).status).toBe(404);
  });

  test('a sender removed in between is not found and not restored', async () => {
    const person = await signUpPaying();
    const account = await connect(person);
    const { data } = await person.call(api.reconnectEmail, { body: { account_id: account.id } });
    const back = (await world.visit(data.url)) as Return;
    await person.call(api.removeAccount, { params: { id: account.id } });
    expect((await finish(person, back)).status).toBe(404);
    const [row] = await rowsOf(person);
    expect(row).toMatchObject({ status: 'DELETED', sealed_connection: null });
  });
});

test('an address that was removed and comes back through another provider is the same sender', async () => {
  const person = await server.signUp();
  const account = await connect(person);
  await server.owner.query(
    `update accounts set account_type = 'IMAP', sent_copy = 'appended', deleted_at = now(), status = 'DELETED' where id = $1`,
    [account.id],
  );
  expect(await connect(person, account.email!)).toMatchObject({ id: account.id, account_type: 'GOOGLE' });
  const rows = await server.owner.query('select sent_copy from accounts where id = $1', [account.id]);
  expect(rows.rows).toEqual([{ sent_copy: 'kept_by_server' }]);
});

test('removing a sender gives its consent back, unless another organization lives by it', async () => {
  const [one, two] = [await server.signUp(), await server.signUp()];
  const first = await connect(one);
  await connect(two, first.email!);
  const jobsOf = async (person: Person) =>
    (
      await server.owner.query(
        "select payload from graphile_worker._private_jobs where payload->>'organization_id' = $1 and payload->>'secret_id' is not null",
        [String(person.organization_id)],
      )
    ).rows;
  await one.call(api.removeAccount, { params: { id: first.id } });
  const [job] = await jobsOf(one);
  expect(JSON.stringify(job)).not.toMatch(/refresh-/);
  // Where a rotation of SECRET_KEY reaches it.
  const { system } = server.program;
  const kept = await server.owner.query('select sealed from job_secrets where id = $1', [job.payload.secret_id]);
  const stored = parseConnection(system.vault.open('job-secret', kept.rows[0].sealed));
  if (stored.type === 'IMAP') throw new Error('not by consent');
  const refresh = () => server.program.system.ports.mail_oauth.GOOGLE.refreshTokens(stored.tokens.refresh_token);
  // As a version before 0154 had put it into the job itself.
  const sealed = sealConnection(system, stored).toString('base64');
  await revokeConsent(system, { sealed });
  await expect(refresh(), 'kept for the other').resolves.toMatchObject({ access_token: expect.any(String) });
  await server.program.system.systemTransaction(({ db }) =>
    sql`update accounts set deleted_at = app_now() where organization_id = ${two.organization_id}`.execute(db),
  );
  await revokeConsent(server.program.system, job.payload);
  await expect(refresh()).rejects.toMatchObject({ kind: 'auth_expired' });
  await revokeConsent(server.program.system, { sealed: 'AAAA' });
  // Done: nothing of it is kept, and the job may run again.
  expect((await server.owner.query('select from job_secrets where id = $1', [job.payload.secret_id])).rowCount).toBe(0);
  await revokeConsent(system, job.payload);
});

test('without its settings the choice says which are missing, and asking for the page does too', async () => {
  const person = await server.signUp();
  const { options } = (await person.call(api.listConnectOptions)).data;
  expect(options).toMatchObject([
    { account_type: 'GOOGLE', is_available: true, settings: [], text: null },
    { account_type: 'MICROSOFT', is_available: true },
    { account_type: 'IMAP', is_available: true },
  ]);
  const bare = await startTestServer();
  try {
    const someone = await bare.signUp();
    const answer = await someone.call(api.connectEmail, { body: { provider: 'GOOGLE' } });
    expect(answer).toMatchObject({
      status: 503,
      error: { error: 'Google is not configured. Set GOOGLE_CLIENT_ID and GOOGLE_CLIENT_SECRET.' },
    });
    const known = (await someone.call(api.listConnectOptions)).data.options[0];
    expect(known).toMatchObject({ is_available: false, settings: ['GOOGLE_CLIENT_ID', 'GOOGLE_CLIENT_SECRET'] });
    expect((await someone.call(api.connectEmail, { body: { provider: 'EVIL' as never } })).status).toBe(400);
  } finally {
    await bare.stop();
  }
}, 60_000);
