import type { AnswerContent, EnrichmentAnswer } from '@overture/contract/enrichment';
import { sql } from 'kysely';
import type { TransactionContext } from '../../kernel/context.ts';
import { toJson } from '../../kernel/db/to-json.ts';
import type { TypedColumns } from './result-value.rules.ts';

type Tx = Pick<TransactionContext, 'db' | 'organization'>;

export interface ResultRow {
  id: number;
  prompt_id: number;
  prospect_id: number;
  state: EnrichmentAnswer['state'];
  answer: AnswerContent | null;
  error: string | null;
  tried_steps: EnrichmentAnswer['tried_steps'] | null;
  credits: number;
  updated_at: Date;
  version: number | null;
  empty_input: string | null;
  prospect_name: string;
  company_name: string | null;
}

export const resultColumns = sql`a.id, a.prompt_id, a.prospect_id, a.state, a.answer, a.error, a.tried_steps, a.credits, a.updated_at, a.version, a.empty_input,
  btrim(p.first_name || ' ' || p.last_name) as prospect_name, p.company_name`;

/** A cell as the API shows it. */
export function presentResult(row: ResultRow): EnrichmentAnswer {
  return {
    id: row.id,
    prospect: row.prospect_id,
    prompt: row.prompt_id,
    answer: row.answer === null ? null : toJson(row.answer),
    failed: row.state === 'failed',
    state: row.state,
    error: row.error,
    tried_steps: row.state === 'failed' ? (row.tried_steps ?? []) : [],
    prospect_name: row.prospect_name,
    company_name: row.company_name,
    sources: row.answer?.sources ?? [],
    credits: row.credits,
    updated_at: row.updated_at.toISOString(),
    version: row.version,
    empty_input: row.empty_input,
  };
}

/** The cells of the tasks for the leads. */
export async function findResults(
  { db, organization }: Tx,
  promptIds: readonly number[],
  prospectIds: readonly number[],
): Promise<ResultRow[]> {
  if (promptIds.length === 0 || prospectIds.length === 0) return [];
  const rows =
    await sql<ResultRow>`select ${resultColumns} from enrichment_answers a join prospects p on p.id = a.prospect_id
    where a.organization_id = ${organization.id} and a.prompt_id = any(${[...promptIds]}::bigint[])
      and a.prospect_id = any(${[...prospectIds]}::bigint[]) order by a.prompt_id, a.prospect_id`.execute(db);
  return rows.rows;
}

export interface EndedResult extends TypedColumns {
  prompt_id: number;
  prospect_id: number;
  answer: AnswerContent;
  credits: number;
  /** The version of the question; none where a person wrote the result. */
  version?: number | null;
}

/** What a lead waited for is no longer of interest. */
const NOT_WAITING = sql`empty_input = null, waits_for = null, waits_run_id = null, waits_since = null, ready_at = null`;

/** Writes results that arrived or were typed by hand, one per task and lead; returns the cells. */
export async function writeResults({ db, organization }: Tx, ended: readonly EndedResult[]): Promise<ResultRow[]> {
  if (ended.length === 0) return [];
  const rows = await sql<ResultRow>`with written as (
      insert into enrichment_answers as a (organization_id, prompt_id, prospect_id, state, answer, credits, version,
        folded_text, number_value, boolean_value, score_value)
      select ${organization.id}, prompt_id, prospect_id, 'done', answer, credits, version, folded_text, number_value, boolean_value, score_value
      from jsonb_to_recordset(${toJson(ended)}::jsonb) as g (prompt_id bigint, prospect_id bigint, answer jsonb, credits integer, version integer,
        folded_text text, number_value double precision, boolean_value boolean, score_value smallint)
      on conflict (organization_id, prompt_id, prospect_id) do update set state = 'done', answer = excluded.answer, error = null, tried_steps = null, version = excluded.version,
        ${NOT_WAITING},
        credits = a.credits + excluded.credits, folded_text = excluded.folded_text, number_value = excluded.number_value,
        boolean_value = excluded.boolean_value, score_value = excluded.score_value, updated_at = app_now()
      returning *)
    select ${resultColumns} from written a join prospects p on p.id = a.prospect_id`.execute(db);
  return rows.rows;
}
