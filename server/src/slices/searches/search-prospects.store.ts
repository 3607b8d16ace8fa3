import { listColumnFilters, listSortKeys, type Sort, type TableFilter } from '@overture/domain/leads/filters';
import { type ColumnSet, isHistoryColumn } from '@overture/domain/leads/lead-columns';
import type { ContactLookup } from '@overture/domain/money/credits';
import type { LookupCounts } from '@overture/domain/money/lookup-estimate';
import { type RawBuilder, sql } from 'kysely';
import type { ReplicaReadContext, TransactionContext } from '../../kernel/context.ts';
import { requestStatistics } from '../../kernel/db/statistics.ts';
import {
  leadOrder,
  lookupCounts,
  missingResultCondition,
  type ResultColumns,
  sortByResults,
  tableConditions,
  unaskedCondition,
} from '../lead-filters/index.ts';
import { countedSql } from './searches.store.ts';

type Tx = Pick<TransactionContext, 'db' | 'organization'>;
/** For what only shows leads. What selects leads for an act takes `Tx`. */
type Reader = Pick<ReplicaReadContext, 'db' | 'organization'>;
export type LeadStatus = 'IN_REVIEW' | 'ARCHIVED';

/** Rows of a list: those of a status that pass the filters, in the order of the sort. */
export interface ListView {
  search_id: number;
  status: LeadStatus;
  filters: readonly TableFilter[];
  /** The table's columns, at least those that the filters name. */
  columns: ColumnSet;
  sort: Sort;
  /** The research columns among those of filters and sort. */
  answer_columns?: ResultColumns;
  /** Only leads this task was not asked about and has no answer for. */
  unanswered_prompt_id?: number;
  /** Only leads that were added since then and that this task was never asked about. */
  unasked?: { prompt_id: number; since: Date };
}

const leadId = sql`m.prospect_id`;

/** What a view joins beyond the list itself, and the order of its rows. */
function shapeOf(
  tx: Pick<Tx, 'organization'>,
  view: ListView,
): { joins: RawBuilder<unknown>; order: RawBuilder<unknown> } {
  // Never null: said so, the index that has this order is walked, not the list sorted.
  if (view.sort.sort_field === 'created_at' && view.sort.further === undefined) {
    const direction = view.sort.sort_direction === 'desc' ? sql`desc` : sql`asc`;
    return { joins: sql``, order: sql`m.created_at ${direction}, ${leadId}` };
  }
  const { joins, values } = sortByResults(tx, view.sort, view.answer_columns, leadId);
  return { joins, order: leadOrder(view.sort, { ...values, id: leadId, created_at: sql`m.created_at` }) };
}

/** The rows of a view, joined with what `isSorted` needs. Who looks at no column of people does without them. */
function joined(
  tx: Pick<Tx, 'organization'>,
  view: ListView,
  use: { isSorted: boolean; isRead: boolean },
  listed: RawBuilder<unknown> = sql`search_prospects`,
): RawBuilder<unknown> {
  const kinds = view.answer_columns ?? {};
  const conditions = tableConditions(tx, view, { lead_id: leadId, created_at: sql`m.created_at` });
  if (view.unanswered_prompt_id !== undefined) {
    conditions.push(missingResultCondition(tx, view.unanswered_prompt_id, leadId));
  }
  if (view.unasked !== undefined) {
    const { prompt_id, since } = view.unasked;
    conditions.push(sql`m.created_at >= ${since}`, unaskedCondition(tx, prompt_id, leadId));
  }
  const sorted = use.isSorted ? listSortKeys(view.sort).map(({ sort_field }) => sort_field) : [];
  const named = [...listColumnFilters(view.filters).map(({ column }) => column), ...sorted];
  const readsPerson = (name: string) => !isHistoryColumn(name) && name !== 'created_at';
  const hasPeople = use.isRead || named.some((name) => kinds[name] === undefined && readsPerson(name));
  const people = hasPeople
    ? sql`join prospects p on p.id = m.prospect_id and p.organization_id = ${tx.organization.id}`
    : sql``;
  return sql`${listed} m ${people} ${use.isSorted ? shapeOf(tx, view).joins : sql``}
    where ${sql.join([sql`m.search_id = ${view.search_id}`, sql`m.status = ${sql.lit(view.status)}`, ...conditions], sql` and `)}`;
}

