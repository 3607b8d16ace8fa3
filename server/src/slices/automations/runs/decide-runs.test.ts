import { api } from '@overture/contract';
import type { AutomationAction, AutomationBody } from '@overture/contract/automations';
import { AUTOMATION_LIMITS } from '@overture/domain/automations/automations';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { useTestServer } from '../../../testing/harness.ts';
import { makeConversation } from '../../chats/chats.factory.ts';
import { createList } from '../../searches/lists.factory.ts';
import { enqueueEvents } from '../../webhooks/index.ts';
import { setChain } from '../actions/causes.store.ts';
import { createTestChat, runAllDue } from '../automations.factory.ts';
import { boundRuns } from './bound-runs.service.ts';
import { decideRuns } from './decide-runs.service.ts';
import { runNext } from './run-automations.service.ts';

const server = useTestServer({ team_chat: createTestChat() });
type Person = Awaited<ReturnType<typeof server.signUp>>;
let person: Person;
beforeEach(async () => {
  person = await server.signUp();
});
afterEach(() => server.owner.query('delete from automations'));

const { signal } = new AbortController();
const query = (text: string, values: unknown[] = []) => server.owner.query(text, values);
const decide = () => decideRuns(server.program.system, signal);
const createLabel = async (name: string) =>
  (await person.call(api.createChatLabel, { body: { name, color: '#ff0000' } })).data.label.id;
const runsOf = async (id: number) => (await person.call(api.listAutomationRuns, { params: { id } })).data.runs;
const countStates = async (id: number) =>
  Object.fromEntries(
    (
      await query('select state, count(*)::int as n from automation_runs where automation_id = $1 group by 1', [id])
    ).rows.map(({ state, n }) => [state, n]),
  );
const labeled = async (label: number) =>
  (await query('select prospect_id::int as id from prospect_labels where label_id = $1 order by 1', [label])).rows.map(
    ({ id }) => id,
  );

/** An active automation of leads whose status changed. */
async function start(actions: AutomationAction[], more: Partial<AutomationBody> = {}): Promise<number> {
  const trigger_type = 'prospect.status_changed' as const;
  const body: AutomationBody = { name: 'Test', trigger_type, match: 'all', conditions: [], actions, ...more };
  const { id } = (await person.call(api.createAutomation, { body })).data.automation;
  await query('update automations set is_active = true where id = $1', [id]);
  return id;
}

async function makeLeads(amount: number): Promise<number[]> {
  const { rows } = await query(
    `insert into prospects (organization_id, email) select $1, 'lead' || n || '@buyer.example' from generate_series(1, $2::int) n
      returning id::int`,
    [person.organization_id, amount],
  );
  return rows.map(({ id }) => id);
}

const emit = (leads: readonly number[], interest = 'interested', chain: number[] = []) =>
  server.program.system.forOrganization(person.organization_id).transaction(async (tx) => {
    if (chain.length > 0) await setChain(tx, chain);
    await enqueueEvents(
      tx,
      leads.map((prospect_id) => ({ type: 'prospect.status_changed', prospect_id, data: { interest } })),
    );
  });

test('runs are decided, labeled, listed and logged together, each event once', async () => {
  const [label_id, search_id] = [await createLabel('Hot'), await createList(person, 'Hot leads')];
  const conditions = [{ field: 'interest', operator: 'is' as const, values: ['interested'] }];
  const actions = [
    { type: 'add_label' as const, label_id },
    { type: 'add_to_list' as const, search_id },
  ];
  const id = await start(actions, { conditions });
  const leads = await makeLeads(600);
  await emit(leads);
  await emit(leads.slice(0, 1));
  await emit(leads.slice(0, 2), 'not_interested');
  await emit(leads.slice(0, 1), 'interested', [id]);
  await Promise.all([decide(), decide()]);
  expect(await countStates(id)).toEqual({ done: 601, unmatched: 2, skipped: 1 });
  expect(await labeled(label_id)).toEqual(leads);
  const list = await query('select total_prospects from searches where id = $1', [search_id]);
  expect(list.rows).toEqual([{ total_prospects: 600 }]);
  const days = await query('select actions from automation_days where organization_id = $1', [person.organization_id]);
  expect(days.rows).toEqual([{ actions: 601 * 2 }]);
  const again = (await runsOf(id)).find(({ state }) => state === 'done');
  expect(again?.effects).toMatchObject([{ state: 'unchanged' }, { state: 'unchanged' }]);
  const first = await query(
    `select e.note from automation_effects e join automation_runs r on r.id = e.run_id where r.automation_id = $1
      order by run_id, position limit 2`,
    [id],
  );
  expect(first.rows).toEqual([{ note: 'Add the label “Hot”' }, { note: 'Add to the list “Hot leads”' }]);
});

