import { api } from '@overture/contract';
import { parseSignUps } from '@overture/domain/security/sign-ups';
import { describe, expect, test } from 'vitest';
import { startTestServer } from '../../../testing/harness.ts';
import { maySignUp } from './registration.service.ts';

describe('who may sign up', () => {
  test.each<[string, string, boolean, boolean]>([
    ['open', 'ada@a.example', false, true],
    ['closed', 'ada@a.example', false, false],
    ['closed', 'boss@acme.example', false, true],
    ['invited', 'ada@a.example', false, false],
    ['invited', 'ada@a.example', true, true],
    ['domains:a.example', 'ada@a.example', false, true],
    ['domains:a.example', 'ada@evila.example', false, false],
    ['domains:a.example', 'ada@sub.a.example', false, false],
    ['domains:a.example', 'ada@a.example.evil.example', false, false],
    ['domains:a.example', 'ada@b.example', true, true],
  ])('%s: %s, invited %s', (setting, email, is_invited, expected) => {
    const sign_ups = parseSignUps(setting) ?? { mode: 'closed', domains: [] };
    expect(maySignUp(email, { sign_ups, admin_email: 'Boss@Acme.example', is_invited })).toBe(expected);
  });

  test.each([
    ['closed', 'sign_up_closed'],
    ['invited', 'sign_up_closed'],
    ['domains:a.example', 'sign_up_domain'],
  ])('SIGN_UPS=%s is kept by the server', async (SIGN_UPS, code) => {
    const server = await startTestServer({ environment: { SIGN_UPS, ADMIN_EMAIL: 'boss@acme.example' } });
    const register = (email: string) =>
      server.anonymous.call(api.register, { body: { email, password: 'correct horse', name: 'Ada Jansen' } });
    const refused = await register('ada@b.example');
    expect([refused.status, refused.error.code, server.mails]).toEqual([403, code, []]);
    expect((await register('boss@acme.example')).status).toBe(200);
    await server.stop();
  });
});
