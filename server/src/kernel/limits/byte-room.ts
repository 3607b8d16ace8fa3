type Key = string | number;

/** Gives bytes back, all that are left unless it says how many. */
type GiveBack = (bytes?: number) => void;

/** Memory that this process lends for large things of organizations. */
export interface ByteRoom {
  /** Takes bytes when there is room. @throws the reason of `signal` when it ends the wait */
  enter(key: Key, bytes: number, signal: AbortSignal): Promise<GiveBack>;
  held(): number;
}

interface Waiting {
  key: Key;
  bytes: number;
  enter: () => void;
}

class Holdings {
  readonly #size: number;
  readonly #held = new Map<Key, number>();
  /** By organization, the one that waits longest first. */
  readonly #lines = new Map<Key, Waiting[]>();
  #total = 0;

  constructor(size: number) {
    this.#size = size;
  }

  get total(): number {
    return this.#total;
  }

  take(key: Key, bytes: number): GiveBack {
    this.#change(key, bytes);
    let left = bytes;
    return (given = left) => {
      const back = Math.min(given, left);
      left -= back;
      if (back === 0) return;
      this.#change(key, -back);
      this.admit();
    };
  }

  join(waiting: Waiting): void {
    this.#lines.set(waiting.key, [...(this.#lines.get(waiting.key) ?? []), waiting]);
    this.admit();
  }

  leave(waiting: Waiting): void {
    this.#remove(waiting);
    this.admit();
  }

  admit(): void {
    for (let next = this.#findNext(); next !== null; next = this.#findNext()) {
      this.#remove(next);
      next.enter();
    }
  }

  #findNext(): Waiting | null {
    let next: Waiting | null = null;
    for (const [key, [first]] of this.#lines) {
      if (!first || !this.#isInShare(first)) continue;
      if (next === null || this.#ownOf(key) < this.#ownOf(next.key)) next = first;
    }
    return next !== null && this.#total + next.bytes <= this.#size ? next : null;
  }

  #isInShare({ key, bytes }: Waiting): boolean {
    const own = this.#ownOf(key);
    return own === 0 || own + bytes <= (this.#size - (this.#total - own)) / 2;
  }

  #ownOf(key: Key): number {
    return this.#held.get(key) ?? 0;
  }

  #change(key: Key, bytes: number): void {
    this.#total += bytes;
    const own = this.#ownOf(key) + bytes;
    if (own > 0) this.#held.set(key, own);
    else this.#held.delete(key);
  }

  /** The organization goes to the end of those that hold as much. */
  #remove(waiting: Waiting): void {
    const rest = (this.#lines.get(waiting.key) ?? []).filter((one) => one !== waiting);
    this.#lines.delete(waiting.key);
    if (rest.length > 0) this.#lines.set(waiting.key, rest);
  }
}

/**
 * An organization that holds nothing takes free room. One that holds something gets at most half of the room that the others leave: a second and a
 * third one always find some. Waiting organizations take turns, the one that holds least first; nothing passes one that waits for others.
 */
export function createByteRoom(size: number): ByteRoom {
  const holdings = new Holdings(size);
  return {
    enter: (key, wanted, signal) =>
      new Promise((resolve, reject) => {
        signal.throwIfAborted();
        const bytes = Math.min(wanted, size);
        const stop = (): void => {
          holdings.leave(waiting);
          reject(signal.reason);
        };
        const waiting: Waiting = {
          key,
          bytes,
          enter: () => {
            signal.removeEventListener('abort', stop);
            resolve(holdings.take(key, bytes));
          },
        };
        signal.addEventListener('abort', stop, { once: true });
        holdings.join(waiting);
      }),
    held: () => holdings.total,
  };
}
