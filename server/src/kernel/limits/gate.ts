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
  /** Takes a place at once or throws. Keys are organisations, or networks where there is none. */
  enter(key: string | number): Leave;
  /** Takes a place as soon as one is free, in order of asking for each key; throws after `waitInMs`. */
  waitToEnter(key: string | number, waitInMs: number): Promise<Leave>;
  size(): number;
}

interface Waiting {
  key: string | number;
  go: () => void;
}

/** Counts what is under way in this process, by key and in all. */
export function createGate(options: GateOptions): Gate {
  const counts = new Map<string | number, number>();
  const queue = new Set<Waiting>();
  let total = 0;
  const countOf = (key: string | number): number => counts.get(key) ?? 0;
  const isFree = (key: string | number): boolean => countOf(key) < options.per_key && total < options.in_all;
  const take = (key: string | number): Leave => {
    counts.set(key, countOf(key) + 1);
    total += 1;
    let isOut = false;
    return () => {
      if (isOut) return;
      isOut = true;
      total -= 1;
      if (countOf(key) > 1) counts.set(key, countOf(key) - 1);
      else counts.delete(key);
      for (const waiting of queue) if (isFree(waiting.key)) return waiting.go();
    };
  };
  const refusal = (key: string | number): ApiError => {
    const code = countOf(key) >= options.per_key ? options.own_error : options.shared_error;
    return new ApiError(code).after(options.retry_after_in_seconds);
  };
  return {
    enter(key) {
      if (!isFree(key)) throw refusal(key);
      return take(key);
    },
    waitToEnter(key, waitInMs) {
      if (isFree(key)) return Promise.resolve(take(key));
      return new Promise((resolve, reject) => {
        const timer = setTimeout(() => {
          queue.delete(waiting);
          reject(refusal(key));
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
    size: () => total,
  };
}
