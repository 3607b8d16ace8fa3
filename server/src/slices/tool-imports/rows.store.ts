import { type RawBuilder, sql } from 'kysely';
import type { ReadContext, TransactionContext } from '../../kernel/context.ts';
import { toJson } from '../../kernel/db/to-json.ts';
import { type LeadTouches, STATES_BY_WEIGHT, type StoredRow } from './row.rules.ts';

type Reader = Pick<ReadContext, 'db'>;
type Tx = Pick<TransactionContext, 'db' | 'organization'>;

/** What was here before: fields of a known lead, campaigns it was set aside in, a new entry of the suppression list; of a campaign its list. */
export interface Changes {
  fields?: Record<string, [before: unknown, after: unknown]>;
  set_aside?: number[];
  is_suppressed?: boolean;
  list_id?: number;
  node_ids?: number[];
  notes?: string[];
  /** Leads in the middle of the sequence continue at their step. */
  continues?: true;
}

export interface ReadRow<Data = object> {
  id: number;
  kind: StoredRow['kind'];
  external_id: string;
  parent_id: string | null;
  email: string | null;
  data: Data;
  object_id: number | null;
  is_new: boolean | null;
  changes: Changes | null;
}

/** Stores rows of a page; those that are stored already stay as they are. Returns how many are new. */
export async function insertRows(
  { db, organization }: Tx,
  importId: number,
  given: readonly StoredRow[],
): Promise<number> {
  if (given.length === 0) return 0;
  const { rows } =
    await sql`insert into tool_import_rows (organization_id, import_id, kind, external_id, parent_id, email, data, state, reason)
    select ${organization.id}, ${importId}, g.* from json_to_recordset(${toJson(given)}::json) as g (kind text, external_id text,
      parent_id text, email text, data jsonb, state text, reason text)
    on conflict (import_id, kind, external_id) do nothing returning 1`.execute(db);
  return rows.length;
}

/**
 * Adds to leads what happened to them; again changes nothing. A lead that was stopped there stays stopped: its time shows that it was written
 * to, and where no time can be read, it counts as finished. Returns the leads that were found.
 */
export async function applyTouches({ db }: Tx, importId: number, given: readonly LeadTouches[]): Promise<Set<string>> {
  if (given.length === 0) return new Set();
  const weight = (state: RawBuilder<unknown>) => sql`array_position(${STATES_BY_WEIGHT}::text[], ${state})`;
  const { rows } = await sql<{ external_id: string }>`update tool_import_rows r set data = r.data || jsonb_build_object(
      'state', case when ${weight(sql`g.state`)} > ${weight(sql`r.data ->> 'state'`)} then g.state
        when r.data ->> 'state' = 'stopped' and coalesce(g.at, r.data ->> 'last_contacted_at') is null then 'finished'
        else r.data ->> 'state' end,
      'last_contacted_at', greatest(r.data ->> 'last_contacted_at', g.at),
      'steps_done', greatest((r.data ->> 'steps_done')::int, g.steps_done))
    from json_to_recordset(${toJson(given)}::json) as g (lead_id text, state text, at text, steps_done int)
    where r.import_id = ${importId} and r.kind = 'lead' and r.external_id = g.lead_id returning r.external_id`.execute(
    db,
  );
  return new Set(rows.map(({ external_id }) => external_id));
}

/** They are in the leads now. */
export async function deleteTouches({ db }: Tx, importId: number): Promise<void> {
  await sql`delete from tool_import_rows where import_id = ${importId} and kind = 'touch'`.execute(db);
}

/** The campaign or list that was read after one, the first for null; null at the end. */
export async function findNext(
  { db }: Reader,
  importId: number,
  kind: 'campaign' | 'list',
  after: string | null,
): Promise<string | null> {
  const { rows } = await sql<{ external_id: string }>`select external_id from tool_import_rows
    where import_id = ${importId} and kind = ${kind} and state <> 'left_out' and id > coalesce((select id from tool_import_rows
      where import_id = ${importId} and kind = ${kind} and external_id = ${after}), 0)
    order by id limit 1`.execute(db);
  return rows[0]?.external_id ?? null;
}

const rowColumns = sql`id, kind, external_id, parent_id, email, data, object_id, is_new, changes`;

const CONDITIONS = {
  /** Lists and campaigns that are not empty. */
  with_leads: sql`and exists (select from tool_import_rows l where l.import_id = tool_import_rows.import_id and l.kind = 'lead'
    and l.parent_id = tool_import_rows.external_id and l.state <> 'left_out')`,
  /** Leads whose addresses are suppressed. */
  ended: sql`and data ->> 'state' in ('bounced', 'unsubscribed')`,
  /** Leads that begin or continue. */
  for_campaigns: sql`and data ->> 'state' in ('new', 'contacted') and object_id is not null`,
} as const;

