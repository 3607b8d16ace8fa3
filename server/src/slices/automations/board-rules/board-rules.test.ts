import { api } from '@overture/contract';
import { AUTOMATION_LIMITS } from '@overture/domain/automations/automations';
import { beforeEach, expect, test } from 'vitest';
import { useTestServer } from '../../../testing/harness.ts';
import { makeConversation, receiveReply } from '../../chats/chats.factory.ts';
import { makeLeads } from '../../kanban/kanban.factory.ts';
import { setChain } from '../actions/causes.store.ts';
import { runAllDue } from '../automations.factory.ts';
import { enterColumn } from './board-rules.service.ts';
import { pruneBoardRuns } from './board-runs.store.ts';

const server = useTestServer({ roles: ['web', 'live', 'worker'] });
type Person = Awaited<ReturnType<typeof server.signUp>>;
let person: Person;
beforeEach(async () => {
  person = await server.signUp();
});

const query = (text: string, values: unknown[] = []) => server.owner.query(text, values);
const createBoard = async () =>
  (await person.call(api.createKanbanBoard, { body: { name: 'Deals', columns: ['New', 'Won'] } })).data.board;
type Board = Awaited<ReturnType<typeof createBoard>>;
const createRule = async (board: Board, body: object) =>
  (await person.call(api.createKanbanRule, { params: { id: board.id }, body: body as never })).data.rule.id;
const createLabel = async (name: string) =>
  (await person.call(api.createChatLabel, { body: { name, color: '#ff0000' } })).data.label.id;
const rulesOf = async () => (await person.call(api.listBoardRules)).data.rules;
const runsOf = async (id: number, more = {}) =>
  (await person.call(api.listBoardRuleRuns, { params: { id }, query: more })).data;
/** Until each event was handled. */
const settled = () =>
  expect
    .poll(async () => (await query('select count(*)::int as n from outbox_events')).rows[0].n, { timeout: 60_000 })
    .toBe(0);

async function putOnBoard(board: Board): Promise<number> {
  const [prospect_id] = (await makeLeads(server, person.organization_id, 1)) as [number];
  await person.call(api.addProspectToKanban, { body: { board_id: board.id, prospect_id } });
  return prospect_id;
}
/** The event of a card, as if automations had caused it. */
const enter = (board: Board, rule_id: number, prospect_id: number, chain: number[] = []) =>
  server.program.system.forOrganization(person.organization_id).transaction(async (tx) => {
    if (chain.length > 0) await setChain(tx, chain);
    const column_id = board.columns[0]!.id;
    const card = { board_id: board.id, column_id, card_id: 1, version: 1, user_id: null };
    await enterColumn(tx, {
      ...{ type: 'kanban_card_entered', ...card, prospect_id },
      actions: [{ rule_id, action: 'stop_campaigns' }],
    });
  });

test('what a rule did is in the log of automations, with the rule that caused it', async () => {
  const board = await createBoard();
  const label_id = await createLabel('Hot');
  const fills = await createRule(board, { set_off_by: 'replied', column_id: board.columns[1]!.id });
  const column = { set_off_by: 'entered', column_id: board.columns[1]!.id };
  const labels = await createRule(board, { ...column, label_id, push_to: 'HUBSPOT' });
  const conversation = await makeConversation(server, person.organization_id);
  await receiveReply(server, conversation);
  await settled();
  const lead = { id: conversation.prospect_id };
  expect((await runsOf(fills)).runs).toMatchObject([
    { state: 'done', lead, caused_by: [], event: { id: null, type: 'board_rule.replied' } },
  ]);
  expect((await runsOf(fills)).runs[0]!.effects).toMatchObject([{ type: 'put_on_board', state: 'done' }]);
  const { runs } = await runsOf(labels);
  expect(runs).toMatchObject([
    { state: 'failed', lead, caused_by: [{ id: fills, name: 'Deals', is_board_rule: true }] },
  ]);
  expect(runs[0]!.effects).toMatchObject([
    { state: 'done', note: 'Add the label “Hot”' },
    { state: 'failed', note: 'The CRM is not connected.' },
  ]);
  expect(await rulesOf()).toMatchObject([
    { id: fills, board: { name: 'Deals' }, trigger_text: 'A lead replied', last_run_state: 'done', is_active: true },
    {
      ...{ id: labels, trigger_text: 'A card came into the column “Won”', last_run_state: 'failed' },
      action_texts: ['Add the label “Hot”', 'Push to HubSpot'],
    },
  ]);
  const history = await query('select distinct automation_id from kanban_history');
  expect(history.rows).toEqual([{ automation_id: null }]);
});

test('a rule does not follow from itself, and a chain has at most five', async () => {
  const board = await createBoard();
  const rule = await createRule(board, {
    set_off_by: 'entered',
    column_id: board.columns[0]!.id,
    stops_campaigns: true,
  });
  const lead = await putOnBoard(board);
  await settled();
  await enter(board, rule, lead, [-rule]);
  await enter(board, rule, lead, [1, 2, 3, 4, 5]);
  const { runs } = await runsOf(rule, { state: 'skipped' });
  expect(runs.map(({ reason }) => reason)).toEqual([
    '5 automations in a row caused this event. The chain ends here.',
    'This rule caused the event itself, so it does not run again.',
  ]);
});

