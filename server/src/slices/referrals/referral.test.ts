import { api } from '@overture/contract';
import { expect, test } from 'vitest';
import { useTestServer } from '../../testing/harness.ts';

const server = useTestServer();
type Person = Awaited<ReturnType<typeof server.signUp>>;

const setCode = (person: Person, referral_code: string) =>
  person.call(api.setReferralCode, { body: { referral_code } });

test('a code that differs by case only is taken', async () => {
  const [first, second] = [await server.signUp(), await server.signUp()];
  expect((await setCode(first, 'Acme-Friends')).status).toBe(200);
  for (const double of ['acme-friends', 'ACME-FRIENDS', 'Acme-Friends'])
    expect((await setCode(second, double)).error.code).toBe('referral_code_taken');
  expect((await setCode(first, 'acme-friends')).status).toBe(200);
});
