import type { Label } from '@overture/contract/labels';
import { type Kysely, sql } from 'kysely';
import type { TransactionContext } from '../../kernel/context.ts';
import type { DB } from '../../kernel/db/__generated__/database.ts';

type Tx = Pick<TransactionContext, 'db' | 'organization'>;

/** Inbox labels by name; an organization has a handful. */
export async function listChatLabels({ db, organization }: Tx): Promise<Label[]> {
  const rows = await sql<Label>`select id, name::text as name, color from chat_labels
    where organization_id = ${organization.id} order by chat_labels.name, id limit 1000`.execute(db);
  return rows.rows;
}

/** Throws a unique violation for an existing name, ignoring case. */
export async function insertChatLabel(
  { db, organization }: Tx,
  given: { name: string; color: string },
): Promise<Label> {
  const rows = await sql<Label>`insert into chat_labels (organization_id, name, color)
    values (${organization.id}, ${given.name}, ${given.color}) returning id, name::text as name, color`.execute(db);
  return rows.rows[0]!;
}

/** As `insertChatLabel`, for one that exists. */
export async function updateChatLabel(
  { db, organization }: Tx,
  id: number,
  given: { name: string; color: string },
): Promise<Label | undefined> {
  const rows = await sql<Label>`update chat_labels set name = ${given.name}, color = ${given.color}
    where id = ${id} and organization_id = ${organization.id} returning id, name::text as name, color`.execute(db);
  return rows.rows[0];
}

/** Takes it off every lead too. Answers whether there was one. */
export async function deleteChatLabel({ db, organization }: Tx, id: number): Promise<boolean> {
  const rows = await sql`delete from chat_labels where id = ${id} and organization_id = ${organization.id}`.execute(db);
  return rows.numAffectedRows === 1n;
}

export async function hasChatLabel(tx: Pick<Tx, 'db'>, id: number): Promise<boolean> {
  return (await findChatLabel(tx, id)) !== undefined;
}

export async function findChatLabel({ db }: Pick<Tx, 'db'>, id: number): Promise<Label | undefined> {
  const rows = await sql<Label>`select id, name::text as name, color from chat_labels where id = ${id}`.execute(db);
  return rows.rows[0];
}

/** Answers whether it was put on; one that is on already changes nothing. */
export async function insertProspectLabel(
  { db, organization }: Tx,
  prospectId: number,
  labelId: number,
): Promise<boolean> {
  const rows = await sql`insert into prospect_labels (label_id, prospect_id, organization_id)
    values (${labelId}, ${prospectId}, ${organization.id}) on conflict do nothing`.execute(db);
  return rows.numAffectedRows === 1n;
}

export async function deleteProspectLabel({ db }: Tx, prospectId: number, labelId: number): Promise<void> {
  await sql`delete from prospect_labels where label_id = ${labelId} and prospect_id = ${prospectId}`.execute(db);
}

/** Labels of several leads, each lead's by name. */
export async function listLabelsOfProspects(
  { db }: { db: Kysely<DB> },
  prospectIds: readonly number[],
): Promise<Map<number, Label[]>> {
  const rows = await sql<Label & { prospect_id: number }>`select p.prospect_id, l.id, l.name::text as name, l.color
    from prospect_labels p join chat_labels l on l.id = p.label_id
    where p.prospect_id = any(${[...prospectIds]}::bigint[]) order by l.name, l.id`.execute(db);
  const byProspect = new Map<number, Label[]>(prospectIds.map((id) => [id, []]));
  for (const { prospect_id, ...label } of rows.rows) byProspect.get(prospect_id)?.push(label);
  return byProspect;
}
