import type { Label } from '@overture/contract/labels';
import { LABELS_MAX } from '@overture/domain/limits';
import { type Kysely, sql } from 'kysely';
import type { TransactionContext } from '../../kernel/context.ts';
import type { DB } from '../../kernel/db/__generated__/database.ts';

type Tx = Pick<TransactionContext, 'db' | 'organization'>;
interface Read {
  db: Kysely<DB>;
}

/** Labels of campaigns and labels of leads are two lists with the same rules. */
export type LabelTable = 'labels' | 'chat_labels';

/** Which rows carry the labels of a list. */
const CARRIERS = {
  labels: { table: sql.table('campaign_labels'), column: sql.ref('campaign_id') },
  chat_labels: { table: sql.table('prospect_labels'), column: sql.ref('prospect_id') },
};

const columns = sql.raw('id, name::text as name, color');

/** By name. */
export async function listLabels({ db, organization }: Tx, table: LabelTable): Promise<Label[]> {
  const rows = await sql<Label>`select ${columns} from ${sql.table(table)} as label
    where organization_id = ${organization.id} order by label.name, id limit ${LABELS_MAX}`.execute(db);
  return rows.rows;
}

export async function countLabels({ db, organization }: Tx, table: LabelTable): Promise<number> {
  const rows = await sql<{ total: number }>`select count(*) as total from ${sql.table(table)}
    where organization_id = ${organization.id}`.execute(db);
  return rows.rows[0]?.total ?? 0;
}

export async function findLabel({ db }: Read, table: LabelTable, id: number): Promise<Label | undefined> {
  const rows = await sql<Label>`select ${columns} from ${sql.table(table)} where id = ${id}`.execute(db);
  return rows.rows[0];
}

/** Throws a unique violation for an existing name, ignoring case. */
export async function insertLabel(
  { db, organization }: Tx,
  table: LabelTable,
  { name, color }: Omit<Label, 'id'>,
): Promise<Label> {
  const rows = await sql<Label>`insert into ${sql.table(table)} (organization_id, name, color)
    values (${organization.id}, ${name}, ${color}) returning ${columns}`.execute(db);
  return rows.rows[0]!;
}

/** As `insertLabel`, for one that exists. */
export async function updateLabel(
  { db, organization }: Tx,
  table: LabelTable,
  { id, name, color }: Label,
): Promise<Label | undefined> {
  const rows = await sql<Label>`update ${sql.table(table)} set name = ${name}, color = ${color}
    where id = ${id} and organization_id = ${organization.id} returning ${columns}`.execute(db);
  return rows.rows[0];
}

/** Takes it off its campaigns or leads too. Answers whether there was one. */
export async function deleteLabel({ db, organization }: Tx, table: LabelTable, id: number): Promise<boolean> {
  const rows = await sql`delete from ${sql.table(table)}
    where id = ${id} and organization_id = ${organization.id}`.execute(db);
  return rows.numAffectedRows === 1n;
}

/** Answers those that didn't have it. In the order of the ids: two users who label the same ones do not deadlock. */
export async function addLabel(
  { db, organization }: Tx,
  table: LabelTable,
  ids: readonly number[],
  labelId: number,
): Promise<number[]> {
  const carriers = CARRIERS[table];
  const rows = await sql<{ id: number }>`insert into ${carriers.table} (label_id, ${carriers.column}, organization_id)
    select ${labelId}, id, ${organization.id} from unnest(${[...ids]}::bigint[]) as given (id) order by id
    on conflict do nothing returning ${carriers.column} as id`.execute(db);
  return rows.rows.map(({ id }) => id);
}

/** Answers which of them had it. */
export async function removeLabel(
  { db }: Read,
  table: LabelTable,
  ids: readonly number[],
  labelId: number,
): Promise<number[]> {
  const carriers = CARRIERS[table];
  const rows = await sql<{ id: number }>`delete from ${carriers.table} where label_id = ${labelId}
    and ${carriers.column} = any(${[...ids]}::bigint[]) returning ${carriers.column} as id`.execute(db);
  return rows.rows.map(({ id }) => id);
}

/** Labels of several campaigns or leads, each one's by name. */
export async function listCarriedLabels(
  { db }: Read,
  table: LabelTable,
  ids: readonly number[],
): Promise<Map<number, Label[]>> {
  const carriers = CARRIERS[table];
  const rows = await sql<Label & { carrier: number }>`select c.carrier, l.id, l.name::text as name, l.color
    from (select label_id, ${carriers.column} as carrier from ${carriers.table}
      where ${carriers.column} = any(${[...ids]}::bigint[])) c
    join ${sql.table(table)} l on l.id = c.label_id order by l.name, l.id`.execute(db);
  const byCarrier = new Map<number, Label[]>(ids.map((id) => [id, []]));
  for (const { carrier, ...label } of rows.rows) byCarrier.get(carrier)?.push(label);
  return byCarrier;
}
