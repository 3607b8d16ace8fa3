import type { KanbanBoard, KanbanCard, KanbanColumn } from '@overture/contract/kanban';
import { compareRanks, rankBetween } from '@overture/domain/kanban/ranks';

/** Place of a card, as reported by the server or moved by the user. */
export interface CardPlace {
  id: number;
  column_id: number;
  rank: string;
  version: number;
}

export function findCard(board: KanbanBoard, id: number): KanbanCard | undefined {
  for (const column of board.columns) {
    const card = column.cards.find((known) => known.id === id);
    if (card) return card;
  }
  return undefined;
}

export function findPlace({ id, column_id, rank, version }: KanbanCard): CardPlace {
  return { id, column_id, rank, version };
}

function changeColumn(board: KanbanBoard, id: number, change: (column: KanbanColumn) => KanbanColumn): KanbanBoard {
  return { ...board, columns: board.columns.map((column) => (column.id === id ? change(column) : column)) };
}

/** The card among those that are loaded, in its order; left out where its place lies beyond them. */
function insertSorted(column: KanbanColumn, card: KanbanCard): KanbanCard[] {
  const index = column.cards.findIndex((known) => compareRanks(card, known) < 0);
  if (index >= 0) return column.cards.toSpliced(index, 0, card);
  return column.next === null ? [...column.cards, card] : column.cards;
}

/** Adds or moves a card. Unaffected columns stay the same objects. */
export function putCard(board: KanbanBoard, card: KanbanCard): KanbanBoard {
  const without = removeCard(board, card.id);
  return changeColumn(
    { ...without, lead_count: without.lead_count + 1 },
    card.column_id,
    (column): KanbanColumn => ({
      ...column,
      cards: insertSorted(column, card),
      card_count: column.card_count + 1,
      lead_count: column.lead_count + 1,
    }),
  );
}

/** The board without a card; the same board where it is not loaded. */
export function removeCard(board: KanbanBoard, id: number): KanbanBoard {
  const known = findCard(board, id);
  if (!known) return board;
  return changeColumn(
    { ...board, lead_count: board.lead_count - 1 },
    known.column_id,
    (column): KanbanColumn => ({
      ...column,
      cards: column.cards.filter((card) => card.id !== id),
      card_count: column.card_count - 1,
      lead_count: column.lead_count - 1,
    }),
  );
}

/** A loaded card at another place. */
export function moveCard(board: KanbanBoard, place: CardPlace): KanbanBoard {
  const card = findCard(board, place.id);
  if (!card) return board;
  if (card.column_id === place.column_id && card.rank === place.rank && card.version === place.version) return board;
  return putCard(board, { ...card, ...place });
}

/** New contents of a card (messages, labels) at the place that is newer. */
export function refreshCard(board: KanbanBoard, fresh: KanbanCard): KanbanBoard {
  const known = findCard(board, fresh.id);
  if (!known) return board;
  if (known.version < fresh.version) return putCard(board, fresh);
  const card = { ...fresh, ...findPlace(known) };
  return changeColumn(board, known.column_id, (column) => ({
    ...column,
    cards: column.cards.map((old) => (old.id === card.id ? card : old)),
  }));
}

/** Appends the next page of a column; a card that moved since is listed once. */
export function appendPage(
  board: KanbanBoard,
  columnId: number,
  page: { cards: readonly KanbanCard[]; next: string | null },
): KanbanBoard {
  return changeColumn(board, columnId, (column) => {
    const known = new Set(board.columns.flatMap(({ cards }) => cards.map(({ id }) => id)));
    const cards = [...column.cards, ...page.cards.filter(({ id }) => !known.has(id))].toSorted(compareRanks);
    return { ...column, cards, next: page.next };
  });
}

/** Where in a column: below or above a card, or at its end. */
export interface DropPlace {
  column_id: number;
  after_card_id?: number;
  before_card_id?: number;
}

/** The end of a column, as far as its cards are loaded. */
export function placeAtEnd(board: KanbanBoard, columnId: number): DropPlace {
  const column = board.columns.find(({ id }) => id === columnId);
  const last = column?.next === null ? column.cards.at(-1) : undefined;
  return { column_id: columnId, ...(last ? { after_card_id: last.id } : {}) };
}

/** Expected rank of a card at a place, from the loaded cards; the server sets the real one. */
export function rankAt(board: KanbanBoard, cardId: number, place: DropPlace): string {
  const column = board.columns.find(({ id }) => id === place.column_id);
  const cards = (column?.cards ?? []).filter(({ id }) => id !== cardId);
  const at = (id: number | undefined) => (id === undefined ? -1 : cards.findIndex((card) => card.id === id));
  const [after, before] = [at(place.after_card_id), at(place.before_card_id)];
  const index = after >= 0 ? after + 1 : before >= 0 ? before : cards.length;
  return rankBetween(cards[index - 1]?.rank ?? null, cards[index]?.rank ?? null);
}

/** True if the card is already there. */
export function isAtPlace(board: KanbanBoard, cardId: number, place: DropPlace): boolean {
  const column = board.columns.find(({ id }) => id === place.column_id);
  const index = column?.cards.findIndex(({ id }) => id === cardId) ?? -1;
  if (!column || index < 0) return false;
  const { after_card_id: after, before_card_id: before } = place;
  if (after === cardId || before === cardId) return true;
  if (after !== undefined) return column.cards[index - 1]?.id === after;
  if (before !== undefined) return column.cards[index + 1]?.id === before;
  return index === column.cards.length - 1;
}

/** Columns in this order; those that are not named stay behind them. */
export function orderColumns(board: KanbanBoard, ids: readonly number[]): KanbanBoard {
  const rest = board.columns.filter(({ id }) => !ids.includes(id));
  const named = ids.flatMap((id) => board.columns.find((column) => column.id === id) ?? []);
  return { ...board, columns: [...named, ...rest] };
}

/** One step of a lifted card with an arrow key; undefined where there is nothing in that direction. */
export function stepPlace(
  board: KanbanBoard,
  cardId: number,
  direction: 'up' | 'down' | 'left' | 'right',
): DropPlace | undefined {
  const columnIndex = board.columns.findIndex(({ cards }) => cards.some(({ id }) => id === cardId));
  const column = board.columns[columnIndex];
  if (!column) return undefined;
  const index = column.cards.findIndex(({ id }) => id === cardId);
  if (direction === 'up' || direction === 'down') {
    const other = column.cards[direction === 'up' ? index - 1 : index + 1];
    if (!other) return undefined;
    return direction === 'up'
      ? { column_id: column.id, before_card_id: other.id }
      : { column_id: column.id, after_card_id: other.id };
  }
  const next = board.columns[columnIndex + (direction === 'left' ? -1 : 1)];
  if (!next) return undefined;
  const beside = next.cards[index];
  return beside ? { column_id: next.id, before_card_id: beside.id } : { column_id: next.id };
}
