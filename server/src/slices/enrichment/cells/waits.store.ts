import { sql } from 'kysely';
import type { SystemTransactionContext, TransactionContext } from '../../../kernel/context.ts';
import { toJson } from '../../../kernel/db/to-json.ts';
import { isNotParked } from '../../../kernel/rounds/rounds.ts';
import { endedPlan } from '../../plans/index.ts';
import { type ResultRow, resultColumns } from '../../research-results/index.ts';

type Tx = Pick<TransactionContext, 'db' | 'organization'>;

export const WAITING_LOOP = 'waiting-research';
/** In a round: another organization must not wait for hundreds of one. */
export const GROUPS_OF_ORGANIZATION = 5;
const GROUPS_AT_ONCE = 100;
/** A cell waits for the result of another column for so long. */
const WAITS_DAYS = 30;

/** The cell still says which column is empty. */
const ENDED_WAIT = sql`waits_for = null, waits_run_id = null, waits_since = null, ready_at = null`;
/** What a cell waited for is no longer of interest. */
export const NOT_WAITING = sql`empty_input = null, ${ENDED_WAIT}`;

export interface EmptyCell {
  prompt_id: number;
  prospect_id: number;
  run_id: number;
  error: string;
  label: string;
  waits_for: number | null;
}

/**
 * Holds the results that cells are about to wait for. A result that arrives at this moment is either seen by `saveEmpty`, or its transaction
 * sees the waiting cell.
 */
export async function lockAwaited({ db, organization }: Tx, cells: readonly EmptyCell[]): Promise<void> {
  if (cells.length === 0) return;
  await sql`select from enrichment_answers a
    join jsonb_to_recordset(${toJson(cells)}::jsonb) as g (waits_for bigint, prospect_id bigint)
      on a.prompt_id = g.waits_for and a.prospect_id = g.prospect_id
    where a.organization_id = ${organization.id} order by a.id for share of a`.execute(db);
}

/** Ends cells that lack the value of another column. A cell is ready immediately if the awaited result has arrived. */
export async function saveEmpty({ db, organization }: Tx, cells: readonly EmptyCell[]): Promise<ResultRow[]> {
  if (cells.length === 0) return [];
  const rows = await sql<ResultRow>`with noted as (
      update enrichment_answers a set error = g.error, tried_steps = null, updated_at = app_now(), empty_input = g.label,
        state = case when a.answer is null then 'failed' else 'done' end, waits_for = g.waits_for,
        waits_run_id = case when g.waits_for is not null then g.run_id end,
        waits_since = case when g.waits_for is not null then app_now() end,
        ready_at = case when exists (select from enrichment_answers i where i.organization_id = a.organization_id
          and i.prompt_id = g.waits_for and i.prospect_id = a.prospect_id and ${isThere('i')}) then app_now() end
      from jsonb_to_recordset(${toJson(cells)}::jsonb) as g (prompt_id bigint, prospect_id bigint, run_id bigint, error text, label text,
        waits_for bigint)
      where a.organization_id = ${organization.id} and a.prompt_id = g.prompt_id and a.prospect_id = g.prospect_id
      returning a.*)
    select ${resultColumns} from noted a join prospects p on p.id = a.prospect_id`.execute(db);
  return rows.rows;
}

/** True for the result of an input that ends the wait of `a`. */
const isThere = (
  input: string,
) => sql`${sql.ref(`${input}.state`)} <> 'loading' and (${sql.ref(`${input}.answer`)} ->> 'output' is not null
  or exists (select from enrichment_prompts t where t.organization_id = a.organization_id and t.id = a.prompt_id and t.runs_with_empty))`;

/** Cells that waited for these results can start. */
export async function markReady(
  { db, organization }: Tx,
  arrived: readonly { prompt_id: number; prospect_id: number }[],
): Promise<void> {
  if (arrived.length === 0) return;
  const given = arrived.map(({ prompt_id, prospect_id }) => ({ prompt_id, prospect_id }));
  await sql`with waiting as (
      select a.id from enrichment_answers a
      join jsonb_to_recordset(${toJson(given)}::jsonb) as g (prompt_id bigint, prospect_id bigint)
        on a.waits_for = g.prompt_id and a.prospect_id = g.prospect_id
      join enrichment_answers i on i.organization_id = a.organization_id and i.prompt_id = a.waits_for and i.prospect_id = a.prospect_id
      where a.organization_id = ${organization.id} and a.waits_for is not null and ${isThere('i')} order by a.id for no key update of a)
    update enrichment_answers a set ready_at = app_now() from waiting where a.id = waiting.id and a.ready_at is null`.execute(
    db,
  );
}

