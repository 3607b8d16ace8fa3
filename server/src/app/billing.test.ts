import { api } from '@overture/contract';
import { UNLIMITED_CREDITS } from '@overture/domain/limits';
import { afterEach, expect, test } from 'vitest';
import { applyBilling, grantCredits, reserveCredits } from '../slices/billing/index.ts';
import { startTestServer, type TestServer } from '../testing/harness.ts';

let server: TestServer & { stop(): Promise<void> };
afterEach(() => server.stop());

async function start(billing: 'manual' | 'unlimited') {
  server = await startTestServer({ roles: ['web'], environment: { BILLING: billing } });
  const person = await server.signUp();
  await server.owner.query(
    `update organizations set trial_ends_at = app_now() - interval '1 day' where organization_id = $1`,
    [person.organization_id],
  );
  const loadOrganization = async () => {
    const answer = await person.call(api.getUser);
    return answer.data.user.organization;
  };
  const reserve = (amount: number, key: string) =>
    server.program.system
      .forOrganization(person.organization_id)
      .transaction((tx) => reserveCredits(tx, { kind: 'research', amount, purpose: 'a test', key }));
  return { person, readOrganization: loadOrganization, reserve };
}

test('without billing everything works after the trial, and credits never run out', async () => {
  const { person, readOrganization, reserve } = await start('unlimited');
  const plan = { is_unlimited: true, active_subscription: true, is_in_trial: false };
  expect(await readOrganization()).toMatchObject({ ...plan, email_credits: UNLIMITED_CREDITS });
  await reserve(700_000, 'first');
  expect((await readOrganization()).email_credits).toBe(300_000);
  await reserve(700_000, 'second');
  expect((await readOrganization()).email_credits).toBe(UNLIMITED_CREDITS);
  await reserve(600_000, 'third');
  await applyBilling(server.program.system);
  expect((await readOrganization()).email_credits).toBe(UNLIMITED_CREDITS);
  const { rows } = await server.owner.query(
    `select sum(change)::int as sum, sum(credits) filter (where kind = 'reserve')::int as spent from credit_entries
     where organization_id = $1`,
    [person.organization_id],
  );
  expect(rows[0]).toEqual({ sum: UNLIMITED_CREDITS, spent: 2_000_000 });
});

test('with manual plans spending is refused after the trial, and credits are not refilled', async () => {
  const { readOrganization, reserve } = await start('manual');
  expect(await readOrganization()).toMatchObject({
    is_unlimited: false,
    active_subscription: false,
    is_in_trial: false,
    email_credits: 100,
  });
  await expect(reserve(10, 'first')).rejects.toMatchObject({ code: 'subscription_required' });
  await applyBilling(server.program.system);
  expect((await readOrganization()).email_credits).toBe(100);
});

test('unsold credits are removed once credits count again, and paid ones stay', async () => {
  const { person, readOrganization, reserve } = await start('manual');
  const { system } = server.program;
  const change = (billing: 'manual' | 'unlimited') =>
    applyBilling({ ...system, config: { ...system.config, BILLING: billing } });
  await server.owner.query('update organizations set active_subscription = true where organization_id = $1', [
    person.organization_id,
  ]);
  await reserve(30, 'before');
  for (const spent of [600_000, 700_000]) {
    await change('unlimited');
    expect((await readOrganization()).email_credits).toBe(UNLIMITED_CREDITS);
    await reserve(spent, `free ${spent}`);
    await system
      .forOrganization(person.organization_id)
      .transaction((tx) => grantCredits(tx, { amount: 50, purpose: 'a gift', key: `gift ${spent}` }));
    await change('manual');
    await change('manual');
  }
  expect((await readOrganization()).email_credits).toBe(170);
  await change('unlimited');
  const later = await server.signUp();
  await change('manual');
  const { rows } = await server.owner.query(
    `select o.organization_id, email_credits as balance, sum(change)::int as sum from organizations o join credit_entries using (organization_id)
     where o.organization_id = any ($1) group by 1, 2 order by 1`,
    [[person.organization_id, later.organization_id]],
  );
  expect(rows.map(({ balance, sum }) => [balance, sum])).toEqual([
    [170, 170],
    [100, 100],
  ]);
});
