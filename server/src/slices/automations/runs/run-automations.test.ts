import { ProviderError } from '@overture/adapters/kit/errors';
import { api } from '@overture/contract';
import type { AutomationBody } from '@overture/contract/automations';
import { AUTOMATION_LIMITS } from '@overture/domain/automations/automations';
import { sql } from 'kysely';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { useTestServer } from '../../../testing/harness.ts';
import { makeConversation, receiveReply } from '../../chats/chats.factory.ts';
import { createList } from '../../searches/lists.factory.ts';
import { enqueueEvents } from '../../webhooks/index.ts';
import { setChain } from '../actions/causes.store.ts';
import { createTestChat, runAllDue, SLACK_ADDRESS } from '../automations.factory.ts';
import { decideRuns } from './decide-runs.service.ts';
import { runNext, runStops } from './run-automations.service.ts';
import { claimRun, STOP_LOOP } from './runs.store.ts';

const chat = createTestChat();
const server = useTestServer({ team_chat: chat });
type Person = Awaited<ReturnType<typeof server.signUp>>;
let person: Person;
beforeEach(async () => {
  person = await server.signUp();
  chat.posted.length = 0;
  chat.fail = null;
});
afterEach(() => server.owner.query('delete from automations'));

const { signal } = new AbortController();
const run = () => runAllDue(server.program.system);
const query = (text: string, values: unknown[] = []) => server.owner.query(text, values);
const contextOf = ({ organization_id }: Person) => server.program.system.forOrganization(organization_id);
const createLabel = async (name: string, owner = person) =>
  (await owner.call(api.createChatLabel, { body: { name, color: '#ff0000' } })).data.label.id;
const labelsOf = async (lead: number) =>
  (await query('select label_id from prospect_labels where prospect_id = $1', [lead])).rows.map((row) => row.label_id);

async function start(changes: Partial<AutomationBody>, owner = person): Promise<number> {
  const made = await owner.call(api.createAutomation, {
    body: { name: 'Test', trigger_type: 'reply.received', match: 'all', conditions: [], actions: [], ...changes },
  });
  expect(made.status).toBe(201);
  const { id } = made.data.automation;
  await owner.call(api.previewStoredAutomation, { params: { id } });
  const on = await owner.call(api.switchAutomation, { params: { id }, body: { is_active: true } });
  expect(on.status).toBe(200);
  return id;
}
const connectSlack = (owner = person) =>
  owner.call(api.saveSlackConnection, { body: { url: SLACK_ADDRESS, name: '#sales' } });
/** Posts at every warning of few credits. */
async function startPosting(): Promise<number> {
  await connectSlack();
  return start({ trigger_type: 'credits.low', actions: [{ type: 'send_slack', text: 'Few' }] });
}
const runsOf = async (id: number, owner = person) =>
  (await owner.call(api.listAutomationRuns, { params: { id } })).data.runs;
const emit = (owner: Person, amount = 1, chain: number[] = []) =>
  contextOf(owner).transaction(async (tx) => {
    if (chain.length > 0) await setChain(tx, chain);
    const data = { credits: 1, threshold: 2 };
    await enqueueEvents(
      tx,
      Array.from({ length: amount }, () => ({ type: 'credits.low', data })),
    );
  });
const later = () => query(`update automation_runs set not_before = '-infinity' where state = 'pending'`);

