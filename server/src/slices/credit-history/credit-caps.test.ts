import { api } from '@overture/contract';
import { beforeEach, expect, test } from 'vitest';
import type { TransactionContext } from '../../kernel/context.ts';
import { useTestServer } from '../../testing/harness.ts';
import { addClient, signUpAgency } from '../agency/agency.factory.ts';
import { grantCredits, releaseCredits, reserveCredits, settleCredits } from '../billing/index.ts';

const server = useTestServer();
type Person = Awaited<ReturnType<typeof server.signUp>>;
let ada: Person;

/** In the name of a person, or (null) of the program itself. */
function act<Result>(organizationId: number, userId: number | null, work: (tx: TransactionContext) => Promise<Result>) {
  return server.program.system
    .forOrganization(organizationId)
    .transaction((tx) =>
      work({ ...tx, user: userId === null ? null : { id: userId, role: 'USER', actor_id: userId } }),
    );
}
const spend = (amount: number, userId: number | null = ada.user_id, organizationId = ada.organization_id) =>
  act(organizationId, userId, (tx) =>
    reserveCredits(tx, { amount, kind: 'research', purpose: 'Work', key: crypto.randomUUID() }),
  );
const setCap = (credits: number | null) =>
  ada.call(api.setCreditCap, { params: { userId: ada.user_id }, body: { credits } });
const balance = async (id = ada.organization_id): Promise<number> =>
  (await server.owner.query('select email_credits from organizations where organization_id = $1', [id])).rows[0]
    .email_credits;

beforeEach(async () => {
  ada = await server.signUp('Ada');
});

test('a cap refuses with its sentence, and nothing is reserved', async () => {
  await spend(20);
  const { data } = await setCap(50);
  expect(data.people).toMatchObject([{ user_id: ada.user_id, used: 20, cap: 50 }]);
  await spend(30);
  await expect(spend(1)).rejects.toMatchObject({
    code: 'credit_cap_reached',
    message: 'Your cap is 50 credits a month. Used or reserved: 50. This needs 1. An organization admin can raise it.',
  });
  expect(await balance()).toBe(50);
  // Work that found nothing is given back and can be used.
  const reservation = (await server.owner.query('select max(id)::int as id from credit_reservations')).rows[0].id;
  await act(ada.organization_id, null, (tx) => releaseCredits(tx, reservation, [{ key: 'back', credits: 10 }]));
  await spend(10);
  await setCap(null);
  await spend(5);
  expect((await ada.call(api.listCreditCaps)).data).toMatchObject({
    time_zone: 'UTC',
    people: [{ name: 'Ada', used: 55, cap: null }],
    organization: { cap: null, used: 55 },
  });
});

test('two that spend in parallel cannot pass it together', async () => {
  await setCap(30);
  const outcomes = await Promise.allSettled(Array.from({ length: 6 }, () => spend(10)));
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(3);
  expect(await balance()).toBe(70);
});

test('what was used in the month before does not count, by the clock of the organization', async () => {
  await server.owner.query("update organizations set time_zone = 'Pacific/Kiritimati' where organization_id = $1", [
    ada.organization_id,
  ]);
  await setCap(10);
  await spend(10);
  await expect(spend(1)).rejects.toMatchObject({ code: 'credit_cap_reached' });
  // One second before the month began there.
  await server.owner.query(
    `update credit_reservations set created_at = date_trunc('month', app_now() at time zone 'Pacific/Kiritimati')
       at time zone 'Pacific/Kiritimati' - interval '1 second' where organization_id = $1`,
    [ada.organization_id],
  );
  await spend(10);
});

/** Stored sums of days that differ from a recount of the reservations. */
async function findWrongDays(): Promise<unknown[]> {
  const kept = `select organization_id, day, user_id, sum(credits) as credits from credit_days group by 1, 2, 3 having sum(credits) <> 0`;
  const counted = `select organization_id, (created_at at time zone 'UTC')::date as day, coalesce(user_id, 0) as user_id,
    sum(amount - released) as credits from credit_reservations group by 1, 2, 3 having sum(amount - released) <> 0`;
  const { rows } = await server.owner.query(
    `((${kept}) except (${counted})) union all ((${counted}) except (${kept})) limit 5`,
  );
  return rows;
}

