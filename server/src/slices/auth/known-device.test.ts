import { describe, expect, test } from 'vitest';
import { useTestServer } from '../../testing/harness.ts';

const server = useTestServer({ environment: { TRUST_PROXY: '1' } });

async function post(path: string, payload: object, ip: string, cookies: Record<string, string> = {}) {
  const answer = await server.program.app.inject({
    method: 'POST',
    url: `/api/v1${path}`,
    headers: { 'x-forwarded-for': ip, origin: 'http://localhost', host: 'localhost' },
    cookies,
    payload,
  });
  const device = answer.cookies.find(({ name }) => name === 'overture_device')?.value ?? '';
  return { status: answer.statusCode, code: answer.json().code as string, headers: answer.headers, device };
}

const password = 'correct horse';
const signIn = (email: string, given: string, ip: string, device = '') =>
  post('/auth/login/', { email, password: given }, ip, device ? { overture_device: device } : {});

/** Wrong passwords from as many addresses as it takes. */
async function besiege(email: string): Promise<string[]> {
  const answers = [];
  for (let n = 0; n < 56; n += 1) answers.push((await signIn(email, 'wrong password', `198.51.100.${n}`)).code);
  return answers;
}

describe('an account under siege from many addresses', () => {
  test('is locked for others, known address or not, and open to the browser its owner used before', async () => {
    const person = await server.signUp();
    const { device } = await signIn(person.email, password, '203.0.113.1');
    const refusals = await besiege(person.email);
    expect(refusals.filter((code) => code === 'account_guarded')).toHaveLength(6);
    expect(await besiege('nobody@nowhere.example')).toEqual(refusals);
    const stranger = await signIn(person.email, password, '203.0.113.2');
    expect([stranger.status, Number(stranger.headers['retry-after'])]).toEqual([429, 3600]);
    expect((await signIn(person.email, password, '203.0.113.3', device)).status).toBe(200);
    // Another user's note, or a forged one, does not count.
    const other = await server.signUp();
    const foreign = (await signIn(other.email, password, '203.0.113.4')).device;
    for (const note of [
      foreign,
      device.replace(/^\d+/, String(other.user_id)),
      `${device}x`,
      'a.b.c',
      '~'.repeat(900),
    ]) {
      expect((await signIn(person.email, password, '203.0.113.5', note)).status).toBe(429);
    }
    // A stolen note is worth ten guesses, not all of them.
    const guesses = [];
    for (let n = 0; n < 12; n += 1)
      guesses.push((await signIn(person.email, 'wrong', `203.0.113.${n}`, device)).status);
    expect(guesses.filter((status) => status === 401)).toHaveLength(10);
  }, 60_000);

  test('a proof of the mailbox still works, and requests by others lock no one out', async () => {
    const person = await server.signUp();
    await besiege(person.email);
    for (let n = 0; n < 12; n += 1) await post('/auth/forgot-password/', { email: person.email }, `198.51.101.${n}`);
    const asked = await post('/auth/forgot-password/', { email: person.email }, '203.0.113.9');
    expect(asked.status).toBe(200);
    const mails = server.mails.filter(({ to, subject }) => to === person.email && subject.includes('Reset'));
    expect(mails).toHaveLength(3);
    const code = mails[0]?.text.match(/code=([\w-]+)/)?.[1];
    const reset = await post('/auth/reset-password/', { code, password: 'battery staple' }, '203.0.113.9');
    expect(reset.status).toBe(200);
    expect((await signIn(person.email, 'battery staple', '203.0.113.9')).status).toBe(200);
  }, 60_000);

  test('a new password ends the notes of every browser', async () => {
    const person = await server.signUp();
    const { device } = await signIn(person.email, password, '203.0.113.1');
    const put = await server.program.app.inject({
      method: 'PUT',
      url: '/api/v1/user/password/',
      headers: { jwt: person.token ?? '' },
      payload: { current_password: password, new_password: 'battery staple' },
    });
    const kept = put.cookies.find(({ name }) => name === 'overture_device')?.value ?? '';
    await besiege(person.email);
    expect((await signIn(person.email, 'battery staple', '203.0.113.1', device)).status).toBe(429);
    expect((await signIn(person.email, 'battery staple', '203.0.113.1', kept)).status).toBe(200);
  }, 60_000);
});