test('a reply that fits labels the lead, lists it, assigns and reminds, puts it on a board, and is logged', async () => {
  const label_id = await createLabel('Hot');
  const search_id = await createList(person, 'Hot leads');
  const board = (await person.call(api.createKanbanBoard, { body: { name: 'Deals', columns: ['New', 'Won'] } })).data
    .board;
  const id = await start({
    conditions: [{ field: 'text', operator: 'contains', values: ['thursday'] }],
    actions: [
      { type: 'add_label', label_id },
      { type: 'add_to_list', search_id },
      { type: 'assign', user_id: person.user_id },
      { type: 'remind', in_days: 3, user_id: person.user_id },
      { type: 'put_on_board', board_id: board.id, column_id: board.columns[1]!.id },
      { type: 'stop_campaigns' },
    ],
  });
  const fits = await makeConversation(server, person.organization_id);
  const other = await makeConversation(server, person.organization_id);
  await receiveReply(server, fits, { text: 'Yes, Thursday.' });
  await receiveReply(server, other, { text: 'No.' });
  await run();
  expect(await labelsOf(fits.prospect_id)).toEqual([label_id]);
  expect(await labelsOf(other.prospect_id)).toEqual([]);
  const chats = await query('select assigned_user_id, remind_at from chats where prospect_id = $1', [fits.prospect_id]);
  expect(chats.rows[0]).toMatchObject({ assigned_user_id: person.user_id, remind_at: expect.any(Date) });
  const listed = await query('select from search_prospects where search_id = $1', [search_id]);
  expect(listed.rowCount).toBe(1);
  const cards = await query('select column_id from kanban_cards where prospect_id = $1', [fits.prospect_id]);
  expect(cards.rows).toEqual([{ column_id: board.columns[1]!.id }]);
  const history = await query('select automation_id from kanban_history where prospect_id = $1', [fits.prospect_id]);
  expect(history.rows).toEqual([{ automation_id: id }]);
  const card = await query('select id from kanban_cards where prospect_id = $1', [fits.prospect_id]);
  const shown = await person.call(api.listKanbanHistory, { params: { id: board.id, cardId: card.rows[0].id } });
  expect(shown.data.history).toMatchObject([{ author: 'automation Test' }]);
  const [skipped, done] = await runsOf(id);
  expect(skipped).toMatchObject({ state: 'unmatched', lead: { id: other.prospect_id } });
  expect(done).toMatchObject({ state: 'done', lead: { id: fits.prospect_id }, event: { type: 'reply.received' } });
  expect(done!.effects.map(({ state }) => state)).toEqual(['done', 'done', 'done', 'done', 'done', expect.any(String)]);
  expect(done!.effects[0]!.note).toBe('Add the label “Hot”');
});

test('the run of an organization does not wait for 1,000 events of another', async () => {
  const other = await server.signUp();
  await start({
    trigger_type: 'credits.low',
    conditions: [{ field: 'credits', operator: 'is', values: ['7'] }],
    actions: [{ type: 'stop_campaigns' }],
  }).catch(() => undefined);
  await connectSlack();
  await connectSlack(other);
  const slack = {
    trigger_type: 'credits.low' as const,
    actions: [{ type: 'send_slack' as const, text: '{{credits}}' }],
  };
  const busy = await start({ ...slack, conditions: [{ field: 'credits', operator: 'greater', values: ['5'] }] });
  await start(slack);
  const quick = await start(slack, other);
  await emit(person, 1000);
  await emit(other);
  await decideRuns(server.program.system, signal);
  let turns = 0;
  while ((await runsOf(quick, other))[0]!.state === 'pending' && turns < 100) {
    await runNext(server.program.system, signal);
    turns += 1;
  }
  expect(turns).toBeLessThan(100);
  const left = await query(
    `select state, count(*)::int as n from automation_runs where automation_id = $1 group by state`,
    [busy],
  );
  expect(left.rows).toEqual([{ state: 'unmatched', n: 1000 }]);
});

test('markup of an event is plain text in Slack, and what the author wrote stays', async () => {
  await connectSlack();
  await start({ actions: [{ type: 'send_slack', text: '<!here> {{prospect.first_name}}: {{text}}' }] });
  const conversation = await makeConversation(server, person.organization_id);
  await receiveReply(server, conversation, { text: '<!channel> yes' });
  await run();
  expect(chat.posted).toMatchObject([{ url: SLACK_ADDRESS, text: '<!here> Grace: &lt;!channel> yes' }]);
});

