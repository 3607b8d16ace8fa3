import { type LinkedinWorld, startLinkedinWorld } from '@overture/adapters/linkedin/testing/sandbox-world';
import { api } from '@overture/contract';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { startJobs } from '../../../kernel/jobs.ts';
import { startTestServer, type TestServer } from '../../../testing/harness.ts';
import { accountsSlice } from '../index.ts';
import { followSignIns } from './linkedin-sign-in.service.ts';

let world: LinkedinWorld;
let server: TestServer & { stop(): Promise<void> };
let stopJobs: () => Promise<void>;

/** Jobs as a worker does them, without its loops: one of them follows sign-ins too, and would take what a test is about to look at. */
beforeAll(async () => {
  world = await startLinkedinWorld();
  server = await startTestServer({ roles: ['web', 'live'], linkedin: world.port });
  const { system, databases } = server.program;
  stopJobs = await startJobs(system, databases, accountsSlice.tasks!, 1);
});
afterAll(async () => {
  await stopJobs();
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

  test('reports a wrong password and limits guesses', async () => {
    const person = await server.signUp();
    for (let tries = 0; tries < 10; tries += 1) {
      const refused = await signIn(person, 'ada@three.test', { password: 'wrong' });
      expect([refused.status, refused.error.error]).toEqual([
        400,
        "LinkedIn didn't accept this email address and password.",
      ]);
    }
    expect((await signIn(person, 'ada@three.test')).error.code).toBe('rate_limited');
    expect(await accountsOf(person)).toEqual([]);
  });

  test('limits parallel guesses; other failures do not count', async () => {
    const person = await server.signUp();
    for (let tries = 0; tries < 11; tries += 1) {
      expect((await signIn(person, 'ada.otp@three-b.test')).status).toBe(200);
    }
    await world.control('/faults', { path: '/accounts', status: 503, type: 'no_client_session', times: 3 });
    for (let tries = 0; tries < 3; tries += 1) await signIn(person, 'ada@three-b.test');
    const asked = vi.spyOn(world.port.seats, 'signIn');
    const guesses = Array.from({ length: 15 }, () => signIn(person, 'ada@three-b.test', { password: 'wrong' }));
    const codes = (await Promise.all(guesses)).map(({ error }) => error.code).sort();
    expect(codes).toEqual([...Array(10).fill('linkedin_password_refused'), ...Array(5).fill('rate_limited')]);
    expect(asked).toHaveBeenCalledTimes(10);
    asked.mockRestore();
  });

  test('a person looks for a confirmation 200 times an hour', async () => {
    const person = await server.signUp();
    const { token } = (await signIn(person, 'ada.app@three-c.test')).data.checkpoint!;
    const codes: (string | undefined)[] = [];
    for (let round = 0; round < 21; round += 1) {
      const looks = await Promise.all(Array.from({ length: 10 }, () => answer(person, token)));
      codes.push(...looks.map(({ status, error }) => (status === 200 ? 'looked' : error.code)));
    }
    expect(codes).toEqual([...Array(200).fill('looked'), ...Array(10).fill('rate_limited')]);
  });

  test('asks for the number and the code that LinkedIn wants; a wrong code can be corrected', async () => {
    const person = await server.signUp();
    const first = (await signIn(person, 'ada-phone-premium@four.test')).data.checkpoint!;
    expect(first.type).toBe('phone_number');
    const second = (await answer(person, first.token, '(+33)0612345678')).data.checkpoint!;
    expect(second.type).toBe('sent_code');
    // The time limit does not restart.
    expect(second.expires_at).toBe(first.expires_at);
    const wrong = await answer(person, second.token, '000000');
    expect([wrong.status, wrong.error.error]).toEqual([400, "LinkedIn didn't accept this code. Please try again."]);
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
    const warned = vi.spyOn(server.program.system.log, 'warn');
    for (const fault of [{ status: 503, type: 'no_client_session' }, { garbage: true }, { drop: 'after' }]) {
      await world.control('/faults', { path: '/accounts', ...fault });
      const refused = await signIn(person, 'ada@eight.test');
      expect([refused.status, refused.error.code]).toEqual([503, 'unavailable']);
    }
    // Any of them may have left a seat, and nothing of ours can find it.
    const said = expect.stringContaining('an unused account may remain');
    expect(warned.mock.calls.map(([, text]) => text)).toEqual([said, said, said]);
    warned.mockRestore();
    expect((await signIn(person, 'ada@eight.test')).data.account?.account_type).toBe('LINKEDIN');
  });

  test('the password is never stored in the database', async () => {
    const { rows } = await server.program.system.systemTransaction(({ db }) =>
      sql<{ name: string }>`select format('%I.%I', schemaname, tablename) as name from pg_tables
        where schemaname in ('public', 'graphile_worker')`.execute(db),
    );
    for (const { name } of rows) {
      const found = await server.owner.query(
        `select count(*)::int as count from ${name} as row where row::text like $1`,
        [`%${PASSWORD}%`],
      );
      expect([name, found.rows[0].count]).toEqual([name, 0]);
    }
  });
});

