import type { CustomValue } from '@overture/domain/leads/custom-values';
import type { ResearchAnswers, TaskName } from '@overture/domain/message/resolve';
import { sql } from 'kysely';
import type { TransactionContext } from '../../kernel/context.ts';
import { toJson } from '../../kernel/db/to-json.ts';
import { findBuiltInId } from '../research-tasks/index.ts';

type Tx = Pick<TransactionContext, 'db'>;

/** A result of research that a message names for a lead. */
export interface NamedResult {
  organization_id: number;
  prospect_id: number;
  task: TaskName;
}

/** Results of leads by lead and by the name messages use: as text for an id, as a typed value for a key. Missing results are left out. */
export async function listNamedResults(
  { db }: Tx,
  wanted: readonly NamedResult[],
): Promise<Map<number, ResearchAnswers>> {
  if (wanted.length === 0) return new Map();
  const given = wanted.map(({ organization_id, prospect_id, task }) =>
    typeof task === 'number'
      ? { organization_id, prospect_id, prompt_id: task, key: null }
      : { organization_id, prospect_id, prompt_id: findBuiltInId(task), key: task },
  );
  const rows = await sql<{ prospect_id: number; prompt_id: number; key: string | null; output: CustomValue }>`
    select a.prospect_id, a.prompt_id, g.key, case when g.key is not null then a.answer -> 'output' else
      to_jsonb(case a.answer ->> 'output' when 'true' then 'Yes' when 'false' then 'No' else a.answer ->> 'output' end) end as output
    from json_to_recordset(${toJson(given)}::json) as g (organization_id bigint, prospect_id bigint, prompt_id bigint, key text)
    left join enrichment_prompts t on t.organization_id = g.organization_id and t.key = g.key
    join enrichment_answers a on a.organization_id = g.organization_id and a.prompt_id = coalesce(t.id, g.prompt_id)
      and a.prospect_id = g.prospect_id
    where a.answer ->> 'output' is not null`.execute(db);
  const byLead = Map.groupBy(rows.rows, (row) => row.prospect_id);
  return new Map(
    [...byLead].map(([id, found]) => [id, new Map(found.map((row) => [row.key ?? row.prompt_id, row.output]))]),
  );
}
