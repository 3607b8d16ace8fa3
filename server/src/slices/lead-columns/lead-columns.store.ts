import type { LeadColumn } from '@overture/contract/lead-columns';
import { parseCustomKey } from '@overture/domain/leads/custom-columns';
import type { CustomType, CustomValue } from '@overture/domain/leads/custom-values';
import { CUSTOM_COLUMNS } from '@overture/domain/limits';
import { type RawBuilder, sql } from 'kysely';
import type { TransactionContext } from '../../kernel/context.ts';
import { acquireLock } from '../../kernel/db/advisory-locks.ts';
import { toJson } from '../../kernel/db/to-json.ts';

type Tx = Pick<TransactionContext, 'db' | 'organization'>;

const columns = sql<LeadColumn>`id, name, key, type, is_archived, edit_version as version`;

/** All of an organization, in their order. */
export async function listLeadColumns({ db, organization }: Tx): Promise<LeadColumn[]> {
  const rows = await sql<LeadColumn>`select ${columns} from lead_columns where organization_id = ${organization.id}
    order by position, id limit ${CUSTOM_COLUMNS.max_columns}`.execute(db);
  return rows.rows;
}

/** Names of the columns in messages. */
export async function listColumnKeys(tx: Tx): Promise<string[]> {
  return (await listLeadColumns(tx)).map(({ key }) => key);
}

export async function findLeadColumn({ db, organization }: Tx, id: number): Promise<LeadColumn | undefined> {
  const rows = await sql<LeadColumn>`select ${columns} from lead_columns
    where organization_id = ${organization.id} and id = ${id}`.execute(db);
  return rows.rows[0];
}

/** Columns by key, held as they are until the end of the transaction: who gives values to leads is sure of the types. */
export async function holdLeadColumns({ db, organization }: Tx, keys: readonly string[]): Promise<LeadColumn[]> {
  if (keys.length === 0) return [];
  const rows = await sql<LeadColumn>`select ${columns} from lead_columns where organization_id = ${organization.id}
    and key = any(${[...keys]}::text[]) order by id for share`.execute(db);
  return rows.rows;
}

/** One change of columns at a time in an organization, and none while leads are merged: an import knows its columns by their types. */
export async function lockLeadColumns({ db, organization }: Tx): Promise<void> {
  await sql`select ${acquireLock('merging_leads', organization.id)}`.execute(db);
}

export async function insertLeadColumn(
  { db, organization }: Tx,
  given: { name: string; key: string; type: CustomType },
): Promise<LeadColumn> {
  const rows = await sql<LeadColumn>`insert into lead_columns (organization_id, name, key, type, position)
    values (${organization.id}, ${given.name}, ${given.key}, ${given.type},
      (select coalesce(max(position) + 1, 0) from lead_columns where organization_id = ${organization.id}))
    returning ${columns}`.execute(db);
  return rows.rows[0]!;
}

export async function changeLeadColumn(
  { db, organization }: Tx,
  id: number,
  change: { name?: string | undefined; type?: CustomType | undefined; is_archived?: boolean | undefined },
): Promise<void> {
  const fields = Object.entries(change).filter(([, value]) => value !== undefined);
  if (fields.length === 0) return;
  await sql`update lead_columns set ${sql.join(fields.map(([name, value]) => sql`${sql.ref(name)} = ${value}`))}
    where organization_id = ${organization.id} and id = ${id}`.execute(db);
}

/** The columns in a new order. */
export async function orderLeadColumns({ db, organization }: Tx, ids: readonly number[]): Promise<void> {
  await sql`update lead_columns c set position = given.place
    from unnest(${[...ids]}::bigint[]) with ordinality as given (id, place)
    where c.organization_id = ${organization.id} and c.id = given.id`.execute(db);
}

export async function countWithValue({ db, organization }: Tx, key: string): Promise<number> {
  const rows = await sql<{ leads: number }>`select count(*)::int as leads from prospects
    where organization_id = ${organization.id} and custom ? ${key}`.execute(db);
  return rows.rows[0]?.leads ?? 0;
}

/** Values of a column, each once, with how many leads have it; more than `limit` of them are cut. */
export async function listDifferentValues(
  { db, organization }: Tx,
  key: string,
  limit: number,
): Promise<{ value: CustomValue; leads: number }[]> {
  const rows = await sql<{ value: CustomValue; leads: number }>`select custom -> ${key} as value, count(*)::int as leads
    from prospects where organization_id = ${organization.id} and custom ? ${key} group by 1 limit ${limit}`.execute(
    db,
  );
  return rows.rows;
}