const failures: [string, ConstructorParameters<typeof ProviderError>[0], string, string][] = [
  ['a refusal', 'rejected', 'failed', 'failed'],
  ['a lost answer', 'unknown_outcome', 'failed', 'unknown'],
  ['a pause', 'rate_limited', 'pending', 'waiting'],
];
test.each(failures)('Slack: %s', async (_, kind, runState, effectState) => {
  const id = await startPosting();
  chat.fail = () => new ProviderError(kind, 'In words.', { concerns: 'service' });
  await emit(person);
  await run();
  chat.fail = null;
  await run();
  expect(await runsOf(id)).toMatchObject([{ state: runState, effects: [{ state: effectState, note: 'In words.' }] }]);
  expect(chat.posted).toEqual([]);
  const { data } = await person.call(api.getSlackConnection);
  expect(data.last_error).toBe('In words.');
  await later();
  await run();
  expect(chat.posted).toHaveLength(kind === 'rate_limited' ? 1 : 0);
});

/** A lead of a running campaign whose status changes. */
async function makeActiveLead() {
  const { prospect_id, campaign_lead_id } = await makeConversation(server, person.organization_id);
  const statusOf = async () =>
    (await query('select status from campaign_leads where id = $1', [campaign_lead_id])).rows[0].status;
  const change = () =>
    contextOf(person).transaction((tx) =>
      enqueueEvents(tx, [{ type: 'prospect.status_changed', prospect_id, data: { interest: 'not_interested' } }]),
    );
  return { statusOf, change };
}
const ofStatus = { trigger_type: 'prospect.status_changed' as const };

test('a stop does not wait for the Slack message before it in the list', async () => {
  await connectSlack();
  const id = await start({ ...ofStatus, actions: [{ type: 'send_slack', text: 'No' }, { type: 'stop_campaigns' }] });
  const { statusOf, change } = await makeActiveLead();
  await change();
  chat.fail = () => new ProviderError('unavailable', 'Down.', { concerns: 'service' });
  await run();
  expect(await statusOf()).toBe('COMPLETED');
  expect(await runsOf(id)).toMatchObject([
    {
      state: 'pending',
      effects: [
        { position: 0, state: 'waiting', note: 'Down.' },
        { position: 1, state: 'done' },
      ],
    },
  ]);
  chat.fail = null;
  await later();
  await run();
  expect(chat.posted).toHaveLength(1);
  expect(await runsOf(id)).toMatchObject([{ state: 'done' }]);
});

test('a loop of its own carries stops out while calls outside have all slots, and leaves the other actions', async () => {
  await connectSlack();
  const id = await start({ ...ofStatus, actions: [{ type: 'send_slack', text: 'No' }, { type: 'stop_campaigns' }] });
  const calls = await start({ trigger_type: 'credits.low', actions: [{ type: 'send_slack', text: 'Few' }] });
  const { statusOf, change } = await makeActiveLead();
  await emit(person, 2);
  await change();
  await decideRuns(server.program.system, signal);
  await runStops(server.program.system, signal);
  expect(await statusOf()).toBe('COMPLETED');
  expect(chat.posted).toEqual([]);
  expect(await runsOf(id)).toMatchObject([{ state: 'pending', effects: [{ position: 1, state: 'done' }] }]);
  expect(await runsOf(calls)).toMatchObject([{ state: 'pending' }, { state: 'pending' }]);
  await run();
  expect(chat.posted).toHaveLength(3);
  expect(await runsOf(id)).toMatchObject([{ state: 'done' }]);
});

