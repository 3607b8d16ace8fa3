import type { kanbanEndpoints } from '@overture/contract/kanban';
import type { kanbanRulesEndpoints } from '@overture/contract/kanban-rules';
import { withMayDelete } from '../../kernel/edits/made-by.ts';
import type { RouteTable } from '../../kernel/slice.ts';
import * as boards from './boards.service.ts';
import * as cards from './cards.service.ts';
import * as columns from './columns.service.ts';
import * as rules from './rules.service.ts';

const done = { success: true } as const;

export const kanbanRoutes: RouteTable<typeof kanbanEndpoints & typeof kanbanRulesEndpoints> = {
  listKanbanBoards: async (ctx, { query }) => ({
    boards: await withMayDelete(ctx, 'kanban_boards', await boards.listBoards(ctx, query.search)),
  }),
  createKanbanBoard: async (ctx, { body }) => ({ board: await boards.createBoard(ctx, body) }),
  listKanbanBoardsWithData: async (ctx, { query }) => ({
    boards: await withMayDelete(ctx, 'kanban_boards', await boards.listBoardsWithData(ctx, query.search)),
  }),
  getKanbanBoard: async (ctx, { params, query }) => {
    const [board] = await withMayDelete(ctx, 'kanban_boards', [await boards.getBoard(ctx, params.id, query)]);
    return { board: board! };
  },
  updateKanbanBoard: async (ctx, { params, body }) => ({ board: await boards.updateBoard(ctx, params.id, body) }),
  deleteKanbanBoard: async (ctx, { params }) => {
    await boards.deleteBoard(ctx, params.id);
    return done;
  },
  addProspectToKanban: async (ctx, { body }) => ({ ...done, ...(await cards.addProspect(ctx, body)) }),
  createKanbanColumn: async (ctx, { params, body }) => ({ column: await columns.createColumn(ctx, params.id, body) }),
  updateKanbanColumn: async (ctx, { params, body }) => ({
    column: await columns.updateColumn(ctx, params.id, params.columnId, body),
  }),
  deleteKanbanColumn: async (ctx, { params, query }) => ({
    ...done,
    cards: await columns.deleteColumn(ctx, params.id, params.columnId, query),
  }),
  reorderKanbanColumns: async (ctx, { params, body }) => {
    await columns.reorderColumns(ctx, params.id, body.column_ids);
    return done;
  },
  listKanbanCards: (ctx, { params, query }) => cards.listCards(ctx, params.id, params.columnId, query),
  getKanbanCard: async (ctx, { params }) => ({ card: await cards.getCard(ctx, params.id, params.cardId) }),
  listKanbanHistory: async (ctx, { params }) => ({
    history: await cards.listCardHistory(ctx, params.id, params.cardId),
  }),
  moveKanbanCard: async (ctx, { params, body }) => ({
    ...done,
    card: await cards.moveCard(ctx, params.id, params.cardId, body),
  }),
  removeProspectFromKanban: async (ctx, { params }) => {
    await cards.removeProspect(ctx, params.id, params.prospectId);
    return done;
  },
  listKanbanRules: async (ctx, { params }) => ({ rules: await rules.listRules(ctx, params.id) }),
  createKanbanRule: async (ctx, { params, body }) => ({ rule: await rules.createRule(ctx, params.id, body) }),
  updateKanbanRule: async (ctx, { params, body }) => ({
    rule: await rules.updateRule(ctx, params.id, params.ruleId, body),
  }),
  deleteKanbanRule: async (ctx, { params }) => {
    await rules.deleteRule(ctx, params.id, params.ruleId);
    return done;
  },
  listBoardsOfProspect: async (ctx, { params }) => ({ boards: await cards.listBoardsOfProspect(ctx, params.id) }),
};
