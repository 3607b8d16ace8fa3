import { api } from '@overture/contract';
import { generate } from 'otplib';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createCommandLine } from '../../../app/commands/command-line.ts';
import { createClient, type TestClient, useTestServer } from '../../../testing/harness.ts';
import { pruneFactors } from './sign-in.service.ts';

const server = useTestServer();
const password = 'correct horse';
let db: pg.Client;

beforeAll(async () => {
  db = new pg.Client({ connectionString: server.connectionString });
  await db.connect();
});
afterAll(() => db.end());

type Person = Awaited<ReturnType<typeof server.signUp>>;

/** The code of the app `periods` after now; the server accepts one before and one after. */
const codeOf = (secret: string, periods = 0): Promise<string> =>
  generate({ secret, epoch: Math.floor(Date.now() / 1000) + 30 * periods });

/** The code of the previous period, confirmed before the next one begins: two periods later it is invalid. */
async function confirmWithFormer(person: TestClient, secret: string) {
  const period = (): number => Math.floor(Date.now() / 30_000);
  for (;;) {
    const begun = period();
    const answer = await person.call(api.confirmTotp, { body: { code: await codeOf(secret, -1) } });
    if (answer.status === 200 || period() === begun) return answer;
  }
}

/** Set up with the code of the previous period: the current and the next one stay usable. */
async function setUpTotp(person: TestClient): Promise<{ secret: string; codes: string[] }> {
  const { secret } = (await person.call(api.startTotp)).data;
  const answer = await confirmWithFormer(person, secret);
  expect(answer.status, JSON.stringify(answer.error)).toBe(200);
  return { secret, codes: answer.data.recovery_codes ?? [] };
}

async function withTotp(): Promise<{ person: Person; secret: string; codes: string[] }> {
  const person = await server.signUp();
  return { person, ...(await setUpTotp(person)) };
}

const login = (person: { email: string }, given = password) =>
  server.anonymous.call(api.login, { body: { email: person.email, password: given } });

async function ticketFor(person: { email: string }): Promise<string> {
  const { data } = await login(person);
  expect(data.data).toBeNull();
  return data.mfa?.ticket ?? '';
}

const finish = (ticket: string, method: 'totp' | 'recovery', code: string) =>
  server.anonymous.call(api.finishSignIn, { body: { ticket, method, code } });

const isAlive = async (token: string | null | undefined): Promise<boolean> =>
  (await createClient(server.program, token ?? '').call(api.getUser)).status === 200;

