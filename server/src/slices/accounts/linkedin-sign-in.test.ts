import { type LinkedinWorld, startLinkedinWorld } from '@overture/adapters/linkedin/testing/sandbox-world';
import { api } from '@overture/contract';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestServer, type TestServer } from '../../testing/harness.ts';

let world: LinkedinWorld;
let server: TestServer & { stop(): Promise<void> };

beforeAll(async () => {
  world = await startLinkedinWorld();
  server = await startTestServer({ roles: ['web', 'live', 'worker'], linkedin: world.port });
});
afterAll(async () => {
  await server.stop();
  await world.close();
});

type Person = Awaited<ReturnType<TestServer['signUp']>>;
const PASSWORD = 'the-password-nobody-may-keep';

const signIn = (person: Person, username: string, change: object = {}) =>
  person.call(api.signInToLinkedin, { body: { username, password: PASSWORD, is_risk_accepted: true, ...change } });
const answer = (person: Person, token: string, code?: string) =>
  person.call(api.answerLinkedinCheckpoint, { body: { token, ...(code ? { code } : {}) } });
const accountsOf = async (person: Person) => (await person.call(api.listAccounts)).data.accounts;
const listSeats = async () => (await world.port.seats.listAccounts()).map(({ account_id }) => account_id);

describe('signing in to LinkedIn with a password', () => {
  test('makes a sender with its tier and limits; the same person once more is the same sender', async () => {
    const person = await server.signUp();
    const { data } = await signIn(person, ' ada.navigator@one.test ');
    expect(data).toMatchObject({
      checkpoint: null,
      account: { account_type: 'LINKEDIN', tier: 'SALES_NAVIGATOR', linkedin_max_connections: 50 },
    });
    // A trial has one place: the sign-in is not even tried.
    const before = await listSeats();
    const refused = await signIn(person, 'grace@one.test');
    expect([refused.status, refused.error.code]).toEqual([403, 'trial_sender_limit']);
    expect(await listSeats()).toEqual(before);
    expect(await accountsOf(person)).toHaveLength(1);
  });

  test('is not tried without the risk accepted', async () => {
    const person = await server.signUp();
    const before = await listSeats();
    const refused = await signIn(person, 'ada@two.test', { is_risk_accepted: false });
    expect([refused.status, refused.error.code]).toEqual([400, 'linkedin_risk_not_accepted']);
    const left = await person.call(api.signInToLinkedin, {
      body: { username: 'ada@two.test', password: 'x' } as never,
    });
    expect(left.status).toBe(400);
    expect(await listSeats()).toEqual(before);
  });

  test('says when LinkedIn does not accept the password, and lets nobody guess', async () => {
    const person = await server.signUp();
    for (let tries = 0; tries < 10; tries += 1) {
      const refused = await signIn(person, 'ada@three.test', { password: 'wrong' });
      expect([refused.status, refused.error.error]).toEqual([
        400,
        'LinkedIn does not accept this email address and password.',
      ]);
    }
    expect((await signIn(person, 'ada@three.test')).error.code).toBe('rate_limited');
    expect(await accountsOf(person)).toEqual([]);
  });

  test('asks for the number and the code that LinkedIn wants; a wrong code can be mended', async () => {
    const person = await server.signUp();
    const first = (await signIn(person, 'ada-phone-premium@four.test')).data.checkpoint!;
    expect(first.type).toBe('phone_number');
    const second = (await answer(person, first.token, '(+33)0612345678')).data.checkpoint!;
    expect(second.type).toBe('sent_code');
    // Time does not begin anew.
    expect(second.expires_at).toBe(first.expires_at);
    const wrong = await answer(person, second.token, '000000');
    expect([wrong.status, wrong.error.error]).toEqual([400, 'LinkedIn does not accept this code. Please try again.']);
    const { data } = await answer(person, second.token, '123456');
    expect(data).toMatchObject({ account: { tier: 'PREMIUM' }, checkpoint: null });
    expect((await accountsOf(person)).map(({ id }) => id)).toEqual([data.account!.id]);
  });

  test('waits for a confirmation in the app; told twice it is one sender', async () => {
    const person = await server.signUp();
    const open = (await signIn(person, 'ada.app@five.test')).data.checkpoint!;
    expect(open.type).toBe('app_approval');
    expect((await answer(person, open.token)).data).toMatchObject({
      account: null,
      checkpoint: { type: 'app_approval' },
    });
    const [, , account_id] = JSON.parse(Buffer.from(open.token.split('.')[0]!, 'base64url').toString());
    await world.control('/approve', { account_id });
    const both = await Promise.all([answer(person, open.token), answer(person, open.token)]);
    expect(new Set(both.map(({ data }) => data.account?.id)).size).toBe(1);
    expect(await accountsOf(person)).toHaveLength(1);
  });

  test('a token is of use to the person who signed in only, unchanged, and for five minutes', async () => {
    const [person, other] = [await server.signUp(), await server.signUp()];
    const { token } = (await signIn(person, 'ada.otp@six.test')).data.checkpoint!;
    const [text, signature] = token.split('.') as [string, string];
    const values = JSON.parse(Buffer.from(text, 'base64url').toString());
    const forged = `${Buffer.from(JSON.stringify(values.with(2, 'another'))).toString('base64url')}.${signature}`;
    for (const [who, given] of [
      [other, token],
      [person, forged],
      [person, 'x'],
      [person, `.${signature}`],
    ] as const) {
      const refused = await answer(who, given, '123456');
      expect([refused.status, refused.error.code]).toEqual([400, 'linkedin_checkpoint_expired']);
    }
    await world.travel(301);
    expect((await answer(person, token, '123456')).error.code).toBe('linkedin_checkpoint_expired');
    await world.travel(0);
    expect(await accountsOf(person)).toEqual([]);
  });

  test('a captcha is no dead end: the answer says that the page of the provider is needed', async () => {
    const person = await server.signUp();
    expect((await signIn(person, 'ada.captcha@seven.test')).data.checkpoint?.type).toBe('page_check');
    expect((await person.call(api.linkLinkedin, { body: {} })).data.url).toMatch(/^http/);
  });

  test('a provider that is away or answers nonsense is not taken for a wrong password', async () => {
    const person = await server.signUp();
    for (const fault of [{ status: 503, type: 'no_client_session' }, { garbage: true }, { drop: 'after' }]) {
      await world.control('/faults', { path: '/accounts', ...fault });
      const refused = await signIn(person, 'ada@eight.test');
      expect([refused.status, refused.error.code]).toEqual([503, 'unavailable']);
    }
    expect((await signIn(person, 'ada@eight.test')).data.account?.account_type).toBe('LINKEDIN');
  });

  test('the password stands nowhere in the database', async () => {
    const { rows } = await server.program.system.systemTransaction(({ db }) =>
      sql<{ name: string }>`select format('%I.%I', schemaname, tablename) as name from pg_tables
        where schemaname in ('public', 'graphile_worker')`.execute(db),
    );
    for (const { name } of rows) {
      const found = await server.program.databases.owner.query(
        `select count(*)::int as count from ${name} as row where row::text like $1`,
        [`%${PASSWORD}%`],
      );
      expect([name, found.rows[0].count]).toEqual([name, 0]);
    }
  });
});
