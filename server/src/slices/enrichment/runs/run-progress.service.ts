import type { TransactionContext } from '../../../kernel/context.ts';
import { type CellLocation, countLoadingAt, hasLoading, type TableLocation } from '../cells/cells.store.ts';

type Tx = TransactionContext;

/** Minimum interval between updates of a list or campaign whose cells end many times a second; single cells are published in addition. */
const throttleInMs = 1000;

/** When this process last told a list or campaign; forgotten with its last cell. */
const lastPublished = new Map<string, number>();

/** Publishes how many cells of a list or campaign are waiting or running, when a run starts or stops. */
export async function publishProgress(tx: Tx, cells: readonly CellLocation[]): Promise<void> {
  for (const location of listLocations(cells).values()) await publishLoading(tx, location);
}

/** The same while cells end one after the other: every second, and when the last one has ended. */
export async function publishThrottled(tx: Tx, cells: readonly CellLocation[]): Promise<void> {
  for (const [key, location] of listLocations(cells)) {
    const now = performance.now();
    if (!(await hasLoading(tx, location))) lastPublished.delete(key);
    else if (now - (lastPublished.get(key) ?? 0) < throttleInMs) continue;
    else lastPublished.set(key, now);
    await publishLoading(tx, location);
  }
}

async function publishLoading(tx: Tx, location: TableLocation): Promise<void> {
  const loading_count = await countLoadingAt(tx, location);
  tx.live.publish('research_changed', { search_id: null, campaign_id: null, ...location, loading_count });
}

/** Each once. Cells that a campaign's flow needs belong to none. */
function listLocations(cells: readonly CellLocation[]): Map<string, TableLocation> {
  const locations = new Map<string, TableLocation>();
  for (const { search_id, campaign_id } of cells) {
    if (search_id !== null) locations.set(`list:${search_id}`, { search_id });
    else if (campaign_id !== null) locations.set(`campaign:${campaign_id}`, { campaign_id });
  }
  return locations;
}