/** The view's ids as a query with the one column `id`, in order; for subqueries, counts, COPY. */
function orderedIds(tx: Pick<Tx, 'organization'>, view: ListView, limit?: number): RawBuilder<{ id: number }> {
  const bound = limit === undefined ? sql`` : sql` limit ${limit}`;
  return sql`select m.prospect_id as id from ${joined(tx, view, { isSorted: true, isRead: false })}
    order by ${shapeOf(tx, view).order}${bound}`;
}

/** The first `amount` rows of the view with the given columns of `prospects p`, in order. */
export function viewRows(
  tx: Pick<Tx, 'organization'>,
  view: ListView,
  columns: RawBuilder<unknown>,
  amount: number,
): RawBuilder<unknown> {
  return sql`select ${columns} from ${joined(tx, view, { isSorted: true, isRead: true })}
    order by ${shapeOf(tx, view).order} limit ${amount}`;
}

/** A page by counting from the start: for short lists and first pages. */
export async function listPageIds(tx: Reader, view: ListView, offset: number, size: number): Promise<number[]> {
  const rows = await sql<{ id: number }>`${orderedIds(tx, view, size)} offset ${offset}`.execute(tx.db);
  return rows.rows.map((row) => row.id);
}

/** The same with how many leads the view has, in one pass over the list; undefined behind its end. */
export async function listCountedPage(
  tx: Reader,
  view: ListView,
  offset: number,
  size: number,
): Promise<{ ids: number[]; total: number } | undefined> {
  const rows = await sql<{ id: number; total: number }>`select m.prospect_id as id, count(*) over () as total
    from ${joined(tx, view, { isSorted: true, isRead: false })}
    order by ${shapeOf(tx, view).order} limit ${size} offset ${offset}`.execute(tx.db);
  const [first] = rows.rows;
  return first && { ids: rows.rows.map(({ id }) => id), total: first.total };
}

/** The share of the newest leads of the list that pass the filters: a guess for all of it. */
export async function guessShare(tx: Reader, view: ListView, sample: number): Promise<number> {
  const newest = sql`(select prospect_id, created_at, search_id, status from search_prospects
    where search_id = ${view.search_id} and status = ${sql.lit(view.status)}
    order by created_at desc, prospect_id limit ${sample})`;
  const passed = sql`select count(*) from ${joined(tx, view, { isSorted: false, isRead: false }, newest)}`;
  const rows = await sql<{ share: number }>`select (${passed})::float8 / ${sample}::int as share`.execute(tx.db);
  return rows.rows[0]!.share;
}

/** The view's ids behind one, by id: a place that no added or removed lead shifts. */
export async function listIdsAfter(tx: Reader, view: ListView, after: number, size: number): Promise<number[]> {
  const rows = await sql<{
    id: number;
  }>`select m.prospect_id as id from ${joined(tx, view, { isSorted: false, isRead: false })}
    and m.prospect_id > ${after} order by m.prospect_id limit ${size}`.execute(tx.db);
  return rows.rows.map((row) => row.id);
}

export async function countLeads(tx: Reader, view: ListView): Promise<number> {
  const rows = await sql<{
    count: number;
  }>`select count(*) from ${joined(tx, view, { isSorted: false, isRead: false })}`.execute(tx.db);
  return rows.rows[0]!.count;
}

/** The same by what a look-up can still do for them. */
export async function countLookup(
  tx: Reader,
  view: ListView,
  asked: { lookup: ContactLookup; prompt_id: number },
): Promise<LookupCounts> {
  const rows = await sql<LookupCounts>`select ${lookupCounts(tx, asked)}
    from ${joined(tx, view, { isSorted: false, isRead: true })}`.execute(tx.db);
  return rows.rows[0]!;
}

/**
 * The view's ids in order as big-endian 64-bit numbers, in pieces of a few thousand: without text to parse, a million of them
 * block nothing. Sorting them deserves memory.
 */
