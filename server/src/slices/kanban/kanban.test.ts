import { api } from '@overture/contract';
import { KANBAN } from '@overture/domain/limits';
import { beforeAll, describe, expect, test } from 'vitest';
import { useTestServer } from '../../testing/harness.ts';
import { makeConversation, receiveReply } from '../chats/chats.factory.ts';
import { makeLeads } from './kanban.factory.ts';

const server = useTestServer();
type Person = Awaited<ReturnType<typeof server.signUp>>;
let person: Person;
let stranger: Person;
beforeAll(async () => {
  [person, stranger] = [await server.signUp(), await server.signUp()];
});

const leads = (amount = 1, owner = person) => makeLeads(server, owner.organization_id, amount);
const createBoard = async (columns: string[] = ['New', 'Won'], owner = person, name = `Board ${crypto.randomUUID()}`) =>
  (await owner.call(api.createKanbanBoard, { body: { name, columns } })).data.board;
const read = async (id: number, query: object = {}) =>
  (await person.call(api.getKanbanBoard, { params: { id }, query })).data.board;
const add = (board_id: number, prospect_id: number, column_id?: number) =>
  person.call(api.addProspectToKanban, { body: { board_id, prospect_id, column_id } });
const idsOf = (cards: { prospect: { id: number } }[]) => cards.map((card) => card.prospect.id);
/** A board with so many cards in its first column, from the top in the order of the leads. */
const filled = async (amount: number, columns?: string[]) => {
  const board = await createBoard(columns);
  const people = await leads(amount);
  for (const id of people.toReversed()) await add(board.id, id);
  return { board, people, cards: (await read(board.id)).columns[0]!.cards };
};
const move = (board: number, card: number, body: { column_id: number; [field: string]: unknown }) =>
  person.call(api.moveKanbanCard, { params: { id: board, cardId: card }, body: body as never });

