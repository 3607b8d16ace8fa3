import type { KanbanBoard, KanbanBoardSummary, KanbanFilters } from '@overture/contract/kanban';
import { KANBAN, NEW_KANBAN_COLUMN_COLOR } from '@overture/domain/limits';
import { cleanText, toSingleLine } from '@overture/domain/text/text';
import type { Context, ReadContext, TransactionContext } from '../../kernel/context.ts';
import { requireMayDelete } from '../../kernel/edits/made-by.ts';
import { requireVersion } from '../../kernel/edits/requested-version.ts';
import { ApiError, orNotFound } from '../../kernel/errors.ts';
import { listCarriedLabels } from '../labels/index.ts';
import * as store from './boards.store.ts';
import { type CardRow, countFiltered, isFiltered, listFirstCards } from './cards.store.ts';
import { presentBoard, presentCard, presentSummary } from './kanban.rules.ts';

type Ctx = Pick<Context, 'read' | 'transaction'>;

/** @throws ApiError kanban_name_blank */
export function cleanName(given: string): string {
  const name = toSingleLine(cleanText(given));
  if (name === '') throw new ApiError('kanban_name_blank');
  return name;
}

export async function listBoards(ctx: Ctx, search?: string | null): Promise<KanbanBoardSummary[]> {
  return ctx.read(async (tx) => {
    const boards = await store.listBoards(tx, search);
    const columns = await store.listColumns(
      tx,
      boards.map(({ id }) => id),
    );
    return boards.map((board) => presentSummary(board, columns));
  });
}

/** @throws ApiError not_found */
async function loadSummary(tx: ReadContext, id: number): Promise<KanbanBoardSummary> {
  const board = orNotFound(await store.findBoard(tx, id));
  return presentSummary(board, await store.listColumns(tx, [id]));
}

/** All boards with the beginning of each column. */
export async function listBoardsWithData(ctx: Ctx, search?: string | null): Promise<KanbanBoard[]> {
  return ctx.read(async (tx) => {
    const boards = await store.listBoards(tx, search);
    const columns = await store.listColumns(
      tx,
      boards.map(({ id }) => id),
    );
    const rows = await listFirstCards(
      tx,
      columns.map(({ id }) => id),
      {},
      { each: KANBAN.first_cards, all: KANBAN.max_first_cards },
    );
    const cards = await presentCards(tx, rows);
    return boards.map((board) => presentBoard(board, columns, { cards, filtered: undefined }));
  });
}

/** A board with the first page of each column. @throws ApiError not_found */
export async function getBoard(ctx: Ctx, id: number, query: KanbanFilters & { limit: number }): Promise<KanbanBoard> {
  return ctx.read(async (tx) => {
    const board = orNotFound(await store.findBoard(tx, id));
    const columns = await store.listColumns(tx, [id]);
    const rows = await listFirstCards(
      tx,
      columns.map((column) => column.id),
      query,
      { each: query.limit, all: KANBAN.max_cards },
    );
    const filtered = isFiltered(query) ? await countFiltered(tx, id, query) : undefined;
    return presentBoard(board, columns, { cards: await presentCards(tx, rows), filtered });
  });
}

export async function presentCards(tx: ReadContext, rows: readonly CardRow[]) {
  const labels = await listCarriedLabels(
    tx,
    'chat_labels',
    rows.map((row) => row.id),
  );
  return rows.map((row) => presentCard(row, labels));
}

/** @throws ApiError kanban_name_blank, kanban_full */
export async function createBoard(
  ctx: Ctx,
  given: { name: string; columns?: readonly string[] | null | undefined },
): Promise<KanbanBoardSummary> {
  const name = cleanName(given.name);
  const columns = (given.columns ?? []).map((column) => ({ name: cleanName(column), color: NEW_KANBAN_COLUMN_COLOR }));
  return ctx.transaction(async (tx) => {
    if ((await store.countBoards(tx)) >= KANBAN.max_boards) throw limitError(KANBAN.max_boards, 'boards');
    const id = await store.insertBoard(tx, name);
    await store.insertColumns(tx, id, columns);
    publishBoard(tx, id);
    return loadSummary(tx, id);
  });
}

export function limitError(limit: number, what: string): ApiError {
  return new ApiError('kanban_full', { reason: `You can have at most ${limit.toLocaleString('en')} ${what}.` });
}

/** The browsers of the organization fetch the board again. */
export function publishBoard(tx: Pick<TransactionContext, 'live'>, board_id: number): void {
  tx.live.publish('kanban_board', { board_id });
}

/** @throws ApiError not_found, kanban_name_blank, changed_meanwhile */
export async function updateBoard(
  ctx: Ctx,
  id: number,
  given: {
    name?: string | null | undefined;
    description?: string | null | undefined;
    version?: number | null | undefined;
  },
): Promise<KanbanBoardSummary> {
  const name = given.name === null || given.name === undefined ? undefined : cleanName(given.name);
  const description = typeof given.description === 'string' ? cleanText(given.description) : undefined;
  return ctx.transaction(async (tx) => {
    await requireVersion(tx, { table: 'kanban_boards', id }, given.version, async () => ({
      board: await loadSummary(tx, id),
    }));
    if (!(await store.updateBoard(tx, id, { name, description }))) throw new ApiError('not_found');
    publishBoard(tx, id);
    return loadSummary(tx, id);
  });
}

/** Cards go with it; leads and conversations stay. @throws ApiError not_found */
export async function deleteBoard(ctx: Ctx, id: number): Promise<void> {
  await ctx.transaction(async (tx) => {
    orNotFound(await store.lockBoard(tx, id));
    await requireMayDelete(tx, 'kanban_boards', [id]);
    // Columns before cards, as everybody holds them.
    await store.lockColumns(tx, id, await store.listColumnIds(tx, id), 'delete');
    await store.deleteBoard(tx, id);
    publishBoard(tx, id);
  });
}
