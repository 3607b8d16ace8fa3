import { readFile } from 'node:fs/promises';
import { api } from '@overture/contract';
import { expect, test } from 'vitest';
import { useTestServer } from '../../../testing/harness.ts';

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

test('doubles of an earlier version: the code that brought organizations stays, the other organization chooses a new one', async () => {
  const [older, used, referred] = [await server.signUp(), await server.signUp(), await server.signUp()];
  const migration = new URL('../../../../migrations/0152_referral_codes_by_lower_case.sql', import.meta.url);
  await server.owner.query(`drop index organizations_referral_code_key;
    alter table organizations add constraint organizations_referral_code_key unique (referral_code);
    update organizations set referral_code = 'double', referral_code_in_use = true where organization_id = ${older.organization_id};
    update organizations set referral_code = 'Double', referral_code_in_use = true where organization_id = ${used.organization_id};
    insert into referral_uses (referred_organization_id, organization_id) values (${referred.organization_id}, ${used.organization_id})`);
  await server.owner.query(await readFile(migration, 'utf8'));
  const codeOf = async (person: Person) => (await person.call(api.getUser)).data.user.organization.referral_code;
  expect([await codeOf(older), await codeOf(used)]).toEqual([null, 'Double']);
  expect((await setCode(older, 'something-else')).status).toBe(200);
});
