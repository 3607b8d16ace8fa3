import type { EnrichmentAnswer } from '@overture/contract/enrichment';
import { sql } from 'kysely';
import type { TransactionContext } from '../../../kernel/context.ts';
import { toJson } from '../../../kernel/db/to-json.ts';
import { type ResultRow, resultColumns } from '../../research-results/index.ts';
import { NOT_WAITING } from './waits.store.ts';

type Tx = Pick<TransactionContext, 'db' | 'organization'>;

/** The cells of a task for the newest leads of a list. */
export async function listNewestResults(
  { db, organization }: Tx,
  searchId: number,
  promptId: number,
  limit: number,
): Promise<ResultRow[]> {
  const rows = await sql<ResultRow>`select ${resultColumns} from (
      select prospect_id from search_prospects where search_id = ${searchId} and status = 'IN_REVIEW'
      order by created_at desc, prospect_id limit ${limit}) newest
    join enrichment_answers a on a.organization_id = ${organization.id} and a.prompt_id = ${promptId} and a.prospect_id = newest.prospect_id
    join prospects p on p.id = a.prospect_id order by a.prospect_id`.execute(db);
  return rows.rows;
}

/** A result by id, locked for a change. */
export async function lockResult({ db, organization }: Tx, id: number): Promise<ResultRow | undefined> {
  const rows =
    await sql<ResultRow>`select ${resultColumns} from enrichment_answers a join prospects p on p.id = a.prospect_id
    where a.organization_id = ${organization.id} and a.id = ${id} for no key update of a`.execute(db);
  return rows.rows[0];
}

/** Marks cells as loading; an earlier result stays until a new one arrives. */
export async function markLoading(
  { db, organization }: Tx,
  promptId: number,
  prospectIds: readonly number[],
): Promise<void> {
  await sql`insert into enrichment_answers as a (organization_id, prompt_id, prospect_id, state)
    select ${organization.id}, ${promptId}, id, 'loading' from unnest(${[...prospectIds]}::bigint[]) as given (id)
    on conflict (organization_id, prompt_id, prospect_id) do update
      set state = 'loading', error = null, tried_steps = null, updated_at = app_now(), ${NOT_WAITING}`.execute(db);
}

export interface WaitingCell {
  prompt_id: number;
  prospect_id: number;
  /** What it waits for, as text. */
  reason: string;
}

/** Stores what loading cells wait for; returns those still loading. */
export async function saveWaiting({ db, organization }: Tx, waiting: readonly WaitingCell[]): Promise<ResultRow[]> {
  if (waiting.length === 0) return [];
  const rows = await sql<ResultRow>`with noted as (
      update enrichment_answers a set error = g.reason, updated_at = app_now()
      from jsonb_to_recordset(${toJson(waiting)}::jsonb) as g (prompt_id bigint, prospect_id bigint, reason text)
      where a.organization_id = ${organization.id} and a.prompt_id = g.prompt_id and a.prospect_id = g.prospect_id and a.state = 'loading'
      returning a.*)
    select ${resultColumns} from noted a join prospects p on p.id = a.prospect_id`.execute(db);
  return rows.rows;
}

export interface CellWithoutResult {
  prompt_id: number;
  prospect_id: number;
  /** Why it failed; null where it was stopped. */
  error: string | null;
  /** The steps tried so far. */
  tried_steps?: EnrichmentAnswer['tried_steps'];
}

/** Ends cells without a result: failed with a reason, or cancelled. An older result is kept. */
export async function endWithoutResult(
  { db, organization }: Tx,
  ended: readonly CellWithoutResult[],
): Promise<ResultRow[]> {
  if (ended.length === 0) return [];
  const rows = await sql<ResultRow>`with ended as (
      update enrichment_answers a set error = g.error, tried_steps = g.tried_steps, updated_at = app_now(), ${NOT_WAITING},
        state = case when a.answer is not null then 'done' when g.error is null then 'cancelled' else 'failed' end
      from jsonb_to_recordset(${toJson(ended)}::jsonb) as g (prompt_id bigint, prospect_id bigint, error text, tried_steps jsonb)
      where a.organization_id = ${organization.id} and a.prompt_id = g.prompt_id and a.prospect_id = g.prospect_id
      returning a.*)
    select ${resultColumns} from ended a join prospects p on p.id = a.prospect_id`.execute(db);
  return rows.rows;
}

export async function deleteTaskResults({ db, organization }: Tx, promptId: number): Promise<void> {
  await sql`delete from enrichment_answers where organization_id = ${organization.id} and prompt_id = ${promptId}`.execute(
    db,
  );
}

/** Those of the tasks about which something was found out. */
export async function filterWithResults({ db, organization }: Tx, promptIds: readonly number[]): Promise<number[]> {
  const rows = await sql<{ id: number }>`select id from unnest(${promptIds}::bigint[]) as t (id)
    where exists (select from enrichment_answers where organization_id = ${organization.id} and prompt_id = t.id
      and answer is not null)`.execute(db);
  return rows.rows.map(({ id }) => id);
}

/** True when a lead has an output of the task: then its format cannot change. */
export async function hasResults({ db, organization }: Tx, promptId: number): Promise<boolean> {
  const rows = await sql`select 1 from enrichment_answers where organization_id = ${organization.id}
    and prompt_id = ${promptId} and (answer is not null or state = 'loading') limit 1`.execute(db);
  return rows.rows.length > 0;
}
