import { evenRanks } from '@overture/domain/kanban/ranks';
import { KANBAN, NEW_KANBAN_COLUMN_COLOR } from '@overture/domain/limits';
import type { Context, TransactionContext } from '../../kernel/context.ts';
import { requireMayDelete } from '../../kernel/edits/made-by.ts';
import { requireVersion } from '../../kernel/edits/requested-version.ts';
import { ApiError, orNotFound } from '../../kernel/errors.ts';
import { cleanName, limitError, publishBoard } from './boards.service.ts';
import * as boards from './boards.store.ts';
import * as cards from './cards.store.ts';
import { insertColumnHistory } from './history.store.ts';
import { countLeads, presentColumn } from './kanban.rules.ts';

type Ctx = Pick<Context, 'transaction'>;
type Tx = TransactionContext;
type Column = ReturnType<typeof presentColumn>;

const getColumn = async (tx: Tx, board: number, id: number): Promise<Column> =>
  presentColumn(orNotFound(await boards.findColumn(tx, board, id)));

/** @throws ApiError not_found, kanban_name_blank, kanban_full */
export async function createColumn(
  ctx: Ctx,
  board: number,
  given: { name: string; color?: string | null | undefined },
): Promise<Column> {
  const column = { name: cleanName(given.name), color: given.color ?? NEW_KANBAN_COLUMN_COLOR };
  return ctx.transaction(async (tx) => {
    orNotFound(await boards.lockBoard(tx, board));
    if ((await boards.listColumnIds(tx, board)).length >= KANBAN.max_columns) {
      throw limitError(KANBAN.max_columns, 'columns on a board');
    }
    const [id] = await boards.insertColumns(tx, board, [column]);
    publishBoard(tx, board);
    return getColumn(tx, board, id as number);
  });
}

/** @throws ApiError not_found, kanban_name_blank, changed_meanwhile */
export async function updateColumn(
  ctx: Ctx,
  board: number,
  id: number,
  given: { name?: string | null | undefined; color?: string | null | undefined; version?: number | null | undefined },
): Promise<Column> {
  const name = given.name === null || given.name === undefined ? undefined : cleanName(given.name);
  return ctx.transaction(async (tx) => {
    await getColumn(tx, board, id);
    await requireVersion(tx, { table: 'kanban_columns', id }, given.version, async () => ({
      column: await getColumn(tx, board, id),
    }));
    await boards.updateColumn(tx, board, id, { name, color: given.color ?? undefined });
    publishBoard(tx, board);
    return getColumn(tx, board, id);
  });
}

/** All columns of the board, from the left. @throws ApiError not_found, kanban_columns_changed when one is missing, foreign or there twice */
export async function reorderColumns(ctx: Ctx, board: number, ids: readonly number[]): Promise<void> {
  await ctx.transaction(async (tx) => {
    orNotFound(await boards.lockBoard(tx, board));
    const there = new Set(await boards.listColumnIds(tx, board));
    const isWhole = ids.length === there.size && new Set(ids).size === ids.length && ids.every((id) => there.has(id));
    if (!isWhole) throw new ApiError('kanban_columns_changed');
    await boards.orderColumns(tx, board, ids);
    publishBoard(tx, board);
  });
}

/**
 * Deletes a column; its cards move to the given column. A card added at the same time comes first or is refused. Rules of the
 * target column do not run: these moves are no decision about a lead.
 * @returns how many cards were moved or removed
 * @throws ApiError not_found, kanban_column_has_cards, kanban_column_gone when the other column is
 */
export async function deleteColumn(
  ctx: Ctx,
  board: number,
  id: number,
  given: { cards?: 'take_out' | 'move' | null | undefined; move_to?: number | null | undefined },
): Promise<number> {
  const moveTo = given.cards === 'move' ? given.move_to : undefined;
  if (given.cards === 'move' && !moveTo) {
    throw new ApiError('bad_request', { reason: 'Please choose the column that the cards move to.' });
  }
  if (moveTo === id) throw new ApiError('bad_request', { reason: 'Please choose another column for the cards.' });
  return ctx.transaction(async (tx) => {
    orNotFound(await boards.lockBoard(tx, board));
    await requireMayDelete(tx, 'kanban_boards', [board]);
    const held = await boards.lockColumns(tx, board, moveTo ? [id, moveTo] : [id], 'delete');
    const column = orNotFound(held.find((entry) => entry.id === id));
    const target = held.find((entry) => entry.id === moveTo);
    if (moveTo && !target) throw new ApiError('kanban_column_gone');
    const cardIds = await cards.listCardIds(tx, id, KANBAN.max_cards);
    if (cardIds.length > 0 && !given.cards) {
      throw new ApiError('kanban_column_has_cards', { cards: countLeads(cardIds.length) });
    }
    if (target) await moveAll(tx, board, { from: column, to: target, cardIds });
    else {
      await insertColumnHistory(tx, id, { board_id: board, kind: 'removed', detail: column.name });
      await cards.deleteCards(tx, id);
    }
    await boards.deleteColumn(tx, board, id);
    publishBoard(tx, board);
    return cardIds.length;
  });
}

/** Below the cards that are there, in their own order. The caller holds both columns. */
async function moveAll(
  tx: Tx,
  board: number,
  given: { from: { id: number; name: string }; to: { id: number; name: string }; cardIds: readonly number[] },
): Promise<void> {
  const { from, to, cardIds } = given;
  await insertColumnHistory(tx, from.id, {
    board_id: board,
    kind: 'moved',
    detail: to.name,
    from_detail: from.name,
  });
  const there = await cards.listCardIds(tx, to.id, KANBAN.max_cards);
  const all = [...there, ...cardIds];
  const ranks = evenRanks(all.length);
  await cards.placeCards(
    tx,
    to.id,
    all.map((id, index) => ({ id, rank: ranks[index] as string })),
  );
}
