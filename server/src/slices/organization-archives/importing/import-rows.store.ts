import { type RawBuilder, sql } from 'kysely';
import type { ReadContext, TransactionContext } from '../../../kernel/context.ts';
import { acquireLock } from '../../../kernel/db/advisory-locks.ts';
import { toJson } from '../../../kernel/db/to-json.ts';
import { isErased } from '../../suppression-rules/index.ts';
import type { TableShape } from '../archive-rows.store.ts';
import { ARCHIVED_TABLES, type ArchivedTable } from '../archived-tables.store.ts';
import type { Values } from './references.service.ts';

type Reader = Pick<ReadContext, 'db' | 'organization'>;
type Tx = Pick<TransactionContext, 'db' | 'organization'>;

const table = (shape: TableShape) => sql.ref(shape.name);

/** Rows of a batch as the table's own type. */
const given = (shape: TableShape, rows: readonly Values[]) =>
  sql`json_populate_recordset(null::${table(shape)}, ${toJson(rows)}::json)`;

/** What the transaction writes happened elsewhere: no webhook and no automation follows from it. */
export async function markAsHistory({ db }: Tx): Promise<void> {
  await sql`select set_config('app.is_importing', 'on', true), set_config('statement_timeout', '5min', true)`.execute(
    db,
  );
}

/** The row that is here already, for each given one; null where there is none. Rows that the import made don't count. */
export async function findHere(
  { db, organization }: Reader,
  importId: number,
  shape: TableShape,
  rows: readonly Values[],
): Promise<(number | null)[]> {
  const { match }: ArchivedTable = ARCHIVED_TABLES[shape.name];
  if (match === undefined || rows.length === 0) return rows.map(() => null);
  const id = sql.ref(`t.${shape.key[0] ?? 'organization_id'}`);
  const found = match.map(
    (
      condition,
    ) => sql`(select ${id} from ${table(shape)} t where t.organization_id = ${organization.id} and ${sql.raw(condition)}
      and not exists (select from archive_import_ids m where m.import_id = ${importId} and m.table_name = ${shape.name}
        and m.new_id = ${id} and m.state = 'made') order by ${id} limit 1)`,
  );
  const { rows: known } = await sql<{ id: number | null }>`select coalesce(${sql.join(found)}) as id
    from rows from (${given(shape, rows)}) with ordinality as g order by ordinality`.execute(db);
  return known.map((row) => row.id);
}

/** For each given lead, whether the person was erased here on request. */
export async function findErased(
  { db, organization }: Reader,
  shape: TableShape,
  rows: readonly Values[],
): Promise<boolean[]> {
  const reach = {
    organization_id: sql`${organization.id}::bigint`,
    email: sql`g.email`,
    phone_key: sql`phone_key(g.phone_number)`,
    linkedin_key: sql`g.linkedin_key`,
  };
  const { rows: known } = await sql<{ is_erased: boolean }>`select ${isErased(reach)} as is_erased
    from rows from (${given(shape, rows)}) with ordinality as g order by ordinality`.execute(db);
  return known.map((row) => row.is_erased);
}

export async function allocateIds({ db }: Tx, tableName: string, amount: number): Promise<number[]> {
  if (amount === 0) return [];
  const { rows } = await sql<{ ids: number[] }>`select allocate_ids(${tableName}, ${amount}::int) as ids`.execute(db);
  return (rows[0]?.ids ?? []).map(Number);
}

/** The key of a table as text. One without a key of its own has one row an organization. */
const keyText = (parts: readonly RawBuilder<unknown>[]): RawBuilder<string> =>
  parts.length === 0 ? sql`''` : sql`concat_ws('-', ${sql.join(parts)})`;

