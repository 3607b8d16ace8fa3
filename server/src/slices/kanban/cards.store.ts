import type { KanbanFilters } from '@overture/contract/kanban';
import type { ChatAccountType } from '@overture/domain/accounts';
import { LIST_LIMITS } from '@overture/domain/list-limits';
import { type RawBuilder, sql } from 'kysely';
import type { TransactionContext } from '../../kernel/context.ts';
import { containsPattern } from '../../kernel/db/like-pattern.ts';
import { toJson } from '../../kernel/db/to-json.ts';
import { relationConditions } from '../lead-filters/index.ts';
import { type ProspectRow, prospectColumns } from '../prospects/index.ts';

type Tx = Pick<TransactionContext, 'db' | 'organization'>;

export interface CardRow extends ProspectRow {
  card_id: number;
  board_id: number;
  column_id: number;
  rank: string;
  version: number;
  entered_at: Date;
  messages: number;
  has_unread: boolean;
  last_channel: ChatAccountType | null;
  last_message_at: Date | null;
}

/** A card with its lead and what the conversation with them says. */
const cardColumns: RawBuilder<CardRow> = sql`k.id as card_id, k.board_id, k.column_id, k.rank, k.version, k.entered_at, ${prospectColumns},
  coalesce(c.message_count, 0) as messages, coalesce(c.has_unread, false) as has_unread, c.last_message_at,
  (select a.account_type from chat_messages m join accounts a on a.id = m.account_id where m.id = c.last_message_id) as last_channel`;
const withLead = sql.raw('join prospects p on p.id = k.prospect_id left join chats c on c.prospect_id = k.prospect_id');

export function isFiltered(filters: KanbanFilters): boolean {
  return Boolean(filters.search || filters.campaigns?.length || filters.senders?.length || filters.labels?.length);
}

/** Filters as conditions on a card `k` with its lead `p`; each is a closed shape. */
function filterConditions(filters: KanbanFilters): RawBuilder<unknown>[] {
  const conditions: RawBuilder<unknown>[] = [];
  if (filters.search) {
    const pattern = containsPattern(filters.search);
    conditions.push(sql`fold_case(concat_ws(' ', p.first_name, p.last_name, p.job_title, p.company_name, p.email))
      like fold_case(${pattern})`);
  }
  conditions.push(...relationConditions(sql`k.prospect_id`, filters));
  return conditions;
}

const and = (conditions: readonly RawBuilder<unknown>[]): RawBuilder<unknown> => sql.join(conditions, sql` and `);

/** The first cards of each of the columns, from the top; one walk of an index for each. */
export async function listFirstCards(
  { db, organization }: Tx,
  columnIds: readonly number[],
  filters: KanbanFilters,
  limits: { each: number; all: number },
): Promise<CardRow[]> {
  if (columnIds.length === 0) return [];
  const rows =
    await sql<CardRow>`select first.* from unnest(${[...columnIds]}::bigint[]) with ordinality as given (id, n)
    cross join lateral (select ${cardColumns} from kanban_cards k ${withLead}
      where ${and([sql`k.column_id = given.id`, sql`k.organization_id = ${organization.id}`, ...filterConditions(filters)])}
      order by k.rank, k.id limit ${limits.each}) first
    order by given.n, first.rank, first.card_id limit ${limits.all}`.execute(db);
  return rows.rows;
}

/** A page of a column, from the top; `after` is the rank of the last card before it. */
export async function pageCards(
  { db, organization }: Tx,
  column: number,
  filters: KanbanFilters,
  page: { after: string | null; limit: number },
): Promise<CardRow[]> {
  const beyond = page.after === null ? [] : [sql`k.rank > ${page.after}`];
  const rows = await sql<CardRow>`select ${cardColumns} from kanban_cards k ${withLead}
    where ${and([sql`k.column_id = ${column}`, sql`k.organization_id = ${organization.id}`, ...beyond, ...filterConditions(filters)])}
    order by k.rank, k.id limit ${page.limit}`.execute(db);
  return rows.rows;
}

