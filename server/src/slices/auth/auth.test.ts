import { api } from '@overture/contract';
import { describe, expect, test } from 'vitest';
import { createClient, useTestServer } from '../../testing/harness.ts';

const server = useTestServer();
const codeFrom = (text: string | undefined): string => text?.match(/\b\d{8}\b/)?.[0] ?? '';

async function register(email: string, password = 'correct horse'): Promise<string> {
  const answer = await server.anonymous.call(api.register, { body: { email, password, name: 'Ada Jansen' } });
  expect(answer.status).toBe(200);
  return codeFrom(server.mails.findLast((mail) => mail.to === email.toLowerCase())?.text);
}

describe('sign-up', () => {
  test('a mailed code confirms the address and signs in; the trial has 14 days and 100 credits', async () => {
    const code = await register('New.Person@Acme.example');
    const verified = await server.anonymous.call(api.verifyEmail, { body: { email: 'new.person@acme.example', code } });
    expect(verified.status).toBe(200);
    expect(verified.data.created).toBe(true);
    expect(verified.data.data?.organization).toMatchObject({
      name: 'Acme',
      is_in_trial: true,
      trial_days_remaining: 14,
      email_credits: 100,
    });
    expect(String(verified.headers['set-cookie'])).toMatch(/HttpOnly.*SameSite=Lax/i);
    const user = await createClient(server.program, verified.data.data?.token ?? '').call(api.getUser);
    expect(user.data.user.email).toBe('new.person@acme.example');
  });

  test.each([
    ['Asia/Kathmandu', 'Asia/Kathmandu'],
    ['Mars/Phobos', null],
  ])("a new organization goes by the browser's time zone: %s", async (time_zone, chosen) => {
    const email = `zone.${chosen === null ? 'unknown' : 'known'}@acme.example`;
    const code = await register(email);
    const verified = await server.anonymous.call(api.verifyEmail, { body: { email, code, time_zone } });
    const user = createClient(server.program, verified.data.data?.token ?? '');
    expect((await user.call(api.getTimeZone)).data).toEqual({ time_zone: chosen ?? 'UTC', chosen_time_zone: chosen });
  });

  test('a code works once, and five wrong tries end it', async () => {
    const code = await register('tries@acme.example');
    const wrong = code === '00000000' ? '11111111' : '00000000';
    for (let n = 0; n < 5; n += 1) {
      const answer = await server.anonymous.call(api.verifyEmail, {
        body: { email: 'tries@acme.example', code: wrong },
      });
      expect(answer.error).toMatchObject({ error: 'This code is wrong or has expired.', code: 'invalid_code' });
    }
    expect((await server.anonymous.call(api.verifyEmail, { body: { email: 'tries@acme.example', code } })).status).toBe(
      400,
    );
  });

  test('a taken address gets the same answer as a free one; its owner gets a mail without a code', async () => {
    const owner = await server.signUp();
    const before = server.mails.length;
    const answer = await server.anonymous.call(api.register, {
      body: { email: owner.email, password: 'another password', name: 'Mallory' },
    });
    expect(answer).toMatchObject({ status: 200, data: { success: true } });
    expect(server.mails.slice(before).map((mail) => mail.subject)).toEqual(['You already have an account']);
    const login = await server.anonymous.call(api.login, {
      body: { email: owner.email, password: 'another password' },
    });
    expect(login.status).toBe(401);
  });

  test.each([
    [
      'short password',
      { email: 'a@b.example', password: '1234567', name: 'Ada' },
      'Password must be at least 8 characters',
    ],
    [
      'no address',
      { email: 'not-an-address', password: 'correct horse', name: 'Ada' },
      'Please check the highlighted fields.',
    ],
    [
      'short name',
      { email: 'a@b.example', password: 'correct horse', name: ' ' },
      'Name must be at least 2 characters long',
    ],
  ])('refuses: %s', async (_, body, text) => {
    const answer = await server.anonymous.call(api.register, { body });
    expect([answer.status, answer.error.error]).toEqual([400, text]);
  });
});