/** Ends the waits of a list, or of one of its columns: a stop means them too. */
export async function endWaits({ db, organization }: Tx, searchId: number, promptId?: number): Promise<void> {
  await sql`update enrichment_answers a set ${ENDED_WAIT} from enrichment_runs r
    where r.organization_id = ${organization.id} and r.search_id = ${searchId} and a.organization_id = r.organization_id
      and a.waits_run_id = r.id ${promptId === undefined ? sql`` : sql`and a.prompt_id = ${promptId}`}`.execute(db);
}

/** Waiting cells that can start, of one column of a list and of one person; null for new leads. */
export interface ReadyGroup {
  organization_id: number;
  search_id: number;
  prompt_id: number;
  person_id: number | null;
  /** Who pays: the person, or who turned the column on. */
  user_id: number | null;
}

const person = sql`coalesce(r.created_by, r.for_user_id)`;

/** Groups that are ready, the oldest of each organization first. */
export async function listReady({ db }: Pick<SystemTransactionContext, 'db'>): Promise<ReadyGroup[]> {
  const rows = await sql<ReadyGroup>`with ready as (
      select a.organization_id, r.search_id, a.prompt_id, ${person} as person_id, min(a.ready_at) as since
      from enrichment_answers a join enrichment_runs r on r.organization_id = a.organization_id and r.id = a.waits_run_id
      where a.ready_at <= app_now() and r.search_id is not null group by 1, 2, 3, 4)
    select organization_id, search_id, prompt_id, person_id, user_id from (
      select g.organization_id, g.search_id, g.prompt_id, g.person_id, coalesce(g.person_id, x.user_id) as user_id, g.since,
        row_number() over (partition by g.organization_id order by g.since, g.search_id, g.prompt_id) as turn
      from ready g join organizations o on o.organization_id = g.organization_id
      join searches s on s.organization_id = g.organization_id and s.id = g.search_id and s.status = 'active'
      left join automatic_research x on x.organization_id = g.organization_id and x.search_id = g.search_id and x.prompt_id = g.prompt_id
      where ${endedPlan('o')} is null
        and ${isNotParked(WAITING_LOOP, sql.ref('g.organization_id'), sql`g.search_id || ':' || g.prompt_id || ':' || coalesce(g.person_id, 0)`)}) due
    where turn <= ${GROUPS_OF_ORGANIZATION} order by turn, since limit ${GROUPS_AT_ONCE}`.execute(db);
  return rows.rows;
}

/** Waits of before a restore are over: what was found since the backup is lost, and was paid. */
const mayStart = sql`a.waits_since > greatest(app_now() - ${WAITS_DAYS} * interval '1 day', (select restored_at from installation))
  and exists (select from search_prompts c where c.organization_id = r.organization_id and c.search_id = r.search_id
    and c.prompt_id = a.prompt_id)
  and exists (select from search_prospects l where l.search_id = r.search_id and l.prospect_id = a.prospect_id
    and l.status = 'IN_REVIEW')`;

/** The waiting cells `a` of a group that can start, with the runs `r` that they waited in. */
const isOfGroup = ({ search_id, prompt_id, person_id }: ReadyGroup) =>
  sql`a.ready_at <= app_now() and a.prompt_id = ${prompt_id} and r.organization_id = a.organization_id and r.id = a.waits_run_id
    and r.search_id = ${search_id} and ${person} is not distinct from ${person_id}::bigint`;

/** Leads of a group, the longest waiting first, locked. */
export async function lockReady({ db, organization }: Tx, group: ReadyGroup, most: number): Promise<number[]> {
  const rows = await sql<{ prospect_id: number }>`select a.prospect_id from enrichment_answers a, enrichment_runs r
    where a.organization_id = ${organization.id} and ${isOfGroup(group)} and ${mayStart}
    order by a.waits_since, a.id limit ${most} for no key update of a`.execute(db);
  return rows.rows.map((row) => row.prospect_id);
}

/** Ends the waits of a group that can no longer start. One whose result arrived a moment ago can: it is not among those that were locked. */
export async function forgetStale({ db, organization }: Tx, group: ReadyGroup): Promise<void> {
  await sql`update enrichment_answers a set ${ENDED_WAIT} from enrichment_runs r
    where a.organization_id = ${organization.id} and ${isOfGroup(group)} and (${mayStart}) is not true`.execute(db);
}

/** Ends all waits of a group. */
export async function forgetReady({ db, organization }: Tx, group: ReadyGroup): Promise<void> {
  await sql`update enrichment_answers a set ${ENDED_WAIT} from enrichment_runs r
    where a.organization_id = ${organization.id} and ${isOfGroup(group)}`.execute(db);
}

/** Starts a group later, and says why it waits. */
export async function delayReady(
  { db, organization }: Tx,
  group: ReadyGroup,
  { ready_at, error }: { ready_at: Date; error: string },
): Promise<void> {
  await sql`update enrichment_answers a set ready_at = ${ready_at}, error = ${error} from enrichment_runs r
    where a.organization_id = ${organization.id} and ${isOfGroup(group)}`.execute(db);
}
