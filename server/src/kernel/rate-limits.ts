import { RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible';
import type { Databases } from './db/pools.ts';
import { ApiError } from './errors.ts';

/** Limits that hold across processes: sign-in, codes, resets. Keys are what is limited (an address, an IP). */
export interface RateLimits {
  /** Counts one attempt; throws `rate_limited` when there were more than `points` within `per_seconds`. */
  spend(name: string, key: string, points: number, per_seconds: number): Promise<void>;
  /** Takes back one attempt that `spend` counted: for limits that count failures only, and must hold for many at once too. */
  giveBack(name: string, key: string, points: number, per_seconds: number): Promise<void>;
  /** Throws `rate_limited` when the attempts are used up, without counting one: for limits that count failures only. */
  check(name: string, key: string, points: number, per_seconds: number): Promise<void>;
  /** Forgets the attempts of a key (after a success). */
  forget(name: string, key: string): Promise<void>;
}

export function createRateLimits(databases: Databases): RateLimits {
  const limiters = new Map<string, RateLimiterPostgres>();
  const limiterOf = (name: string, points: number, duration: number): RateLimiterPostgres => {
    const known = limiters.get(name);
    if (known) return known;
    const limiter = new RateLimiterPostgres({
      storeClient: databases.systemPool,
      storeType: 'pool',
      tableName: 'rate_limits',
      tableCreated: true,
      clearExpiredByTimeout: false,
      keyPrefix: name,
      points,
      duration,
    });
    limiters.set(name, limiter);
    return limiter;
  };
  return {
    async spend(name, key, points, perSeconds) {
      try {
        await limiterOf(name, points, perSeconds).consume(key.slice(0, 300));
      } catch (refused) {
        if (refused instanceof RateLimiterRes) throw new ApiError('rate_limited');
        throw refused;
      }
    },
    async giveBack(name, key, points, perSeconds) {
      await limiterOf(name, points, perSeconds).reward(key.slice(0, 300));
    },
    async check(name, key, points, perSeconds) {
      const state = await limiterOf(name, points, perSeconds).get(key.slice(0, 300));
      if (state && state.consumedPoints >= points) throw new ApiError('rate_limited');
    },
    async forget(name, key) {
      await limiters.get(name)?.delete(key.slice(0, 300));
    },
  };
}
