import type { TransactionContext } from '../../kernel/context.ts';
import { countLoading, hasLoading, type TakenCell } from './cells.store.ts';

type Tx = TransactionContext;

/** A list whose cells end many times a second is told about it this often; each cell is told by itself besides. */
const sparingInMs = 1000;

/** When this process last told a list; forgotten with the list's last cell. */
const lastTold = new Map<number, number>();

/** Tells the lists of the cells how many of theirs still wait or work: a run began or was stopped. */
export async function tellLists(tx: Tx, cells: readonly Pick<TakenCell, 'search_id'>[]): Promise<void> {
  for (const search_id of listsOf(cells)) await tellList(tx, search_id);
}

/** The same while cells end one after the other: every second, and when the last one has ended. */
export async function tellListsSparingly(tx: Tx, cells: readonly Pick<TakenCell, 'search_id'>[]): Promise<void> {
  for (const search_id of listsOf(cells)) {
    const now = performance.now();
    if (!(await hasLoading(tx, search_id))) lastTold.delete(search_id);
    else if (now - (lastTold.get(search_id) ?? 0) < sparingInMs) continue;
    else lastTold.set(search_id, now);
    await tellList(tx, search_id);
  }
}

async function tellList(tx: Tx, search_id: number): Promise<void> {
  const loading_count = [...(await countLoading(tx, search_id)).values()].reduce((sum, count) => sum + count, 0);
  tx.live.publish('research_changed', { search_id, loading_count });
}

/** Cells a campaign asked for belong to no list. */
function listsOf(cells: readonly Pick<TakenCell, 'search_id'>[]): number[] {
  return [...new Set(cells.flatMap((cell) => cell.search_id ?? []))].sort((one, other) => one - other);
}
