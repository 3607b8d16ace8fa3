import { IMPORT_UNDO_DAYS } from '@overture/domain/csv/import-choices';
import { LIST_LIMITS } from '@overture/domain/list-limits';
import { sql } from 'kysely';
import type { TransactionContext } from '../../../kernel/context.ts';
import { toJson } from '../../../kernel/db/to-json.ts';
import { type ImportRow, importColumns, importTable, lease } from '../import/imports.store.ts';
import { isOfImport } from '../search-prospects.store.ts';

type Tx = Pick<TransactionContext, 'db' | 'organization'>;

/** Imports into a list, newest first. */
export async function listImportsInto({ db, organization }: Tx, searchId: number): Promise<ImportRow[]> {
  const rows = await sql<ImportRow>`select ${importColumns} from ${importTable}
    where i.organization_id = ${organization.id} and i.search_id = ${searchId}
    order by i.created_at desc, i.id desc limit ${LIST_LIMITS.imports_of_list}`.execute(db);
  return rows.rows;
}

/** Undefined for an import that can no longer be undone. */
export async function beginUndo({ db, organization }: Tx, id: number): Promise<ImportRow | undefined> {
  const rows = await sql<ImportRow>`with begun as (
      update imports set undo_state = 'running', error = null, lease_token = lease_token + 1, lease_until = app_now(), attempts = 0
      where organization_id = ${organization.id} and id = ${id} and status in ('finished', 'failed', 'cancelled')
        and keeps_changes and (undo_state is null or undo_state = 'failed')
        and finished_at > app_now() - ${IMPORT_UNDO_DAYS} * interval '1 day'
      returning *)
    select ${importColumns} from begun i join searches s on s.id = i.search_id`.execute(db);
  return rows.rows[0];
}

/** Claims an undoing that no other worker is at. */
export async function claimUndo({ db, organization }: Tx, id: number): Promise<ImportRow | undefined> {
  const rows = await sql<ImportRow>`with claimed as (
      update imports set lease_token = lease_token + 1, lease_until = app_now() + ${lease}, attempts = attempts + 1
      where organization_id = ${organization.id} and id = ${id} and undo_state = 'running' and lease_until <= app_now()
      returning *)
    select ${importColumns} from claimed i join searches s on s.id = i.search_id`.execute(db);
  return rows.rows[0];
}

interface UndoProgress {
  undo_state?: 'running' | 'done' | 'failed';
  position: string;
  undone?: number;
  kept?: number;
  error?: string;
}

/** Undefined when the claim is no longer ours: then the batch must be rolled back. */
export async function saveUndo(
  { db, organization }: Tx,
  { id, lease_token }: Pick<ImportRow, 'id' | 'lease_token'>,
  { undo_state = 'running', position, undone = 0, kept = 0, error }: UndoProgress,
): Promise<ImportRow | undefined> {
  const rows = await sql<ImportRow>`with saved as (
      update imports set undo_state = ${undo_state}, undo_position = ${position}, undone_prospects = undone_prospects + ${undone},
        kept_prospects = kept_prospects + ${kept}, lease_until = app_now() + ${lease}, attempts = 0, error = ${error ?? null}
      where organization_id = ${organization.id} and id = ${id} and lease_token = ${lease_token} and undo_state = 'running'
      returning *)
    select ${importColumns} from saved i join searches s on s.id = i.search_id`.execute(db);
  return rows.rows[0];
}

export async function releaseUndo({ db, organization }: Tx, { id, lease_token }: ImportRow): Promise<void> {
  await sql`update imports set lease_until = app_now() where organization_id = ${organization.id} and id = ${id}
    and lease_token = ${lease_token} and undo_state = 'running'`.execute(db);
}

export interface ListedLead {
  id: number;
  is_shown: boolean;
  /** The import brought the lead here. */
  is_new: boolean;
  /** The next import into the list that changed the lead: it stays there as a lead of that one. */
  later_import: number | null;
}

/**
 * Leads that an import put into its list, behind one, locked. One that is in the list by another import since then is not among them.
 * @param sourceId the source of leads that the import brought
 */
export async function lockListed(
  { db, organization }: Tx,
  row: ImportRow,
  { source_id, after, most }: { source_id: number; after: number; most: number },
): Promise<ListedLead[]> {
  const { rows } = await sql<ListedLead>`select m.prospect_id as id, m.status = 'IN_REVIEW' as is_shown,
      p.source_id = ${source_id} and p.created_at >= i.created_at as is_new,
      (select c.import_id from import_changes c join imports o on o.organization_id = c.organization_id and o.id = c.import_id
        where c.organization_id = i.organization_id and c.prospect_id = m.prospect_id and c.import_id > i.id
          and o.search_id = i.search_id and o.undo_state is null order by c.import_id limit 1) as later_import
    from imports i cross join lateral (select * from search_prospects where search_id = i.search_id
      and ${isOfImport(sql`i.id`, sql`date_trunc('milliseconds', i.created_at)`)}) m
    join prospects p on p.organization_id = ${organization.id} and p.id = m.prospect_id
    where i.organization_id = ${organization.id} and i.id = ${row.id} and m.prospect_id > ${after}
    order by m.prospect_id limit ${most} for update of m`.execute(db);
  return rows;
}

export async function unlist({ db }: Tx, searchId: number, ids: readonly number[]): Promise<void> {
  await sql`delete from search_prospects where search_id = ${searchId} and prospect_id = any(${[...ids]}::bigint[])`.execute(
    db,
  );
}

/** Leads become those of later imports into the list: undoing these takes them from it. */
export async function handOver(
  { db, organization }: Tx,
  searchId: number,
  leads: readonly ListedLead[],
): Promise<void> {
  const given = leads.map(({ id, later_import }) => ({ id, later_import }));
  await sql`update search_prospects m set import_id = o.id, created_at = date_trunc('milliseconds', o.created_at)
    from json_to_recordset(${toJson(given)}::json) as g (id bigint, later_import bigint)
    join imports o on o.organization_id = ${organization.id} and o.id = g.later_import
    where m.search_id = ${searchId} and m.prospect_id = g.id`.execute(db);
}
