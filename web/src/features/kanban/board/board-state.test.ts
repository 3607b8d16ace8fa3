import type { KanbanBoard, KanbanCard } from '@overture/contract/kanban';
import { evenRanks } from '@overture/domain/kanban/ranks';
import { expect, test } from 'vitest';
import {
  appendPage,
  isAtPlace,
  moveCard,
  orderColumns,
  putCard,
  rankAt,
  refreshCard,
  removeCard,
  stepPlace,
} from './board-state.ts';

const card = (id: number, column_id: number, rank: string, version = 1): KanbanCard =>
  ({ id, board_id: 1, column_id, rank, version, messages: 0, prospect: { id: id * 10 } }) as KanbanCard;

/** Columns 1 and 2; the first with cards 1 to 3, and more of them where `next` says so. */
function board(next: string | null = null): KanbanBoard {
  const ranks = evenRanks(3);
  const cards = ranks.map((rank, index) => card(index + 1, 1, rank));
  const column = (id: number, own: KanbanCard[], total: number) => ({
    id,
    name: `C${id}`,
    color: '#ffffff',
    version: 1,
    lead_count: total,
    card_count: total,
    cards: own,
    next: id === 1 ? next : null,
  });
  return {
    id: 1,
    name: 'B',
    description: '',
    version: 1,
    column_count: 2,
    lead_count: next ? 9 : 3,
    created_at: '',
    columns: [column(1, cards, next ? 9 : 3), column(2, [], 0)],
  };
}
const ids = ({ columns }: KanbanBoard) => columns.map(({ cards }) => cards.map(({ id }) => id));
const counts = ({ columns }: KanbanBoard) => columns.map(({ card_count }) => card_count);

test('a moved card leaves one column and comes into the other, counts with it; other columns stay the same objects', () => {
  const before = board();
  const after = moveCard(before, { id: 2, column_id: 2, rank: 'a0', version: 2 });
  expect(ids(after)).toEqual([[1, 3], [2]]);
  expect(counts(after)).toEqual([2, 1]);
  const within = moveCard(before, {
    id: 3,
    column_id: 1,
    rank: rankAt(before, 3, { column_id: 1, before_card_id: 1 }),
    version: 2,
  });
  expect(ids(within)).toEqual([[3, 1, 2], []]);
  expect(within.columns[1]).toBe(before.columns[1]);
  expect(moveCard(before, { ...before.columns[0]!.cards[0]! })).toBe(before);
});

test('a place beyond the loaded cards is counted and not shown', () => {
  const after = moveCard(board('a2'), { id: 1, column_id: 1, rank: 'z9', version: 2 });
  expect(ids(after)).toEqual([[2, 3], []]);
  expect(counts(after)).toEqual([9, 0]);
});

test('a page is appended once, even if cards moved between two pages', () => {
  const first = board('a2');
  const after = appendPage(first, 1, { cards: [card(3, 1, 'a2'), card(4, 1, 'a3')], next: null });
  expect(ids(after)).toEqual([[1, 2, 3, 4], []]);
  expect(after.columns[0]?.next).toBeNull();
});

test('ranks between neighbours, at the ends, and where the neighbour is gone', () => {
  const now = board();
  const place = (drop: Parameters<typeof rankAt>[2]) =>
    ids(moveCard(now, { id: 1, column_id: drop.column_id, rank: rankAt(now, 1, drop), version: 2 }));
  expect(place({ column_id: 1, after_card_id: 2 })).toEqual([[2, 1, 3], []]);
  expect(place({ column_id: 1 })).toEqual([[2, 3, 1], []]);
  expect(place({ column_id: 1, before_card_id: 99 })).toEqual([[2, 3, 1], []]);
  expect(place({ column_id: 2, after_card_id: 99 })).toEqual([[2, 3], [1]]);
});

test('a card that stays where it is, is known to', () => {
  const now = board();
  expect(isAtPlace(now, 2, { column_id: 1, after_card_id: 1 })).toBe(true);
  expect(isAtPlace(now, 2, { column_id: 1, before_card_id: 3 })).toBe(true);
  expect(isAtPlace(now, 2, { column_id: 1, before_card_id: 2 })).toBe(true);
  expect(isAtPlace(now, 3, { column_id: 1 })).toBe(true);
  expect(isAtPlace(now, 2, { column_id: 1 })).toBe(false);
  expect(isAtPlace(now, 2, { column_id: 2 })).toBe(false);
});

test('new contents keep the newer place', () => {
  const moved = moveCard(board(), { id: 1, column_id: 2, rank: 'a5', version: 3 });
  const fresh = { ...card(1, 1, 'a0', 2), messages: 7 };
  expect(ids(refreshCard(moved, fresh))).toEqual([[2, 3], [1]]);
  expect(refreshCard(moved, fresh).columns[1]?.cards[0]).toMatchObject({ messages: 7, version: 3 });
  expect(ids(refreshCard(moved, { ...fresh, version: 4 }))).toEqual([[1, 2, 3], []]);
});

test('cards come and go', () => {
  const added = putCard(board(), card(9, 2, 'a0'));
  expect([ids(added), counts(added), added.lead_count]).toEqual([[[1, 2, 3], [9]], [3, 1], 4]);
  const removed = removeCard(added, 1);
  expect([ids(removed), removed.lead_count]).toEqual([[[2, 3], [9]], 3]);
  expect(removeCard(removed, 1)).toBe(removed);
});

test('arrow keys step through a column and beside it', () => {
  const now = putCard(board(), card(9, 2, 'a0'));
  expect(stepPlace(now, 1, 'up')).toBeUndefined();
  expect(stepPlace(now, 1, 'down')).toEqual({ column_id: 1, after_card_id: 2 });
  expect(stepPlace(now, 2, 'up')).toEqual({ column_id: 1, before_card_id: 1 });
  expect(stepPlace(now, 1, 'right')).toEqual({ column_id: 2, before_card_id: 9 });
  expect(stepPlace(now, 3, 'right')).toEqual({ column_id: 2 });
  expect(stepPlace(now, 9, 'right')).toBeUndefined();
  expect(orderColumns(now, [2, 1]).columns.map(({ id }) => id)).toEqual([2, 1]);
});
