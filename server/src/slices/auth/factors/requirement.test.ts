import { api } from '@overture/contract';
import { generate } from 'otplib';
import { describe, expect, test } from 'vitest';
import { useTestServer } from '../../../testing/harness.ts';

describe('REQUIRE_SECOND_FACTOR=all', () => {
  const server = useTestServer({ environment: { REQUIRE_SECOND_FACTOR: 'all' } });

  test('is required of all immediately, and lets users pass who have a factor', async () => {
    const person = await server.signUp();
    expect((await person.call(api.listSignatures)).error.code).toBe('second_factor_needed');
    const { second_factor_due_at } = (await person.call(api.getUser)).data.user;
    expect(Date.parse(second_factor_due_at ?? '')).toBeLessThanOrEqual(Date.now());
    const { secret } = (await person.call(api.startTotp)).data;
    const code = await generate({ secret });
    expect((await person.call(api.confirmTotp, { body: { code } })).status).toBe(200);
    expect((await person.call(api.listSignatures)).status).toBe(200);
    expect((await person.call(api.removeTotp)).error.code).toBe('last_second_factor');
  });

  test('opens no live connection before', async () => {
    const person = await server.signUp();
    expect((await person.call(api.createLiveTicket)).error.code).toBe('second_factor_needed');
  });

  test('shows users without a password how to prove their identity, which the setup needs', async () => {
    const person = await server.signUp();
    await server.owner.query(`update users set password_hash = null where id = $1`, [person.user_id]);
    await server.owner.query(`update sessions set confirmed_at = null where user_id = $1`, [person.user_id]);
    expect((await person.call(api.startTotp)).error.code).toBe('step_up_needed');
    expect((await person.call(api.listIdentities)).data).toEqual({ identities: [], has_password: false });
  });

  test('lets who has none leave', async () => {
    const person = await server.signUp();
    expect((await person.call(api.logout)).status).toBe(200);
  });
});

describe('REQUIRE_SECOND_FACTOR=admins', () => {
  const server = useTestServer({ environment: { REQUIRE_SECOND_FACTOR: 'admins' } });

  test('asks ADMIN only', async () => {
    const person = await server.signUp();
    expect((await person.call(api.listSignatures)).status).toBe(200);
    await server.owner.query(`update users set role = 'ADMIN' where id = $1`, [person.user_id]);
    const { data } = await server.anonymous.call(api.login, {
      body: { email: person.email, password: 'correct horse' },
    });
    expect(data.data?.second_factor_due_at).not.toBeNull();
  });
});
