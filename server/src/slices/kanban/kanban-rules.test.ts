import { api } from '@overture/contract';
import { beforeAll, describe, expect, test } from 'vitest';
import { useTestServer } from '../../testing/harness.ts';
import { makeConversation, receiveReply } from '../chats/chats.factory.ts';
import { makeLeads } from './kanban.factory.ts';

const server = useTestServer({ roles: ['web', 'live', 'worker'] });
type Person = Awaited<ReturnType<typeof server.signUp>>;
let person: Person;
let stranger: Person;
beforeAll(async () => {
  [person, stranger] = [await server.signUp(), await server.signUp()];
});

const createBoard = async (columns = ['New', 'Interested', 'Won'], owner = person) =>
  (await owner.call(api.createKanbanBoard, { body: { name: `Board ${crypto.randomUUID()}`, columns } })).data.board;
type Board = Awaited<ReturnType<typeof createBoard>>;
const columnOf = (board: Board, name: string) => board.columns.find((column) => column.name === name)!.id;
const rule = (board: Board, body: object) =>
  person.call(api.createKanbanRule, { params: { id: board.id }, body: body as never });
/** Column names by lead, as the board shows them. */
const places = async (board: Board) => {
  const { columns } = (await person.call(api.getKanbanBoard, { params: { id: board.id } })).data.board;
  return Object.fromEntries(columns.flatMap(({ name, cards }) => cards.map((card) => [card.prospect.id, name])));
};
const cardOf = async (board: Board, lead: number) => {
  const { columns } = (await person.call(api.getKanbanBoard, { params: { id: board.id } })).data.board;
  return columns.flatMap(({ cards }) => cards).find((card) => card.prospect.id === lead)!;
};
const historyOf = async (board: Board, lead: number) =>
  (await person.call(api.listKanbanHistory, { params: { id: board.id, cardId: (await cardOf(board, lead)).id } })).data
    .history;
const move = async (board: Board, lead: number, column: string) =>
  person.call(api.moveKanbanCard, {
    params: { id: board.id, cardId: (await cardOf(board, lead)).id },
    body: { column_id: columnOf(board, column) },
  });
const mark = (lead: number, status: 'INTERESTED' | 'NOT_INTERESTED' | null) =>
  person.call(api.setChatStatus, { params: { id: lead }, body: { status } });
/** Until nothing waits to be told. */
const settled = () =>
  expect
    .poll(async () => (await server.owner.query('select count(*)::int as n from outbox_events')).rows[0].n, {
      timeout: 60_000,
    })
    .toBe(0);