describe('an authenticator app', () => {
  test('is set up with secret and picture, asked for at sign-in, and marks the session', async () => {
    const person = await server.signUp();
    const start = await person.call(api.startTotp);
    expect(start.data.qr_svg).toMatch(/^<svg/);
    expect(start.data.uri).toContain(`secret=${start.data.secret}`);
    expect(start.data.secret).toMatch(/^[A-Z2-7]{32}$/);
    // Not confirmed: nothing is asked for yet.
    expect((await login(person)).data.data?.id).toBe(person.user_id);
    const confirmed = await confirmWithFormer(person, start.data.secret);
    expect(confirmed.data.recovery_codes).toHaveLength(10);
    expect(new Set(confirmed.data.recovery_codes).size).toBe(10);

    const waiting = await login(person);
    expect(waiting.status).toBe(200);
    expect(waiting.data).toEqual({
      data: null,
      created: false,
      mfa: { ticket: expect.any(String), methods: ['totp', 'recovery'] },
    });
    expect(waiting.headers['set-cookie']).toBeUndefined();
    const done = await finish(waiting.data.mfa?.ticket ?? '', 'totp', await codeOf(start.data.secret));
    expect(done.data.data?.id).toBe(person.user_id);
    const client = createClient(server.program, done.data.data?.token ?? '');
    const current = (await client.call(api.listSessions)).data.sessions.find((session) => session.is_current);
    expect(current).toMatchObject({ method: 'password', has_second_factor: true });
  });

  test('the secret is sealed, recovery codes and tickets are hashed', async () => {
    const { person, secret, codes } = await withTotp();
    const ticket = await ticketFor(person);
    const rows = await db.query(
      `select encode(sealed_secret, 'escape') as text from user_totp where user_id = $1
       union all select code_hmac from user_recovery_codes where user_id = $1
       union all select encode(ticket_hash, 'escape') from sign_in_tickets where user_id = $1`,
      [person.user_id],
    );
    const stored = JSON.stringify(rows.rows);
    expect(rows.rowCount).toBe(12);
    for (const plain of [secret, ticket, ...codes, ...codes.map((code) => code.replaceAll('-', ''))])
      expect(stored).not.toContain(plain);
  });

  test('other sessions end, and the mailed notice says what happened', async () => {
    const person = await server.signUp();
    const other = (await login(person)).data.data?.token;
    await setUpTotp(person);
    expect([await isAlive(other), await isAlive(person.token)]).toEqual([false, true]);
    expect(server.mails.at(-1)).toMatchObject({
      to: person.email,
      subject: 'The security of your account changed',
    });
  });

  test('undoing an added factor removes it, later additions, sessions and password', async () => {
    const { person } = await withTotp();
    const code = server.mails
      .findLast((mail) => mail.to === person.email)
      ?.text.match(/undo-factor\?code=([\w-]+)/)?.[1];
    const undo = () => server.anonymous.call(api.undoFactor, { body: { code: code ?? '' } });
    expect((await undo()).data).toEqual({ removed: ['the authenticator app', 'the recovery codes'] });
    expect((await undo()).error.code).toBe('link_invalid');
    expect([await isAlive(person.token), (await login(person)).status]).toEqual([false, 401]);
    const reset = server.mails.findLast((mail) => mail.to === person.email)?.text.match(/password\?code=([\w-]+)/)?.[1];
    const body = { code: reset ?? '', password: 'battery staple 42' };
    expect((await server.anonymous.call(api.resetPassword, { body })).data.data?.id).toBe(person.user_id);
  });

  test('a code counts once, and no code of an earlier period after it', async () => {
    const { person, secret } = await withTotp();
    const [now, next] = [await codeOf(secret), await codeOf(secret, 1)];
    expect((await finish(await ticketFor(person), 'totp', next)).status).toBe(200);
    for (const used of [next, now, await codeOf(secret, -1)])
      expect((await finish(await ticketFor(person), 'totp', used)).error.code).toBe('second_factor_wrong');
  });

  test('one code sent ten times in parallel opens one session', async () => {
    const { person, secret } = await withTotp();
    const code = await codeOf(secret);
    const tickets = await Promise.all(Array.from({ length: 5 }, () => ticketFor(person)));
    const answers = await Promise.all(tickets.map((ticket) => finish(ticket, 'totp', code)));
    expect(answers.filter((answer) => answer.status === 200)).toHaveLength(1);
  });

  test('a ticket opens one session, though two right factors come with it', async () => {
    const { person, codes } = await withTotp();
    const ticket = await ticketFor(person);
    const answers = await Promise.all(codes.slice(0, 3).map((code) => finish(ticket, 'recovery', code)));
    expect(answers.filter((answer) => answer.status === 200)).toHaveLength(1);
    expect((await finish(ticket, 'recovery', codes[4] ?? '')).error.code).toBe('sign_in_expired');
  });

  test('of twenty parallel wrong codes five count; then a right one is refused too', async () => {
    const { person, secret } = await withTotp();
    const tickets = await Promise.all(Array.from({ length: 4 }, () => ticketFor(person)));
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, n) => finish(tickets[n % 4] ?? '', 'totp', String(n).padStart(6, '0'))),
    );
    expect(answers.filter((answer) => answer.error.code === 'second_factor_wrong')).toHaveLength(5);
    const late = await finish(await ticketFor(person), 'totp', await codeOf(secret));
    expect(late.error.code).toBe('rate_limited');
  });

  test("another person's code and ticket open nothing", async () => {
    const [one, other] = [await withTotp(), await withTotp()];
    const ticket = await ticketFor(one.person);
    expect((await finish(ticket, 'totp', await codeOf(other.secret))).error.code).toBe('second_factor_wrong');
    expect((await finish(ticket, 'recovery', other.codes[0] ?? '')).error.code).toBe('second_factor_wrong');
    expect((await finish('made up', 'totp', await codeOf(one.secret))).error.code).toBe('sign_in_expired');
  });

  test.each(['', '12345', '1234567', 'abcdef', '000000\u0000', '١٢٣٤٥٦', "1' or '1", '9'.repeat(64)])(
    'a code like %j is refused',
    async (code) => {
      const { person } = await withTotp();
      const answer = await finish(await ticketFor(person), 'totp', code);
      expect([answer.status, answer.error.code]).toEqual([400, 'second_factor_wrong']);
    },
  );

  test('a ticket ends after five minutes, with a new password, and is forgotten', async () => {
    const { person, secret, codes } = await withTotp();
    const old = await ticketFor(person);
    await db.query(`update sign_in_tickets set expires_at = app_now() where user_id = $1`, [person.user_id]);
    expect((await finish(old, 'totp', await codeOf(secret))).error.code).toBe('sign_in_expired');
    await pruneFactors(server.program.system);
    expect((await db.query('select from sign_in_tickets where user_id = $1', [person.user_id])).rowCount).toBe(0);
    const open = await ticketFor(person);
    const body = { current_password: password, new_password: 'battery staple 42' };
    expect((await person.call(api.changePassword, { body })).status).toBe(200);
    expect((await finish(open, 'recovery', codes[0] ?? '')).error.code).toBe('sign_in_expired');
  });

  test('is removed after a proof that it is you; then nothing is asked for, and its codes are gone', async () => {
    const { person, codes } = await withTotp();
    expect((await person.call(api.removeTotp)).status).toBe(200);
    expect((await login(person)).data.data?.id).toBe(person.user_id);
    expect((await person.call(api.getFactors)).data).toMatchObject({ totp_confirmed_at: null, recovery_codes_left: 0 });
    expect(codes).toHaveLength(10);
  });
});

