import { api } from '@overture/contract';
import { expect, test } from 'vitest';
import { useTestServer } from '../../../testing/harness.ts';
import { countRisks } from './risk.store.ts';

const server = useTestServer();

type Person = Awaited<ReturnType<typeof server.signUp>>;

async function connect(person: Person): Promise<number> {
  const body = { name: 'Ada', profile_url: 'https://www.linkedin.com/in/ada-of-risks', tier: 'PREMIUM' as const };
  const { data } = await person.call(api.connectAssistedLinkedin, { body });
  return data.account_id;
}

/** Confirmed invites of so many days ago, of which the first are accepted. */
async function invite(person: Person, account: number, given: { count: number; days: number; accepted: number }) {
  await server.owner.query(
    `with people as (
       insert into prospects (organization_id, first_name) select $1, 'Kim ' || n from generate_series(1, $3::int) n returning id
     ), invites as (
       insert into outbound_intents (organization_id, kind, channel, action, ref_id, account_id, prospect_id, state, settled_at)
       select $1, 'risk_test', 'linkedin', 'invite', id, $2, id, 'confirmed', app_now() - make_interval(days => $4::int) from people
     )
     insert into linkedin_relations (organization_id, account_id, prospect_id)
       select $1, $2, id from people order by id limit $5::int`,
    [person.organization_id, account, given.count, given.days, given.accepted],
  );
}

const budgetOf = async (person: Person) => (await person.call(api.listAccounts)).data.accounts[0]!.risk_budget;

async function recount(account: number) {
  await server.owner.query(`update accounts set risk_counted_at = '-infinity' where id = $1`, [account]);
  await server.program.system.systemTransaction(countRisks);
}

test('a new account begins with 30 percent, enforced; few acceptances halve it, and pending invites stop invites', async () => {
  const person = await server.signUp();
  const account = await connect(person);
  expect(await budgetOf(person)).toEqual({
    ...{ points: 27, used_today: 0, is_enforced: true },
    ...{ reasons: ['young'], stops_invites: false },
  });
  // Invites of this week had no time to be accepted.
  await invite(person, account, { count: 60, days: 2, accepted: 0 });
  await invite(person, account, { count: 100, days: 9, accepted: 19 });
  await invite(person, account, { count: 50, days: 20, accepted: 50 });
  await recount(account);
  expect(await budgetOf(person)).toMatchObject({ points: 13, reasons: ['young', 'low_acceptance'] });
  await invite(person, account, { count: 400, days: 30, accepted: 0 });
  await recount(account);
  expect(await budgetOf(person)).toMatchObject({
    reasons: ['young', 'low_acceptance', 'many_pending'],
    stops_invites: true,
  });
});

test('an account from before is not bound until a person turns it on', async () => {
  const person = await server.signUp();
  const account = await connect(person);
  await server.owner.query(
    `update accounts set enforces_risk = false, created_at = app_now() - interval '90 days', ramp = 'off', ramp_since = null where id = $1`,
    [account],
  );
  expect(await budgetOf(person)).toMatchObject({ points: 90, is_enforced: false, reasons: [] });
  await person.call(api.updateAccount, { params: { id: account }, body: { enforces_risk: true } });
  expect(await budgetOf(person)).toMatchObject({ is_enforced: true });
});
