import { sql } from 'kysely';
import type { TransactionContext } from '../../kernel/context.ts';

type Tx = Pick<TransactionContext, 'db'>;

/** A result of research that a message names for a lead. */
export interface WantedResult {
  organization_id: number;
  prospect_id: number;
  prompt_id: number;
}

/** What research found out about leads, by lead and task, as people read it; nothing for what was not found or not asked yet. */
export async function listResults(
  { db }: Tx,
  wanted: readonly WantedResult[],
): Promise<Map<number, Map<number, string>>> {
  if (wanted.length === 0) return new Map();
  const rows = await sql<{ prospect_id: number; prompt_id: number; output: string }>`
    select a.prospect_id, a.prompt_id,
      case a.answer ->> 'output' when 'true' then 'Yes' when 'false' then 'No' else a.answer ->> 'output' end as output
    from json_to_recordset(${JSON.stringify(wanted)}::json) as g (organization_id bigint, prospect_id bigint, prompt_id bigint)
    join enrichment_answers a on a.organization_id = g.organization_id and a.prompt_id = g.prompt_id
      and a.prospect_id = g.prospect_id
    where a.answer ->> 'output' is not null`.execute(db);
  const byLead = Map.groupBy(rows.rows, (row) => row.prospect_id);
  return new Map([...byLead].map(([id, found]) => [id, new Map(found.map((row) => [row.prompt_id, row.output]))]));
}