/** Inserts what is not here yet. Answers for each row whether it was inserted. */
export async function insertRows(
  { db, organization }: Tx,
  shape: TableShape,
  rows: readonly Values[],
): Promise<boolean[]> {
  if (rows.length === 0) return [];
  const { row_refs = {} }: ArchivedTable = ARCHIVED_TABLES[shape.name];
  const named = new Set(rows.flatMap((row) => Object.keys(row)));
  const columns = shape.columns.filter(({ name }) => named.has(name));
  const valueSql = (name: string, is_nullable: boolean) =>
    Object.hasOwn(row_refs, name) && !is_nullable ? sql`coalesce(${sql.ref(`g.${name}`)}, 0)` : sql.ref(`g.${name}`);
  const values = columns.map(({ name, is_nullable }) => valueSql(name, is_nullable));
  const key = keyText(shape.key.map((name) => sql.ref(`t.${name}`)));
  const { rows: made } = await sql<{ key: string }>`insert into ${table(shape)} as t
      (organization_id, ${sql.join(columns.map(({ name }) => sql.ref(name)))}) overriding system value
    select ${organization.id}::bigint, ${sql.join(values)} from ${given(shape, rows)} g
    ${shape.has_deferred_key ? sql`` : sql`on conflict do nothing`} returning ${key} as key`.execute(db);
  const keys = new Set(made.map((row) => row.key));
  if (shape.key.length < 2) return rows.map((row) => keys.has(String(row[shape.key[0] ?? ''] ?? '')));
  // Only the database knows that two spellings of a time are one key.
  const nullable = new Map(shape.columns.map(({ name, is_nullable }) => [name, is_nullable]));
  const parts = shape.key.map((name) => valueSql(name, nullable.get(name) ?? false));
  const { rows: asked } = await sql<{ key: string }>`select ${keyText(parts)} as key
    from rows from (${given(shape, rows)}) with ordinality as g order by ordinality`.execute(db);
  return asked.map((row) => keys.has(row.key));
}

/** Fills columns of rows that the import made. */
export async function patchRows(
  { db, organization }: Tx,
  shape: TableShape,
  columns: readonly string[],
  rows: readonly Values[],
): Promise<void> {
  const assignments = columns.map((name) => sql`${sql.ref(name)} = ${sql.ref(`g.${name}`)}`);
  await sql`update ${table(shape)} t set ${sql.join(assignments)} from ${given(shape, rows)} g
    where t.organization_id = ${organization.id} and t.id = g.id`.execute(db);
}

/** Makes the months of events that are read; rows of no time of ours are refused. */
export async function openMonths({ db }: Tx, rows: readonly Values[]): Promise<void> {
  await sql`select open_event_months(m.at, m.at) from (select date_trunc('month', g.at) as at
    from unnest(${rows.map((row) => String(row.occurred_at))}::timestamptz[]) g (at)
    where g.at between app_now() - interval '20 years' and app_now() + interval '1 day' group by 1) m`.execute(db);
}

/** The types of nodes, and the outputs of research tasks: what rows that name them depend on. */
export async function findTypes(
  { db, organization }: Reader,
  of: 'campaign_nodes' | 'enrichment_prompts',
  ids: readonly number[],
): Promise<Map<number, string>> {
  const type = sql.ref(of === 'campaign_nodes' ? 'type' : 'output_type');
  const { rows } = await sql<{ id: number; type: string }>`select id, ${type} as type from ${sql.ref(of)}
    where organization_id = ${organization.id} and id = any(${[...ids]}::bigint[])`.execute(db);
  return new Map(rows.map((row) => [row.id, row.type]));
}

/** Leads wait where the outcome of their last action is not known: nothing is sent to them before a person decides. */
export async function holdUnconfirmed({ db, organization }: Tx, leadIds: readonly number[]): Promise<void> {
  await sql`update campaign_leads set is_in_flight = true
    where organization_id = ${organization.id} and id = any(${[...leadIds]}::bigint[])`.execute(db);
}

/** Adds what a sender or campaign sent elsewhere on its day to what it sent here. */
export async function addToDays({ db, organization }: Tx, rows: readonly Values[]): Promise<void> {
  await sql`update sending_days d set used = least(d.cap, d.used + g.used)
    from json_populate_recordset(null::sending_days, ${toJson(rows)}::json) g
    where d.organization_id = ${organization.id} and d.scope = g.scope and d.scope_id = g.scope_id and d.ends_at = g.ends_at`.execute(
    db,
  );
}

/** Which of these names rows of the table have here. */
export async function findNames(
  { db, organization }: Reader,
  table: string,
  names: readonly string[],
): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`select distinct name::text as name from ${sql.ref(table)}
    where organization_id = ${organization.id} and name = any(${[...names]}::text[]) order by 1`.execute(db);
  return rows.map(({ name }) => name);
}

/** True if the organization can recognize people that it erased. */
export async function hasErasureKey({ db, organization }: Reader): Promise<boolean> {
  const { rows } = await sql`select from erasure_keys where organization_id = ${organization.id}`.execute(db);
  return rows.length > 0;
}

/** Serializes with connecting senders by hand: two could take the last place of the plan. */
export async function lockSenders({ db, organization }: Tx): Promise<void> {
  await sql`select ${acquireLock('connecting_account', organization.id)}`.execute(db);
}

/** Serializes with other ways to add leads: two could each add the same person. */
export async function lockLeads({ db, organization }: Tx): Promise<void> {
  await sql`select ${acquireLock('merging_leads', organization.id)}`.execute(db);
}