export async function listViewIds(tx: Reader, view: ListView): Promise<Buffer[]> {
  await sql`select set_config('work_mem', '96MB', true)`.execute(tx.db);
  const rows = await sql<{ ids: Buffer }>`select string_agg(int8send(id), ''::bytea order by position) as ids
    from (select id, row_number() over () as position from (${orderedIds(tx, view)}) as ordered) as numbered
    group by (position - 1) / 8192 order by min(position)`.execute(tx.db);
  return rows.rows.map((row) => row.ids);
}

/** The first `amount` of the view, or all of it. */
export async function listFirstIds(tx: Tx, view: ListView, amount: number): Promise<number[]> {
  const rows = await sql<{ ids: string | null }>`select string_agg(id::text, ',' order by position) as ids
    from (select id, row_number() over () as position from (${orderedIds(tx, view, amount)}) as ordered) as numbered`.execute(
    tx.db,
  );
  return rows.rows[0]?.ids?.split(',').map(Number) ?? [];
}

/** Those of the ids that are in the list with the status, in the order given. */
export async function filterListed(
  { db }: Tx,
  searchId: number,
  status: LeadStatus,
  ids: readonly number[],
): Promise<number[]> {
  const rows = await sql<{
    id: number;
  }>`select given.id from unnest(${ids}::bigint[]) with ordinality as given (id, position)
    join search_prospects m on m.search_id = ${searchId} and m.prospect_id = given.id and m.status = ${status}
    group by given.id order by min(given.position)`.execute(db);
  return rows.rows.map((row) => row.id);
}

/** Moves leads of a list from one status to another; answers how many moved. */
export async function moveLeads(
  { db }: Tx,
  searchId: number,
  ids: readonly number[],
  from: LeadStatus,
  to: LeadStatus,
): Promise<number> {
  const rows = await sql`update search_prospects set status = ${to}
    where search_id = ${searchId} and prospect_id = any(${ids}::bigint[]) and status = ${from}`.execute(db);
  return Number(rows.numAffectedRows ?? 0n);
}

/**
 * Puts everybody of the transaction's `merged_prospects` into a list. Who was taken out of it before comes back. Answers
 * how many the list gained.
 * @param importId the import that does it
 */
export async function listMerged(
  { db, organization }: Tx,
  searchId: number,
  at: Date,
  importId: number | null = null,
): Promise<number> {
  const fresh = await sql`insert into search_prospects (organization_id, search_id, prospect_id, created_at, import_id)
    select ${organization.id}, ${searchId}, prospect_id, ${at}::timestamptz, ${importId}::bigint from merged_prospects where is_new`.execute(
    db,
  );
  const known =
    await sql`insert into search_prospects as m (organization_id, search_id, prospect_id, created_at, import_id)
    select ${organization.id}, ${searchId}, prospect_id, ${at}::timestamptz, ${importId}::bigint from merged_prospects where not is_new
    on conflict (search_id, prospect_id) do update set status = 'IN_REVIEW', created_at = excluded.created_at,
      import_id = excluded.import_id where m.status = 'ARCHIVED'`.execute(db);
  return Number(fresh.numAffectedRows ?? 0n) + Number(known.numAffectedRows ?? 0n);
}

/** Adds leads to a list, or brings them back; those that were deleted since they were chosen are passed over. Answers those that were not there. */
export async function listExisting(
  { db, organization }: Tx,
  searchId: number,
  ids: readonly number[],
): Promise<number[]> {
  const rows = await sql<{
    id: number;
  }>`insert into search_prospects as m (organization_id, search_id, prospect_id, created_at)
    select ${organization.id}, ${searchId}, h.id, app_now() from (select p.id from prospects p
      where p.organization_id = ${organization.id} and p.id = any(${[...ids]}::bigint[]) order by p.id for key share) h
    on conflict (search_id, prospect_id) do update set status = 'IN_REVIEW', created_at = excluded.created_at, import_id = null
      where m.status = 'ARCHIVED' returning m.prospect_id as id`.execute(db);
  return rows.rows.map(({ id }) => id);
}

