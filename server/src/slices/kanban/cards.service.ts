import type { KanbanCard, KanbanFilters, KanbanPlace } from '@overture/contract/kanban';
import { evenRanks, rankBetween } from '@overture/domain/kanban/ranks';
import { KANBAN } from '@overture/domain/limits';
import type { Context, SystemContext, TransactionContext } from '../../kernel/context.ts';
import { ApiError, orNotFound } from '../../kernel/errors.ts';
import { getProspect } from '../chats/index.ts';
import { limitError, presentCards } from './boards.service.ts';
import * as boards from './boards.store.ts';
import * as store from './cards.store.ts';
import { insertHistory, listHistory } from './history.store.ts';
import { listActions } from './rules.service.ts';

type Ctx = Pick<Context, 'read' | 'transaction'>;
type Tx = TransactionContext;

/** A page of a column, from the top. @throws ApiError not_found */
export async function listCards(
  ctx: Ctx,
  board: number,
  column: number,
  query: KanbanFilters & { limit: number; after?: string | null | undefined },
): Promise<{ cards: KanbanCard[]; next: string | null }> {
  return ctx.read(async (tx) => {
    orNotFound(await boards.findColumn(tx, board, column));
    const page = { after: query.after ?? null, limit: query.limit + 1 };
    const rows = await store.pageCards(tx, column, query, page);
    const shown = rows.slice(0, query.limit);
    return {
      cards: await presentCards(tx, shown),
      next: rows.length > query.limit ? (shown.at(-1)?.rank ?? null) : null,
    };
  });
}

/** @throws ApiError not_found */
export async function getCard(ctx: Ctx, board: number, id: number): Promise<KanbanCard> {
  return ctx.read(async (tx) => {
    const row = orNotFound(await store.findCard(tx, board, id));
    return orNotFound((await presentCards(tx, [row]))[0]);
  });
}

/** @throws ApiError not_found */
export async function listCardHistory(ctx: Ctx, board: number, id: number) {
  return ctx.read(async (tx) => {
    const card = orNotFound(await store.findCard(tx, board, id));
    return listHistory(tx, board, card.id);
  });
}

/** @throws ApiError not_found for a lead that is not the organization's */
export async function listBoardsOfProspect(ctx: Ctx, prospectId: number) {
  return ctx.read(async (tx) => {
    await getProspect(tx, prospectId);
    return store.listBoardsOfLead(tx, prospectId);
  });
}

interface Addition {
  board_id: number;
  prospect_id: number;
  /** The board's first column unless given. */
  column_id?: number | null | undefined;
  /** The rule that does it. */
  rule_id?: number;
}

/** @throws ApiError not_found, kanban_column_gone, kanban_no_columns, kanban_full */
export async function addProspect(ctx: Ctx, given: Addition): Promise<{ was_added: boolean; card: KanbanCard }> {
  return ctx.transaction(async (tx) => {
    await getProspect(tx, given.prospect_id);
    const { was_added, card } = await putOnBoard(tx, given);
    const row = orNotFound(await store.findCard(tx, given.board_id, card.id));
    return { was_added, card: orNotFound((await presentCards(tx, [row]))[0]) };
  });
}

/** Puts a lead on top of a column; one that is on the board stays where it is. */
async function putOnBoard(tx: Tx, given: Addition): Promise<{ was_added: boolean; card: store.PlacedCard }> {
  const { board_id, prospect_id } = given;
  orNotFound(await boards.lockBoard(tx, board_id));
  const known = await store.findCardOfLead(tx, board_id, prospect_id);
  if (known) return { was_added: false, card: known };
  const column = await holdColumn(tx, board_id, given.column_id ?? null);
  if ((await store.countCards(tx, board_id)) >= KANBAN.max_cards)
    throw limitError(KANBAN.max_cards, 'leads on a board');
  const rank = await rankAt(tx, column.id, { position: 0, moving: 0 });
  const card = await store.insertCard(tx, { board_id, column_id: column.id, prospect_id, rank });
  await publishEntry(tx, card, { kind: 'added', detail: column.name, rule_id: given.rule_id ?? null });
  publishPlace(tx, card);
  return { was_added: true, card };
}

/** Adds a lead to a column, or moves its card there. Answers whether anything changed. @throws as `putOnBoard` */
export async function putInColumn(tx: Tx, given: Addition & { only_to_the_right?: boolean }): Promise<boolean> {
  const { was_added, card: known } = await putOnBoard(tx, given);
  const { board_id, column_id, rule_id } = given;
  if (was_added) return true;
  if (!column_id || known.column_id === column_id) return false;
  if (given.only_to_the_right && !(await isFurtherOn(tx, board_id, { from: known.column_id, to: column_id })))
    return false;
  const column = await holdColumn(tx, board_id, column_id);
  const card = await store.lockCard(tx, board_id, { id: known.id });
  // A user moved it in between: their move is newer.
  if (!card || card.version !== known.version) return false;
  await placeInColumn(tx, card, column, { position: 0, ...(rule_id === undefined ? {} : { rule_id }) });
  return true;
}

async function isFurtherOn(tx: Tx, board: number, { from, to }: { from: number; to: number }): Promise<boolean> {
  const order = await boards.listColumnIds(tx, board);
  return order.indexOf(to) > order.indexOf(from);
}

/** Holds the column a card goes into, the first one unless named. @throws ApiError kanban_column_gone, kanban_no_columns */
async function holdColumn(tx: Tx, board: number, wanted: number | null): Promise<{ id: number; name: string }> {
  const id = wanted ?? (await boards.listColumnIds(tx, board))[0];
  if (id === undefined) throw new ApiError('kanban_no_columns');
  const [column] = await boards.lockColumns(tx, board, [id], 'move');
  if (!column) throw new ApiError('kanban_column_gone');
  return column;
}