test('a stop that failed, or whose worker died, does not wait behind other runs', async () => {
  await connectSlack();
  const id = await start({ ...ofStatus, actions: [{ type: 'send_slack', text: 'No' }, { type: 'stop_campaigns' }] });
  await start({ trigger_type: 'credits.low', actions: [{ type: 'send_slack', text: 'Few' }] });
  const { statusOf, change } = await makeActiveLead();
  await emit(person, 3);
  await change();
  await decideRuns(server.program.system, signal);
  // The first worker dies with the lease. The second one meets an error, and tries again later.
  const waiting = `update automation_runs set not_before = statement_timestamp() where automation_id = $1`;
  const claimed = await server.program.system.systemTransaction((tx) => claimRun(tx, [], STOP_LOOP));
  expect(claimed).not.toBeNull();
  await query(waiting, [id]);
  await query(`create function fail_stops() returns trigger language plpgsql as $$ begin raise 'no'; end $$`);
  await query('create trigger fail_stops before update on campaign_leads for each row execute function fail_stops()');
  await runStops(server.program.system, signal);
  await query('drop function fail_stops cascade');
  expect(await runsOf(id)).toMatchObject([{ state: 'pending', effects: [{ position: 1, state: 'waiting' }] }]);
  await query(waiting, [id]);
  await runStops(server.program.system, signal);
  expect(await statusOf()).toBe('COMPLETED');
  expect(chat.posted).toEqual([]);
  expect(await runsOf(id)).toMatchObject([{ state: 'pending', effects: [{ position: 1, state: 'done' }] }]);
  expect(await server.program.system.systemTransaction((tx) => claimRun(tx, [], STOP_LOOP))).toBeNull();
});

test.each(['stop_campaigns', 'remove_from_campaign'] as const)(
  'an add to a campaign before %s in the list is left out: the lead ends where the list ends',
  async (type) => {
    const campaign_id = (await person.call(api.createCampaign, { body: {} })).data.campaign.id;
    const stop = type === 'stop_campaigns' ? { type } : { type, campaign_id };
    const id = await start({ ...ofStatus, actions: [{ type: 'add_to_campaign', campaign_id }, stop] });
    const { change } = await makeActiveLead();
    await change();
    await run();
    expect((await query('select from campaign_leads where campaign_id = $1', [campaign_id])).rowCount).toBe(0);
    const note = 'A later action of this automation ends it.';
    expect((await runsOf(id))[0]!.effects[0]).toMatchObject({ position: 0, state: 'unchanged', note });
  },
);

test('a pause ends after five tries', async () => {
  const id = await startPosting();
  chat.fail = () => new ProviderError('unavailable', 'Down.', { concerns: 'service' });
  await emit(person);
  for (let turn = 0; turn < AUTOMATION_LIMITS.tries; turn += 1) {
    await later();
    await run();
  }
  expect(await runsOf(id)).toMatchObject([{ state: 'failed', effects: [{ state: 'failed', note: 'Down.' }] }]);
  chat.fail = null;
  const [failed] = await runsOf(id);
  const retry = () => person.call(api.retryAutomationRun, { params: { id, runId: failed!.id } });
  expect((await retry()).status).toBe(200);
  await run();
  expect(await runsOf(id)).toMatchObject([{ state: 'done' }]);
  expect(chat.posted).toHaveLength(1);
  expect((await retry()).error?.code).toBe('automation_run_not_failed');
});

test('a worker that dies between a post and its log: the message is not posted again', async () => {
  const id = await startPosting();
  await emit(person);
  // The worker dies in the call: what it wrote before stays, and nothing after it is written.
  chat.fail = () => {
    throw new Error('killed');
  };
  await decideRuns(server.program.system, signal);
  const claimed = await server.program.system.systemTransaction((tx) => claimRun(tx, []));
  await query(
    `insert into automation_effects (run_id, position, organization_id, state) values ($1, 0, $2, 'sending')`,
    [claimed!.id, person.organization_id],
  );
  chat.fail = null;
  await later();
  await run();
  expect(chat.posted).toEqual([]);
  expect(await runsOf(id)).toMatchObject([{ state: 'failed', effects: [{ state: 'unknown' }] }]);
});

test('a worker that dies between two actions: the first is not done again, and one that lost its lease does nothing', async () => {
  const [first, second] = [await createLabel('A'), await createLabel('B')];
  const id = await start({
    actions: [
      { type: 'add_label', label_id: first },
      { type: 'add_label', label_id: second },
      { type: 'stop_campaigns' },
    ],
  });
  const conversation = await makeConversation(server, person.organization_id);
  await receiveReply(server, conversation);
  await decideRuns(server.program.system, signal);
  const slow = await server.program.system.systemTransaction((tx) => claimRun(tx, []));
  expect(slow).not.toBeNull();
  await later();
  await run();
  await query('delete from prospect_labels where label_id = $1', [first]);
  await query(`update automation_runs set state = 'pending', not_before = '-infinity' where automation_id = $1`, [id]);
  await query('delete from automation_effects where position = 1');
  await query('delete from prospect_labels where label_id = $1', [second]);
  await run();
  expect(await labelsOf(conversation.prospect_id)).toEqual([second]);
});