test("a rule that pushes to a CRM is refused where the workspace can't use one", async () => {
  const client = await server.signUp();
  const board = await createBoard(['Won'], client);
  const params = { id: board.id };
  const column_id = columnOf(board, 'Won');
  const push = { set_off_by: 'entered' as const, column_id, push_to: 'HUBSPOT' as const };
  const made = await client.call(api.createKanbanRule, { params, body: push });
  expect(made.status).toBe(200);
  await server.owner.query('update organizations set is_whitelabel = true where organization_id = $1', [
    client.organization_id,
  ]);
  const refused = await client.call(api.createKanbanRule, { params, body: push });
  expect([refused.status, refused.error.code]).toEqual([403, 'kanban_rule_without_crm']);
  expect(refused.error.error).toMatch(/can't push to a CRM/);
  const change = (body: object) =>
    client.call(api.updateKanbanRule, { params: { ...params, ruleId: made.data.rule.id }, body: { ...push, ...body } });
  expect((await change({ is_active: false })).error.code).toBe('kanban_rule_without_crm');
  expect((await change({ push_to: null, stops_campaigns: true })).status).toBe(200);
});

describe('rules that fill a board', () => {
  test('more rules than one event carries out are worked off in several transactions', async () => {
    const boards = [await createBoard(), await createBoard()];
    for (const board of boards)
      await server.owner.query(
        `insert into kanban_rules (organization_id, board_id, column_id, set_off_by, is_active)
          select $1, $2, $3, 'replied', true from generate_series(1, 30)`,
        [person.organization_id, board.id, columnOf(board, 'Won')],
      );
    const conversation = await makeConversation(server, person.organization_id);
    await receiveReply(server, conversation);
    const sizes = `select count(*)::int as n from kanban_rule_runs where prospect_id = $1 group by xmin::text order by 1 desc`;
    await expect
      .poll(async () => (await server.owner.query(sizes, [conversation.prospect_id])).rows.map(({ n }) => n), {
        timeout: 60_000,
      })
      .toEqual([50, 10]);
    expect(await places(boards[1]!)).toEqual({ [conversation.prospect_id]: 'Won' });
    await server.owner.query('delete from kanban_rules where board_id = any($1)', [boards.map(({ id }) => id)]);
  });

  test('a lead with an interested reply moves on once; a card placed by a user stays', async () => {
    const board = await createBoard();
    await rule(board, { set_off_by: 'replied', column_id: columnOf(board, 'New') });
    await rule(board, { set_off_by: 'interested', column_id: columnOf(board, 'Interested') });
    const conversation = await makeConversation(server, person.organization_id);
    const { prospect_id: lead } = conversation;
    await receiveReply(server, conversation);
    await expect.poll(() => places(board), { timeout: 60_000 }).toEqual({ [lead]: 'New' });
    await mark(lead, 'INTERESTED');
    await expect.poll(() => places(board), { timeout: 60_000 }).toEqual({ [lead]: 'Interested' });
    expect(await historyOf(board, lead)).toMatchObject([
      { kind: 'moved', is_by_rule: true, author: null, from_detail: 'New', detail: 'Interested' },
      { kind: 'added', is_by_rule: true, detail: 'New' },
    ]);
    await move(board, lead, 'New');
    await mark(lead, null);
    await mark(lead, 'INTERESTED');
    await receiveReply(server, conversation, { text: 'Once more' });
    await settled();
    expect(await places(board)).toEqual({ [lead]: 'New' });
  });

  test('a rule moves to the right only, and only leads of its campaigns', async () => {
    const board = await createBoard();
    const [inside, outside] = [
      await makeConversation(server, person.organization_id),
      await makeConversation(server, person.organization_id),
    ];
    await rule(board, {
      set_off_by: 'interested',
      column_id: columnOf(board, 'Interested'),
      campaign_ids: [inside.campaign_id],
    });
    for (const conversation of [inside, outside]) await receiveReply(server, conversation);
    const further = await makeConversation(server, person.organization_id);
    await receiveReply(server, further);
    await rule(board, {
      set_off_by: 'interested',
      column_id: columnOf(board, 'New'),
      campaign_ids: [further.campaign_id],
    });
    await person.call(api.addProspectToKanban, {
      body: { board_id: board.id, prospect_id: further.prospect_id, column_id: columnOf(board, 'Won') },
    });
    for (const { prospect_id } of [inside, outside, further]) await mark(prospect_id, 'INTERESTED');
    await settled();
    expect(await places(board)).toEqual({ [inside.prospect_id]: 'Interested', [further.prospect_id]: 'Won' });
  });

  test('words of interest are enough: no manual mark is needed', async () => {
    const board = await createBoard();
    await rule(board, { set_off_by: 'interested', column_id: columnOf(board, 'Interested') });
    const conversations = [
      await makeConversation(server, person.organization_id),
      await makeConversation(server, person.organization_id),
    ];
    await receiveReply(server, conversations[0]!, { text: 'That sounds good, tell me more.' });
    await receiveReply(server, conversations[1]!, { text: 'Thanks, but we are not interested.' });
    await settled();
    expect(await places(board)).toEqual({ [conversations[0]!.prospect_id]: 'Interested' });
  });

  test('a rule that is off does nothing', async () => {
    const board = await createBoard();
    const made = (await rule(board, { set_off_by: 'not_interested', column_id: columnOf(board, 'Won') })).data.rule;
    const { id, ...body } = made;
    await person.call(api.updateKanbanRule, {
      params: { id: board.id, ruleId: id },
      body: { ...body, push_to: null, is_active: false },
    });
    const conversation = await makeConversation(server, person.organization_id);
    await receiveReply(server, conversation);
    await mark(conversation.prospect_id, 'NOT_INTERESTED');
    await settled();
    expect(await places(board)).toEqual({});
  });
});

describe('rules of a column', () => {
  test('a card that enters gets the label, is pushed, and its campaigns stop; in its history, once', async () => {
    const board = await createBoard();
    const { label } = (await person.call(api.createChatLabel, { body: { name: 'Won by rule', color: '#EF4444' } }))
      .data;
    await rule(board, {
      set_off_by: 'entered',
      column_id: columnOf(board, 'Won'),
      label_id: label.id,
      push_to: 'HUBSPOT',
      stops_campaigns: true,
    });
    const conversation = await makeConversation(server, person.organization_id);
    const { prospect_id: lead, campaign_id } = conversation;
    await person.call(api.addProspectToKanban, { body: { board_id: board.id, prospect_id: lead } });
    await settled();
    expect((await cardOf(board, lead)).prospect.labels).toEqual([]);
    await move(board, lead, 'Won');
    await expect.poll(async () => (await cardOf(board, lead)).prospect.labels, { timeout: 60_000 }).toEqual([label]);
    await settled();
    const { prospect } = (await person.call(api.getCampaignLead, { params: { id: lead }, query: { campaign_id } }))
      .data;
    expect(prospect).toMatchObject({
      campaign_status: 'COMPLETED',
      next_action: null,
      kanban_status: { column_name: 'Won' },
    });
    const done = (await historyOf(board, lead)).filter(({ is_by_rule }) => is_by_rule);
    expect(done.map(({ kind, detail }) => [kind, detail]).toSorted()).toEqual([
      ['campaigns_stopped', expect.stringContaining('Campaign')],
      ['crm_push_asked', 'HUBSPOT'],
      ['label_added', 'Won by rule'],
    ]);
    // What is done already is not done again.
    await move(board, lead, 'New');
    await move(board, lead, 'Won');
    await settled();
    const again = (await historyOf(board, lead)).filter(
      ({ kind }) => kind === 'label_added' || kind === 'campaigns_stopped',
    );
    expect(again).toHaveLength(2);
  });

  test('a label or column that was deleted takes its part of the rule along', async () => {
    const board = await createBoard();
    const { label } = (await person.call(api.createChatLabel, { body: { name: 'Gone soon', color: '#EF4444' } })).data;
    await rule(board, { set_off_by: 'entered', column_id: columnOf(board, 'Won'), label_id: label.id });
    await person.call(api.deleteChatLabel, { params: { id: label.id } });
    const [lead] = await makeLeads(server, person.organization_id, 1);
    await person.call(api.addProspectToKanban, { body: { board_id: board.id, prospect_id: lead as number } });
    await move(board, lead as number, 'Won');
    await settled();
    expect(await places(board)).toEqual({ [lead as number]: 'Won' });
    await person.call(api.deleteKanbanColumn, {
      params: { id: board.id, columnId: columnOf(board, 'Won') },
      query: { cards: 'take_out' },
    });
    expect((await person.call(api.listKanbanRules, { params: { id: board.id } })).data.rules).toEqual([]);
  });

  test('what a rule names must be the organization’s, and it must do something', async () => {
    const [board, foreign] = [await createBoard(), await createBoard(['New'], stranger)];
    const { label } = (await stranger.call(api.createChatLabel, { body: { name: 'Theirs', color: '#EF4444' } })).data;
    const column_id = columnOf(board, 'Won');
    const theirs = await makeConversation(server, stranger.organization_id);
    const answers = [
      await rule(board, { set_off_by: 'entered', column_id }),
      await rule(board, { set_off_by: 'entered', column_id: columnOf(foreign, 'New'), stops_campaigns: true }),
      await rule(board, { set_off_by: 'entered', column_id, label_id: label.id }),
      await rule(board, { set_off_by: 'replied', column_id, campaign_ids: [theirs.campaign_id] }),
      await rule(foreign, { set_off_by: 'replied', column_id }),
      await rule(board, { set_off_by: 'entered', column_id, push_to: 'NOBODY' }),
      await rule(board, { set_off_by: 'moved', column_id }),
    ];
    expect(answers.map(({ status }) => status)).toEqual([400, 404, 404, 404, 404, 400, 400]);
    expect((await person.call(api.listKanbanRules, { params: { id: board.id } })).data.rules).toEqual([]);
  });
});