/** Rows of a kind in their order, behind one. */
export async function listRows<Data extends object = object>(
  { db }: Reader,
  importId: number,
  kinds: readonly StoredRow['kind'][],
  by: { after: number; limit: number; parent_id?: string; state?: 'read' | 'done'; only?: keyof typeof CONDITIONS },
): Promise<ReadRow<Data>[]> {
  const { rows } = await sql<ReadRow<Data>>`select ${rowColumns} from tool_import_rows
    where import_id = ${importId} and kind = any(${[...kinds]}::text[]) and id > ${by.after}
      ${by.parent_id === undefined ? sql`` : sql`and parent_id = ${by.parent_id}`}
      ${by.state === undefined ? sql`and state <> 'left_out'` : sql`and state = ${by.state}`}
      ${by.only === undefined ? sql`` : CONDITIONS[by.only]}
    order by id limit ${by.limit}`.execute(db);
  return rows;
}

/**
 * People of a batch who replied, or whose address ended, in any campaign there. An array, because a correlated condition reads the whole
 * import for each lead while the statistics of freshly read rows are missing.
 */
export async function listEnded({ db }: Reader, importId: number, objectIds: readonly number[]): Promise<Set<number>> {
  const { rows } = await sql<{ object_id: number }>`select distinct object_id from tool_import_rows
    where import_id = ${importId} and object_id = any(${[...objectIds]}::bigint[]) and kind = 'lead'
      and data ->> 'state' in ('replied', 'bounced', 'unsubscribed')`.execute(db);
  return new Set(rows.map(({ object_id }) => object_id));
}

export interface RowResult {
  id: number;
  state: 'done' | 'left_out';
  reason?: string | null;
  object_id?: number | null;
  is_new?: boolean | null;
  changes?: Changes | null;
}

/** What became of rows. */
export async function saveResults({ db }: Tx, given: readonly RowResult[]): Promise<void> {
  if (given.length === 0) return;
  await sql`update tool_import_rows r set state = g.state, reason = coalesce(g.reason, r.reason),
      object_id = coalesce(g.object_id, r.object_id), is_new = coalesce(g.is_new, r.is_new), changes = coalesce(g.changes, r.changes)
    from json_to_recordset(${toJson(given)}::json) as g (id bigint, state text, reason text, object_id bigint, is_new boolean,
      changes jsonb) where r.id = g.id`.execute(db);
}

/** Leaves nothing of what was read about these people. */
export async function emptyRows({ db }: Tx, ids: readonly number[]): Promise<void> {
  await sql`update tool_import_rows set external_id = 'erased ' || id, email = null, data = '{}', changes = null
    where id = any(${[...ids]}::bigint[])`.execute(db);
}

/** Lists here by the ids of lists and campaigns there. */
export async function mapLists(
  { db }: Reader,
  importId: number,
): Promise<Map<string, { list_id: number; name: string }>> {
  const { rows } = await sql<{
    external_id: string;
    list_id: number;
    name: string;
  }>`select external_id, data ->> 'name' as name,
      case when kind = 'list' then object_id else (changes ->> 'list_id')::bigint end as list_id
    from tool_import_rows where import_id = ${importId} and kind in ('list', 'campaign')`.execute(db);
  return new Map(rows.map(({ external_id, ...one }) => [external_id, one]));
}

/** What was read of leads is not needed any longer. Returns the last of the emptied rows; null at the end. */
export async function emptyLeads(
  { db }: Tx,
  importId: number,
  by: { after: number; limit: number },
): Promise<number | null> {
  const { rows } = await sql<{ last: number | null }>`with batch as materialized (select id from tool_import_rows
      where import_id = ${importId} and kind = 'lead' and state = 'done' and id > ${by.after} order by id limit ${by.limit}),
    emptied as (update tool_import_rows r set data = '{}' from batch where r.id = batch.id)
    select max(id) as last from batch`.execute(db);
  return rows[0]?.last ?? null;
}

/** Nothing of these rows names a person any longer. */
export async function forgetPeople({ db }: Tx, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return;
  await sql`update tool_import_rows set data = '{}', email = null, external_id = 'erased ' || id
    where id = any(${[...ids]}::bigint[])`.execute(db);
}

/** Campaigns whose leads continue at their step. */
export async function markContinued({ db }: Tx, importId: number, ids: readonly number[]): Promise<void> {
  await sql`update tool_import_rows set changes = '{"continues": true}' where import_id = ${importId} and kind = 'campaign'
    and id = any(${[...ids]}::bigint[])`.execute(db);
}

/** What was read and not imported. */
export async function deleteUnimported({ db }: Tx, importId: number): Promise<void> {
  await sql`delete from tool_import_rows where import_id = ${importId} and state <> 'done'`.execute(db);
}

/** Deletes rows of an import. False while there are more. */
export async function deleteRows({ db }: Tx, importId: number, limit: number): Promise<boolean> {
  const { rows } = await sql`delete from tool_import_rows where id in (select id from tool_import_rows
    where import_id = ${importId} limit ${limit}) returning 1`.execute(db);
  return rows.length < limit;
}

/** How many steps campaigns have there, by their ids. */
export async function mapSteps({ db }: Reader, importId: number): Promise<Map<string, number>> {
  const { rows } = await sql<{
    external_id: string;
    steps: number;
  }>`select external_id, jsonb_array_length(data -> 'steps') as steps
    from tool_import_rows where import_id = ${importId} and kind = 'campaign'`.execute(db);
  return new Map(rows.map(({ external_id, steps }) => [external_id, steps]));
}