describe('nothing goes around a factor', () => {
  test('a mailed link sets the password and then asks for the factor', async () => {
    const { person, secret } = await withTotp();
    await server.anonymous.call(api.forgotPassword, { body: { email: person.email } });
    const code = server.mails.findLast((mail) => mail.to === person.email)?.text.match(/code=([\w-]+)/)?.[1] ?? '';
    const reset = await server.anonymous.call(api.resetPassword, { body: { code, password: 'battery staple 42' } });
    expect(reset.data).toMatchObject({ data: null, mfa: { methods: ['totp', 'recovery'] } });
    expect(reset.headers['set-cookie']).toBeUndefined();
    expect(await isAlive(person.token)).toBe(false);
    expect((await finish(reset.data.mfa?.ticket ?? '', 'totp', await codeOf(secret))).status).toBe(200);
  });

  test('a deactivated person gets nothing with a ticket from before', async () => {
    const { person, codes } = await withTotp();
    const ticket = await ticketFor(person);
    await db.query('update users set active = false where id = $1', [person.user_id]);
    expect((await finish(ticket, 'recovery', codes[0] ?? '')).error.code).toBe('sign_in_expired');
  });

  test('a session without a fresh proof changes no factor', async () => {
    const { person } = await withTotp();
    await db.query(`update sessions set confirmed_at = app_now() - interval '11 minutes' where user_id = $1`, [
      person.user_id,
    ]);
    for (const endpoint of [api.startTotp, api.removeTotp, api.renewRecoveryCodes, api.offerPasskeyRegistration])
      expect((await person.call(endpoint)).error.code).toBe('step_up_needed');
    const change = await person.call(api.changeSecondFactorRequirement, { body: { is_required: true } });
    expect(change.error.code).toBe('step_up_needed');
  });

  test('a user with a factor confirms with it: an open session and the password are not enough', async () => {
    const { person, secret, codes } = await withTotp();
    await db.query(`update sessions set confirmed_at = null where user_id = $1`, [person.user_id]);
    const confirm = (body: { method: 'password' | 'totp' | 'recovery'; password?: string; code?: string }) =>
      person.call(api.confirmPerson, { body });
    expect((await confirm({ method: 'password', password })).error.code).toBe('factor_proof_needed');
    expect((await confirm({ method: 'totp', code: await codeOf(secret) })).error.code).toBe('wrong_password');
    const email = { current_password: password, new_email: 'thief@ring.example' };
    const taken = { current_password: password, new_password: 'battery staple 42' };
    const { sessions } = (await person.call(api.listSessions)).data;
    const refused = [
      await person.call(api.removeTotp),
      await person.call(api.changeEmail, { body: email }),
      await person.call(api.changePassword, { body: taken }),
      await person.call(api.endOtherSessions),
      await person.call(api.endSession, { params: { id: sessions[0]?.id ?? 0 } }),
    ];
    expect(refused.map((answer) => answer.error.code)).toEqual(Array(5).fill('step_up_needed'));
    expect((await confirm({ method: 'recovery', code: codes[0] ?? '', password })).status).toBe(200);
    expect((await person.call(api.changePassword, { body: taken })).status).toBe(200);
    expect((await person.call(api.removeTotp)).status).toBe(200);
  });

  test('the proof is all that signing in takes, for this session only, and guesses are counted', async () => {
    const { person, secret, codes } = await withTotp();
    const other = await finish(await ticketFor(person), 'totp', await codeOf(secret));
    const stale = () => db.query(`update sessions set confirmed_at = null where user_id = $1`, [person.user_id]);
    const confirm = (client: TestClient, body: { method: 'recovery' | 'totp'; password?: string; code?: string }) =>
      client.call(api.confirmPerson, { body });
    await stale();
    const spent = { method: 'recovery' as const, code: codes[0] ?? '' };
    expect((await confirm(person, { ...spent, password: 'wrong password' })).error.code).toBe('wrong_password');
    expect((await confirm(person, { ...spent, password })).status).toBe(200);
    expect((await person.call(api.renewRecoveryCodes)).status).toBe(200);
    const elsewhere = createClient(server.program, other.data.data?.token ?? '');
    expect((await elsewhere.call(api.renewRecoveryCodes)).error.code).toBe('step_up_needed');
    expect((await confirm(elsewhere, { method: 'totp', code: await codeOf(secret, 1), password })).status).toBe(200);
    expect((await elsewhere.call(api.renewRecoveryCodes)).status).toBe(200);
    await stale();
    const guesses = await Promise.all(
      Array.from({ length: 15 }, (_, n) =>
        confirm(person, { method: 'totp', code: '1', password: `guess number ${n}` }),
      ),
    );
    expect(guesses.filter((answer) => answer.error.code === 'wrong_password')).toHaveLength(10);
  });
});