test('an automation that is edited while it runs ends as it began', async () => {
  const [before, after] = [await createLabel('Before'), await createLabel('After')];
  const id = await start({ actions: [{ type: 'add_label', label_id: before }] });
  const conversation = await makeConversation(server, person.organization_id);
  await receiveReply(server, conversation);
  await query(`update automation_runs r set actions = a.actions from automations a where a.id = r.automation_id`);
  const edited = await person.call(api.updateAutomation, {
    params: { id },
    body: {
      ...{ name: 'Test', trigger_type: 'reply.received', match: 'all', conditions: [] },
      actions: [{ type: 'add_label', label_id: after }],
    },
  });
  expect(edited.status).toBe(200);
  await run();
  expect(await labelsOf(conversation.prospect_id)).toEqual([before]);
});

test('an action whose target was deleted fails in words, the others are carried out', async () => {
  const [deleted, kept] = [await createLabel('Gone'), await createLabel('Kept')];
  const id = await start({
    actions: [
      { type: 'add_label', label_id: deleted },
      { type: 'add_label', label_id: kept },
    ],
  });
  const conversation = await makeConversation(server, person.organization_id);
  await receiveReply(server, conversation);
  await query('delete from chat_labels where id = $1', [deleted]);
  await run();
  expect(await runsOf(id)).toMatchObject([
    {
      state: 'failed',
      reason: '1 of 2 actions failed.',
      effects: [{ state: 'failed', note: 'The label was deleted.' }, { state: 'done' }],
    },
  ]);
  const { data } = await person.call(api.getAutomation, { params: { id } });
  expect(data.automation).toMatchObject({ failures: 1, problems: [{ position: 0, text: 'The label was deleted.' }] });
  expect(await labelsOf(conversation.prospect_id)).toEqual([kept]);
});

test('ten failures in a row switch it off with a notice; one success in between starts the count again', async () => {
  const id = await startPosting();
  const fail = () => new ProviderError('rejected', 'Archived.', { concerns: 'sender' });
  const isActive = async () => (await person.call(api.getAutomation, { params: { id } })).data.automation;
  chat.fail = fail;
  await emit(person, AUTOMATION_LIMITS.failures - 1);
  await run();
  chat.fail = null;
  await emit(person);
  await run();
  expect(await isActive()).toMatchObject({ is_active: true, failures: 0 });
  chat.fail = fail;
  await emit(person, AUTOMATION_LIMITS.failures + 1);
  await run();
  expect(await isActive()).toMatchObject({ is_active: false, off_reason: 'failures' });
  const notices = await query('select subject from notice_mails where organization_id = $1', [person.organization_id]);
  expect(notices.rows).toEqual([{ subject: 'An automation was switched off' }]);
  expect((await runsOf(id))[0]).toMatchObject({ state: 'skipped' });
});

test('the loop guard: an automation never follows from itself, and a chain has at most five', async () => {
  const id = await startPosting();
  await emit(person, 1, [id]);
  await emit(person, 1, [901, 902, 903, 904, 905]);
  await emit(person, 1, [901]);
  await run();
  const runs = await runsOf(id);
  expect(runs.map(({ state }) => state)).toEqual(['done', 'skipped', 'skipped']);
  expect(runs[1]!.reason).toContain('5 automations in a row');
  expect(runs[2]).toMatchObject({ caused_by: [{ id, name: 'Test' }], reason: expect.stringContaining('itself') });
});

