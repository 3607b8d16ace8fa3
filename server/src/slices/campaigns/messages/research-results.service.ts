import type { TransactionContext } from '../../../kernel/context.ts';
import { listResults } from '../../answers/index.ts';

/** Results of research of the organisation's own leads, by lead and task. */
export async function listOwnResults(
  tx: Pick<TransactionContext, 'db' | 'organization'>,
  prospectIds: readonly number[],
  promptIds: readonly number[],
): Promise<Map<number, Map<number, string>>> {
  const organization_id = tx.organization.id;
  return listResults(
    tx,
    prospectIds.flatMap((prospect_id) => promptIds.map((prompt_id) => ({ organization_id, prospect_id, prompt_id }))),
  );
}
