import type { ListView } from './search-prospects.store.ts';
import type { SearchRow } from './searches.store.ts';

/** The ids of a view in order: 4 bytes each while they fit, else 8. */
export type ViewIds = Uint32Array | Float64Array;

/** Orders of long lists kept by each process; a million leads take 4 MB. The least recently used go first. */
const maxBytes = 32 * 1024 * 1024;
/** Orders that are made ahead at the same time; more would take the machine from those who wait for a page. */
const maxAhead = 2;

/** Names a view and the state of the data it was made from: any change of list or people makes another key. */
export function viewKey(search: Pick<SearchRow, 'id' | 'version'>, data: string, view: ListView): string {
  return JSON.stringify([search.id, search.version, data, view.status, view.filters, view.sort]);
}

/** A view and the state of its data: `key` names it, `arrivals` what research brought until now. */
export interface ViewState {
  key: string;
  arrivals: string;
}

interface Remembered {
  ids: Promise<ViewIds>;
  arrivals: string;
  made_at: number;
  newer: Promise<ViewIds> | null;
}

/** While answers of research go on arriving, an order is made again this often at most ... */
const renewAfterInMs = 2000;
/** ... and shown until the new one stands, unless it is older than this. What a person changes is seen at once. */
const staleAfterInMs = 15_000;

class ViewMemory {
  readonly #views = new Map<string, Remembered>();
  readonly #sizes = new Map<string, number>();
  #ahead = 0;

  has(key: string): boolean {
    return this.#views.has(key);
  }

  /** The remembered order, or the one `read` answers; asked for twice at once, it is read once. */
  async remember(state: ViewState, read: () => Promise<number[][]>): Promise<ViewIds> {
    const known = this.#views.get(state.key);
    if (!known) return this.#make(state, read);
    this.#views.delete(state.key);
    this.#views.set(state.key, known);
    const age = performance.now() - known.made_at;
    if (known.arrivals === state.arrivals) return known.ids;
    if (age > renewAfterInMs && (age > staleAfterInMs || this.#ahead < maxAhead)) this.#renew(known, state, read);
    return age > staleAfterInMs && known.newer ? known.newer : known.ids;
  }

  /** Makes an order that will probably be asked for, unless enough are being made. */
  async prepare(state: ViewState, read: () => Promise<number[][]>): Promise<void> {
    if (this.#ahead >= maxAhead || this.has(state.key)) return;
    this.#ahead += 1;
    try {
      await this.remember(state, read);
    } finally {
      this.#ahead -= 1;
    }
  }

  async #make({ key, arrivals }: ViewState, read: () => Promise<number[][]>): Promise<ViewIds> {
    const reading = read().then(packIds);
    // Until it is read an order is new, however long that takes.
    const view: Remembered = { ids: reading, arrivals, made_at: performance.now(), newer: null };
    this.#views.set(key, view);
    try {
      const ids = await reading;
      this.#keep(key, ids);
      return ids;
    } catch (error) {
      if (this.#views.get(key) === view) this.#views.delete(key);
      throw error;
    }
  }

  /** Reads an order again while the old one still serves. */
  #renew(known: Remembered, { key, arrivals }: ViewState, read: () => Promise<number[][]>): void {
    if (known.newer) return;
    this.#ahead += 1;
    const made_at = performance.now();
    known.newer = read().then(packIds);
    known.newer
      .then((ids) => {
        if (this.#views.get(key) !== known) return;
        this.#views.set(key, { ids: Promise.resolve(ids), arrivals, made_at, newer: null });
        this.#keep(key, ids);
      })
      .catch(() => this.#views.delete(key))
      .finally(() => {
        this.#ahead -= 1;
      });
  }

  #keep(key: string, ids: ViewIds): void {
    this.#sizes.set(key, ids.byteLength);
    this.#forgetOldest();
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
