import type { ContactLookup } from '@overture/domain/money/credits';
import { type RawBuilder, sql } from 'kysely';
import type { TransactionContext } from '../../../kernel/context.ts';
import { toJson } from '../../../kernel/db/to-json.ts';

type Tx = Pick<TransactionContext, 'db' | 'organization'>;

/** Where a cell was started, if anywhere: in a list, or in a campaign. Those a campaign's flow needs belong to neither. */
export interface CellLocation {
  search_id: number | null;
  campaign_id: number | null;
}

/** A cell that has ended, as its row was. */
export interface TakenCell extends CellLocation {
  id: number;
  run_id: number;
  prompt_id: number;
  prospect_id: number;
  /** Reserved for it. */
  credits: number;
}

const takenColumns = ['id', 'run_id', 'search_id', 'campaign_id', 'prompt_id', 'prospect_id', 'credits'] as const;

/** The field a look-up fills: a lead that has it costs nothing. */
const KNOWN_FIELDS: Record<ContactLookup, RawBuilder<boolean>> = {
  FIND_EMAIL: sql`p.email is not null`,
  FIND_PHONE: sql`p.phone_number is not null`,
  FIND_WEBSITE: sql`p.company_website_url is not null`,
};

/** Queues cells in the order of the leads; those that are at work already are left out. */
export async function insertCells(
  { db, organization }: Tx,
  run: CellLocation & { id: number; prompt_id: number; cost: number; lookup: ContactLookup | null },
  prospectIds: readonly number[],
): Promise<{ prospect_ids: number[]; credits: number }> {
  const cost = run.lookup
    ? sql`case when ${KNOWN_FIELDS[run.lookup]} then 0 else ${run.cost}::int end`
    : sql`${run.cost}::int`;
  const rows = await sql<{ ids: string | null; credits: number }>`with added as (
      insert into enrichment_cells (organization_id, run_id, search_id, campaign_id, prompt_id, prospect_id, credits)
      select ${organization.id}, ${run.id}, ${run.search_id}, ${run.campaign_id}, ${run.prompt_id}, p.id, ${cost}
      from unnest(${[...prospectIds]}::bigint[]) with ordinality as given (id, position)
      join prospects p on p.id = given.id and p.organization_id = ${organization.id} order by given.position
      on conflict (prompt_id, prospect_id) do nothing returning prospect_id, credits)
    select string_agg(prospect_id::text, ',') as ids, coalesce(sum(credits), 0)::int as credits from added`.execute(db);
  const row = rows.rows[0]!;
  return { prospect_ids: row.ids?.split(',').map(Number) ?? [], credits: row.credits };
}

/** Which cells a stop means: all of a list or campaign, those of one of a list's columns, those of a task everywhere, or one cell. */
export type CellScope =
  | { search_id: number; prompt_id?: number }
  | { campaign_id: number }
  | { prompt_id: number; prospect_id?: number };

/**
 * Deletes cells, waiting or running; returns them. After the commit none can be claimed, and a running worker's result is discarded. Locked
 * in the same order as outcomes, to avoid deadlocks.
 */
export async function removeCells({ db, organization }: Tx, scope: CellScope): Promise<TakenCell[]> {
  const conditions = Object.entries(scope)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => sql`${sql.ref(name)} = ${value}`);
  const rows = await sql<TakenCell>`with locked as (
      select id from enrichment_cells where organization_id = ${organization.id} and ${sql.join(conditions, sql` and `)}
      order by id for update)
    delete from enrichment_cells c using locked where c.id = locked.id
    returning ${sql.join(takenColumns.map((name) => sql.ref(`c.${name}`)))}`.execute(db);
  return rows.rows;
}

/** Those of the claims that still hold. */
export async function findHeldCells(
  { db, organization }: Tx,
  held: readonly { id: number; lease_token: number }[],
): Promise<Set<number>> {
  const rows = await sql<{ id: number }>`select c.id from enrichment_cells c
    join jsonb_to_recordset(${tokens(held)}::jsonb) as h (id bigint, lease_token bigint) using (id, lease_token)
    where c.organization_id = ${organization.id} and c.state = 'running'`.execute(db);
  return new Set(rows.rows.map((row) => row.id));
}

