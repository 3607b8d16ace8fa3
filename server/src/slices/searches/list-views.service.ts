import type { ListView } from './search-prospects.store.ts';
import type { SearchRow } from './searches.store.ts';

/** The ids of a view in order: 4 bytes each while they fit, else 8. */
export type ViewIds = Uint32Array | Float64Array;

/** Orders of long lists kept by each process; a million leads take 4 MB. The least recently used go first. */
const maxBytes = 32 * 1024 * 1024;
/** Orders that are made ahead at the same time; more would take the machine from those who wait for a page. */
const maxAhead = 2;

/** Names a view and the state of the data it was made from: any change of list or people makes another key. */
export function viewKey(search: Pick<SearchRow, 'id' | 'version'>, prospectVersion: number, view: ListView): string {
  return JSON.stringify([search.id, search.version, prospectVersion, view.status, view.filters, view.sort]);
}

class ViewMemory {
  readonly #views = new Map<string, Promise<ViewIds>>();
  readonly #sizes = new Map<string, number>();
  #ahead = 0;

  has(key: string): boolean {
    return this.#views.has(key);
  }

  /** The remembered order, or the one `read` answers; asked for twice at once, it is read once. */
  async remember(key: string, read: () => Promise<number[][]>): Promise<ViewIds> {
    const known = this.#views.get(key);
    if (known) {
      this.#views.delete(key);
      this.#views.set(key, known);
      return known;
    }
    const reading = read().then(packIds);
    this.#views.set(key, reading);
    try {
      const ids = await reading;
      this.#sizes.set(key, ids.byteLength);
      this.#forgetOldest();
      return ids;
    } catch (error) {
      this.#views.delete(key);
      throw error;
    }
  }

  /** Makes an order that will probably be asked for, unless enough are being made. */
  async prepare(key: string, read: () => Promise<number[][]>): Promise<void> {
    if (this.#ahead >= maxAhead || this.has(key)) return;
    this.#ahead += 1;
    try {
      await this.remember(key, read);
    } finally {
      this.#ahead -= 1;
    }
  }

  #forgetOldest(): void {
    let bytes = [...this.#sizes.values()].reduce((sum, size) => sum + size, 0);
    for (const key of this.#views.keys()) {
      if (bytes <= maxBytes) return;
      const size = this.#sizes.get(key);
      if (size === undefined) continue; // still being read
      this.#views.delete(key);
      this.#sizes.delete(key);
      bytes -= size;
    }
  }
}

const memories = new WeakMap<object, ViewMemory>();

/** The memory of a program; several may live in one process, each with a database of its own. */
export function viewMemory(program: object): ViewMemory {
  const known = memories.get(program);
  if (known) return known;
  const memory = new ViewMemory();
  memories.set(program, memory);
  return memory;
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