test('a call that is due for a lead that an automation added follows from it', async () => {
  await connectSlack();
  const id = await start({ trigger_type: 'task.due', actions: [{ type: 'send_slack', text: 'Call' }] });
  const { campaign_lead_id } = await makeConversation(server, person.organization_id);
  await query('update campaign_leads set automation_chain = $2 where id = $1', [campaign_lead_id, [id]]);
  await query(`update campaign_leads set next_lane = 'person' where id = $1`, [campaign_lead_id]);
  await run();
  expect(await runsOf(id)).toMatchObject([{ state: 'skipped', reason: expect.stringContaining('itself') }]);
});

test('what follows from an automation carries its chain, also through events between parts', async () => {
  const chain = '{7}';
  await contextOf(person).transaction(async (tx) => {
    await setChain(tx, [7]);
    tx.events.emit({ type: 'lead_replied', prospect_id: 1 });
  });
  const { rows } = await query(
    'select automation_chain::text as chain from outbox_events where organization_id = $1 and automation_chain is not null',
    [person.organization_id],
  );
  expect(rows).toEqual([{ chain }]);
});

test('beyond the limit of a day runs wait for the next', async () => {
  const id = await startPosting();
  await query(
    `insert into automation_days (organization_id, day, actions) values ($1, (now() at time zone 'UTC')::date, $2)`,
    [person.organization_id, AUTOMATION_LIMITS.actions_a_day],
  );
  await emit(person);
  await run();
  expect(await runsOf(id)).toMatchObject([{ state: 'pending' }]);
  await query('delete from automation_days');
  await later();
  await run();
  expect(await runsOf(id)).toMatchObject([{ state: 'done' }]);
});

test('a webhook gets the message of the event, once', async () => {
  const webhook = await person.call(api.createWebhook, {
    body: { url: 'https://receiver.example/', event_types: ['webhook.test'] },
  });
  const id = await start({
    trigger_type: 'credits.low',
    actions: [
      { type: 'call_webhook', webhook_id: webhook.data.webhook.id },
      { type: 'call_webhook', webhook_id: webhook.data.webhook.id },
    ],
  });
  await emit(person);
  await run();
  expect((await runsOf(id))[0]!.effects).toMatchObject([{ state: 'done' }, { state: 'unchanged' }]);
  const { rows } = await query(
    'select m.type from webhook_deliveries d join webhook_messages m on m.id = d.message_id where d.organization_id = $1',
    [person.organization_id],
  );
  expect(rows).toEqual([{ type: 'credits.low' }]);
});

test('a fact that meets the deletion of an automation and of an endpoint is kept', async () => {
  const id = await startPosting();
  const body = { url: 'https://receiver.example/', event_types: ['*' as const] };
  const webhook = (await person.call(api.createWebhook, { body })).data.webhook.id;
  const waiting = `select from pg_locks where not granted and database is null and transactionid is not null`;
  let fact: Promise<void> = Promise.resolve();
  const before = (await query(waiting)).rowCount ?? 0;
  await contextOf(person).transaction(async ({ db }) => {
    await sql`delete from automations where id = ${id}`.execute(db);
    await sql`delete from webhook_endpoints where id = ${webhook}`.execute(db);
    fact = emit(person);
    fact.catch(() => undefined);
    await expect.poll(async () => (await query(waiting)).rowCount).toBeGreaterThan(before);
  });
  await expect(fact).resolves.toBeUndefined();
});

test('an automation is deleted with its log', async () => {
  const id = await startPosting();
  await emit(person, 3);
  await run();
  expect((await person.call(api.deleteAutomation, { params: { id } })).status).toBe(200);
  expect((await query('select from automation_runs where automation_id = $1', [id])).rowCount).toBe(0);
  expect((await person.call(api.deleteAutomation, { params: { id } })).status).toBe(404);
});

test('a message that was posted is not posted again because its result could not be saved', async () => {
  const id = await startPosting();
  await emit(person);
  await query('alter table slack_connections add constraint refused check (succeeded_at is null) not valid');
  try {
    await expect(run()).rejects.toThrow();
  } finally {
    await query('alter table slack_connections drop constraint refused');
  }
  await later();
  await run();
  expect(chat.posted).toHaveLength(1);
  expect(await runsOf(id)).toMatchObject([{ state: 'failed', effects: [{ state: 'unknown' }] }]);
});