describe('login', () => {
  test('answers alike for a wrong password and an unknown address', async () => {
    const person = await server.signUp();
    const wrong = await server.anonymous.call(api.login, { body: { email: person.email, password: 'wrong password' } });
    const unknown = await server.anonymous.call(api.login, {
      body: { email: 'nobody@nowhere.example', password: 'wrong password' },
    });
    expect([wrong.status, wrong.error]).toEqual([
      401,
      { error: 'Invalid email or password', code: 'invalid_credentials' },
    ]);
    expect(unknown.error).toEqual(wrong.error);
    expect(
      (
        await server.anonymous.call(api.login, {
          body: { email: person.email.toUpperCase(), password: 'correct horse' },
        })
      ).status,
    ).toBe(200);
  });

  test('ten failures from one source are throttled', async () => {
    const person = await server.signUp();
    const attempt = () =>
      server.anonymous.call(api.login, { body: { email: person.email, password: 'wrong password' } });
    for (let n = 0; n < 10; n += 1) expect((await attempt()).status).toBe(401);
    expect((await attempt()).status).toBe(429);
  });

  test('of twenty parallel failures no more passwords are checked than of twenty in sequence', async () => {
    const person = await server.signUp();
    const body = { email: person.email, password: 'wrong password' };
    const attempts = Array.from({ length: 20 }, () => server.anonymous.call(api.login, { body }));
    const statuses = (await Promise.all(attempts)).map(({ status }) => status);
    expect(statuses.filter((status) => status === 401)).toHaveLength(10);
    expect(statuses.filter((status) => status === 429)).toHaveLength(10);
  });

  test('an address that is not confirmed is sent a new code instead of a session', async () => {
    const first = await register('unconfirmed@acme.example');
    const login = await server.anonymous.call(api.login, {
      body: { email: 'unconfirmed@acme.example', password: 'correct horse' },
    });
    expect([login.status, login.error.code]).toEqual([403, 'email_not_verified']);
    expect(codeFrom(server.mails.at(-1)?.text)).not.toBe(first);
  });
});

describe('sessions', () => {
  test('logout ends the session immediately', async () => {
    const person = await server.signUp();
    expect((await person.call(api.getUser)).status).toBe(200);
    await person.call(api.logout);
    expect((await person.call(api.getUser)).error.code).toBe('unauthenticated');
  });

  test('a cookie from a foreign origin changes nothing; from our own it does', async () => {
    const person = await server.signUp();
    const put = (origin: string) =>
      server.program.app.inject({
        method: 'PUT',
        url: '/api/v1/user/name/',
        headers: { origin, host: 'localhost', cookie: `overture_session=${person.token}` },
        payload: { current_password: 'correct horse', new_name: 'Grace Hopper' },
      });
    expect((await put('https://evil.example')).json()).toMatchObject({ code: 'foreign_origin' });
    expect((await put('http://localhost')).statusCode).toBe(200);
    expect((await person.call(api.getUser)).data.user.name).toBe('Grace Hopper');
  });

  test('a language goes with the person to every sign-in; none is that of the browser', async () => {
    const person = await server.signUp();
    expect((await person.call(api.getUser)).data.user.language).toBe(null);
    expect((await person.call(api.changeLanguage, { body: { language: 'de' } })).status).toBe(200);
    const other = await server.anonymous.call(api.login, { body: { email: person.email, password: 'correct horse' } });
    expect(other.data.data?.language).toBe('de');
    const elsewhere = createClient(server.program, other.data.data?.token ?? '');
    expect((await elsewhere.call(api.changeLanguage, { body: { language: null } })).status).toBe(200);
    expect((await person.call(api.getUser)).data.user.language).toBe(null);
    const unknown = await person.call(api.changeLanguage, { body: { language: 'xx' as never } });
    expect(unknown.error.code).toBe('validation_failed');
    // A newer release may have stored one that this one doesn't know.
    await server.owner.query("update users set language = 'fr' where id = $1", [person.user_id]);
    expect((await person.call(api.getUser)).data.user.language).toBe(null);
  });

  test('a new password ends every other session', async () => {
    const person = await server.signUp();
    const other = await server.anonymous.call(api.login, { body: { email: person.email, password: 'correct horse' } });
    const body = { current_password: 'correct horse', new_password: 'battery staple' };
    expect((await person.call(api.changePassword, { body })).status).toBe(200);
    expect((await createClient(server.program, other.data.data?.token ?? '').call(api.getUser)).status).toBe(401);
    expect((await person.call(api.getUser)).status).toBe(200);
  });

  test('account changes need the current password', async () => {
    const person = await server.signUp();
    const answer = await person.call(api.changeEmail, {
      body: { current_password: 'wrong', new_email: 'new@acme.example' },
    });
    expect(answer.error.code).toBe('wrong_password');
  });
});

describe('forgotten password', () => {
  test('an unknown address gets an error; a known one gets a link that works once', async () => {
    const unknown = await server.anonymous.call(api.forgotPassword, { body: { email: 'nobody@nowhere.example' } });
    expect([unknown.status, unknown.error.error]).toEqual([404, 'This email is not registered.']);
    const person = await server.signUp();
    await server.anonymous.call(api.forgotPassword, { body: { email: person.email } });
    const code = server.mails.at(-1)?.text.match(/code=([\w-]+)/)?.[1] ?? '';
    const reset = () =>
      server.anonymous.call(api.resetPassword, { body: { code, password: 'battery staple', name: null } });
    const answers = await Promise.all(Array.from({ length: 5 }, reset));
    expect(answers.map((answer) => answer.status).sort()).toEqual([200, 400, 400, 400, 400]);
    expect(answers.find((answer) => answer.status === 400)?.error.error).toBe('The link is not valid anymore.');
    expect((await person.call(api.getUser)).status).toBe(401);
  });
});