describe('recovery codes', () => {
  test('each works once, however it is written; new ones end the old', async () => {
    const { person, codes } = await withTotp();
    const typed = ` ${(codes[0] ?? '').toLowerCase().replaceAll('-', ' ')} `;
    expect((await finish(await ticketFor(person), 'recovery', typed)).status).toBe(200);
    expect((await finish(await ticketFor(person), 'recovery', codes[0] ?? '')).error.code).toBe('second_factor_wrong');
    expect((await person.call(api.getFactors)).data.recovery_codes_left).toBe(9);
    const renewed = (await person.call(api.renewRecoveryCodes)).data.recovery_codes;
    expect(renewed).toHaveLength(10);
    expect((await finish(await ticketFor(person), 'recovery', codes[1] ?? '')).error.code).toBe('second_factor_wrong');
    expect((await finish(await ticketFor(person), 'recovery', renewed[9] ?? '')).status).toBe(200);
  });

  test('one sent five times in parallel counts once', async () => {
    const { person, codes } = await withTotp();
    const tickets = await Promise.all(Array.from({ length: 4 }, () => ticketFor(person)));
    const answers = await Promise.all(tickets.map((ticket) => finish(ticket, 'recovery', codes[0] ?? '')));
    expect(answers.filter((answer) => answer.status === 200)).toHaveLength(1);
  });

  test('without a factor there are none to make', async () => {
    const person = await server.signUp();
    expect((await person.call(api.renewRecoveryCodes)).error.code).toBe('no_second_factor');
  });
});