describe('boards and columns', () => {
  test('a board is made, found by a part of its name, renamed and deleted', async () => {
    const board = await createBoard(['  New  ', 'Won'], person, '  Pipeline\tWest ');
    expect(board).toMatchObject({
      name: 'Pipeline West',
      column_count: 2,
      lead_count: 0,
      columns: [
        { name: 'New', color: '#ffffff', lead_count: 0 },
        { name: 'Won', color: '#ffffff' },
      ],
    });
    const find = async (search: string) => (await person.call(api.listKanbanBoards, { query: { search } })).data.boards;
    expect((await find('LINE w')).map(({ id }) => id)).toEqual([board.id]);
    expect(await find('%')).toEqual([]);
    const params = { id: board.id };
    const renamed = await person.call(api.updateKanbanBoard, { params, body: { name: ' East ' } });
    expect(renamed.data.board.name).toBe('East');
    expect((await person.call(api.deleteKanbanBoard, { params })).status).toBe(200);
    expect((await person.call(api.getKanbanBoard, { params })).status).toBe(404);
    expect((await person.call(api.deleteKanbanBoard, { params })).status).toBe(404);
  });

  test.each([
    ['nothing', '', 'kanban_name_blank'],
    ['spaces', ' \t\n ', 'kanban_name_blank'],
    ['characters that are no text', '\0\u2028', 'kanban_name_blank'],
    ['10,000 characters', 'x'.repeat(10_000), 'validation_failed'],
  ])('a name of %s is refused, of boards and of columns', async (_, name, code) => {
    const board = await createBoard();
    const params = { id: board.id };
    const column = { ...params, columnId: board.columns[0]!.id };
    const answers = [
      await person.call(api.createKanbanBoard, { body: { name } }),
      await person.call(api.createKanbanBoard, { body: { name: 'x', columns: ['New', name] } }),
      await person.call(api.updateKanbanBoard, { params, body: { name } }),
      await person.call(api.createKanbanColumn, { params, body: { name } }),
      await person.call(api.updateKanbanColumn, { params: column, body: { name } }),
    ];
    expect(answers.map(({ status, error }) => [status, error.code])).toEqual(answers.map(() => [400, code]));
    expect(await read(board.id)).toMatchObject({ name: board.name, columns: [{ name: 'New' }, { name: 'Won' }] });
  });

  test('a column is added at the right end, renamed, recolored and put elsewhere', async () => {
    const board = await createBoard();
    const params = { id: board.id };
    const { column } = (await person.call(api.createKanbanColumn, { params, body: { name: 'Lost', color: '#ffffff' } }))
      .data;
    const { status } = await person.call(api.updateKanbanColumn, {
      params: { ...params, columnId: column.id },
      body: { name: 'Not now', color: '#EF4444' },
    });
    expect(status).toBe(200);
    const [first, second] = board.columns.map(({ id }) => id);
    await person.call(api.reorderKanbanColumns, {
      params,
      body: { column_ids: [column.id, second as number, first as number] },
    });
    expect((await read(board.id)).columns).toMatchObject([
      { name: 'Not now', color: '#EF4444' },
      { name: 'Won' },
      { name: 'New' },
    ]);
  });

  test('an order without a column, with a foreign one or with one twice changes nothing', async () => {
    const board = await createBoard(['A', 'B', 'C']);
    const foreign = await createBoard(['D'], stranger);
    const ids = board.columns.map(({ id }) => id) as [number, number, number];
    for (const column_ids of [
      [ids[2], ids[1]],
      [ids[2], ids[1], foreign.columns[0]!.id],
      [ids[2], ids[1], ids[1]],
      [...ids, foreign.columns[0]!.id],
    ]) {
      const answer = await person.call(api.reorderKanbanColumns, { params: { id: board.id }, body: { column_ids } });
      expect([answer.status, answer.error.code]).toEqual([409, 'kanban_columns_changed']);
    }
    expect((await read(board.id)).columns.map(({ name }) => name)).toEqual(['A', 'B', 'C']);
  });

  test('of two parallel renames the second gets a conflict, and nothing is overwritten', async () => {
    const board = await createBoard();
    const column = { id: board.id, columnId: board.columns[0]!.id };
    const version = board.version;
    const answers = await Promise.all(
      ['Ada', 'Grace'].map((name) =>
        person.call(api.updateKanbanBoard, { params: { id: board.id }, body: { name, version } }),
      ),
    );
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    const refused = answers.find(({ status }) => status === 409)!.error;
    expect(refused).toMatchObject({
      code: 'changed_meanwhile',
      current: { board: { name: (await read(board.id)).name } },
    });
    const columns = await Promise.all(
      ['Ada', 'Grace'].map((name) =>
        person.call(api.updateKanbanColumn, { params: column, body: { name, version: 1 } }),
      ),
    );
    expect(columns.map(({ status }) => status).toSorted()).toEqual([200, 409]);
  });

  test('boards and columns have a limit that says its number', async () => {
    const owner = await server.signUp();
    const columns = Array.from({ length: KANBAN.max_columns }, (_, index) => `Column ${index}`);
    const board = await createBoard(columns, owner);
    const one = await owner.call(api.createKanbanColumn, { params: { id: board.id }, body: { name: 'More' } });
    expect([one.status, one.error.error]).toEqual([400, 'You can have at most 30 columns on a board.']);
    await owner.call(api.deleteKanbanBoard, { params: { id: board.id } });
    for (let made = 0; made < KANBAN.max_boards; made += 20) {
      await Promise.all(Array.from({ length: 20 }, () => createBoard([], owner)));
    }
    const answer = await owner.call(api.createKanbanBoard, { body: { name: 'One more' } });
    expect([answer.status, answer.error.error]).toEqual([400, 'You can have at most 100 boards.']);
  });
});