test('a label that is put on and taken off in one batch ends as in the order of the events', async () => {
  const label_id = await createLabel('Hot');
  const is = (value: string) => ({ conditions: [{ field: 'interest', operator: 'is' as const, values: [value] }] });
  await start([{ type: 'remove_label', label_id }], is('not_interested'));
  await start([{ type: 'add_label', label_id }], is('interested'));
  const leads = await makeLeads(2);
  await emit(leads, 'interested');
  await emit(leads.slice(0, 1), 'not_interested');
  await runAllDue(server.program.system);
  expect(await labeled(label_id)).toEqual(leads.slice(1));
});

test('a batch of runs of many chains is decided in several transactions', async () => {
  const label_id = await createLabel('Hot');
  const id = await start([{ type: 'add_label', label_id }]);
  const leads = await makeLeads(60);
  await emit(leads);
  await query('update webhook_messages set automation_chain = array[1000000 + id] where organization_id = $1', [
    person.organization_id,
  ]);
  await decide();
  expect(await labeled(label_id)).toEqual(leads);
  const { rows } = await query(
    'select count(distinct xmin::text)::int as n from automation_runs where automation_id = $1',
    [id],
  );
  expect(rows).toEqual([{ n: 2 }]);
});

test.each([
  ['of a label', []],
  ['of several kinds', [{ type: 'stop_campaigns' as const }]],
])('a label ends as in the order of the events after a run %s that is carried out alone', async (_, more) => {
  const label_id = await createLabel('Hot');
  const [off, on, fresh] = await makeLeads(3);
  const is = (value: string) => ({ conditions: [{ field: 'interest', operator: 'is' as const, values: [value] }] });
  await start([{ type: 'remove_label', label_id }, ...more], is('not_interested'));
  await start([{ type: 'add_label', label_id }], is('interested'));
  await emit([off!, on!], 'interested');
  await emit([off!, on!], 'not_interested');
  await emit([on!, fresh!], 'interested');
  await runAllDue(server.program.system);
  expect(await labeled(label_id)).toEqual([on, fresh]);
});

test('one statement that fails for many leads leaves nothing, and each run is carried out alone', async () => {
  const [kept, refused] = [await createLabel('Kept'), await createLabel('Refused')];
  const good = await start([{ type: 'add_label', label_id: kept }]);
  const bad = await start([{ type: 'add_label', label_id: refused }]);
  const leads = await makeLeads(3);
  await emit(leads);
  const constraint = `alter table prospect_labels add constraint planted check (label_id <> ${refused} or prospect_id <> ${leads[1]}) not valid`;
  await query(constraint);
  try {
    await runAllDue(server.program.system);
  } finally {
    await query('alter table prospect_labels drop constraint planted');
  }
  expect(await labeled(kept)).toEqual(leads);
  expect(await labeled(refused)).toEqual([leads[0], leads[2]]);
  expect(await countStates(good)).toEqual({ done: 3 });
  expect(await countStates(bad)).toEqual({ done: 2, pending: 1 });
});

test('a run that cannot be decided is parked alone', async () => {
  const label_id = await createLabel('Hot');
  const id = await start([{ type: 'add_label', label_id }]);
  const leads = await makeLeads(3);
  await emit(leads);
  const broken = await query(
    'select id::int from automation_runs where automation_id = $1 order by id offset 1 limit 1',
    [id],
  );
  const constraint = `alter table automation_runs add constraint planted check (id <> ${broken.rows[0].id} or state = 'pending' and actions is null) not valid`;
  await query(constraint);
  try {
    await decide();
  } finally {
    await query('alter table automation_runs drop constraint planted');
  }
  expect(await labeled(label_id)).toEqual([leads[0], leads[2]]);
  expect(await countStates(id)).toEqual({ done: 2, pending: 1 });
  await query(`delete from parked_units where loop = 'automation-decisions'`);
  await decide();
  expect(await countStates(id)).toEqual({ done: 3 });
});

const spendOwn = (id: number, actions: number) =>
  query(
    `update automations set counted_on = (app_now() at time zone 'UTC')::date, counted_actions = $2 where id = $1`,
    [id, actions],
  );
const endDay = async () => {
  await query('update automations set counted_on = counted_on - 1');
  await query(`update automation_runs set not_before = '-infinity' where state = 'pending'`);
};
async function makeContacted() {
  const { prospect_id, campaign_id } = await makeConversation(server, person.organization_id);
  const statusOf = async () =>
    (
      await query(
        `select case when archived_at is null then status else 'REMOVED' end as status from campaign_leads where prospect_id = $1 and campaign_id = $2`,
        [prospect_id, campaign_id],
      )
    ).rows[0].status;
  return { prospect_id, campaign_id, statusOf };
}

