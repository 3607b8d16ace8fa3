import { api } from '@overture/contract';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { createClient, useTestServer } from '../../testing/harness.ts';

const server = useTestServer();

/** Code for each password, in each of the three places where one is chosen. */
const refused: [string, string][] = [
  ['1234567', 'password_too_short'],
  ['12345678', 'password_common'],
  ['password', 'password_common'],
  ['PassWord1', 'password_common'],
  ['ｑｗｅｒｔｙｕｉｏｐ', 'password_common'],
  ['iloveyou', 'password_common'],
  ['jansen forever', 'password_personal'],
  ['my overture login', 'password_personal'],
];

describe('passwords that are guessed first', () => {
  test.each(refused)('%s is refused everywhere: %s', async (password, code) => {
    const email = 'ada@ring.example';
    const registered = await server.anonymous.call(api.register, { body: { email, password, name: 'Ada Jansen' } });
    expect([registered.status, registered.error.code]).toEqual([400, code]);
    expect(registered.error.details).toEqual({ password: registered.error.error });
    const person = await server.signUp('Ada Jansen');
    const body = { current_password: 'correct horse', new_password: password };
    const changed = await person.call(api.changePassword, { body });
    expect([changed.error.code, Object.keys(changed.error.details ?? {})]).toEqual([code, ['new_password']]);
  });

  test('a link for a new password takes none of them, and is still good for a better one', async () => {
    const person = await server.signUp('Ada Jansen');
    await server.anonymous.call(api.forgotPassword, { body: { email: person.email } });
    const code = server.mails.at(-1)?.text.match(/code=([\w-]+)/)?.[1] ?? '';
    const reset = (password: string) =>
      server.anonymous.call(api.resetPassword, { body: { code, password, name: null } });
    for (const [password, expected] of refused) expect((await reset(password)).error.code).toBe(expected);
    expect((await reset('battery staple')).status).toBe(200);
  });

  test('the own address is found, and a stranger with a wrong link hears nothing of it', async () => {
    const person = await server.signUp();
    const own = { current_password: 'correct horse', new_password: `${person.email.split('@')[0]}-secret` };
    expect((await person.call(api.changePassword, { body: own })).error.code).toBe('password_personal');
    const guess = { code: 'no-link', password: own.new_password, name: null };
    expect((await server.anonymous.call(api.resetPassword, { body: guess })).error.code).toBe('link_invalid');
  });

  test('open reset links end with a new password', async () => {
    const person = await server.signUp();
    await server.anonymous.call(api.forgotPassword, { body: { email: person.email } });
    const link = server.mails.at(-1)?.text.match(/code=([\w-]+)/)?.[1] ?? '';
    const body = { current_password: 'correct horse', new_password: 'battery staple' };
    expect((await person.call(api.changePassword, { body })).status).toBe(200);
    const reset = { code: link, password: 'another staple', name: null };
    expect((await server.anonymous.call(api.resetPassword, { body: reset })).error.code).toBe('link_invalid');
    expect((await createClient(server.program, person.token).call(api.getUser)).status).toBe(200);
  });
});

describe('what a password needs no more', () => {
  test('one of ten years ago signs in, and every call works with it', async () => {
    const person = await server.signUp();
    await server.owner.query(`update users set created_at = now() - interval '10 years' where id = $1`, [
      person.user_id,
    ]);
    const body = { email: person.email, password: 'correct horse' };
    const login = await server.anonymous.call(api.login, { body });
    expect(login.status).toBe(200);
    const again = createClient(server.program, login.data.data?.token ?? '');
    expect((await again.call(api.getOrganization)).status).toBe(200);
    expect(Object.values(api).flatMap(({ errors = [] }) => errors.filter((code) => EXPIRY.test(code)))).toEqual([]);
  });

  test('no call takes or gives a hint or a secret question', () => {
    const named = Object.values(api).flatMap(({ path, body, ok }) =>
      [body, ok].flatMap((schema) => {
        const json = schema ? JSON.stringify(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' })) : '';
        return [...json.matchAll(/"(\w+)":/g)]
          .filter(([, name = '']) => HINT.test(name))
          .map(([, name]) => `${path} ${name}`);
      }),
    );
    expect(named).toEqual([]);
    expect(['password_hint', 'secret_question', 'security_answer'].every((name) => HINT.test(name))).toBe(true);
  });
});

const EXPIRY = /password_(?:old|expired|age)|must_change/;
const HINT = /\bhint|_hint\b|(?:secret|security)_(?:question|answer)|mothers_/;