/** How many cards of each column pass the filters. */
export async function countFiltered(
  { db, organization }: Tx,
  board: number,
  filters: KanbanFilters,
): Promise<Map<number, number>> {
  const rows = await sql<{ column_id: number; count: number }>`select k.column_id, count(*) as count
    from kanban_cards k join prospects p on p.id = k.prospect_id
    where ${and([sql`k.board_id = ${board}`, sql`k.organization_id = ${organization.id}`, ...filterConditions(filters)])}
    group by k.column_id`.execute(db);
  return new Map(rows.rows.map(({ column_id, count }) => [column_id, count]));
}

export async function findCard({ db, organization }: Tx, board: number, id: number): Promise<CardRow | undefined> {
  const rows = await sql<CardRow>`select ${cardColumns} from kanban_cards k ${withLead}
    where k.board_id = ${board} and k.id = ${id} and k.organization_id = ${organization.id}`.execute(db);
  return rows.rows[0];
}

export interface PlacedCard {
  id: number;
  board_id: number;
  column_id: number;
  prospect_id: number;
  rank: string;
  version: number;
}

const placeColumns = sql.raw('id, board_id, column_id, prospect_id, rank, version');

/** Holds a card. Columns are held before it: the one order of locks. */
export async function lockCard(
  { db, organization }: Tx,
  board: number,
  by: { id: number } | { prospect_id: number },
): Promise<PlacedCard | undefined> {
  const which = 'id' in by ? sql`id = ${by.id}` : sql`prospect_id = ${by.prospect_id}`;
  const rows = await sql<PlacedCard>`select ${placeColumns} from kanban_cards
    where organization_id = ${organization.id} and board_id = ${board} and ${which} for update`.execute(db);
  return rows.rows[0];
}

export async function findCardOfLead(
  { db, organization }: Tx,
  board: number,
  prospectId: number,
): Promise<PlacedCard | undefined> {
  const rows = await sql<PlacedCard>`select ${placeColumns} from kanban_cards
    where organization_id = ${organization.id} and board_id = ${board} and prospect_id = ${prospectId}`.execute(db);
  return rows.rows[0];
}

export async function countCards({ db }: Tx, board: number): Promise<number> {
  const rows = await sql<{
    total: number;
  }>`select count(*) as total from kanban_cards where board_id = ${board}`.execute(db);
  return rows.rows[0]?.total ?? 0;
}

/** The caller holds the column and has seen that the lead is not on the board. */
export async function insertCard(
  { db, organization }: Tx,
  card: { board_id: number; column_id: number; prospect_id: number; rank: string },
): Promise<PlacedCard> {
  const rows = await sql<PlacedCard>`insert into kanban_cards (organization_id, board_id, column_id, prospect_id, rank)
    values (${organization.id}, ${card.board_id}, ${card.column_id}, ${card.prospect_id}, ${card.rank})
    returning ${placeColumns}`.execute(db);
  return rows.rows[0]!;
}

/** One row is written. The caller holds the column and the card. */
export async function placeCard(
  { db }: Tx,
  id: number,
  place: { column_id: number; rank: string },
): Promise<PlacedCard> {
  const rows = await sql<PlacedCard>`update kanban_cards set column_id = ${place.column_id}, rank = ${place.rank},
      version = version + 1, entered_at = case when column_id = ${place.column_id} then entered_at else app_now() end
    where id = ${id} returning ${placeColumns}`.execute(db);
  return rows.rows[0]!;
}

export async function deleteCard({ db }: Tx, id: number): Promise<void> {
  await sql`delete from kanban_cards where id = ${id}`.execute(db);
}

/** All cards of a column leave the board. Answers how many. */
export async function deleteCards({ db, organization }: Tx, column: number): Promise<number> {
  const rows = await sql`delete from kanban_cards
    where organization_id = ${organization.id} and column_id = ${column}`.execute(db);
  return Number(rows.numAffectedRows ?? 0n);
}

