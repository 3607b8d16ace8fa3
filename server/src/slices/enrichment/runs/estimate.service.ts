import { CONTACT_LOOKUP_COSTS, type ContactLookup } from '@overture/domain/money/credits';
import {
  estimateLookups,
  type LookupCounts,
  type LookupEstimate,
  RECENT_LOOKUP_DAYS,
} from '@overture/domain/money/lookup-estimate';
import type { TransactionContext } from '../../../kernel/context.ts';
import { BUILT_IN_TASKS } from '../../research-tasks/index.ts';
import { sumRecentLookups } from './runs.store.ts';

/** What a look-up for leads costs at most, and likely by the look-ups of the organization in the last days. */
export async function estimateLookup(
  tx: Pick<TransactionContext, 'db' | 'organization'>,
  lookup: ContactLookup,
  counts: LookupCounts,
): Promise<LookupEstimate> {
  const cost = CONTACT_LOOKUP_COSTS[lookup];
  const task = BUILT_IN_TASKS.find(({ data_enrichment_type }) => data_enrichment_type === lookup);
  const { spent, missed } = await sumRecentLookups(tx, task?.id ?? 0, RECENT_LOOKUP_DAYS);
  return estimateLookups(counts, cost, { found: Math.floor(spent / cost), missed });
}
