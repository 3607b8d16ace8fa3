import type { ListView } from './search-prospects.store.ts';
import type { SearchRow } from './searches.store.ts';

/** The ids of a view in order: 4 bytes each while they fit, else 8. */
export type ViewIds = Uint32Array | Float64Array;

/** Orders of long lists kept by each process; a million leads take 4 MB. The least recently used go first. */
const maxBytes = 32 * 1024 * 1024;
/** Of an order without leads. With the name, which holds the texts of filters: empty orders must not be kept without end. */
const bytesOfOrder = 500;
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
  /** The same once it is read. */
  value: ViewIds | null;
  arrivals: string;
  made_at: number;
  newer: Promise<ViewIds> | null;
}

/** While research results keep arriving, an order is rebuilt no sooner than after this. */
const renewAfterInMs = 2000;
/** Rebuilding orders takes at most this share of the time, one after the other: readers of a page come first. */
const renewShare = 0.2;
/** An order is shown until there is a newer one, unless it is this old. A user's own changes are visible immediately. */
const staleAfterInMs = 120_000;

class ViewMemory {
  readonly #views = new Map<string, Remembered>();
  readonly #sizes = new Map<string, number>();
  #bytes = 0;
  #ahead = 0;
  #restUntil = 0;

  has(key: string): boolean {
    return this.#views.has(key);
  }

  /** An order to show immediately; null if it must be read, or waited for. */
  ready(state: ViewState, read: () => Promise<Buffer[]>): ViewIds | null {
    const known = this.#look(state, read);
    return known && !this.#isStale(known, state) ? known.value : null;
  }

  /** The cached order, or the result of `read`; two parallel calls read it once. */
  async remember(state: ViewState, read: () => Promise<Buffer[]>): Promise<ViewIds> {
    const known = this.#look(state, read);
    if (!known) return this.#make(state, read);
    return this.#isStale(known, state) && known.newer ? known.newer : known.ids;
  }

  /** Finds an order, used last from now on, and has it made again when research has arrived since. */
  #look(state: ViewState, read: () => Promise<Buffer[]>): Remembered | null {
    const known = this.#views.get(state.key);
    if (!known) return null;
    this.#views.delete(state.key);
    this.#views.set(state.key, known);
    if (known.arrivals === state.arrivals) return known;
    const now = performance.now();
    const isDue = now - known.made_at > renewAfterInMs && now > this.#restUntil;
    if (isDue || this.#isStale(known, state)) this.#renew(known, state, read);
    return known;
  }

  #isStale(known: Remembered, { arrivals }: ViewState): boolean {
    return known.arrivals !== arrivals && performance.now() - known.made_at > staleAfterInMs;
  }

  /** Makes an order that will probably be asked for, unless enough are being made. */
  async prepare(state: ViewState, read: () => Promise<Buffer[]>): Promise<void> {
    if (this.#ahead >= maxAhead || this.has(state.key)) return;
    this.#ahead += 1;
    try {
      await this.remember(state, read);
    } finally {
      this.#ahead -= 1;
    }
  }

  async #make({ key, arrivals }: ViewState, read: () => Promise<Buffer[]>): Promise<ViewIds> {
    const reading = read().then(packIds);
    // Until it is read an order is new, however long that takes.
    const view: Remembered = { ids: reading, value: null, arrivals, made_at: performance.now(), newer: null };
    this.#views.set(key, view);
    try {
      const ids = await reading;
      view.value = ids;
      this.#keep(key, ids);
      return ids;
    } catch (error) {
      if (this.#views.get(key) === view) this.#forget(key);
      throw error;
    }
  }

  /** Reads an order again while the old one still serves; afterwards there is a rest. */
  #renew(known: Remembered, { key, arrivals }: ViewState, read: () => Promise<Buffer[]>): void {
    if (known.newer) return;
    const made_at = performance.now();
    this.#restUntil = Number.POSITIVE_INFINITY;
    known.newer = read().then(packIds);
    known.newer
      .then((ids) => {
        if (this.#views.get(key) !== known) return;
        this.#views.set(key, { ids: Promise.resolve(ids), value: ids, arrivals, made_at, newer: null });
        this.#keep(key, ids);
      })
      .catch(() => this.#forget(key))
      .finally(() => {
        const now = performance.now();
        this.#restUntil = now + ((now - made_at) * (1 - renewShare)) / renewShare;
      });
  }

  #keep(key: string, ids: ViewIds): void {
    this.#setSize(key, ids.byteLength + 2 * key.length + bytesOfOrder);
    this.#forgetOldest();
  }

  #setSize(key: string, size: number): void {
    this.#bytes += size - (this.#sizes.get(key) ?? 0);
    this.#sizes.set(key, size);
  }

  #forget(key: string): void {
    this.#setSize(key, 0);
    this.#sizes.delete(key);
    this.#views.delete(key);
  }

  #forgetOldest(): void {
    for (const key of this.#views.keys()) {
      if (this.#bytes <= maxBytes) return;
      if (this.#sizes.has(key)) this.#forget(key); // the others are still being read
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

/** Unpacks big-endian 64-bit numbers. */
function packIds(pieces: Buffer[]): ViewIds {
  const total = pieces.reduce((sum, piece) => sum + piece.length / 8, 0);
  const ids = new Float64Array(total);
  let index = 0;
  let highest = 0;
  for (const piece of pieces) {
    for (let offset = 0; offset < piece.length; offset += 8) {
      const high = piece.readUInt32BE(offset);
      highest |= high;
      ids[index] = high * 2 ** 32 + piece.readUInt32BE(offset + 4);
      index += 1;
    }
  }
  return highest === 0 ? Uint32Array.from(ids) : ids;
}