/** Locks people with a value, in one order: two writers of the same people do not deadlock. */
const heldWithValue = (organizationId: number, key: string): RawBuilder<unknown> => sql`select id from prospects
  where organization_id = ${organizationId} and custom ? ${key} order by id for no key update`;

/** Many rows may take more than a request's usual time. */
const allowTime = sql`select set_config('statement_timeout', '10min', true)`;

/** Replaces the values of a column by a map. */
export async function replaceValues(
  { db, organization }: Tx,
  key: string,
  values: readonly { from: CustomValue; to: CustomValue }[],
): Promise<void> {
  if (values.length === 0) return;
  await allowTime.execute(db);
  const given = sql`jsonb_to_recordset(${toJson(values)}::jsonb) as g ("from" jsonb, "to" jsonb)`;
  await sql`with held as materialized (${heldWithValue(organization.id, key)})
    update prospects p set custom = p.custom || jsonb_build_object(${key}::text, g."to"), updated_at = app_now()
    from held, ${given} where p.id = held.id and p.custom -> ${key} = g."from"`.execute(db);
}

/** Fills empty values of a column by what a person typed; existing ones stay. Returns how many were written. */
export async function fillCustom(
  { db, organization }: Tx,
  key: string,
  values: readonly { prospect_id: number; value: CustomValue }[],
): Promise<number> {
  const given = sql`jsonb_to_recordset(${toJson(values)}::jsonb) as g (prospect_id bigint, value jsonb)`;
  const done = await sql`with blank as materialized (select p.id from prospects p join ${given} on g.prospect_id = p.id
      where p.organization_id = ${organization.id} and not p.custom ? ${key} order by p.id for no key update of p)
    update prospects p set custom = p.custom || jsonb_build_object(${key}::text, g.value), updated_at = app_now(), edited_at = app_now()
    from ${given} join blank on blank.id = g.prospect_id where p.id = g.prospect_id`.execute(db);
  return Number(done.numAffectedRows ?? 0n);
}

/** Overwrites values of a column; null removes one. */
export async function setCustom(
  { db, organization }: Tx,
  key: string,
  values: readonly { prospect_id: number; value: CustomValue | null }[],
): Promise<void> {
  if (values.length === 0) return;
  const given = sql`jsonb_to_recordset(${toJson(values)}::jsonb) as g (prospect_id bigint, value jsonb)`;
  await sql`with held as materialized (select p.id from prospects p join ${given} on g.prospect_id = p.id
      where p.organization_id = ${organization.id} order by p.id for no key update of p)
    update prospects p set custom = jsonb_strip_nulls(p.custom || jsonb_build_object(${key}::text, g.value)), updated_at = app_now()
    from ${given} join held on held.id = g.prospect_id where p.id = g.prospect_id`.execute(db);
}

/** Deletes a column and what leads have in it. */
export async function deleteLeadColumn({ db, organization }: Tx, id: number, key: string): Promise<void> {
  await allowTime.execute(db);
  await sql`delete from lead_columns where organization_id = ${organization.id} and id = ${id}`.execute(db);
  await sql`with held as materialized (${heldWithValue(organization.id, key)})
    update prospects p set custom = p.custom - ${key}::text, updated_at = app_now() from held where p.id = held.id`.execute(
    db,
  );
}

/** Custom columns that a table's request names: columns of a table by their names there. */
export async function findNamedColumns(tx: Tx, names: readonly unknown[]): Promise<LeadColumn[]> {
  const keys = names.flatMap((name) => (typeof name === 'string' ? (parseCustomKey(name) ?? []) : []));
  if (keys.length === 0) return [];
  return (await listLeadColumns(tx)).filter(({ key }) => keys.includes(key));
}

/** Deletes columns that no lead has a value in. */
export async function dropUnusedColumns({ db, organization }: Tx, keys: readonly string[]): Promise<void> {
  await sql`delete from lead_columns c where c.organization_id = ${organization.id} and c.key = any(${[...keys]}::text[])
    and not exists (select from prospects p where p.organization_id = c.organization_id and p.custom ? c.key)`.execute(
    db,
  );
}
