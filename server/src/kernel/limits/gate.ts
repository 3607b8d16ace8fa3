import type { ErrorCode } from '@overture/contract/errors';
import { ApiError } from '../errors.ts';

/** Leaves a gate; calling it twice counts once. */
type Leave = () => void;

export interface GateOptions {
  per_key: number;
  in_all: number;
  /** Answered when the key's own places are taken. */
  own_error: ErrorCode;
  /** Answered when the places of the whole process are taken. */
  shared_error: ErrorCode;
  retry_after_in_seconds: number;
}

export interface Gate {
  /** Takes a place or throws. Keys are organizations, or networks where there is none. */
  enter(key: string | number): Leave;
  /** Takes a place as soon as one is free, in order of asking for each key; throws after `waitInMs`. */
  waitToEnter(key: string | number, waitInMs: number): Promise<Leave>;
  size(): number;
}

interface Waiting {
  key: string | number;
  go: () => void;
}

/** The places of a gate: what is under way in this process, by key and in all. */
class Places {
  readonly #options: GateOptions;
  readonly #counts = new Map<string | number, number>();
  #total = 0;

  constructor(options: GateOptions) {
    this.#options = options;
  }

  get total(): number {
    return this.#total;
  }

  isFree(key: string | number): boolean {
    return this.#countOf(key) < this.#options.per_key && this.#total < this.#options.in_all;
  }

  take(key: string | number): void {
    this.#counts.set(key, this.#countOf(key) + 1);
    this.#total += 1;
  }

  giveBack(key: string | number): void {
    this.#total -= 1;
    if (this.#countOf(key) > 1) this.#counts.set(key, this.#countOf(key) - 1);
    else this.#counts.delete(key);
  }

  refusal(key: string | number): ApiError {
    const { per_key, own_error, shared_error, retry_after_in_seconds } = this.#options;
    return new ApiError(this.#countOf(key) >= per_key ? own_error : shared_error).after(retry_after_in_seconds);
  }

  #countOf(key: string | number): number {
    return this.#counts.get(key) ?? 0;
  }
}

export function createGate(options: GateOptions): Gate {
  const places = new Places(options);
  const queue = new Set<Waiting>();
  const take = (key: string | number): Leave => {
    places.take(key);
    let isOut = false;
    return () => {
      if (isOut) return;
      isOut = true;
      places.giveBack(key);
      for (const waiting of queue) if (places.isFree(waiting.key)) return waiting.go();
    };
  };
  return {
    enter(key) {
      if (!places.isFree(key)) throw places.refusal(key);
      return take(key);
    },
    waitToEnter(key, waitInMs) {
      if (places.isFree(key)) return Promise.resolve(take(key));
      return new Promise((resolve, reject) => {
        const timer = setTimeout(() => {
          queue.delete(waiting);
          reject(places.refusal(key));
        }, waitInMs);
        const waiting: Waiting = {
          key,
          go: () => {
            clearTimeout(timer);
            queue.delete(waiting);
            resolve(take(key));
          },
        };
        queue.add(waiting);
      });
    },
    size: () => places.total,
  };
}
