import { KANBAN } from '@overture/domain/limits';
import { type RawBuilder, sql } from 'kysely';
import type { TransactionContext } from '../../kernel/context.ts';
import { acquireLock } from '../../kernel/db/advisory-locks.ts';
import { containsPattern } from '../../kernel/db/like-pattern.ts';
import { toJson } from '../../kernel/db/to-json.ts';

type Tx = Pick<TransactionContext, 'db' | 'organization'>;

export interface BoardRow {
  id: number;
  name: string;
  description: string;
  version: number;
  created_at: Date;
}

export interface ColumnRow {
  id: number;
  board_id: number;
  name: string;
  color: string;
  version: number;
  lead_count: number;
}

const boardColumns = sql.raw('b.id, b.name, b.description, b.edit_version as version, b.created_at');

/** Boards by name; `search` finds them by a part of it. */
export async function listBoards({ db, organization }: Tx, search?: string | null): Promise<BoardRow[]> {
  const named = search ? sql`and fold_case(b.name) like fold_case(${containsPattern(search)})` : sql``;
  const rows = await sql<BoardRow>`select ${boardColumns} from kanban_boards b
    where b.organization_id = ${organization.id} ${named}
    order by fold_case(b.name), b.id limit ${KANBAN.max_boards}`.execute(db);
  return rows.rows;
}

export async function findBoard({ db, organization }: Tx, id: number): Promise<BoardRow | undefined> {
  const rows = await sql<BoardRow>`select ${boardColumns} from kanban_boards b
    where b.organization_id = ${organization.id} and b.id = ${id}`.execute(db);
  return rows.rows[0];
}

/** Holds a board: who adds columns or cards to it, or orders its columns, comes one after another. */
export async function lockBoard({ db, organization }: Tx, id: number): Promise<BoardRow | undefined> {
  const rows = await sql<BoardRow>`select ${boardColumns} from kanban_boards b
    where b.organization_id = ${organization.id} and b.id = ${id} for no key update`.execute(db);
  return rows.rows[0];
}

/** How many there are; those who add one at the same time wait for each other. */
export async function countBoards({ db, organization }: Tx): Promise<number> {
  await sql`select ${acquireLock('kanban_boards', organization.id)}`.execute(db);
  const rows = await sql<{ total: number }>`select count(*) as total from kanban_boards
    where organization_id = ${organization.id}`.execute(db);
  return rows.rows[0]?.total ?? 0;
}

export async function insertBoard(
  { db, organization, user }: Tx & Pick<TransactionContext, 'user'>,
  name: string,
): Promise<number> {
  const rows = await sql<{ id: number }>`insert into kanban_boards (organization_id, name, created_by)
    values (${organization.id}, ${name}, (select id from users where organization_id = ${organization.id} and id = ${user?.id ?? null}))
    returning id`.execute(db);
  return rows.rows[0]!.id;
}

export async function updateBoard(
  { db, organization }: Tx,
  id: number,
  change: { name?: string | undefined; description?: string | undefined },
): Promise<boolean> {
  const rows = await sql`update kanban_boards set name = coalesce(${change.name ?? null}, name),
      description = coalesce(${change.description ?? null}, description)
    where organization_id = ${organization.id} and id = ${id}`.execute(db);
  return rows.numAffectedRows === 1n;
}

/** Its columns and cards go along. */
export async function deleteBoard({ db, organization }: Tx, id: number): Promise<void> {
  await sql`delete from kanban_boards where organization_id = ${organization.id} and id = ${id}`.execute(db);
}

/** Columns of several boards from the left, each with its number of cards. */
export async function listColumns({ db, organization }: Tx, boardIds: readonly number[]): Promise<ColumnRow[]> {
  if (boardIds.length === 0) return [];
  const rows = await sql<ColumnRow>`select c.id, c.board_id, c.name, c.color, c.edit_version as version,
      (select count(*) from kanban_cards k where k.board_id = c.board_id and k.column_id = c.id) as lead_count
    from kanban_columns c where c.organization_id = ${organization.id} and c.board_id = any(${[...boardIds]}::bigint[])
    order by c.board_id, c.position, c.id limit ${KANBAN.max_boards * KANBAN.max_columns}`.execute(db);
  return rows.rows;
}

