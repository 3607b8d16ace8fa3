import type { CsvEncoding } from '@overture/domain/csv/encodings';
import type { ExportPlan } from '@overture/domain/tool-exports/export-plan';
import { sql } from 'kysely';
import type { ReadContext, SystemContext, TransactionContext } from '../../kernel/context.ts';
import { toJson } from '../../kernel/db/to-json.ts';
import { isNotParked, type Unit } from '../../kernel/rounds/rounds.ts';
import type { LeadData, StoredRow } from './row.rules.ts';

type Reader = Pick<ReadContext, 'db'>;
type Tx = Pick<TransactionContext, 'db' | 'organization'>;

export const FILES_LOOP = 'tool-import-files';

/** An uploaded export: how it is written and what its columns hold. */
export interface ExportFile {
  /** In the file store. */
  key: string;
  name: string;
  size_in_bytes: number;
  encoding: CsvEncoding;
  delimiter: string;
  header_row: number;
  plan: ExportPlan;
  /** Of rows that don't name theirs. */
  campaign_name: string;
  /** What leads are in a file that does not say who was contacted. */
  assumed: 'new' | 'contacted';
}

/** Adds a file to an import that is not started, and reads it. False for an import of another tool or state. */
export async function addFile(
  { db }: Tx,
  id: number,
  { tool, file, most }: { tool: string; file: ExportFile; most: number },
): Promise<boolean> {
  const { rows } =
    await sql`update tool_imports set files = files || ${toJson([file])}::jsonb, state = 'reading', note = null,
      rows_total = null, file_name = left(file_name || ', ' || ${file.name}, 200), wake_at = app_now()
    where id = ${id} and tool = ${tool} and state in ('reading', 'paused', 'review')
      and jsonb_array_length(files) between 1 and ${most - 1} returning id`.execute(db);
  return rows.length > 0;
}

/** A file of an import, by its place. */
export async function findFile({ db }: Reader, id: number, index: number): Promise<ExportFile | undefined> {
  const { rows } = await sql<{
    file: ExportFile | null;
  }>`select files -> ${index}::int as file from tool_imports where id = ${id}`.execute(db);
  return rows[0]?.file ?? undefined;
}

/** How many files there are, locked until the end of the transaction: another one may be added while the last is read. */
export async function lockFileCount({ db }: Tx, id: number): Promise<number> {
  const { rows } = await sql<{
    files: number;
  }>`select jsonb_array_length(files) as files from tool_imports where id = ${id} for update`.execute(db);
  return rows[0]?.files ?? 0;
}

/** Leads that were read before, by their ids. */
export async function findLeads(
  { db }: Reader,
  importId: number,
  ids: readonly string[],
): Promise<Map<string, LeadData>> {
  const { rows } = await sql<{ external_id: string; data: LeadData }>`select external_id, data from tool_import_rows
    where import_id = ${importId} and kind = 'lead' and external_id = any(${[...ids]}::text[])`.execute(db);
  return new Map(rows.map(({ external_id, data }) => [external_id, data]));
}

export async function updateLeads({ db }: Tx, importId: number, given: readonly StoredRow[]): Promise<void> {
  if (given.length === 0) return;
  await sql`update tool_import_rows r set data = g.data
    from json_to_recordset(${toJson(given)}::json) as g (external_id text, data jsonb)
    where r.import_id = ${importId} and r.kind = 'lead' and r.external_id = g.external_id`.execute(db);
}

/** Ids of the lists that were read; they are few. */
export async function listLists({ db }: Reader, importId: number): Promise<Set<string>> {
  const { rows } = await sql<{ external_id: string }>`select external_id from tool_import_rows
    where import_id = ${importId} and kind = 'list'`.execute(db);
  return new Set(rows.map(({ external_id }) => external_id));
}

/** Imports whose files nothing reads any longer. */
export async function listSpent(system: SystemContext): Promise<(Unit & { id: number; keys: string[] })[]> {
  return system.systemRead(async ({ db }) => {
    const { rows } = await sql<Unit & { id: number; keys: string[] }>`select i.id, i.organization_id, i.id::text as key,
        array(select f ->> 'key' from jsonb_array_elements(i.files) f) as keys
      from tool_imports i where i.files <> '[]' and i.state not in ('reading', 'paused', 'review')
        and ${isNotParked(FILES_LOOP, sql.ref('i.organization_id'), sql`i.id::text`)} order by i.id limit 20`.execute(
      db,
    );
    return rows;
  });
}

export async function forgetFiles({ db }: Tx, id: number): Promise<void> {
  await sql`update tool_imports set files = '[]' where id = ${id}`.execute(db);
}
