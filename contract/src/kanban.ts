import { RIGHTS } from '@overture/domain/access/permissions';
import { CHAT_ACCOUNT_TYPES } from '@overture/domain/accounts';
import { KANBAN, TEXT_LIMITS } from '@overture/domain/limits';
import { LIST_LIMITS } from '@overture/domain/list-limits';
import { z } from 'zod';
import { done, endpoint, idSchema, listQuery, mayDeleteField, seenVersion, unused } from './endpoint.ts';
import { labelSchema } from './labels.ts';
import { hexColor } from './organization.ts';
import { prospectSchema } from './prospects.ts';

const cardSchema = z.object({
  id: z.number().int(),
  board_id: z.number().int(),
  column_id: z.number().int(),
  /** Order within the column, compared by bytes. */
  rank: z.string(),
  /** Rises with every move; of two states of a card the one with the higher version is the newer. */
  version: z.number().int(),
  entered_at: z.iso.datetime(),
  prospect: prospectSchema.extend({ labels: z.array(labelSchema) }),
  /** Of the conversation with the lead: how many messages, and what the last one came or went by. */
  messages: z.number().int(),
  has_unread: z.boolean(),
  last_channel: z.enum(CHAT_ACCOUNT_TYPES).nullable(),
  last_message_at: z.iso.datetime().nullable(),
});
export type KanbanCard = z.output<typeof cardSchema>;

const columnNameSchema = z.object({
  id: z.number().int(),
  name: z.string(),
  color: z.string(),
  /** How often people changed it; sent back with a change (`version`). */
  version: z.number().int(),
  /** All its cards, ignoring filters. */
  lead_count: z.number().int(),
});

const columnSchema = columnNameSchema.extend({
  /** Cards that pass the filters, those of later pages included. */
  card_count: z.number().int(),
  cards: z.array(cardSchema),
  /** `after` of the next page; null where there is none. */
  next: z.string().nullable(),
});
export type KanbanColumn = z.output<typeof columnSchema>;

const boardFields = {
  id: z.number().int(),
  name: z.string(),
  description: z.string(),
  version: z.number().int(),
  column_count: z.number().int(),
  lead_count: z.number().int(),
  created_at: z.iso.datetime(),
};
const boardSummarySchema = z.object({ ...boardFields, columns: z.array(columnNameSchema) });
export type KanbanBoardSummary = z.output<typeof boardSummarySchema>;

const boardSchema = z.object({ ...boardFields, columns: z.array(columnSchema) });
export type KanbanBoard = z.output<typeof boardSchema>;

/** The position of a card after a move. */
const placeSchema = z.object({
  id: z.number().int(),
  column_id: z.number().int(),
  rank: z.string(),
  version: z.number().int(),
});
export type KanbanPlace = z.output<typeof placeSchema>;

/** Trimmed by the server; a name of white space alone is refused in words. */
const name = z.string().max(KANBAN.name_max);
const search = unused(z.string().trim().max(TEXT_LIMITS.search_query_max));
const ids = listQuery(z.array(idSchema).max(500).nullish());
const filters = { search, campaigns: ids, senders: ids, labels: ids };
const cardFiltersSchema = z.object(filters);
export type KanbanFilters = z.output<typeof cardFiltersSchema>;

const limit = z.coerce
  .number<number | string>()
  .int()
  .min(1)
  .max(KANBAN.max_cards_per_page)
  .default(KANBAN.cards_per_page);
/** A rank as it was answered. */
const after = unused(z.string().max(1000));

const historyEntrySchema = z.object({
  id: z.number().int(),
  kind: z.enum(['added', 'moved', 'removed', 'label_added', 'campaigns_stopped', 'crm_push_asked', 'action_failed']),
  /** What it is about as it was called then: the column, the label, the CRM. */
  detail: z.string(),
  from_detail: z.string().nullable(),
  /** Who did it, or by which key (`key Zapier`) or app (`app Claude`); null where a rule of the board or the program did. */
  author: z.string().nullable(),
  is_by_rule: z.boolean(),
  created_at: z.iso.datetime(),
});
export type KanbanHistoryEntry = z.output<typeof historyEntrySchema>;

const boardAnswer = z.object({ board: boardSummarySchema });
const columnAnswer = z.object({ column: columnNameSchema });