describe('cards', () => {
  test('a lead is put on top of the first column, once, and shows what the conversation says', async () => {
    const conversation = await makeConversation(server, person.organization_id);
    await receiveReply(server, conversation, { text: 'Yes, please.' });
    const { prospect_id } = conversation;
    const { label } = (await person.call(api.createChatLabel, { body: { name: 'Hot card', color: '#EF4444' } })).data;
    await person.call(api.addProspectLabel, { params: { id: prospect_id }, body: { label_id: label.id } });
    const { board } = await filled(1);
    const added = await add(board.id, prospect_id);
    expect(added.data).toMatchObject({ success: true, was_added: true, card: { column_id: board.columns[0]!.id } });
    const again = await add(board.id, prospect_id, board.columns[1]!.id);
    expect(again.data).toMatchObject({
      was_added: false,
      card: { id: added.data.card.id, column_id: board.columns[0]!.id },
    });
    const now = await read(board.id);
    expect(now.lead_count).toBe(2);
    expect(now.columns[0]!.cards[0]).toMatchObject({
      prospect: { id: prospect_id, first_name: 'Grace', labels: [label], company: { name: expect.any(String) } },
      messages: 1,
      has_unread: true,
      last_channel: 'IMAP',
    });
    expect((await person.call(api.getChat, { params: { id: prospect_id } })).data.chat.prospect.kanban_status).toEqual({
      board_id: board.id,
      board_name: board.name,
      column_id: board.columns[0]!.id,
      column_name: 'New',
    });
    const lead = await person.call(api.getCampaignLead, {
      params: { id: prospect_id },
      query: { campaign_id: conversation.campaign_id },
    });
    expect(lead.data.prospect.kanban_status?.board_name).toBe(board.name);
  });

  test('two parallel calls act once', async () => {
    const board = await createBoard();
    const [lead] = await leads();
    const answers = await Promise.all(Array.from({ length: 8 }, () => add(board.id, lead as number)));
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
    expect(answers.filter(({ data }) => data.was_added)).toHaveLength(1);
    expect((await read(board.id)).lead_count).toBe(1);
  });

  test('moved to a position, beside a card, and into another column', async () => {
    const { board, people, cards } = await filled(4);
    const [a, b, c, d] = cards.map(({ id }) => id) as [number, number, number, number];
    const [first, second] = board.columns.map(({ id }) => id) as [number, number];
    const names = async () => {
      const now = (await read(board.id)).columns;
      return now.map((column) => column.cards.map(({ id }) => 'abcd'[[a, b, c, d].indexOf(id)]).join(''));
    };
    expect(await names()).toEqual(['abcd', '']);
    const moved = await move(board.id, d, { column_id: first, position: 1, prospect_id: people[3] });
    expect(moved.data.card).toMatchObject({ id: d, column_id: first, version: 2 });
    expect(await names()).toEqual(['adbc', '']);
    await move(board.id, a, { column_id: first, after_card_id: b });
    expect(await names()).toEqual(['dbac', '']);
    await move(board.id, c, { column_id: first, before_card_id: d });
    expect(await names()).toEqual(['cdba', '']);
    await move(board.id, d, { column_id: second });
    await move(board.id, a, { column_id: second, position: 0 });
    expect(await names()).toEqual(['cb', 'ad']);
    // The card seen by the user left the column: the position counts, and one too high is the end.
    await move(board.id, c, { column_id: second, after_card_id: b, position: 99 });
    expect(await names()).toEqual(['b', 'adc']);
    const { history } = (await person.call(api.listKanbanHistory, { params: { id: board.id, cardId: d } })).data;
    expect(history).toMatchObject([
      { kind: 'moved', from_detail: 'New', detail: 'Won', is_by_rule: false, author: expect.any(String) },
      { kind: 'added', detail: 'New' },
    ]);
  });

  test('added by a key or an app: its history names it', async () => {
    const { board, people, cards } = await filled(1);
    const { key } = (await person.call(api.createApiKey, { body: { name: 'Zapier', scopes: ['boards:write'] } })).data;
    await server.owner.query(`update kanban_history set api_key_id = $1 where prospect_id = $2`, [key.id, people[0]]);
    const params = { id: board.id, cardId: cards[0]!.id };
    const author = async () => (await person.call(api.listKanbanHistory, { params })).data.history[0]?.author;
    expect(await author()).toBe('key Zapier');
    await server.owner.query(`update api_keys set kind = 'app', key_hash = null where id = $1`, [key.id]);
    expect(await author()).toBe('app Zapier');
  });

  test('taken off a board and put on it again', async () => {
    const { board, people } = await filled(1);
    const params = { id: board.id, prospectId: people[0] as number };
    const on = async () =>
      (await person.call(api.listBoardsOfProspect, { params: { id: people[0] as number } })).data.boards;
    expect(await on()).toMatchObject([{ board_id: board.id, board_name: board.name, column_name: 'New' }]);
    expect((await person.call(api.removeProspectFromKanban, { params })).status).toBe(200);
    const again = await person.call(api.removeProspectFromKanban, { params });
    expect([again.status, again.error.code]).toEqual([404, 'kanban_card_gone']);
    expect(await on()).toEqual([]);
    expect((await add(board.id, people[0] as number)).data.was_added).toBe(true);
  });

  test('a lead goes into the first column of a board only if there is one', async () => {
    const board = await createBoard([]);
    const answer = await add(board.id, (await leads())[0] as number);
    expect([answer.status, answer.error.code]).toEqual([409, 'kanban_no_columns']);
  });

  test('search, campaigns, senders and labels narrow the cards and their counts', async () => {
    const conversation = await makeConversation(server, person.organization_id);
    await receiveReply(server, conversation);
    const { board, people } = await filled(3);
    await add(board.id, conversation.prospect_id, board.columns[1]!.id);
    const { label } = (await person.call(api.createChatLabel, { body: { name: 'Filter card', color: '#EF4444' } }))
      .data;
    await person.call(api.addProspectLabel, { params: { id: people[1] as number }, body: { label_id: label.id } });
    const shown = async (query: object) => (await read(board.id, query)).columns.map(({ cards }) => idsOf(cards));
    expect(await shown({ search: 'navy 2' })).toEqual([[people[1]], []]);
    expect(await shown({ search: '%' })).toEqual([[], []]);
    expect(await shown({ labels: label.id })).toEqual([[people[1]], []]);
    expect(await shown({ campaigns: conversation.campaign_id })).toEqual([[], [conversation.prospect_id]]);
    expect(await shown({ senders: conversation.account_id })).toEqual([[], [conversation.prospect_id]]);
    const narrowed = await read(board.id, { search: 'navy 2' });
    expect(narrowed.columns[0]).toMatchObject({ card_count: 1, lead_count: 3, next: null });
  });

  test('pages of a column neither repeat nor leave out', async () => {
    const { board, people } = await filled(7);
    const column = board.columns[0]!.id;
    const first = (await read(board.id, { limit: 3 })).columns[0]!;
    expect([first.card_count, first.cards.length]).toEqual([7, 3]);
    const seen = idsOf(first.cards);
    for (let after = first.next; after !== null; ) {
      const page = await person.call(api.listKanbanCards, {
        params: { id: board.id, columnId: column },
        query: { after, limit: 3 },
      });
      seen.push(...idsOf(page.data.cards));
      after = page.data.next;
    }
    expect(seen).toEqual(people);
    const { boards } = (await person.call(api.listKanbanBoardsWithData, { query: { search: board.name } })).data;
    expect(idsOf(boards[0]!.columns[0]!.cards)).toEqual(people);
  });

  test.each([['limit=0'], ['limit=201'], ['labels=x'], [`search=${'x'.repeat(201)}`]])(
    'a list asked for with %s is refused',
    async (query) => {
      const board = await createBoard();
      const answer = await server.program.app.inject({
        method: 'GET',
        url: `/api/v1/kanban-boards/${board.id}/?${query}`,
        headers: { jwt: person.token as string },
      });
      expect(answer.statusCode).toBe(400);
    },
  );
});

