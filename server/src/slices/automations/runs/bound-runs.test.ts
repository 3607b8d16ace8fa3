import { api } from '@overture/contract';
import { AUTOMATION_LIMITS } from '@overture/domain/automations/automations';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { useTestServer } from '../../../testing/harness.ts';
import { enqueueEvents } from '../../webhooks/index.ts';
import { createTestChat, runAllDue, SLACK_ADDRESS } from '../automations.factory.ts';
import { boundRuns } from './bound-runs.service.ts';

const chat = createTestChat();
const server = useTestServer({ team_chat: chat });
let person: Awaited<ReturnType<typeof server.signUp>>;
beforeEach(async () => {
  person = await server.signUp();
  chat.posted.length = 0;
});
afterEach(() => server.owner.query('delete from automations'));

const { signal } = new AbortController();
const run = () => runAllDue(server.program.system);
const query = (text: string, values: unknown[] = []) => server.owner.query(text, values);
const listRuns = async (id: number) => (await person.call(api.listAutomationRuns, { params: { id } })).data.runs;
const emit = (amount: number) =>
  server.program.system.forOrganization(person.organization_id).transaction((tx) =>
    enqueueEvents(
      tx,
      Array.from({ length: amount }, () => ({ type: 'credits.low', data: { credits: 1, threshold: 2 } })),
    ),
  );

/** Posts at every warning of few credits. */
async function startPosting(): Promise<number> {
  await person.call(api.saveSlackConnection, { body: { url: SLACK_ADDRESS, name: '#sales' } });
  const made = await person.call(api.createAutomation, {
    body: {
      ...{ name: 'Test', trigger_type: 'credits.low', match: 'all', conditions: [] },
      actions: [{ type: 'send_slack', text: 'Low' }],
    },
  });
  const { id } = made.data.automation;
  await person.call(api.previewStoredAutomation, { params: { id } });
  await person.call(api.switchAutomation, { params: { id }, body: { is_active: true } });
  return id;
}

test('an automation has a daily limit of its own, which ends a loop through a program outside, with one notice', async () => {
  const id = await startPosting();
  await query(
    `update automations set counted_on = (statement_timestamp() at time zone 'UTC')::date, counted_actions = $2 where id = $1`,
    [id, AUTOMATION_LIMITS.actions_of_one_a_day],
  );
  await emit(2);
  await run();
  expect(chat.posted).toEqual([]);
  expect(await listRuns(id)).toMatchObject([{ state: 'pending', reason: expect.stringContaining('5,000') }, {}]);
  const notices = `select count(*)::int as n from notice_mails where organization_id = $1 and subject like '%daily limit%'`;
  expect((await query(notices, [person.organization_id])).rows[0].n).toBe(1);
  await query(`update automations set counted_on = counted_on - 1 where id = $1`, [id]);
  await query(`update automation_runs set not_before = '-infinity' where state = 'pending'`);
  await run();
  expect(chat.posted).toHaveLength(2);
});

test('where too many runs wait, the newest are skipped with a reason and one notice a day', async () => {
  const id = await startPosting();
  await emit(3);
  await boundRuns(server.program.system, signal, 2);
  await emit(1);
  await boundRuns(server.program.system, signal, 2);
  const runs = await listRuns(id);
  expect(runs.map(({ state }) => state)).toEqual(['skipped', 'skipped', 'pending', 'pending']);
  expect(runs[0]!.reason).toContain('runs were waiting');
  const notices = `select count(*)::int as n from notice_mails where organization_id = $1 and subject like 'Too many%'`;
  expect((await query(notices, [person.organization_id])).rows[0].n).toBe(1);
  await query('delete from automation_runs');
});
