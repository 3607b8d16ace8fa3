import { RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible';
import type { Vault } from './crypto.ts';
import type { Databases } from './db/pools.ts';
import { ApiError } from './errors.ts';
import { type ClientNetwork, findNetworks } from './http/client-network.ts';

/** Points per number of seconds. The name is stored with the count and must be unique to one number of points. */
export interface Limit {
  name: string;
  points: number;
  per_seconds: number;
}

/**
 * Limits that hold across processes: sign-in, codes, resets. Every attempt is counted before it is made, and given back if it
 * succeeded: a check beforehand would let a thousand parallel attempts pass.
 */
export interface RateLimits {
  /** Counts one attempt of a key; throws `rate_limited` when there were more than `points` within `per_seconds`. */
  spend(name: string, key: string, points: number, per_seconds: number, cost?: number): Promise<void>;
  /** Takes back one attempt that `spend` counted: for limits that count failures only. */
  giveBack(name: string, key: string, points: number, per_seconds: number, cost?: number): Promise<void>;
  /** Forgets the attempts of a key (after a success). */
  forget(name: string, key: string): Promise<void>;
  /** Counts one attempt from an address, by its networks; with `about`, each subject has its own count. */
  spendFrom(limit: Limit, ip: string, about?: string): Promise<void>;
  giveBackFrom(limit: Limit, ip: string, about?: string): Promise<void>;
  forgetFrom(limit: Limit, ip: string, about?: string): Promise<void>;
  /** Deletes counts whose time is over. */
  prune(): Promise<void>;
}

const PRUNED_AT_ONCE = 10_000;
/** A number is an id of ours; everything else may be the address of a person or of their network. */
const ID = /^\d{1,20}$/;

/** @param vault makes digests of keys: mail and network addresses of strangers are not kept as they are, and not to be guessed */
export function createRateLimits(databases: Databases, vault: Pick<Vault, 'sign'>): RateLimits {
  const counts = createCounts(databases, (key) => (ID.test(key) ? key : vault.sign('rate-limits', key)));
  const { spend, giveBack, forget } = counts;
  const ofNetworks = async (
    act: RateLimits['spend'],
    { name, points, per_seconds }: Limit,
    ip: string,
    about: string | undefined,
  ): Promise<void> => {
    for (const network of findNetworks(ip)) {
      await act(nameFor(name, network), keyFor(network, about), points * network.times, per_seconds);
    }
  };
  return {
    ...counts,
    spendFrom: (limit, ip, about) => ofNetworks(spend, limit, ip, about),
    giveBackFrom: (limit, ip, about) => ofNetworks(giveBack, limit, ip, about),
    // Only what one line shares is forgotten: a success must not free a whole site.
    async forgetFrom(limit, ip, about) {
      const [line, ...sites] = findNetworks(ip);
      if (!line) return;
      await forget(limit.name, keyFor(line, about));
      for (const site of sites) {
        const name = nameFor(limit.name, site);
        await giveBack(name, keyFor(site, about), limit.points * site.times, limit.per_seconds);
      }
    },
    async prune() {
      // The limiter uses the real clock of its process, not the installation's.
      const statement = `delete from rate_limits where key in (select key from rate_limits where expire < $1 limit ${PRUNED_AT_ONCE})`;
      let deleted: number | null;
      do deleted = (await databases.systemPool.query(statement, [Date.now()])).rowCount;
      while (deleted === PRUNED_AT_ONCE);
    },
  };
}

/** Counts attempts of any key. */
function createCounts(
  databases: Databases,
  storedKey: (key: string) => string,
): Pick<RateLimits, 'spend' | 'giveBack' | 'forget'> {
  const limiters = new Map<string, RateLimiterPostgres>();
  const limiterOf = (name: string, points: number, perSeconds: number): RateLimiterPostgres => {
    const limiter = limiters.get(name) ?? openLimiter(databases, name, points, perSeconds);
    limiters.set(name, limiter);
    return limiter;
  };
  return {
    async spend(name, key, points, perSeconds, cost = 1) {
      try {
        await limiterOf(name, points, perSeconds).consume(storedKey(key), cost);
      } catch (refused) {
        if (!(refused instanceof RateLimiterRes)) throw refused;
        throw new ApiError('rate_limited').after(Math.ceil(refused.msBeforeNext / 1000));
      }
    },
    async giveBack(name, key, points, perSeconds, cost = 1) {
      await limiterOf(name, points, perSeconds).reward(storedKey(key), cost);
    },
    // In the database: the count may have been begun by another process.
    async forget(name, key) {
      await databases.systemPool.query('delete from rate_limits where key = $1', [`${name}:${storedKey(key)}`]);
    },
  };
}

function openLimiter(databases: Databases, name: string, points: number, duration: number): RateLimiterPostgres {
  return new RateLimiterPostgres({
    storeClient: databases.systemPool,
    storeType: 'pool',
    tableName: 'rate_limits',
    tableCreated: true,
    clearExpiredByTimeout: false,
    keyPrefix: name,
    points,
    duration,
  });
}

/** Whether an attempt was still within its limit, for limits that are not told: what is over them quietly does less. */
export async function isWithin(spending: Promise<void>): Promise<boolean> {
  try {
    await spending;
    return true;
  } catch (error) {
    if (error instanceof ApiError && error.code === 'rate_limited') return false;
    throw error;
  }
}

/** A wider network has points of its own and therefore a name of its own. */
function nameFor(name: string, network: ClientNetwork): string {
  return network.times === 1 ? name : `${name}-site`;
}

function keyFor(network: ClientNetwork, about: string | undefined): string {
  return about === undefined ? network.key : `${network.key}|${about}`;
}