test('a batch is cut at the limit of a day: the first runs are carried out, the others wait', async () => {
  const label_id = await createLabel('Hot');
  const id = await start([{ type: 'add_label', label_id }]);
  await spendOwn(id, AUTOMATION_LIMITS.actions_of_one_a_day - 2);
  const leads = await makeLeads(5);
  await emit(leads);
  await runAllDue(server.program.system);
  expect(await labeled(label_id)).toEqual(leads.slice(0, 2));
  expect(await countStates(id)).toEqual({ done: 2, pending: 3 });
  await endDay();
  await runAllDue(server.program.system);
  expect(await labeled(label_id)).toEqual(leads);
});

test.each([
  ['stop_campaigns', 'COMPLETED'],
  ['remove_from_campaign', 'REMOVED'],
] as const)('%s does not wait for a limit, the other actions of the run do', async (type, status) => {
  const { prospect_id, campaign_id, statusOf } = await makeContacted();
  const label_id = await createLabel('Later');
  const ends = type === 'stop_campaigns' ? { type } : { type, campaign_id };
  const id = await start([{ type: 'add_label', label_id }, ends]);
  await spendOwn(id, AUTOMATION_LIMITS.actions_of_one_a_day);
  await emit([prospect_id]);
  await runAllDue(server.program.system);
  expect(await statusOf()).toBe(status);
  expect(await labeled(label_id)).toEqual([]);
  expect(await runsOf(id)).toMatchObject([
    { state: 'pending', reason: expect.stringContaining('tomorrow'), effects: [{ position: 1, state: 'done' }] },
  ]);
  await endDay();
  await runAllDue(server.program.system);
  expect(await labeled(label_id)).toEqual([prospect_id]);
  expect(await runsOf(id)).toMatchObject([{ state: 'done', effects: [{ state: 'done' }, { state: 'done' }] }]);
  const { rows } = await query('select counted_actions from automations where id = $1', [id]);
  expect(rows).toEqual([{ counted_actions: 1 }]);
});

test('where too many runs wait, what ends outreach is carried out and the newest others are skipped', async () => {
  const { prospect_id, statusOf } = await makeContacted();
  const ends = await start([{ type: 'stop_campaigns' }]);
  const assigns = await start([{ type: 'assign', user_id: person.user_id }]);
  await emit([prospect_id]);
  await decide();
  await boundRuns(server.program.system, signal, 0);
  expect(await countStates(assigns)).toEqual({ skipped: 1 });
  await runAllDue(server.program.system);
  expect(await countStates(ends)).toEqual({ done: 1 });
  expect(await statusOf()).toBe('COMPLETED');
});

test('what ends outreach comes before the actions that wait', async () => {
  const { prospect_id, statusOf } = await makeContacted();
  const assigns = await start([{ type: 'assign', user_id: person.user_id }]);
  await emit([prospect_id]);
  await decide();
  await start([{ type: 'stop_campaigns' }]);
  await emit([prospect_id]);
  await decide();
  await runNext(server.program.system, signal);
  expect(await countStates(assigns)).toEqual({ pending: 2 });
  expect(await statusOf()).toBe('COMPLETED');
});

test('a lead whose campaigns were stopped is not added to one for an earlier event that waited for the next day', async () => {
  const { prospect_id } = await makeContacted();
  const campaign_id = (await person.call(api.createCampaign, { body: { name: 'Another' } })).data.campaign.id;
  const is = (value: string) => ({ conditions: [{ field: 'interest', operator: 'is' as const, values: [value] }] });
  const adds = await start([{ type: 'add_to_campaign', campaign_id }], is('interested'));
  await start([{ type: 'stop_campaigns' }], is('not_interested'));
  await spendOwn(adds, AUTOMATION_LIMITS.actions_of_one_a_day);
  await emit([prospect_id], 'interested');
  await emit([prospect_id], 'not_interested');
  await runAllDue(server.program.system);
  await endDay();
  await runAllDue(server.program.system);
  const added = await query('select from campaign_leads where campaign_id = $1', [campaign_id]);
  expect(added.rowCount).toBe(0);
  const done = (await runsOf(adds)).find(({ state }) => state === 'done');
  expect(done?.effects).toMatchObject([{ state: 'unchanged', note: expect.stringContaining('after this event') }]);
});

test('a run beyond a limit is not skipped while it is still to end outreach, and is when the rest waits', async () => {
  const { prospect_id, statusOf } = await makeContacted();
  const id = await start([{ type: 'stop_campaigns' }, { type: 'assign', user_id: person.user_id }]);
  await spendOwn(id, AUTOMATION_LIMITS.actions_of_one_a_day);
  await emit([prospect_id]);
  await decide();
  // A first try that failed for a reason of its moment.
  await query(
    `insert into automation_effects (run_id, position, organization_id, state, note)
      select id, 0, organization_id, 'waiting', '' from automation_runs where automation_id = $1`,
    [id],
  );
  await boundRuns(server.program.system, signal, 0);
  await runAllDue(server.program.system);
  expect(await statusOf()).toBe('COMPLETED');
  await boundRuns(server.program.system, signal, 0);
  expect(await countStates(id)).toEqual({ skipped: 1 });
});