test('an event that waits is not handled by the actions of another event', async () => {
  await connectSlack();
  const id = await start({ trigger_type: 'campaign.completed', actions: [{ type: 'send_slack', text: 'A' }] });
  await contextOf(person).transaction((tx) => enqueueEvents(tx, [{ type: 'campaign.completed', data: {} }]));
  const body = { name: 'Test', match: 'all', conditions: [], actions: [{ type: 'send_slack', text: 'B' }] } as const;
  const changed = { ...body, trigger_type: 'credits.low' as const, actions: [...body.actions], conditions: [] };
  expect((await person.call(api.updateAutomation, { params: { id }, body: changed })).status).toBe(200);
  await run();
  expect(chat.posted).toEqual([]);
  expect(await runsOf(id)).toMatchObject([{ state: 'skipped', reason: expect.stringContaining('another event') }]);
});

async function startAdding() {
  const campaign_id = (await person.call(api.createCampaign, { body: {} })).data.campaign.id;
  const id = await start({ actions: [{ type: 'add_to_campaign', campaign_id }] });
  const conversation = await makeConversation(server, person.organization_id);
  await receiveReply(server, conversation);
  const listAdded = async () =>
    (await query('select prospect_id from campaign_leads where campaign_id = $1', [campaign_id])).rows;
  return { id, conversation, listAdded };
}

test('a lead is added to a campaign; one who is suppressed by then is left out, which is no failure', async () => {
  const { id, conversation, listAdded } = await startAdding();
  await run();
  expect(await listAdded()).toEqual([{ prospect_id: conversation.prospect_id }]);
  const other = await makeConversation(server, person.organization_id);
  await receiveReply(server, other);
  await query(`insert into suppressions (organization_id, email, reason) values ($1, $2, 'unsubscribe')`, [
    person.organization_id,
    other.lead,
  ]);
  await run();
  expect(await listAdded()).toHaveLength(1);
  const note = 'The lead is on the suppression list.';
  expect((await runsOf(id))[0]).toMatchObject({ state: 'done', effects: [{ state: 'unchanged', note }] });
  expect((await person.call(api.getAutomation, { params: { id } })).data.automation.failures).toBe(0);
});

test('a lead who replies while a run waits is not added to a campaign by it', async () => {
  const { id, conversation, listAdded } = await startAdding();
  await query(`update automation_runs set not_before = 'infinity' where automation_id = $1`, [id]);
  await query(`update webhook_messages set created_at = created_at - interval '1 minute' where organization_id = $1`, [
    person.organization_id,
  ]);
  await query(`update automations set is_active = false where id = $1`, [id]);
  await receiveReply(server, conversation);
  await query(`update automations set is_active = true where id = $1`, [id]);
  await later();
  await run();
  expect(await listAdded()).toEqual([]);
  expect((await runsOf(id))[0]!.effects).toMatchObject([
    { state: 'unchanged', note: expect.stringContaining('replied') },
  ]);
});

test('an organization without campaigns adds no lead to one, and none without lists to a list', async () => {
  const { id, listAdded } = await startAdding();
  const search_id = await createList(person, 'Leads');
  const list = {
    name: 'List',
    trigger_type: 'reply.received' as const,
    actions: [{ type: 'add_to_list' as const, search_id }],
  };
  const second = (await person.call(api.createAutomation, { body: list })).data.automation.id;
  await query(
    `update organizations set disabled_features = '{campaign_creation_enabled}', agency_disabled_features = '{lead_lists_enabled}'
      where organization_id = $1`,
    [person.organization_id],
  );
  await run();
  expect(await listAdded()).toEqual([]);
  expect(await runsOf(id)).toMatchObject([
    { state: 'failed', effects: [{ note: expect.stringContaining('switched off') }] },
  ]);
  const on = await person.call(api.switchAutomation, { params: { id: second }, body: { is_active: true } });
  expect(on.error?.error).toContain('switched off for your organization');
});
