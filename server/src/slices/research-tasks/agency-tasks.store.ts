import { LIST_LIMITS } from '@overture/domain/list-limits';
import { sql } from 'kysely';
import type { ReadContext } from '../../kernel/context.ts';
import type { TaskFields } from './tasks.store.ts';

/** A task of the agency; one that is not shared itself is only drawn on by a shared snippet. */
export interface AgencyTask extends Omit<TaskFields, 'runs_with_empty'> {
  id: number;
  is_shared: boolean;
}

/** Tasks shared by the agency: the function only uses the transaction's organization. */
export async function listTasksOfAgency({ db }: Pick<ReadContext, 'db'>): Promise<AgencyTask[]> {
  const rows = await sql<AgencyTask>`select id, name, prompt, output_type, required_sources, is_shared
    from tasks_of_my_agency() limit ${LIST_LIMITS.research_tasks}`.execute(db);
  return rows.rows;
}
