import type { KnownKeys } from '@overture/domain/message/resolve';
import type { TransactionContext } from '../../../kernel/context.ts';
import { listColumnKeys } from '../../lead-columns/index.ts';
import { listTaskKeys } from '../../research-tasks/index.ts';

/** Keys of custom columns and research tasks that the organization's messages can use. */
export async function listKnownKeys(tx: Pick<TransactionContext, 'db' | 'organization'>): Promise<KnownKeys> {
  return { custom: await listColumnKeys(tx), research: await listTaskKeys(tx) };
}