export async function findColumn({ db, organization }: Tx, board: number, id: number): Promise<ColumnRow | undefined> {
  const rows = await sql<ColumnRow>`select c.id, c.board_id, c.name, c.color, c.edit_version as version,
      (select count(*) from kanban_cards k where k.board_id = c.board_id and k.column_id = c.id) as lead_count
    from kanban_columns c where c.organization_id = ${organization.id} and c.board_id = ${board} and c.id = ${id}`.execute(
    db,
  );
  return rows.rows[0];
}

/**
 * Locks columns in the order of their ids: two transactions with several never deadlock. Adding a card to a column shares the
 * lock (`move`); deleting it waits for them and excludes others (`delete`).
 */
export async function lockColumns(
  { db, organization }: Tx,
  board: number,
  ids: readonly number[],
  why: 'move' | 'delete',
): Promise<{ id: number; name: string; position: number }[]> {
  const strength: RawBuilder<unknown> = sql.raw(why === 'move' ? 'for no key update' : 'for update');
  const rows = await sql<{ id: number; name: string; position: number }>`select id, name, position from kanban_columns
    where organization_id = ${organization.id} and board_id = ${board} and id = any(${[...ids]}::bigint[])
    order by id ${strength}`.execute(db);
  return rows.rows;
}

export async function listColumnIds({ db, organization }: Tx, board: number): Promise<number[]> {
  const rows = await sql<{ id: number }>`select id from kanban_columns
    where organization_id = ${organization.id} and board_id = ${board} order by position, id`.execute(db);
  return rows.rows.map(({ id }) => id);
}

/** At the right end, in the order given. The caller holds the board. */
export async function insertColumns(
  { db, organization }: Tx,
  board: number,
  columns: readonly { name: string; color: string }[],
): Promise<number[]> {
  const rows = await sql<{ id: number }>`insert into kanban_columns (organization_id, board_id, name, color, position)
    select ${organization.id}, ${board}, given.name, given.color, given.n
        + coalesce((select max(position) from kanban_columns where board_id = ${board}), 0)
      from jsonb_to_recordset(${toJson(columns.map((column, index) => ({ ...column, n: index + 1 })))}::jsonb)
        as given (name text, color text, n integer)
    returning id`.execute(db);
  return rows.rows.map(({ id }) => id);
}

export async function updateColumn(
  { db, organization }: Tx,
  board: number,
  id: number,
  change: { name?: string | undefined; color?: string | undefined },
): Promise<boolean> {
  const rows = await sql`update kanban_columns set name = coalesce(${change.name ?? null}, name),
      color = coalesce(${change.color ?? null}, color)
    where organization_id = ${organization.id} and board_id = ${board} and id = ${id}`.execute(db);
  return rows.numAffectedRows === 1n;
}

export async function deleteColumn({ db, organization }: Tx, board: number, id: number): Promise<void> {
  await sql`delete from kanban_columns
    where organization_id = ${organization.id} and board_id = ${board} and id = ${id}`.execute(db);
}

/** @param ids all columns of the board, from the left */
export async function orderColumns({ db, organization }: Tx, board: number, ids: readonly number[]): Promise<void> {
  await sql`update kanban_columns c set position = given.position
    from unnest(${[...ids]}::bigint[]) with ordinality as given (id, position)
    where c.organization_id = ${organization.id} and c.board_id = ${board} and c.id = given.id
      and c.position <> given.position`.execute(db);
}

export async function findBoardOfColumn({ db, organization }: Tx, id: number): Promise<number | undefined> {
  const rows = await sql<{ board_id: number }>`select board_id from kanban_columns
    where organization_id = ${organization.id} and id = ${id}`.execute(db);
  return rows.rows[0]?.board_id;
}
