import { setImmediate as breathe } from 'node:timers/promises';

/** Work of some microseconds for each item: a batch takes a few milliseconds. */
const ITEMS_PER_TURN = 2_000;

/** A long list in batches. Between two of them every other request of the process gets its turn. */
export async function* inTurns<Item>(list: readonly Item[], size = ITEMS_PER_TURN): AsyncGenerator<Item[]> {
  for (let from = 0; from < list.length; from += size) {
    if (from > 0) await breathe();
    yield list.slice(from, from + size);
  }
}