test('sums by the day follow releases, changed days, and people and organizations that go', async () => {
  await server.owner.query('update organizations set email_credits = 1000 where organization_id = $1', [
    ada.organization_id,
  ]);
  const ids = await Promise.all(Array.from({ length: 8 }, (_, n) => spend(10, n % 2 ? ada.user_id : null)));
  expect(await findWrongDays()).toEqual([]);
  await Promise.all(
    ids.map((id) =>
      act(ada.organization_id, null, (tx) => releaseCredits(tx, id!, [{ key: `back ${id}`, credits: 4 }])),
    ),
  );
  await act(ada.organization_id, null, (tx) => settleCredits(tx, ids[0]!, [{ key: 'spent', credits: 6 }]));
  expect(await findWrongDays()).toEqual([]);
  expect((await ada.call(api.listCreditCaps)).data).toMatchObject({
    people: [{ used: 24 }],
    organization: { used: 48 },
  });
  await server.owner.query(
    "update credit_reservations set created_at = created_at - interval '40 days' where organization_id = $1 and id = $2",
    [ada.organization_id, ids[1]],
  );
  expect((await ada.call(api.listCreditCaps)).data).toMatchObject({ organization: { used: 42 } });
  const eve = await server.signUp('Eve');
  await spend(7, eve.user_id, eve.organization_id);
  await server.owner.query('update credit_reservations set user_id = null where organization_id = $1', [
    eve.organization_id,
  ]);
  expect(await findWrongDays()).toEqual([]);
  await server.owner.query('delete from credit_reservations where id = $1', [ids[2]]);
  await server.owner.query('delete from organizations where organization_id = $1', [eve.organization_id]);
  expect(await findWrongDays()).toEqual([]);
});

test('a month begins by the clock of the organization, before or after midnight in UTC', async () => {
  for (const zone of ['Pacific/Kiritimati', 'America/Los_Angeles', 'Asia/Kolkata', 'UTC']) {
    await server.owner.query('update organizations set time_zone = $1 where organization_id = $2', [
      zone,
      ada.organization_id,
    ]);
    await server.owner.query('delete from credit_reservations where organization_id = $1', [ada.organization_id]);
    // One second before the month, its first second, and either side of the midnights in UTC around it.
    await server.owner.query(
      `insert into credit_reservations (organization_id, key, purpose, amount, kind, created_at)
       select $1, 'month ' || place, 'Work', 10 ^ (place - 1), 'research', at
       from (select date_trunc('month', app_now() at time zone $2) at time zone $2 as since) m cross join lateral (
         select since - interval '1 second' as at, 1 as place union all select since, 2 union all
         select date_trunc('day', since, 'UTC') - interval '1 second', 3 union all
         select least(date_trunc('day', since, 'UTC') + interval '24 hours', app_now()), 4) points`,
      [ada.organization_id, zone],
    );
    const { rows } = await server.owner.query(
      `select coalesce(sum(amount), 0)::int as used from credit_reservations where organization_id = $1
         and created_at >= date_trunc('month', app_now() at time zone $2) at time zone $2`,
      [ada.organization_id, zone],
    );
    expect((await ada.call(api.listCreditCaps)).data.organization, zone).toEqual({ cap: null, used: rows[0].used });
  }
});

test('a person without a cap, and work of campaigns, are not held by the cap of another', async () => {
  await setCap(0);
  await spend(5, null);
  await expect(spend(1)).rejects.toMatchObject({ code: 'credit_cap_reached' });
});

test('a cap is set for people of the own organization', async () => {
  const eve = await server.signUp('Eve');
  const ofEve = { params: { userId: eve.user_id }, body: { credits: 5 } };
  expect((await ada.call(api.setCreditCap, ofEve)).status).toBe(404);
});

test('an agency caps a client, whose sentence names the provider', async () => {
  const agency = await signUpAgency(server);
  const { id } = await addClient(server, agency);
  await act(id, null, (tx) => grantCredits(tx, { amount: 100, purpose: 'Gift', key: 'gift' }));
  const cap = await agency.call(api.setClientCreditCap, { params: { id }, body: { credits: 40 } });
  expect(cap.data).toEqual({ cap: 40, used: 0 });
  await spend(40, null, id);
  await expect(spend(1, null, id)).rejects.toMatchObject({
    message:
      "Your organization's cap is 40 credits a month. Used or reserved: 40. This needs 1. The provider of your account can raise it.",
  });
  expect((await agency.call(api.getClientCreditCap, { params: { id } })).data).toEqual({ cap: 40, used: 40 });
  const other = await signUpAgency(server);
  expect((await other.call(api.setClientCreditCap, { params: { id }, body: { credits: 900 } })).status).toBe(404);
});
