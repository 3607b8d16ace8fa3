import { api } from '@overture/contract';
import type { LiveEventData } from '@overture/contract/live';
import { compareRanks, evenRanks } from '@overture/domain/kanban/ranks';
import { KANBAN } from '@overture/domain/limits';
import { beforeAll, expect, test } from 'vitest';
import { useTestServer } from '../../testing/harness.ts';
import { fillColumn, makeLeads } from './kanban.factory.ts';

const server = useTestServer({ roles: ['web', 'live', 'worker'] });
let person: Awaited<ReturnType<typeof server.signUp>>;
beforeAll(async () => {
  person = await server.signUp();
});

const contextOf = () => server.program.system.forOrganization(person.organization_id);
const createBoard = async (columns: string[]) =>
  (await person.call(api.createKanbanBoard, { body: { name: `Board ${crypto.randomUUID()}`, columns } })).data.board;
const order = async (id: number) => {
  const { columns } = (await person.call(api.getKanbanBoard, { params: { id }, query: { limit: 200 } })).data.board;
  return columns.map(({ id: column, cards }) => ({ column, cards: cards.map((card) => card.id) }));
};

/** Picks one of several by a fixed sequence: the run is the same every time. */
const pick = <T>(values: readonly T[], n: number): T => values[(n * 7919) % values.length] as T;

/** The state of a browser that received these moves, in any order: the newest place of each card. */
function follow(places: LiveEventData<'kanban_card'>[], columns: number[]) {
  const newest = new Map<number, LiveEventData<'kanban_card'>>();
  for (const place of places) {
    const known = newest.get(place.card_id);
    if (!known || known.version < place.version) newest.set(place.card_id, place);
  }
  return columns.map((column) => ({
    column,
    cards: [...newest.values()]
      .filter((place) => place.column_id === column)
      .map((place) => ({ id: place.card_id, rank: place.rank as string }))
      .toSorted(compareRanks)
      .map(({ id }) => id),
  }));
}

test('200 parallel movers on one board: no card is lost or doubled, and all see the same order', async () => {
  const board = await createBoard(['New', 'Talking', 'Won']);
  const columns = board.columns.map(({ id }) => id);
  const people = await makeLeads(server, person.organization_id, 40);
  const cards = await fillColumn(contextOf(), {
    board: board.id,
    column: columns[0] as number,
    prospects: people,
    ranks: evenRanks(people.length),
  });
  const answers = await Promise.all(
    Array.from({ length: 200 }, (_, n) =>
      person.call(api.moveKanbanCard, {
        params: { id: board.id, cardId: pick(cards, n) },
        body:
          n % 3 === 0
            ? { column_id: pick(columns, n + 1), position: n % 11 }
            : { column_id: pick(columns, n + 1), after_card_id: pick(cards, n + 5), position: 0 },
      }),
    ),
  );
  expect(answers.filter(({ status }) => status !== 200)).toEqual([]);
  const seen = await order(board.id);
  expect(seen.flatMap((column) => column.cards).toSorted()).toEqual(cards.toSorted());
  const ranks = await server.owner.query<{ taken: number }>(
    'select count(distinct (column_id, rank))::int as taken from kanban_cards where board_id = $1',
    [board.id],
  );
  expect(ranks.rows[0]?.taken).toBe(cards.length);
  const rows = await server.owner.query<{ data: LiveEventData<'kanban_card'> }>(
    `select data from live_messages where type = 'kanban_card' and (data->>'board_id')::bigint = $1 order by id`,
    [board.id],
  );
  const moves = rows.rows.map(({ data }) => data);
  expect(moves).toHaveLength(200);
  const untouched = cards.filter((id) => !moves.some((move) => move.card_id === id));
  expect(untouched).toEqual([]);
  for (const heard of [moves, moves.toReversed(), moves.toSorted((a, b) => (a.rank! < b.rank! ? -1 : 1))]) {
    expect(follow(heard, columns)).toEqual(seen);
  }
});

test('moves into one gap make ranks longer until the column gets even ones, in the same order', async () => {
  const board = await createBoard(['New']);
  const column = board.columns[0]!.id;
  const people = await makeLeads(server, person.organization_id, 3);
  const cards = await fillColumn(contextOf(), {
    board: board.id,
    column,
    prospects: people,
    ranks: ['a0', 'a1', `a1${'0'.repeat(KANBAN.rank_length)}V`],
  });
  const lengths = async () =>
    (
      await server.owner.query<{ rank: string }>('select rank from kanban_cards where column_id = $1', [column])
    ).rows.map(({ rank }) => rank.length);
  await person.call(api.moveKanbanCard, {
    params: { id: board.id, cardId: cards[0] as number },
    body: { column_id: column, after_card_id: cards[1] as number },
  });
  await expect.poll(async () => Math.max(...(await lengths())), { timeout: 60_000 }).toBeLessThan(KANBAN.rank_length);
  expect(await order(board.id)).toEqual([{ column, cards: [cards[1], cards[0], cards[2]] }]);
});