describe('what is not there', () => {
  test('a column asks what becomes of its cards; they move below the others or leave the board', async () => {
    const { board, people } = await filled(2, ['New', 'Won', 'Lost']);
    const [first, second, third] = board.columns.map(({ id }) => id) as [number, number, number];
    const [other] = await leads();
    await add(board.id, other as number, second);
    const remove = (columnId: number, query: object) =>
      person.call(api.deleteKanbanColumn, { params: { id: board.id, columnId }, query });
    const asked = await remove(first, {});
    expect([asked.status, asked.error.code, asked.error.error]).toEqual([
      409,
      'kanban_column_has_cards',
      'This column has 2 leads. Please choose whether to move them to another column or take them off the board.',
    ]);
    expect((await remove(first, { cards: 'move' })).status).toBe(400);
    expect((await remove(first, { cards: 'move', move_to: first })).status).toBe(400);
    expect((await remove(first, { cards: 'move', move_to: 999_999_999 })).error.code).toBe('kanban_column_gone');
    expect((await read(board.id)).lead_count).toBe(3);
    expect((await remove(first, { cards: 'move', move_to: second })).data.cards).toBe(2);
    expect((await read(board.id)).columns.map(({ cards }) => idsOf(cards))).toEqual([[other, ...people], []]);
    expect((await remove(third, {})).data.cards).toBe(0);
    expect((await remove(second, { cards: 'take_out' })).data.cards).toBe(3);
    expect(await read(board.id)).toMatchObject({ lead_count: 0, columns: [] });
    expect((await remove(second, {})).status).toBe(404);
  });

  test('a card moved to a deleted column stays where it was', async () => {
    const { board, cards } = await filled(1);
    const [first, second] = board.columns.map(({ id }) => id) as [number, number];
    await person.call(api.deleteKanbanColumn, { params: { id: board.id, columnId: second } });
    const answer = await move(board.id, cards[0]!.id, { column_id: second });
    expect([answer.status, answer.error.error]).toEqual([
      404,
      "This column doesn't exist anymore. The card stays where it was.",
    ]);
    expect((await read(board.id)).columns).toMatchObject([{ id: first, lead_count: 1 }]);
  });

  test('a column that is deleted while cards come into it: none is lost', async () => {
    const { board, people, cards } = await filled(12, ['New', 'Won', 'Lost']);
    const [first, second, third] = board.columns.map(({ id }) => id) as [number, number, number];
    const [deleted, ...moves] = await Promise.all([
      person.call(api.deleteKanbanColumn, {
        params: { id: board.id, columnId: second },
        query: { cards: 'move', move_to: third },
      }),
      ...cards.map(({ id }) => move(board.id, id, { column_id: second, position: 0 })),
    ]);
    expect(deleted.status).toBe(200);
    const refused = moves.filter(({ status }) => status !== 200);
    expect(refused.map(({ error }) => error.code)).toEqual(refused.map(() => 'kanban_column_gone'));
    const now = await read(board.id);
    expect(now.columns.map(({ id, lead_count }) => [id, lead_count])).toEqual([
      [first, refused.length],
      [third, 12 - refused.length],
    ]);
    expect(now.columns.flatMap((column) => idsOf(column.cards)).toSorted()).toEqual(people.toSorted());
  });

  test('unknown ids and those of another organization or board answer 404 and change nothing', async () => {
    const { board, cards } = await filled(1);
    const foreign = await createBoard(['New', 'Won'], stranger);
    const other = await createBoard(['New']);
    const [lead, foreignLead] = [(await leads())[0] as number, (await leads(1, stranger))[0] as number];
    const [column, card] = [board.columns[1]!.id, cards[0]!.id];
    const answers = await Promise.all([
      add(foreign.id, lead),
      add(board.id, foreignLead),
      add(board.id, lead, foreign.columns[0]!.id),
      add(board.id, lead, other.columns[0]!.id),
      move(board.id, card, { column_id: foreign.columns[0]!.id }),
      move(board.id, card, { column_id: other.columns[0]!.id }),
      move(other.id, card, { column_id: other.columns[0]!.id }),
      move(foreign.id, card, { column_id: foreign.columns[0]!.id }),
      move(board.id, card, { column_id: column, prospect_id: lead }),
      move(board.id, 999_999_999, { column_id: column }),
      person.call(api.updateKanbanColumn, {
        params: { id: other.id, columnId: column },
        body: { name: 'Taken', version: 1 },
      }),
      person.call(api.deleteKanbanColumn, { params: { id: other.id, columnId: column } }),
      person.call(api.listKanbanCards, { params: { id: other.id, columnId: column } }),
      person.call(api.getKanbanCard, { params: { id: other.id, cardId: card } }),
      person.call(api.removeProspectFromKanban, { params: { id: foreign.id, prospectId: lead } }),
      person.call(api.listBoardsOfProspect, { params: { id: foreignLead } }),
      stranger.call(api.getKanbanBoard, { params: { id: board.id } }),
    ]);
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 404));
    expect(await read(board.id)).toMatchObject({ lead_count: 1, columns: [{ cards: [{ id: card, version: 1 }] }, {}] });
    expect((await stranger.call(api.getKanbanBoard, { params: { id: foreign.id } })).data.board.lead_count).toBe(0);
  });

  test('one card is read as the board shows it', async () => {
    const { board, people, cards } = await filled(2);
    const label = (await person.call(api.createChatLabel, { body: { name: 'Hot', color: '#ff0000' } })).data.label;
    await person.call(api.addProspectLabel, { params: { id: people[0]! }, body: { label_id: label.id } as never });
    await move(board.id, cards[0]!.id, { column_id: board.columns[1]!.id });
    const { data } = await person.call(api.getKanbanCard, { params: { id: board.id, cardId: cards[0]!.id } });
    expect(data.card).toEqual((await read(board.id)).columns[1]!.cards[0]);
    expect(data.card).toMatchObject({ id: cards[0]!.id, prospect: { id: people[0] }, version: cards[0]!.version + 1 });
  });

  test('a board that is deleted while cards move on it is gone whole', async () => {
    const { board, people, cards } = await filled(8);
    const second = board.columns[1]!.id;
    const answers = await Promise.all([
      ...cards.slice(0, 4).map(({ id }) => move(board.id, id, { column_id: second })),
      person.call(api.deleteKanbanBoard, { params: { id: board.id } }),
      ...cards.slice(4).map(({ id }) => move(board.id, id, { column_id: second })),
    ]);
    expect(answers.every(({ status }) => status === 200 || status === 404)).toBe(true);
    const boards = await person.call(api.listBoardsOfProspect, { params: { id: people[0] as number } });
    expect(boards.data.boards).toEqual([]);
  });
});
