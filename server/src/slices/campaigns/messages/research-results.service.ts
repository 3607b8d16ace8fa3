import type { ResearchAnswers, TaskName } from '@overture/domain/message/resolve';
import type { TransactionContext } from '../../../kernel/context.ts';
import { listNamedResults } from '../../research-results/index.ts';

/** Results of research of the organization's own leads, by lead and task. */
export async function listOwnResults(
  tx: Pick<TransactionContext, 'db' | 'organization'>,
  prospectIds: readonly number[],
  tasks: readonly TaskName[],
): Promise<Map<number, ResearchAnswers>> {
  const organization_id = tx.organization.id;
  return listNamedResults(
    tx,
    prospectIds.flatMap((prospect_id) => tasks.map((task) => ({ organization_id, prospect_id, task }))),
  );
}