/** Ranks around a place in a column, without the card that moves; null at an end. */
export interface Gap {
  above: string | null;
  below: string | null;
}

export async function findGapAt({ db }: Tx, column: number, position: number | null, moving: number): Promise<Gap> {
  if (position === null) {
    const last = await sql<{ rank: string | null }>`select max(rank) as rank from kanban_cards
      where column_id = ${column} and id <> ${moving}`.execute(db);
    return { above: last.rows[0]?.rank ?? null, below: null };
  }
  const skipped = Math.max(0, position - 1);
  const around = await sql<{
    rank: string;
  }>`select rank from kanban_cards where column_id = ${column} and id <> ${moving}
    order by rank offset ${skipped} limit 2`.execute(db);
  const [first, second] = around.rows.map(({ rank }) => rank);
  if (position === 0) return { above: null, below: first ?? null };
  // Higher than there are cards: the end.
  if (first === undefined) return findGapAt({ db } as Tx, column, null, moving);
  return { above: first, below: second ?? null };
}

/** The place beside a card seen by the user; undefined if that card left the column. */
export async function findGapBeside(
  { db }: Tx,
  column: number,
  anchor: { id: number; side: 'above' | 'below' },
  moving: number,
): Promise<Gap | undefined> {
  const seen = await sql<{ rank: string }>`select rank from kanban_cards
    where column_id = ${column} and id = ${anchor.id} and id <> ${moving}`.execute(db);
  const rank = seen.rows[0]?.rank;
  if (rank === undefined) return undefined;
  const next =
    anchor.side === 'below'
      ? sql`select min(rank) as rank from kanban_cards where column_id = ${column} and rank > ${rank} and id <> ${moving}`
      : sql`select max(rank) as rank from kanban_cards where column_id = ${column} and rank < ${rank} and id <> ${moving}`;
  const other = (await (next as RawBuilder<{ rank: string | null }>).execute(db)).rows[0]?.rank ?? null;
  return anchor.side === 'below' ? { above: rank, below: other } : { above: other, below: rank };
}

/** Ids of a column's cards, from the top. The caller holds the column. */
export async function listCardIds({ db, organization }: Tx, column: number, limit: number): Promise<number[]> {
  const rows = await sql<{ id: number }>`select id from kanban_cards
    where organization_id = ${organization.id} and column_id = ${column} order by rank, id limit ${limit}`.execute(db);
  return rows.rows.map(({ id }) => id);
}

/** Puts cards into a column under these ranks, all in one statement. */
export async function placeCards(
  { db, organization }: Tx,
  column: number,
  places: readonly { id: number; rank: string }[],
): Promise<void> {
  await sql`update kanban_cards k set column_id = ${column}, rank = given.rank, version = version + 1,
      entered_at = case when column_id = ${column} then entered_at else app_now() end
    from jsonb_to_recordset(${toJson(places)}::jsonb) as given (id bigint, rank text)
    where k.organization_id = ${organization.id} and k.id = given.id`.execute(db);
}

export interface BoardOfLead {
  board_id: number;
  board_name: string;
  card_id: number;
  column_id: number;
  column_name: string;
  column_color: string;
}

/** Columns of a lead, the newest move first. */
export async function listBoardsOfLead({ db, organization }: Tx, prospectId: number): Promise<BoardOfLead[]> {
  const rows = await sql<BoardOfLead>`select b.id as board_id, b.name as board_name, k.id as card_id, c.id as column_id,
      c.name as column_name, c.color as column_color
    from kanban_cards k join kanban_columns c on c.id = k.column_id join kanban_boards b on b.id = k.board_id
    where k.organization_id = ${organization.id} and k.prospect_id = ${prospectId}
    order by k.entered_at desc, k.id desc limit ${LIST_LIMITS.boards_of_lead}`.execute(db);
  return rows.rows;
}
