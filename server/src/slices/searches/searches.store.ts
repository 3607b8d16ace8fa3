import type { Search } from '@overture/contract/searches';
import { LIST_LIMITS } from '@overture/domain/list-limits';
import { type RawBuilder, sql } from 'kysely';
import type { TransactionContext } from '../../kernel/context.ts';
import { requestStatistics } from '../../kernel/db/statistics.ts';
import { toJson } from '../../kernel/db/to-json.ts';
import { requireRoom } from '../../kernel/limits/room.ts';

type Tx = Pick<TransactionContext, 'db' | 'organization'>;

const listedColumns = sql`id, name, status, total_prospects, version, edit_version, is_example, folder, created_at`;
const searchColumns = sql`${listedColumns}, filters`;

export interface SearchRow {
  id: number;
  name: string;
  status: Search['status'];
  total_prospects: number;
  /** Rises with every change of who is in the list. */
  version: number;
  /** Rises with its name. */
  edit_version: number;
  filters: Record<string, unknown>;
  /** Of a guided tour. */
  is_example: boolean;
  folder: string | null;
  created_at: Date;
}

/** A row of all lists: filters hold thousands of domains. */
type SearchLine = Omit<SearchRow, 'filters'>;

export function presentSearch(row: SearchLine): Search {
  return {
    id: row.id,
    name: row.name,
    total_prospects: row.total_prospects,
    created_at: row.created_at.toISOString(),
    status: row.status,
    version: row.edit_version,
    is_example: row.is_example,
    folder: row.folder,
  };
}

/** Lists of a status, newest first. The bound keeps a runaway script harmless; no user reads ten thousand lists. */
export async function listSearches({ db, organization }: Tx, status: Search['status']): Promise<SearchLine[]> {
  const rows = await sql<SearchLine>`select ${listedColumns} from searches
    where organization_id = ${organization.id} and status = ${status}
    order by created_at desc, id desc limit ${LIST_LIMITS.lists}`.execute(db);
  return rows.rows;
}

/** @param use `keep`: the list cannot be deleted until the end of the transaction */
export async function findSearch(
  { db, organization }: Tx,
  id: number,
  use: 'read' | 'keep' = 'read',
): Promise<SearchRow | undefined> {
  const rows = await sql<SearchRow>`select ${searchColumns} from searches
    where organization_id = ${organization.id} and id = ${id} ${use === 'keep' ? sql`for key share` : sql``}`.execute(
    db,
  );
  return rows.rows[0];
}

/** Lists the organization ever created, archived ones included. Locks the organization: two calls cannot both be the last. */
export async function countSearchesForUpdate({ db, organization }: Tx): Promise<number> {
  await sql`select 1 from organizations where organization_id = ${organization.id} for no key update`.execute(db);
  const rows = await sql<{ count: number }>`select count(*) from searches
    where organization_id = ${organization.id} and not is_example`.execute(db);
  return rows.rows[0]!.count;
}

/** @throws bad_request where no more lists are made */
export const requireRoomForSearch = (tx: Tx): Promise<void> =>
  requireRoom(tx, sql`select from searches where organization_id = ${tx.organization.id} and status = 'active'`, {
    ...{ limit: LIST_LIMITS.lists, things: 'lists that are not archived', remedy: 'archive' },
  });

export async function insertSearch(
  { db, organization }: Tx,
  search: { name: string; created_by: number | null; is_example: boolean },
): Promise<number> {
  const rows = await sql<{ id: number }>`insert into searches (organization_id, name, created_by, is_example)
    values (${organization.id}, ${search.name}, ${search.created_by}, ${search.is_example}) returning id`.execute(db);
  return rows.rows[0]!.id;
}

export async function renameSearch({ db, organization }: Tx, id: number, name: string): Promise<SearchRow | undefined> {
  const rows = await sql<SearchRow>`update searches set name = ${name}
    where organization_id = ${organization.id} and id = ${id} returning ${searchColumns}`.execute(db);
  return rows.rows[0];
}

/** Locks lists in the order of their ids: two calls that name the same lists in other orders do not deadlock. */
export async function lockSearches({ db, organization }: Tx, ids: readonly number[]): Promise<Map<number, SearchRow>> {
  const rows = await sql<SearchRow>`select ${searchColumns} from searches
    where organization_id = ${organization.id} and id = any(${[...ids]}::bigint[]) order by id for no key update`.execute(
    db,
  );
  return new Map(rows.rows.map((row) => [row.id, row]));
}

/** Gives a new list the folder and the research columns of another one. */
export async function imitateSearch({ db, organization }: Tx, id: number, other: SearchRow): Promise<void> {
  await sql`update searches set folder = ${other.folder} where organization_id = ${organization.id} and id = ${id}`.execute(
    db,
  );
  await sql`insert into search_prompts (organization_id, search_id, prompt_id, created_at)
    select organization_id, ${id}, prompt_id, created_at from search_prompts
    where organization_id = ${organization.id} and search_id = ${other.id}`.execute(db);
}

/** Answers how many of the lists there are. */
export async function setFolder({ db, organization }: Tx, ids: number[], folder: string | null): Promise<number> {
  const rows = await sql`update searches set folder = ${folder}
    where organization_id = ${organization.id} and id = any(${ids}::bigint[])`.execute(db);
  return Number(rows.numAffectedRows ?? 0n);
}

/** Answers how many of the lists there are. */
export async function setSearchStatus(
  { db, organization }: Tx,
  ids: number[],
  status: Search['status'],
): Promise<number> {
  const rows = await sql`update searches set status = ${status}
    where organization_id = ${organization.id} and id = any(${ids}::bigint[])`.execute(db);
  return Number(rows.numAffectedRows ?? 0n);
}

/** To be called with every change of who is in the list. @param filters the finder's, where they are to be remembered */
export async function addToTotal(
  { db, organization, jobs }: Tx & Pick<TransactionContext, 'jobs'>,
  id: number,
  amount: number,
  filters: Record<string, unknown> | null = null,
): Promise<number> {
  await requestStatistics({ db, jobs }, amount);
  const rows = await countedSql(organization.id, id, amount, filters).execute(db);
  return rows.rows[0]?.total_prospects ?? 0;
}

/** The statement of `addToTotal`. */
export function countedSql(
  organizationId: number,
  id: number,
  amount: number,
  filters: Record<string, unknown> | null,
): RawBuilder<{ total_prospects: number }> {
  return sql<{ total_prospects: number }>`update searches
    set total_prospects = total_prospects + ${amount}, version = version + 1,
      filters = coalesce(${filters === null ? null : toJson(filters)}::jsonb, filters)
    where organization_id = ${organizationId} and id = ${id} returning total_prospects`;
}
