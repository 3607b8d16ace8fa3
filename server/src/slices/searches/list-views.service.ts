import type { ListView } from './search-prospects.store.ts';
import type { SearchRow } from './searches.store.ts';

/** The ids of a view in order: 4 bytes each while they fit, else 8. */
export type ViewIds = Uint32Array | Float64Array;

/** Orders of long lists kept by each process; a million leads take 4 MB. The least recently used go first. */
const maxBytes = 48 * 1024 * 1024;

const views = new Map<string, Promise<ViewIds>>();
const sizes = new Map<string, number>();

/** Names a view and the state of the data it was made from: any change of list or people makes another key. */
export function viewKey(search: Pick<SearchRow, 'id' | 'version'>, prospectVersion: number, view: ListView): string {
  return JSON.stringify([search.id, search.version, prospectVersion, view.status, view.filters, view.sort]);
}

/** The remembered order, or the one `read` answers; asked for twice at once, it is read once. */
export async function rememberView(key: string, read: () => Promise<number[][]>): Promise<ViewIds> {
  const known = views.get(key);
  if (known) {
    views.delete(key);
    views.set(key, known);
    return known;
  }
  const reading = read().then(packIds);
  views.set(key, reading);
  try {
    const ids = await reading;
    sizes.set(key, ids.byteLength);
    forgetOldest();
    return ids;
  } catch (error) {
    views.delete(key);
    throw error;
  }
}

function packIds(pieces: number[][]): ViewIds {
  const total = pieces.reduce((sum, piece) => sum + piece.length, 0);
  const isNarrow = pieces.every((piece) => piece.every((id) => id < 2 ** 32));
  const ids = isNarrow ? new Uint32Array(total) : new Float64Array(total);
  let place = 0;
  for (const piece of pieces) {
    ids.set(piece, place);
    place += piece.length;
  }
  return ids;
}

function forgetOldest(): void {
  let bytes = [...sizes.values()].reduce((sum, size) => sum + size, 0);
  for (const key of views.keys()) {
    if (bytes <= maxBytes) return;
    const size = sizes.get(key);
    if (size === undefined) continue; // still being read
    views.delete(key);
    sizes.delete(key);
    bytes -= size;
  }
}
