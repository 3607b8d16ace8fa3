import type { OutputType } from '@overture/domain/leads/lead-columns';
import type { ResearchSource } from '@overture/domain/money/credits';
import { sql } from 'kysely';
import type { ReadContext } from '../../../kernel/context.ts';

/** Versions that are kept of a question beside the one of today; the trigger `keep_question` deletes older ones. */
const MAX_TASK_VERSIONS = 50;

interface TaskVersion {
  version: number;
  name: string;
  prompt: string;
  output_type: OutputType;
  required_sources: ResearchSource[];
  runs_with_empty: boolean;
  edited_by: number | null;
  edited_by_name: string | null;
  edited_at: Date;
}

/** What a task asks and asked, the newest first. */
export async function listTaskVersions(
  { db, organization }: Pick<ReadContext, 'db' | 'organization'>,
  id: number,
): Promise<TaskVersion[]> {
  const rows = await sql<TaskVersion>`select v.*, u.name as edited_by_name from (
      select edit_version as version, name, prompt, output_type, required_sources, runs_with_empty,
        case when edit_version = 1 then created_by else edited_by end as edited_by, coalesce(edited_at, created_at) as edited_at
      from enrichment_prompts where organization_id = ${organization.id} and id = ${id}
      union all
      select version, name, prompt, output_type, required_sources, runs_with_empty, edited_by, edited_at
      from enrichment_prompt_versions where organization_id = ${organization.id} and prompt_id = ${id}) v
    left join users u on u.organization_id = ${organization.id} and u.id = v.edited_by
    order by v.version desc limit ${MAX_TASK_VERSIONS + 1}`.execute(db);
  return rows.rows;
}
