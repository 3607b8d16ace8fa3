// @vitest-environment happy-dom
import type { KanbanBoard, KanbanCard } from '@overture/contract/kanban';
import { evenRanks } from '@overture/domain/kanban/ranks';
import { act, renderHook } from '@testing-library/react';
import type { KeyboardEvent } from 'react';
import { expect, test, vi } from 'vitest';
import { useCardKeys } from './use-card-keys.ts';

const [first, second] = evenRanks(2) as [string, string];
const card = (id: number, first_name: string, rank: string) =>
  ({
    id,
    board_id: 1,
    column_id: 1,
    rank,
    version: 1,
    prospect: { id, first_name, last_name: 'Hopper' },
  }) as KanbanCard;
const ada = card(1, 'Ada', first);
const column = (id: number, name: string, cards: KanbanCard[]) => ({
  id,
  name,
  color: '#ffffff',
  version: 1,
  lead_count: cards.length,
  card_count: cards.length,
  cards,
  next: null,
});
const board: KanbanBoard = {
  id: 1,
  name: 'Pipeline',
  description: '',
  version: 1,
  column_count: 2,
  lead_count: 2,
  created_at: '',
  columns: [column(1, 'New', [ada, card(2, 'Grace', second)]), column(2, 'Won', [])],
};

function setUp() {
  const onDrop = vi.fn();
  const { result } = renderHook(() => useCardKeys(board, onDrop));
  const press = (key: string) =>
    act(() => result.current.key({ key, preventDefault() {}, stopPropagation() {} } as KeyboardEvent, ada));
  return { onDrop, press, now: () => result.current };
}

test('a card is lifted, carried beside and dropped by keys, and each step is said', () => {
  const { onDrop, press, now } = setUp();
  press(' ');
  expect(now().announcement).toContain('Picked up Ada Hopper, New, position 1 of 2.');
  press('ArrowDown');
  expect(now().announcement).toBe('New, position 2 of 2.');
  press('ArrowRight');
  expect(now().announcement).toBe('Won, position 1 of 1.');
  expect(onDrop).not.toHaveBeenCalled();
  press(' ');
  expect(now().announcement).toBe('Dropped Ada Hopper, Won, position 1 of 1.');
  expect(onDrop.mock.calls).toEqual([[1, { column_id: 2 }]]);
});

test('Escape puts it back, and nothing is sent', () => {
  const { onDrop, press, now } = setUp();
  press(' ');
  press('ArrowRight');
  press('Escape');
  expect(now().announcement).toBe('Ada Hopper is back, New, position 1 of 2.');
  expect(now().shown).toBe(board);
  expect(onDrop).not.toHaveBeenCalled();
});

test('arrows without a lifted card go from card to card', () => {
  const { press, now } = setUp();
  expect(now().activeId).toBe(1);
  press('ArrowDown');
  expect(now().activeId).toBe(2);
});
