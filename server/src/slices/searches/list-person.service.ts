import type { TransactionContext } from '../../kernel/context.ts';
import { findProspects } from '../prospects/index.ts';
import { firstMerged, listMerged } from './search-prospects.store.ts';
import { addToTotal, findSearch } from './searches.store.ts';

/**
 * Puts the person whom `mergePerson` brought in into a list, who was taken out of it before as well; undefined where there is no such list.
 */
export async function listPerson(tx: TransactionContext, searchId: number): Promise<{ added: number } | undefined> {
  if (!(await findSearch(tx, searchId))) return undefined;
  const added = await listMerged(tx, searchId, tx.clock.now());
  const total_prospects = await addToTotal(tx, searchId, added);
  const prospects = await findProspects(tx, await firstMerged(tx, 1));
  if (added > 0) tx.live.publish('prospect_list', { search_id: searchId, total_prospects, prospects });
  return { added };
}