export interface Move {
  column_id: number;
  position?: number | null | undefined;
  prospect_id?: number | null | undefined;
  after_card_id?: number | null | undefined;
  before_card_id?: number | null | undefined;
}

/**
 * Moves a card. Movers into one column follow each other, so each finds the order the one before left; one row is written.
 * @throws ApiError not_found, kanban_column_gone, kanban_card_gone
 */
export async function moveCard(ctx: Ctx, board: number, id: number, move: Move): Promise<KanbanPlace> {
  return ctx.transaction(async (tx) => {
    orNotFound(await boards.findBoard(tx, board));
    const column = await holdColumn(tx, board, move.column_id);
    const card = await store.lockCard(tx, board, { id });
    if (!card || (move.prospect_id && move.prospect_id !== card.prospect_id)) throw new ApiError('kanban_card_gone');
    const placed = await placeInColumn(tx, card, column, move);
    return { id: placed.id, column_id: placed.column_id, rank: placed.rank, version: placed.version };
  });
}

/** The caller holds the column and the card. */
async function placeInColumn(
  tx: Tx,
  card: store.PlacedCard,
  column: { id: number; name: string },
  move: Pick<Move, 'position' | 'after_card_id' | 'before_card_id'> & { rule_id?: number },
): Promise<store.PlacedCard> {
  const rank = await rankAt(tx, column.id, { ...move, moving: card.id });
  const placed = await store.placeCard(tx, card.id, { column_id: column.id, rank });
  if (card.column_id !== column.id) {
    const from = await boards.findColumn(tx, card.board_id, card.column_id);
    await publishEntry(tx, placed, {
      kind: 'moved',
      detail: column.name,
      from_detail: from?.name ?? null,
      rule_id: move.rule_id ?? null,
    });
  }
  publishPlace(tx, placed);
  return placed;
}

async function rankAt(
  tx: Tx,
  column: number,
  where: Pick<Move, 'position' | 'after_card_id' | 'before_card_id'> & { moving: number },
): Promise<string> {
  const { moving, after_card_id: above, before_card_id: below } = where;
  const seen =
    (above ? await store.findGapBeside(tx, column, { id: above, side: 'below' }, moving) : undefined) ??
    (below ? await store.findGapBeside(tx, column, { id: below, side: 'above' }, moving) : undefined);
  const gap = seen ?? (await store.findGapAt(tx, column, where.position ?? null, moving));
  const rank = rankBetween(gap.above, gap.below);
  if (rank.length > KANBAN.rank_length) {
    tx.jobs.add(evenColumnTask, { column_id: column }, { key: `${evenColumnTask}-${column}` });
  }
  return rank;
}

interface Entry {
  kind: 'added' | 'moved';
  detail: string;
  from_detail?: string | null;
  rule_id: number | null;
}

/** What others may do about it: rules of the board, CRMs. */
async function publishEntry(tx: Tx, card: store.PlacedCard, entry: Entry): Promise<void> {
  await insertHistory(tx, { board_id: card.board_id, prospect_id: card.prospect_id, ...entry });
  tx.events.emit({
    type: 'kanban_card_entered',
    board_id: card.board_id,
    column_id: card.column_id,
    card_id: card.id,
    prospect_id: card.prospect_id,
    version: card.version,
    user_id: entry.rule_id === null ? (tx.user?.id ?? null) : null,
    actions: await listActions(tx, { id: card.column_id, name: entry.detail }),
  });
}

function publishPlace(tx: Tx, card: store.PlacedCard, isRemoved = false): void {
  tx.live.publish('kanban_card', {
    board_id: card.board_id,
    card_id: card.id,
    prospect_id: card.prospect_id,
    column_id: isRemoved ? null : card.column_id,
    rank: isRemoved ? null : card.rank,
    version: card.version + (isRemoved ? 1 : 0),
  });
}

/** @throws ApiError not_found, kanban_card_gone */
export async function removeProspect(ctx: Ctx, board: number, prospectId: number): Promise<void> {
  await ctx.transaction(async (tx) => {
    orNotFound(await boards.findBoard(tx, board));
    const card = await store.lockCard(tx, board, { prospect_id: prospectId });
    if (!card) throw new ApiError('kanban_card_gone');
    const column = await boards.findColumn(tx, board, card.column_id);
    await store.deleteCard(tx, card.id);
    await insertHistory(tx, {
      board_id: board,
      prospect_id: prospectId,
      kind: 'removed',
      detail: column?.name ?? '',
    });
    publishPlace(tx, card, true);
  });
}

export const evenColumnTask = 'kanban-even-column';

/** Gives a column short ranks again, in the order it has: moves into one gap make them longer and longer. */
export async function evenColumn(ctx: SystemContext, payload: Record<string, unknown>): Promise<void> {
  const id = Number(payload.column_id);
  await ctx.forOrganization(Number(payload.organization_id)).transaction(async (tx) => {
    const board = await boards.findBoardOfColumn(tx, id);
    if (board === undefined) return;
    const [column] = await boards.lockColumns(tx, board, [id], 'move');
    if (!column) return;
    const ids = await store.listCardIds(tx, id, KANBAN.max_cards);
    const ranks = evenRanks(ids.length);
    await store.placeCards(
      tx,
      id,
      ids.map((card, index) => ({ id: card, rank: ranks[index] as string })),
    );
    tx.live.publish('kanban_board', { board_id: board });
  });
}
