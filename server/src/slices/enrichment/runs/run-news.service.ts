import type { TransactionContext } from '../../../kernel/context.ts';
import { type CellPlace, countLoadingAt, hasLoading, type Place } from '../cells/cells.store.ts';

type Tx = TransactionContext;

/** A list or campaign whose cells end many times a second is told about it this often; each cell is told by itself besides. */
const sparingInMs = 1000;

/** When this process last told a list or campaign; forgotten with its last cell. */
const lastTold = new Map<string, number>();

/** Tells the lists and campaigns of the cells how many of theirs still wait or work: a run began or was stopped. */
export async function tellPlaces(tx: Tx, cells: readonly CellPlace[]): Promise<void> {
  for (const place of placesOf(cells).values()) await tellPlace(tx, place);
}

/** The same while cells end one after the other: every second, and when the last one has ended. */
export async function tellPlacesSparingly(tx: Tx, cells: readonly CellPlace[]): Promise<void> {
  for (const [key, place] of placesOf(cells)) {
    const now = performance.now();
    if (!(await hasLoading(tx, place))) lastTold.delete(key);
    else if (now - (lastTold.get(key) ?? 0) < sparingInMs) continue;
    else lastTold.set(key, now);
    await tellPlace(tx, place);
  }
}

async function tellPlace(tx: Tx, place: Place): Promise<void> {
  const loading_count = await countLoadingAt(tx, place);
  tx.live.publish('research_changed', { search_id: null, campaign_id: null, ...place, loading_count });
}

/** Each once. Cells that a campaign's flow needs belong to none. */
function placesOf(cells: readonly CellPlace[]): Map<string, Place> {
  const places = new Map<string, Place>();
  for (const { search_id, campaign_id } of cells) {
    if (search_id !== null) places.set(`list:${search_id}`, { search_id });
    else if (campaign_id !== null) places.set(`campaign:${campaign_id}`, { campaign_id });
  }
  return places;
}