/** Rules of the organization may carry out nothing more on this day. */
const spendDay = () =>
  query(`insert into automation_days values ($1, (statement_timestamp() at time zone 'UTC')::date, $2)`, [
    person.organization_id,
    AUTOMATION_LIMITS.actions_a_day,
  ]);
async function beginNextDay(rule: number): Promise<void> {
  await query('delete from automation_days');
  await query(`update automation_runs set not_before = '-infinity' where rule_id = $1 and state = 'pending'`, [rule]);
  await runAllDue(server.program.system);
}
const kindsOf = async (rule: number) =>
  (await query('select kind from kanban_history where rule_id = $1 order by id', [rule])).rows.map(({ kind }) => kind);

test('rules share the daily limit: campaigns are stopped immediately, the loop carries out the rest on the next day', async () => {
  const board = await createBoard();
  const column = { set_off_by: 'entered', column_id: board.columns[0]!.id };
  const rule = await createRule(board, { ...column, label_id: await createLabel('Later'), stops_campaigns: true });
  await spendDay();
  const conversation = await makeConversation(server, person.organization_id);
  const { prospect_id } = conversation;
  await person.call(api.addProspectToKanban, { body: { board_id: board.id, prospect_id } });
  await enter(board, rule, prospect_id);
  await settled();
  expect(await kindsOf(rule)).toEqual(['campaigns_stopped']);
  const { runs } = await runsOf(rule, { state: 'pending' });
  expect(runs).toMatchObject([{ reason: expect.stringContaining('tomorrow') }]);
  const notices = `select count(*)::int as n from notice_mails where organization_id = $1 and subject like '%daily limit%'`;
  expect((await query(notices, [person.organization_id])).rows[0].n).toBe(1);
  await beginNextDay(rule);
  await expect.poll(async () => (await runsOf(rule, { state: 'pending' })).total).toBe(0);
  expect(await kindsOf(rule)).toEqual(['campaigns_stopped', 'label_added']);
  const spent = await query('select actions from automation_days where organization_id = $1', [person.organization_id]);
  expect(spent.rows).toEqual([{ actions: 1 }]);
});

test('a rule that is switched off while its run waits for the next day does nothing', async () => {
  const board = await createBoard();
  const fields = { set_off_by: 'entered', column_id: board.columns[0]!.id, label_id: await createLabel('Wrong') };
  const rule = await createRule(board, fields);
  await spendDay();
  await putOnBoard(board);
  await settled();
  const params = { id: board.id, ruleId: rule };
  await person.call(api.updateKanbanRule, { params, body: { ...fields, is_active: false } as never });
  await beginNextDay(rule);
  await expect.poll(async () => (await runsOf(rule)).runs[0]!.state).toBe('skipped');
  expect(await kindsOf(rule)).toEqual([]);
});

test('a rule that is deleted after a card came into its column still stops the campaigns of the lead', async () => {
  const board = await createBoard();
  const column = { set_off_by: 'entered', column_id: board.columns[1]!.id, stops_campaigns: true };
  const rule = await createRule(board, column);
  const { prospect_id } = await makeConversation(server, person.organization_id);
  const params = { id: board.id, ruleId: rule };
  expect((await person.call(api.deleteKanbanRule, { params })).data).toEqual({ success: true });
  expect(await rulesOf()).toEqual([]);
  expect((await person.call(api.deleteKanbanRule, { params })).status).toBe(404);
  await enter(board, rule, prospect_id);
  expect(await kindsOf(rule)).toEqual(['campaigns_stopped']);
});

test('the log is read by cursors, belongs to its organization, and goes after 30 days', async () => {
  const board = await createBoard();
  const rule = await createRule(board, {
    set_off_by: 'entered',
    column_id: board.columns[0]!.id,
    stops_campaigns: true,
  });
  const lead = await putOnBoard(board);
  await settled();
  await enter(board, rule, lead);
  const first = await runsOf(rule, { cursor: '', limit: 1 });
  const second = await runsOf(rule, { cursor: first.next_cursor!, limit: 1 });
  expect([...first.runs, ...second.runs].map(({ id }) => id)).toEqual((await runsOf(rule)).runs.map(({ id }) => id));
  expect(second.next_cursor).toBeNull();
  const stranger = await server.signUp();
  expect((await stranger.call(api.listBoardRuleRuns, { params: { id: rule }, query: {} })).status).toBe(404);
  expect((await stranger.call(api.listBoardRules)).data.rules).toEqual([]);
  await query(`update automation_runs set created_at = now() - interval '31 days' where id = $1`, [second.runs[0]!.id]);
  await server.program.system.systemTransaction((tx) => pruneBoardRuns(tx, 30));
  expect((await runsOf(rule)).runs.map(({ id }) => id)).toEqual([first.runs[0]!.id]);
});
