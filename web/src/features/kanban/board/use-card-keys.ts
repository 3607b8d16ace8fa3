import type { KanbanBoard, KanbanCard } from '@overture/contract/kanban';
import { type KeyboardEvent, useState } from 'react';
import { toReadingKey } from '../../../ui/direction.ts';
import { leadName } from '../../leads/index.ts';
import { t } from '../texts.ts';
import { type DropPlace, findCard, moveCard, rankAt, stepPlace } from './board-state.ts';

const directions = { ArrowUp: 'up', ArrowDown: 'down', ArrowLeft: 'left', ArrowRight: 'right' } as const;
type Direction = (typeof directions)[keyof typeof directions];

interface Lift {
  cardId: number;
  /** The board as it looks while the card is held. */
  board: KanbanBoard;
  place: DropPlace | undefined;
}

/** "Won, position 2 of 5" */
function placeWords(board: KanbanBoard, cardId: number): string {
  const column = board.columns.find(({ cards }) => cards.some(({ id }) => id === cardId));
  const position = (column?.cards.findIndex(({ id }) => id === cardId) ?? -1) + 1;
  return t('place', { column: column?.name ?? '', position, count: column?.card_count ?? 0 });
}

function liftWords(key: 'lifted' | 'dropped' | 'put_back', on: KanbanBoard, card: KanbanCard): string {
  return t(key, { name: leadName(card.prospect), place: placeWords(on, card.id) });
}

/** The held card one step on; undefined where there is nothing in that direction. */
function carryOn(lift: Lift, direction: Direction): Lift | undefined {
  const place = stepPlace(lift.board, lift.cardId, direction);
  const held = findCard(lift.board, lift.cardId);
  if (!place || !held) return undefined;
  const rank = rankAt(lift.board, lift.cardId, place);
  return { ...lift, board: moveCard(lift.board, { ...held, column_id: place.column_id, rank }), place };
}

/** The card that the focus goes to. */
function findNeighbor(board: KanbanBoard, cardId: number, direction: Direction): KanbanCard | undefined {
  const index = board.columns.findIndex(({ cards }) => cards.some(({ id }) => id === cardId));
  const cards = board.columns[index]?.cards ?? [];
  const row = cards.findIndex(({ id }) => id === cardId);
  if (direction === 'up' || direction === 'down') return cards[direction === 'up' ? row - 1 : row + 1];
  const step = direction === 'left' ? -1 : 1;
  for (let other = index + step; board.columns[other]; other += step) {
    const beside = board.columns[other]?.cards ?? [];
    if (beside.length > 0) return beside[Math.min(row, beside.length - 1)];
  }
  return undefined;
}

/**
 * A board by keys: arrows go from card to card; Space lifts the one that has the focus, arrows then carry it, Space or Enter drop it and
 * Escape puts it back. What happens is said in `announcement`.
 */
export function useCardKeys(board: KanbanBoard | undefined, onDrop: (cardId: number, place: DropPlace) => void) {
  const [lift, setLift] = useState<Lift | undefined>();
  const [activeId, setActive] = useState<number | undefined>();
  const [announcement, announce] = useState('');
  const shown = lift?.board ?? board;

  function pick(card: KanbanCard) {
    if (!board) return;
    setLift({ cardId: card.id, board, place: undefined });
    announce(liftWords('lifted', board, card));
  }

  function end(card: KanbanCard, isDropped: boolean) {
    if (!lift || !board) return;
    if (isDropped && lift.place) onDrop(card.id, lift.place);
    setLift(undefined);
    announce(isDropped ? liftWords('dropped', lift.board, card) : liftWords('put_back', board, card));
  }

  function carry(direction: Direction) {
    const next = lift && carryOn(lift, direction);
    if (!next) return;
    setLift(next);
    announce(t('stepped', { place: placeWords(next.board, next.cardId) }));
  }

  function key(event: KeyboardEvent, card: KanbanCard) {
    if (!shown || hasModifier(event)) return;
    const direction = directions[toReadingKey(event.key) as keyof typeof directions];
    const isLifted = lift?.cardId === card.id;
    if (direction) {
      if (isLifted) carry(direction);
      else setActive(findNeighbor(shown, card.id, direction)?.id ?? card.id);
    } else if (event.key === ' ') {
      if (isLifted) end(card, true);
      else pick(card);
    } else if (event.key === 'Enter' && isLifted) end(card, true);
    else if (event.key === 'Escape' && isLifted) end(card, false);
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  const first = shown?.columns.find(({ cards }) => cards.length > 0)?.cards[0];
  const isThere = activeId !== undefined && shown !== undefined && findCard(shown, activeId) !== undefined;
  return {
    shown,
    activeId: isThere ? activeId : first?.id,
    liftedId: lift?.cardId,
    announcement,
    activate: setActive,
    key,
    /** The focus left the board while a card was held. */
    release: () => setLift(undefined),
  };
}

const hasModifier = ({ ctrlKey, metaKey, altKey }: KeyboardEvent): boolean => ctrlKey || metaKey || altKey;
