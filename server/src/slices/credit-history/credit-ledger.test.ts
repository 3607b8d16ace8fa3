import { expect, test } from 'vitest';
import { createRoundMemory } from '../../kernel/rounds/parked-units.ts';
import { useTestServer } from '../../testing/harness.ts';
import { grantCredits, releaseCredits, reserveCredits, settleCredits } from '../billing/index.ts';
import { reportLowCredits } from './credit-alerts.service.ts';
import { checkLedgers } from './credit-ledger.service.ts';
import { findDifferences } from './credit-ledger.store.ts';

const server = useTestServer({ is_alone: true });
const system = () => server.program.system;
const check = () => checkLedgers({ ...system(), rounds: createRoundMemory() }, new AbortController().signal);
const query = async (text: string, values: unknown[] = []) => (await server.owner.query(text, values)).rows;
const differences = () => system().systemTransaction(findDifferences);
/** As if a day had passed. */
const wait = () => query(`update credit_alerts set ledger_checked_at = ledger_checked_at - interval '25 hours'`);
const differenceOf = async (id: number) =>
  Number(
    (await query('select ledger_difference from credit_alerts where organization_id = $1', [id]))[0]?.ledger_difference,
  );

async function spend(organizationId: number, amount: number, spent: number): Promise<void> {
  await system()
    .forOrganization(organizationId)
    .transaction(async (tx) => {
      const key = crypto.randomUUID();
      const id = await reserveCredits(tx, { amount, kind: 'research', purpose: 'Work', key });
      if (spent > 0) await settleCredits(tx, id!, [{ key: `s:${key}`, credits: spent }]);
      if (spent < amount) await releaseCredits(tx, id!, [{ key: `r:${key}`, credits: amount - spent }]);
    });
}

test('a balance that is not the sum of its ledger is found within a day, and is over once it agrees', async () => {
  const [{ organization_id: sound }, { organization_id: odd }] = [await server.signUp(), await server.signUp()];
  await spend(sound, 30, 12);
  await system()
    .forOrganization(sound)
    .transaction((tx) => grantCredits(tx, { amount: 50, purpose: 'Gift', key: crypto.randomUUID() }));
  await check();
  expect(await differences()).toEqual({ organizations: 0, first: null });
  await query('update organizations set email_credits = email_credits + 7 where organization_id = $1', [odd]);
  // It was compared today.
  await check();
  expect(await differences()).toMatchObject({ organizations: 0 });
  await wait();
  await check();
  expect(await differences()).toEqual({ organizations: 1, first: odd });
  expect([await differenceOf(odd), await differenceOf(sound)]).toEqual([7, 0]);
  await query('update organizations set email_credits = email_credits - 7 where organization_id = $1', [odd]);
  await wait();
  await check();
  expect(await differences()).toMatchObject({ organizations: 0 });
});

test('an organization that is compared before its credits were judged is still told that they run low', async () => {
  const { organization_id: id } = await server.signUp();
  await spend(id, 90, 90);
  await check();
  await reportLowCredits({ ...system(), rounds: createRoundMemory() }, new AbortController().signal);
  expect(
    (await query('select low_share_at from credit_alerts where organization_id = $1', [id]))[0]?.low_share_at,
  ).toEqual(expect.any(Date));
});
