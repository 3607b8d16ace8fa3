import type { FinderSearch } from '@overture/contract/finder-searches';
import { FINDER_SEARCHES } from '@overture/domain/finder/saved-searches';
import { type RawBuilder, sql } from 'kysely';
import type { ReadContext, TransactionContext } from '../../kernel/context.ts';
import { toJson } from '../../kernel/db/to-json.ts';

type Reader = Pick<ReadContext, 'db' | 'organization'>;
type Tx = Pick<TransactionContext, 'db' | 'organization'>;
type Row = Omit<FinderSearch, 'new_since' | 'counted_at'> & { new_since: Date; counted_at: Date };

export type NewSearch = Pick<FinderSearch, 'name' | 'is_own' | 'search_id' | 'filters' | 'leaves_out'> & {
  prospects_per_company: number | null;
};

/** The organization's and the user's own; those of others are invisible. */
const isSeenBy = (userId: number): RawBuilder<boolean> => sql`(f.user_id is null or f.user_id = ${userId})`;

const columnsFor = (
  userId: number,
) => sql`f.id, f.name, f.user_id is not null as is_own, f.search_id, f.filters, f.prospects_per_company, f.leaves_out,
  f.new_after::text as new_after, f.new_since, f.new_count, f.counted_at, f.problem, f.edit_version as version,
  exists (select from finder_search_readers r where r.finder_search_id = f.id and r.user_id = ${userId}) as is_mailed`;

const present = (row: Row): FinderSearch => ({
  ...row,
  new_since: row.new_since.toISOString(),
  counted_at: row.counted_at.toISOString(),
});

export async function listFinderSearches({ db, organization }: Reader, userId: number): Promise<FinderSearch[]> {
  const rows = await sql<Row>`select ${columnsFor(userId)} from finder_searches f
    where f.organization_id = ${organization.id} and ${isSeenBy(userId)}
    order by fold_case(f.name) collate "C", f.id limit ${FINDER_SEARCHES.seen}`.execute(db);
  return rows.rows.map(present);
}

export async function findFinderSearch(
  { db, organization }: Reader,
  userId: number,
  id: number,
): Promise<FinderSearch | undefined> {
  const rows = await sql<Row>`select ${columnsFor(userId)} from finder_searches f
    where f.organization_id = ${organization.id} and f.id = ${id} and ${isSeenBy(userId)}`.execute(db);
  return rows.rows.map(present)[0];
}

/**
 * Searches that the user sees, or, of a shared one, the member who sees most. The row of the
 * organization is locked: parallel calls cannot exceed the limit together.
 */
export async function countFinderSearches({ db, organization }: Tx, userId: number, isOwn: boolean) {
  await sql`select from organizations where organization_id = ${organization.id} for no key update`.execute(db);
  const rows = await sql<{ seen: number; of_organization: number }>`select sum(n)::int as of_organization,
      (coalesce(sum(n) filter (where user_id is null), 0)
        + coalesce(max(n) filter (where user_id is not null and (user_id = ${userId} or not ${isOwn})), 0))::int as seen
    from (select user_id, count(*) as n from finder_searches where organization_id = ${organization.id} group by user_id) counted`.execute(
    db,
  );
  const { seen, of_organization } = rows.rows[0] ?? { seen: 0, of_organization: 0 };
  return { seen: seen ?? 0, of_organization: of_organization ?? 0 };
}

export async function insertFinderSearch(
  { db, organization }: Tx,
  userId: number,
  search: NewSearch,
  position: string,
): Promise<FinderSearch> {
  const rows = await sql<Row>`insert into finder_searches as f (organization_id, user_id, search_id, name, filters,
      prospects_per_company, leaves_out, new_after, counted_to, created_by)
    values (${organization.id}, ${search.is_own ? userId : null}, ${search.search_id}, ${search.name},
      ${toJson(search.filters)}::jsonb, ${search.prospects_per_company}, ${search.leaves_out}::text[], ${position}::bigint,
      ${position}::bigint, ${userId}) returning ${columnsFor(userId)}`.execute(db);
  return present(rows.rows[0]!);
}

export async function updateFinderSearch(
  { db, organization }: Tx,
  userId: number,
  id: number,
  search: NewSearch,
): Promise<FinderSearch | undefined> {
  const filters = sql`${toJson(search.filters)}::jsonb`;
  const isAsked = sql`f.filters = ${filters} and f.prospects_per_company is not distinct from ${search.prospects_per_company}::smallint`;
  // What was counted, or could not be, was so for the filters of before.
  const rows = await sql<Row>`update finder_searches f set user_id = ${search.is_own ? userId : null}::bigint,
      search_id = ${search.search_id}, name = ${search.name}, filters = ${filters},
      prospects_per_company = ${search.prospects_per_company}, leaves_out = ${search.leaves_out}::text[],
      new_count = case when ${isAsked} then f.new_count end, problem = case when ${isAsked} then f.problem end
    where f.organization_id = ${organization.id} and f.id = ${id} and ${isSeenBy(userId)}
    returning ${columnsFor(userId)}`.execute(db);
  return rows.rows.map(present)[0];
}

export async function deleteFinderSearch({ db, organization }: Tx, userId: number, id: number): Promise<void> {
  await sql`delete from finder_searches f where f.organization_id = ${organization.id} and f.id = ${id}
    and ${isSeenBy(userId)}`.execute(db);
}