describe('a required second factor', () => {
  const age = (person: Person, days: string) =>
    db.query(
      `with o as (update organizations set second_factor_required_at = app_now() - $2::interval where organization_id = $1)
       update users set created_at = app_now() - interval '60 days' where organization_id = $1`,
      [person.organization_id, days],
    );

  test('leaves seven days, then nothing but setting one up and logging out', async () => {
    const person = await server.signUp();
    expect((await person.call(api.changeSecondFactorRequirement, { body: { is_required: true } })).status).toBe(200);
    expect((await person.call(api.getSecondFactorRequirement)).data).toMatchObject({
      is_required: true,
      people_without: 1,
      grace_in_days: 7,
    });
    await age(person, '6 days 23 hours');
    expect((await person.call(api.listSignatures)).status).toBe(200);
    expect((await person.call(api.getUser)).data.user.second_factor_due_at).not.toBeNull();
    await age(person, '7 days');
    const refused = await person.call(api.listSignatures);
    expect([refused.status, refused.error.code]).toEqual([403, 'second_factor_needed']);
    for (const call of [api.getUser, api.getFactors, api.listSessions])
      expect((await person.call(call)).status).toBe(200);
    for (const call of [api.createLiveTicket, api.getSecondFactorRequirement, api.getOrganization])
      expect((await person.call(call)).error.code).toBe('second_factor_needed');
    await setUpTotp(person);
    expect((await person.call(api.listSignatures)).status).toBe(200);
    expect((await person.call(api.getUser)).data.user.second_factor_due_at).toBeNull();
    expect((await person.call(api.removeTotp)).error.code).toBe('last_second_factor');
    expect((await login(person)).data.mfa?.methods).toContain('totp');
  });

  test('counts the grace of a new colleague from the day they came', async () => {
    const person = await server.signUp();
    await age(person, '30 days');
    expect((await person.call(api.listSignatures)).status).toBe(403);
    await db.query('update users set created_at = app_now() where id = $1', [person.user_id]);
    expect((await person.call(api.listSignatures)).status).toBe(200);
  });

  test('is switched by ADMIN and USER only', async () => {
    const person = await server.signUp();
    await db.query(`update users set role = 'RESTRICTED' where id = $1`, [person.user_id]);
    const restricted = createClient(server.program, (await login(person)).data.data?.token ?? '');
    const answer = await restricted.call(api.changeSecondFactorRequirement, { body: { is_required: true } });
    expect(answer.error.code).toBe('forbidden');
  });
});

test('the command line takes the second factor away, for who lost everything', async () => {
  const { person } = await withTotp();
  const lines: string[] = [];
  const config = { ...server.config, DATABASE_URL: server.connectionString };
  const program = createCommandLine({ config, directory: '.', say: (line) => lines.push(line) });
  await program.parseAsync(['node', 'overture', 'user', 'reset-second-factor', person.email]);
  expect(lines[0]).toContain(person.email);
  expect(await isAlive(person.token)).toBe(false);
  expect((await login(person)).data.data?.id).toBe(person.user_id);
});