/** Deletes finished cells that are still held under the given token. The others were stopped or taken over. */
export async function deleteEndedCells(
  { db, organization }: Tx,
  held: readonly { id: number; lease_token: number }[],
): Promise<TakenCell[]> {
  if (held.length === 0) return [];
  const rows = await sql<TakenCell>`with locked as (
      select c.id from enrichment_cells c
      join jsonb_to_recordset(${tokens(held)}::jsonb) as h (id bigint, lease_token bigint) using (id, lease_token)
      where c.organization_id = ${organization.id} and c.state = 'running' order by c.id for update of c),
    gone as (delete from enrichment_cells c using locked where c.id = locked.id returning c.*)
    select ${sql.join(takenColumns.map((name) => sql.ref(name)))} from gone`.execute(db);
  return rows.rows;
}

/**
 * Returns cells to the queue until an instant, if still held under their token; with `is_try` false the try does not count. Returns where
 * each was started.
 */
export async function postponeCells(
  { db, organization }: Tx,
  held: readonly { id: number; lease_token: number; until: Date; is_try: boolean }[],
): Promise<Map<number, CellLocation>> {
  if (held.length === 0) return new Map();
  const given = held.map(({ id, lease_token, until, is_try }) => ({ id, lease_token, until, back: is_try ? 0 : 1 }));
  const rows = await sql<CellLocation & { id: number }>`with locked as (
      select c.id, h.until, h.back from enrichment_cells c
      join jsonb_to_recordset(${toJson(given)}::jsonb) as h (id bigint, lease_token bigint, until timestamptz, back integer)
        using (id, lease_token)
      where c.organization_id = ${organization.id} and c.state = 'running' order by c.id for update of c)
    update enrichment_cells c set state = 'queued', lease_until = null, not_before = locked.until, attempts = c.attempts - locked.back
    from locked where c.id = locked.id returning c.id, c.search_id, c.campaign_id`.execute(db);
  return new Map(rows.rows.map(({ id, ...location }) => [id, location]));
}

/** Cells of a list that wait or are worked on, by task. */
export async function countLoading({ db, organization }: Tx, searchId: number): Promise<Map<number, number>> {
  const rows = await sql<{ prompt_id: number; cells: number }>`select prompt_id, count(*) as cells from enrichment_cells
    where organization_id = ${organization.id} and search_id = ${searchId} group by prompt_id`.execute(db);
  return new Map(rows.rows.map((row) => [row.prompt_id, row.cells]));
}

/** A list or a campaign. */
export type TableLocation = { search_id: number } | { campaign_id: number };

const isAt = (location: TableLocation) =>
  'search_id' in location ? sql`search_id = ${location.search_id}` : sql`campaign_id = ${location.campaign_id}`;

/** All cells of a list or campaign that wait or are worked on. */
export async function countLoadingAt({ db, organization }: Tx, location: TableLocation): Promise<number> {
  const rows = await sql<{ cells: number }>`select count(*)::int as cells from enrichment_cells
    where organization_id = ${organization.id} and ${isAt(location)}`.execute(db);
  return rows.rows[0]!.cells;
}

export async function hasLoading({ db, organization }: Tx, location: TableLocation): Promise<boolean> {
  const rows = await sql`select 1 from enrichment_cells
    where organization_id = ${organization.id} and ${isAt(location)} limit 1`.execute(db);
  return rows.rows.length > 0;
}

/** True while cells of a task wait or are worked on, in any list. */
export async function isAtWork({ db, organization }: Tx, promptId: number): Promise<boolean> {
  const rows = await sql`select 1 from enrichment_cells
    where organization_id = ${organization.id} and prompt_id = ${promptId} limit 1`.execute(db);
  return rows.rows.length > 0;
}

function tokens(held: readonly { id: number; lease_token: number }[]): string {
  return toJson(held.map(({ id, lease_token }) => ({ id, lease_token })));
}
