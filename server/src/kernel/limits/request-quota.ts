import { TENANT_LIMITS } from '@overture/domain/tenant-limits';
import type { Config } from '../config.ts';
import { digestToken } from '../crypto.ts';
import { createTokenBuckets } from './token-buckets.ts';

/** Whose requests a process counts, and how many there may be. In memory: the database is what it protects. */
export interface RequestQuota {
  /** The organization of a recently seen session; undefined for an unknown token. */
  organizationOf(token: string): number | undefined;
  /** Counts a request of an organization; returns 0, or the seconds to wait. */
  spend(organizationId: number): number;
  remember(token: string, organizationId: number): void;
  forget(token: string): void;
}

/** @param onRefused called at most once a minute of each organization that asks too much */
export function createRequestQuota(
  config: Pick<Config, 'REQUESTS_PER_SECOND'>,
  onRefused: (organizationId: number) => void,
): RequestQuota {
  const rate = config.REQUESTS_PER_SECOND;
  const buckets = createTokenBuckets<number>(rate, rate * TENANT_LIMITS.burst_in_seconds);
  const refusals = createTokenBuckets<number>(1 / 60, 1);
  const sessions = new Map<string, number>();
  return {
    organizationOf: (token) => sessions.get(digestToken(token)),
    spend(organizationId) {
      const pause = buckets.take(organizationId);
      if (pause > 0 && refusals.take(organizationId) === 0) onRefused(organizationId);
      return pause;
    },
    remember(token, organizationId) {
      const key = digestToken(token);
      if (sessions.has(key)) return;
      if (sessions.size >= TENANT_LIMITS.remembered_sessions) {
        const oldest = sessions.keys().next();
        if (!oldest.done) sessions.delete(oldest.value);
      }
      sessions.set(key, organizationId);
    },
    forget: (token) => void sessions.delete(digestToken(token)),
  };
}
