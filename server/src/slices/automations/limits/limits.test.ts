import { AUTOMATION_LIMITS } from '@overture/domain/automations/automations';
import { afterEach, expect, test } from 'vitest';
import { useTestServer } from '../../../testing/harness.ts';
import { pruneDays } from './days.store.ts';
import { grantActions } from './limits.service.ts';

const server = useTestServer({});
const query = (text: string, values: unknown[] = []) => server.owner.query(text, values);
const moveClock = (days: number) =>
  query('update installation set clock_offset = make_interval(days => $1::integer)', [days]);
afterEach(() => moveClock(0));

test('a day of the limits begins and ends by the clock of the log', async () => {
  const { organization_id } = await server.signUp();
  const spend = (amount: number) =>
    server.program.system
      .forOrganization(organization_id)
      .transaction((tx) => grantActions(tx, [{ automation_id: null, name: '', actions: amount }]));
  const countDays = async () =>
    (await query('select from automation_days where organization_id = $1', [organization_id])).rowCount;
  expect(await spend(AUTOMATION_LIMITS.actions_a_day)).toEqual([null]);
  expect(await spend(1)).toEqual([expect.stringContaining('tomorrow')]);
  await moveClock(1);
  expect(await spend(1)).toEqual([null]);
  await moveClock(4);
  await server.program.system.systemTransaction(pruneDays);
  expect(await countDays()).toBe(0);
});
