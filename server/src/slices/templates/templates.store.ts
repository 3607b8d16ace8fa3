import { TEMPLATE_LIMITS } from '@overture/domain/limits';
import { sql } from 'kysely';
import type { TransactionContext } from '../../kernel/context.ts';
import { acquireLock } from '../../kernel/db/advisory-locks.ts';

type Tx = Pick<TransactionContext, 'db' | 'organization'>;

/** `flow` as it is stored: unchecked. */
export interface TemplateRow {
  id: number;
  name: string;
  flow: unknown;
  created_at: Date;
}

const columns = sql.raw('id, name, flow, created_at');

/** Templates of the organization, newest first. */
export async function listTemplates({ db, organization }: Tx, limit: number): Promise<TemplateRow[]> {
  const rows = await sql<TemplateRow>`select ${columns} from campaign_templates
    where organization_id = ${organization.id} order by id desc limit ${limit}`.execute(db);
  return rows.rows;
}

export async function findTemplate({ db, organization }: Tx, id: number): Promise<TemplateRow | undefined> {
  const rows = await sql<TemplateRow>`select ${columns} from campaign_templates
    where id = ${id} and organization_id = ${organization.id}`.execute(db);
  return rows.rows[0];
}

export async function listTemplatesForClients({ db, organization }: Tx, limit: number): Promise<TemplateRow[]> {
  const rows = await sql<TemplateRow>`select ${columns} from campaign_templates
    where organization_id = ${organization.id} and is_for_clients order by id desc limit ${limit}`.execute(db);
  return rows.rows;
}

/** What the agency of the organization offers: the function needs only the transaction's organization. */
export async function listTemplatesOfAgency({ db }: Tx): Promise<TemplateRow[]> {
  const rows =
    await sql<TemplateRow>`select ${columns} from templates_of_my_agency() limit ${TEMPLATE_LIMITS.max_templates}`.execute(
      db,
    );
  return rows.rows;
}

export async function findTemplateOfAgency({ db }: Tx, id: number): Promise<TemplateRow | undefined> {
  const rows = await sql<TemplateRow>`select ${columns} from templates_of_my_agency(${id}::bigint)`.execute(db);
  return rows.rows[0];
}

export async function updateTemplateName(
  { db, organization }: Tx,
  id: number,
  name: string,
): Promise<TemplateRow | undefined> {
  const rows = await sql<TemplateRow>`update campaign_templates set name = ${name}
    where id = ${id} and organization_id = ${organization.id} returning ${columns}`.execute(db);
  return rows.rows[0];
}

/** Answers whether there was one. */
export async function deleteTemplate({ db, organization }: Tx, id: number): Promise<boolean> {
  const rows = await sql`delete from campaign_templates
    where id = ${id} and organization_id = ${organization.id}`.execute(db);
  return rows.numAffectedRows === 1n;
}

/** How many there are; those who add one at the same time wait for each other. */
export async function countTemplates({ db, organization }: Tx): Promise<number> {
  await sql`select ${acquireLock('templates', organization.id)}`.execute(db);
  const rows = await sql<{ total: number }>`select count(*) as total from campaign_templates
    where organization_id = ${organization.id}`.execute(db);
  return rows.rows[0]?.total ?? 0;
}

/** `flow` is JSON. */
export async function insertTemplate(
  { db, organization, user }: Tx & Pick<TransactionContext, 'user'>,
  given: { name: string; flow: string; is_for_clients: boolean },
): Promise<TemplateRow> {
  const rows =
    await sql<TemplateRow>`insert into campaign_templates (organization_id, name, flow, created_by, is_for_clients)
    values (${organization.id}, ${given.name}, ${given.flow}::jsonb, ${user?.id ?? null}, ${given.is_for_clients})
    returning ${columns}`.execute(db);
  return rows.rows[0]!;
}