export const kanbanEndpoints = {
  listKanbanBoards: endpoint('GET /kanban-boards/', {
    summary: 'Boards with their columns and the number of leads in each, by name',
    shows: ['boards'],
    query: z.object({ search }),
    ok: z.object({ boards: z.array(boardSummarySchema.extend(mayDeleteField)).max(KANBAN.max_boards) }),
  }),
  createKanbanBoard: endpoint('POST /kanban-boards/', {
    summary: 'Create a board',
    touches: ['boards'],
    roles: RIGHTS.work,
    body: z.object({
      name,
      /** Names of the columns it begins with; none unless given. */
      columns: unused(z.array(name).max(KANBAN.max_columns)),
    }),
    errors: ['kanban_name_blank', 'kanban_full'],
    ok: boardAnswer,
  }),
  listKanbanBoardsWithData: endpoint('GET /kanban-boards/all-with-data/', {
    summary: `All boards with the first ${KANBAN.first_cards} cards of each column`,
    shows: ['boards'],
    query: z.object({ search }),
    ok: z.object({ boards: z.array(boardSchema.extend(mayDeleteField)).max(KANBAN.max_boards) }),
  }),
  getKanbanBoard: endpoint('GET /kanban-boards/{id}/', {
    summary: 'A board with the first page of cards of each column',
    shows: ['board_cards'],
    query: cardFiltersSchema.extend({ limit }),
    ok: z.object({ board: boardSchema.extend(mayDeleteField) }),
  }),
  updateKanbanBoard: endpoint('PUT /kanban-boards/{id}/', {
    summary: 'Rename a board',
    touches: ['board_cards', 'boards'],
    roles: RIGHTS.work,
    body: z.object({
      name: unused(name),
      description: unused(z.string().max(KANBAN.description_max)),
      version: seenVersion,
    }),
    errors: ['kanban_name_blank', 'changed_meanwhile'],
    ok: boardAnswer,
  }),
  deleteKanbanBoard: endpoint('DELETE /kanban-boards/{id}/', {
    summary: 'Delete a board with its columns and cards; leads and conversations stay',
    touches: ['board_cards', 'boards'],
    roles: RIGHTS.work,
    errors: ['not_yours'],
    ok: done,
  }),
  addProspectToKanban: endpoint('POST /kanban-boards/add-prospect/', {
    summary: 'Put a lead on a board, on top of a column; a lead that is on it already stays where it is',
    touches: ['board_cards', 'boards', 'chats'],
    roles: RIGHTS.work,
    body: z.object({
      prospect_id: idSchema,
      board_id: idSchema,
      /** The board's first column unless given. */
      column_id: unused(idSchema),
    }),
    errors: ['kanban_no_columns', 'kanban_column_gone', 'kanban_full'],
    ok: z.object({ success: z.literal(true), was_added: z.boolean(), card: cardSchema }),
  }),
  createKanbanColumn: endpoint('POST /kanban-boards/{id}/columns/', {
    summary: 'Add a column at the right end',
    touches: ['board_cards', 'boards'],
    roles: RIGHTS.work,
    body: z.object({ name, color: unused(hexColor) }),
    errors: ['kanban_name_blank', 'kanban_full'],
    ok: columnAnswer,
  }),
  updateKanbanColumn: endpoint('PUT /kanban-boards/{id}/columns/{columnId}/', {
    summary: 'Rename or recolor a column',
    touches: ['board_cards', 'boards'],
    roles: RIGHTS.work,
    body: z.object({ name: unused(name), color: unused(hexColor), version: seenVersion }),
    errors: ['kanban_name_blank', 'changed_meanwhile'],
    ok: columnAnswer,
  }),
  deleteKanbanColumn: endpoint('DELETE /kanban-boards/{id}/columns/{columnId}/', {
    summary: 'Delete a column; says what becomes of its cards where it has any',
    touches: ['board_cards', 'boards', 'board_rules'],
    roles: RIGHTS.work,
    query: z.object({
      /** `take_out` takes the cards off the board, `move` puts them below those of `move_to`. */
      cards: unused(z.enum(['take_out', 'move'])),
      move_to: unused(idSchema),
    }),
    errors: ['not_yours', 'kanban_column_has_cards', 'kanban_column_gone'],
    ok: z.object({ success: z.literal(true), cards: z.number().int() }),
  }),
  reorderKanbanColumns: endpoint('POST /kanban-boards/{id}/columns/reorder/', {
    summary: 'Order of all columns from the left',
    touches: ['boards'],
    roles: RIGHTS.work,
    body: z.object({ column_ids: z.array(idSchema).min(1).max(KANBAN.max_columns) }),
    errors: ['kanban_columns_changed'],
    ok: done,
  }),
  listKanbanCards: endpoint('GET /kanban-boards/{id}/columns/{columnId}/cards/', {
    summary: 'A page of the cards of a column, from the top',
    shows: ['board_cards'],
    query: cardFiltersSchema.extend({ limit, after }),
    ok: z.object({ cards: z.array(cardSchema), next: z.string().nullable() }),
  }),
  getKanbanCard: endpoint('GET /kanban-boards/{id}/cards/{cardId}/', {
    summary: 'One card as the board shows it',
    shows: ['board_cards'],
    ok: z.object({ card: cardSchema }),
  }),
  listKanbanHistory: endpoint('GET /kanban-boards/{id}/cards/{cardId}/history/', {
    summary: `The last ${KANBAN.max_history} things that happened to a card, newest first`,
    shows: ['card_history'],
    ok: z.object({ history: z.array(historyEntrySchema).max(KANBAN.max_history) }),
  }),
  moveKanbanCard: endpoint('POST /kanban-boards/{id}/cards/{cardId}/move/', {
    summary: 'Move a card to a place in a column',
    touches: ['boards', 'card_history'],
    roles: RIGHTS.work,
    body: z.object({
      column_id: idSchema,
      /** Counted from the top, without the card itself; the end where it is left out or too high. */
      position: unused(z.number().int().min(0).max(1_000_000)),
      prospect_id: unused(idSchema),
      /** The card it goes below, or above: what the mover saw, which goes before `position` as long as it is in the column. */
      after_card_id: unused(idSchema),
      before_card_id: unused(idSchema),
    }),
    errors: ['kanban_column_gone', 'kanban_card_gone'],
    ok: z.object({ success: z.literal(true), card: placeSchema }),
  }),
  removeProspectFromKanban: endpoint('POST /kanban-boards/{id}/prospects/{prospectId}/remove/', {
    summary: 'Take a lead off a board',
    touches: ['boards', 'chats'],
    roles: RIGHTS.work,
    ok: done,
  }),
  listBoardsOfProspect: endpoint('GET /prospects/{id}/kanban-boards/', {
    summary: 'Boards that contain a lead, the newest move first',
    shows: ['boards'],
    ok: z.object({
      boards: z
        .array(
          z.object({
            board_id: z.number().int(),
            board_name: z.string(),
            card_id: z.number().int(),
            column_id: z.number().int(),
            column_name: z.string(),
            column_color: z.string(),
          }),
        )
        .max(LIST_LIMITS.boards_of_lead),
    }),
  }),
};