describe('a sign-in whose dialog was closed', () => {
  const owner = (text: string, values: unknown[]) => server.owner.query(text, values);
  const seatOf = (token: string): string => JSON.parse(Buffer.from(token.split('.')[0]!, 'base64url').toString())[2];
  const opened = async (person: Person, username: string) => {
    const { token } = (await signIn(person, username)).data.checkpoint!;
    return { token, seat: seatOf(token) };
  };
  const openOf = async ({ organization_id }: Person) =>
    (await owner('select provider_account_id from linkedin_sign_ins where organization_id = $1', [organization_id]))
      .rows;
  const livesOf = async ({ organization_id }: Person) =>
    (
      await owner(
        `select count(*)::int as n from live_messages where organization_id = $1 and type = 'account_connected'`,
        [organization_id],
      )
    ).rows[0].n;
  /** Its next look is now; LinkedIn began to wait for it this long ago. */
  const look = async ({ organization_id }: Person, after = '1 minute') => {
    await owner(
      `update linkedin_sign_ins set next_look_at = app_now(), expires_at = app_now() + interval '5 minutes' - $2::interval
        where organization_id = $1`,
      [organization_id, after],
    );
    await followSignIns(server.program.system, new AbortController().signal);
  };
  const until = async (holds: () => Promise<boolean>) => {
    for (let tries = 0; !(await holds()); tries += 1) {
      if (tries > 200) throw new Error('it did not happen within 10 s');
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  };

  test('becomes a sender when it is confirmed in the app, and browsers hear of it, once', async () => {
    const person = await server.signUp();
    const { seat } = await opened(person, 'ada.app.premium@nine.test');
    await look(person);
    expect([await accountsOf(person), (await openOf(person)).length]).toEqual([[], 1]);
    await world.control('/approve', { account_id: seat });
    await look(person, '5 minutes');
    expect(await accountsOf(person)).toMatchObject([
      { account_type: 'LINKEDIN', tier: 'PREMIUM', status: 'CREATION_SUCCESS' },
    ]);
    expect([await openOf(person), await livesOf(person)]).toEqual([[], 1]);
    await look(person);
    expect(await livesOf(person)).toBe(1);
  });

  test('becomes a sender when the code was right and our answer to the browser was lost', async () => {
    const person = await server.signUp();
    const { token } = await opened(person, 'ada.otp@ten.test');
    await world.control('/faults', { path: '/accounts/checkpoint', drop: 'after' });
    expect((await answer(person, token, '123456')).status).toBe(503);
    await look(person);
    expect(await accountsOf(person)).toHaveLength(1);
  });

  test('an abandoned sign-in is signed out at the provider after LinkedIn stops waiting', async () => {
    const person = await server.signUp();
    const { seat } = await opened(person, 'ada.app@eleven.test');
    await world.control('/approve', { account_id: seat });
    await world.control('/account', { account_id: seat, status: 'CONNECTING' });
    await look(person, '6 minutes');
    // It may be on its way still.
    expect([await listSeats(), (await openOf(person)).length]).toEqual([expect.arrayContaining([seat]), 1]);
    await look(person, '8 minutes');
    await until(async () => !(await listSeats()).includes(seat));
    expect([await accountsOf(person), await openOf(person)]).toEqual([[], []]);
  });

  test('waits for a provider that is away', async () => {
    const person = await server.signUp();
    const { seat } = await opened(person, 'ada.app@twelve.test');
    await world.control('/approve', { account_id: seat });
    await world.control('/faults', { path: `/accounts/${seat}`, status: 503, type: 'no_client_session' });
    await look(person, '8 minutes');
    expect((await openOf(person)).length).toBe(1);
    await look(person, '9 minutes');
    expect(await accountsOf(person)).toHaveLength(1);
  });

  test('is signed out when the provider refuses it for good, and not before it is over', async () => {
    const person = await server.signUp();
    const { seat } = await opened(person, 'ada.app@fourteen.test');
    await world.control('/approve', { account_id: seat });
    for (const [after, fault] of [
      ['1 minute', { path: `/accounts/${seat}`, status: 401, type: 'disconnected_account' }],
      ['8 minutes', { path: `/accounts/${seat}`, status: 429, type: 'too_many_requests' }],
    ] as const) {
      await world.control('/faults', fault);
      await look(person, after);
      expect((await openOf(person)).length).toBe(1);
    }
    // It is let in, and cannot be read.
    await world.control('/faults', { path: '/users/me', status: 403, type: 'account_restricted' });
    await look(person, '8 minutes');
    expect([await accountsOf(person), await openOf(person)]).toEqual([[], []]);
    await until(async () => !(await listSeats()).includes(seat));
    const other = await opened(person, 'ada.app@fifteen.test');
    await world.control('/approve', { account_id: other.seat });
    await world.control('/faults', { path: `/accounts/${other.seat}`, status: 401, type: 'disconnected_account' });
    await look(person, '8 minutes');
    expect(await openOf(person)).toEqual([]);
    await until(async () => !(await listSeats()).includes(other.seat));
  });

  test('ends after a day in every state the provider reports', async () => {
    const person = await server.signUp();
    const { seat } = await opened(person, 'ada.app@sixteen.test');
    await world.control('/approve', { account_id: seat });
    for (const [after, left] of [
      ['24 hours', 1],
      ['25 hours', 0],
    ] as const) {
      await world.control('/faults', { path: `/accounts/${seat}`, status: 503, type: 'no_client_session' });
      await look(person, after);
      expect((await openOf(person)).length).toBe(left);
    }
    await until(async () => !(await listSeats()).includes(seat));
  });

  test('is signed out when its slot was taken', async () => {
    const person = await server.signUp();
    const { seat } = await opened(person, 'ada.app@thirteen.test');
    expect((await signIn(person, 'grace@thirteen.test')).data.account).not.toBeNull();
    await world.control('/approve', { account_id: seat });
    await look(person);
    await until(async () => !(await listSeats()).includes(seat));
    expect([(await accountsOf(person)).length, await openOf(person)]).toEqual([1, []]);
  });
});
