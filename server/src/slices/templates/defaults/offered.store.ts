import { sql } from 'kysely';
import type { SystemTransactionContext, TransactionContext } from '../../../kernel/context.ts';

type Tx = Pick<TransactionContext, 'db'>;
type SystemTx = Pick<SystemTransactionContext, 'db'>;

/** What the operator changed of a built-in template. */
export interface BuiltInChange {
  id: number;
  name: string | null;
  is_hidden: boolean;
}

export interface DefaultRow {
  id: number;
  name: string;
  flow: unknown;
  created_at: Date;
}

export interface SavedRow extends DefaultRow {
  organization_name: string;
  is_default: boolean;
}

export const MOST_DEFAULTS = 200;

export async function listBuiltInChanges({ db }: Tx): Promise<BuiltInChange[]> {
  return (
    await sql<BuiltInChange>`select id, name, is_hidden from built_in_templates order by id limit 1000`.execute(db)
  ).rows;
}

/** Those the operator added, newest first. */
export async function listDefaults({ db }: Tx): Promise<DefaultRow[]> {
  const rows = await sql<DefaultRow>`select id, name, flow, created_at from default_templates
    order by id desc limit ${MOST_DEFAULTS}`.execute(db);
  return rows.rows;
}

/** Saved templates of all organizations, newest first. @param pattern for `like`, of its name or its organization's */
export async function listSaved({ db }: SystemTx, pattern: string, limit: number): Promise<SavedRow[]> {
  const rows = await sql<SavedRow>`select t.id, t.name, t.flow, t.created_at, o.name as organization_name,
      exists (select from default_templates d where d.source_template_id = t.id) as is_default
    from campaign_templates t join organizations o on o.organization_id = t.organization_id
    where t.name ilike ${pattern} or o.name ilike ${pattern} order by t.id desc limit ${limit}`.execute(db);
  return rows.rows;
}

export async function changeBuiltIn({ db }: SystemTx, { id, name, is_hidden }: BuiltInChange): Promise<void> {
  await sql`insert into built_in_templates (id, name, is_hidden) values (${id}, ${name}, ${is_hidden})
    on conflict (id) do update set name = excluded.name, is_hidden = excluded.is_hidden`.execute(db);
}

/** Answers whether there was one, a default or a saved one. */
export async function renameStored({ db }: SystemTx, id: number, name: string): Promise<boolean> {
  const rows = await sql`with given as (update default_templates set name = ${name} where id = ${id} returning id),
      saved as (update campaign_templates set name = ${name} where id = ${id} returning id)
    select id from given union all select id from saved`.execute(db);
  return rows.rows.length > 0;
}

/** Answers whether there was one, a default or a saved one. */
export async function deleteStored({ db }: SystemTx, id: number): Promise<boolean> {
  const rows = await sql`with given as (delete from default_templates where id = ${id} returning id),
      saved as (delete from campaign_templates where id = ${id} returning id)
    select id from given union all select id from saved`.execute(db);
  return rows.rows.length > 0;
}

/** Copies a saved template, once; answers false where there is none. */
export async function addDefault({ db }: SystemTx, id: number): Promise<boolean> {
  await sql`insert into default_templates (name, flow, source_template_id)
    select name, flow, id from campaign_templates where id = ${id} on conflict (source_template_id) do nothing`.execute(
    db,
  );
  const rows = await sql`select id from default_templates where source_template_id = ${id} or id = ${id}`.execute(db);
  return rows.rows.length > 0;
}

/** By the id of the default, or of what it was made of. Answers whether there is such a template. */
export async function removeDefault({ db }: SystemTx, id: number): Promise<boolean> {
  const rows =
    await sql`with gone as (delete from default_templates where id = ${id} or source_template_id = ${id} returning id)
    select id from gone union all select id from campaign_templates where id = ${id}`.execute(db);
  return rows.rows.length > 0;
}