/** A row of a batch whose lead adds nothing to the list. */
export interface ListedRow {
  /** Place in the batch, from 1, among those with a LinkedIn address or those without. */
  n: number;
  is_linked: boolean;
  /** False: another row of the batch is the same person. */
  is_in_list: boolean;
  fields: (string | null)[];
}

/**
 * Of a batch in `incoming_prospects` (and `unlinked_prospects`, where there are any) those who are in the list already, or twice in the
 * batch. Asked before `listMerged`.
 */
export async function findListed(
  { db, organization }: Tx,
  searchId: number,
  fields: readonly string[],
  hasUnlinked: boolean,
): Promise<ListedRow[]> {
  const cells = sql`array[${sql.join(fields.map((field) => sql`i.${sql.ref(field)}::text`))}]`;
  // LIMIT keeps one look-up for each lead: a new list has no statistics yet, and a join over it can cost the square of the batch.
  const listed = sql`lateral (select true as is_listed from search_prospects s where s.organization_id = ${organization.id}
    and s.search_id = ${searchId} and s.prospect_id = m.prospect_id and s.status <> 'ARCHIVED' limit 1) l`;
  const linked = sql<ListedRow>`select i.n, true as is_linked, true as is_in_list, ${cells} as fields
    from merged_prospects m cross join ${listed} join incoming_prospects i on i.linkedin_key = m.linkedin_key where not m.is_new`;
  const found = (await linked.execute(db)).rows;
  if (!hasUnlinked) return found;
  const unlinked = sql<ListedRow>`select * from (
      select i.n, false as is_linked, l.is_listed is not null as is_in_list, ${cells} as fields,
        m.linkedin_key is not null or i.n > min(i.n) over (partition by i.prospect_id) as is_again
      from unlinked_prospects i join merged_prospects m on m.prospect_id = i.prospect_id
      left join ${listed} on true) known where is_in_list or is_again`;
  return [...found, ...(await unlinked.execute(db)).rows];
}

/**
 * Adds people created in this transaction to a list, and counts them, instead of `listMerged` and `addToTotal`: they are in no
 * list yet. Returns the list's new total.
 */
export async function listNew(
  { db, organization, jobs }: Tx & Pick<TransactionContext, 'jobs'>,
  searchId: number,
  ids: readonly number[],
  given: { at: Date; filters: Record<string, unknown> | null },
): Promise<number> {
  await requestStatistics({ db, jobs }, ids.length);
  const rows = await sql<{ total_prospects: number }>`with listed as (
      insert into search_prospects (organization_id, search_id, prospect_id, created_at)
      select ${organization.id}, ${searchId}, id, ${given.at}::timestamptz from unnest(${ids}::bigint[]) as given (id))
    ${countedSql(organization.id, searchId, ids.length, given.filters)}`.execute(db);
  return rows.rows[0]?.total_prospects ?? 0;
}

/** The first people of the transaction's `merged_prospects`. */
export async function firstMerged({ db }: Tx, limit: number): Promise<number[]> {
  const rows = await sql<{ id: number }>`select prospect_id as id from merged_prospects
    order by prospect_id limit ${limit}`.execute(db);
  return rows.rows.map((row) => row.id);
}

/**
 * SQL: the membership is of the import. All of an import have its instant, and those of imports of before have nothing else.
 */
export const isOfImport = (importId: RawBuilder<unknown>, at: RawBuilder<unknown>): RawBuilder<boolean> =>
  sql<boolean>`created_at = ${at} and coalesce(import_id, ${importId}) = ${importId}`;

/** The first leads that an import brought into a list, in the order of its file. */
export async function listFirstAdded(
  { db }: Tx,
  { id, search_id, created_at }: { id: number; search_id: number; created_at: Date },
  limit: number,
): Promise<number[]> {
  const rows = await sql<{ id: number }>`select prospect_id as id from search_prospects
    where search_id = ${search_id} and ${isOfImport(sql`${id}::bigint`, sql`${created_at}::timestamptz`)} and status = 'IN_REVIEW'
    order by prospect_id limit ${limit}`.execute(db);
  return rows.rows.map((row) => row.id);
}
