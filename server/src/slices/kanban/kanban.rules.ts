import type { KanbanBoard, KanbanBoardSummary, KanbanCard, KanbanColumn } from '@overture/contract/kanban';
import type { Label } from '@overture/contract/labels';
import { presentProspect } from '../prospects/index.ts';
import type { BoardRow, ColumnRow } from './boards.store.ts';
import type { CardRow } from './cards.store.ts';

export function presentCard(row: CardRow, labels: ReadonlyMap<number, Label[]>): KanbanCard {
  const { card_id, board_id, column_id, rank, version, messages, has_unread, last_channel, ...lead } = row;
  return {
    id: card_id,
    board_id,
    column_id,
    rank,
    version,
    entered_at: row.entered_at.toISOString(),
    prospect: { ...presentProspect(lead), labels: labels.get(lead.id) ?? [] },
    messages,
    has_unread,
    last_channel,
    last_message_at: row.last_message_at?.toISOString() ?? null,
  };
}

export function presentColumn({ id, name, color, version, lead_count }: ColumnRow) {
  return { id, name, color, version, lead_count };
}

function presentFields(row: BoardRow, columns: readonly ColumnRow[]) {
  return {
    id: row.id,
    name: row.name,
    description: row.description,
    version: row.version,
    column_count: columns.length,
    lead_count: columns.reduce((sum, column) => sum + column.lead_count, 0),
    created_at: row.created_at.toISOString(),
  };
}

export function presentSummary(row: BoardRow, all: readonly ColumnRow[]): KanbanBoardSummary {
  const columns = all.filter((column) => column.board_id === row.id);
  return { ...presentFields(row, columns), columns: columns.map(presentColumn) };
}

export interface BoardCards {
  cards: readonly KanbanCard[];
  /** Cards of a column that pass the filters; undefined where nothing is filtered. */
  filtered: ReadonlyMap<number, number> | undefined;
}

export function presentBoard(row: BoardRow, all: readonly ColumnRow[], { cards, filtered }: BoardCards): KanbanBoard {
  const columns = all.filter((column) => column.board_id === row.id);
  return {
    ...presentFields(row, columns),
    columns: columns.map((column): KanbanColumn => {
      const own = cards.filter((card) => card.column_id === column.id);
      const card_count = filtered ? (filtered.get(column.id) ?? 0) : column.lead_count;
      return { ...presentColumn(column), card_count, cards: own, next: nextCursor(own, card_count) };
    }),
  };
}

function nextCursor(cards: readonly KanbanCard[], count: number): string | null {
  return cards.length < count ? (cards.at(-1)?.rank ?? '') : null;
}

/** "3 leads", for the question what becomes of them. */
export function countLeads(count: number): string {
  return count === 1 ? '1 lead' : `${count} leads`;
}
