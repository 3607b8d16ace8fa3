import { TENANT_LIMITS } from '@overture/domain/tenant-limits';
import type { FastifyReply } from 'fastify';
import type { Config } from '../config.ts';
import { digestToken } from '../crypto.ts';
import { createTokenBuckets, type TokenBuckets } from '../limits/token-buckets.ts';
import type { KeyCaller } from './key-caller.ts';

/** The key of a request and its organization, known without a query. */
export interface KnownKey {
  key_id: number;
  organization_id: number;
}

/**
 * Limits the requests of each key, and of all keys of an organization. These buckets are separate from those of sessions: a program
 * at its limit stops no screen and no other organization.
 */
export interface KeyQuota {
  find(key: string): KnownKey | undefined;
  /** Counts a request. @returns null, or the seconds to wait and by whose requests */
  spend(key: KnownKey): { pause: number; by: string } | null;
  remember(key: string, caller: KeyCaller): void;
  forget(key: string): void;
  /** Sets the headers that say how much is left. */
  describe(reply: FastifyReply, key: KnownKey): void;
}

interface Policy {
  name: 'key' | 'organization';
  /** For the message of a refusal. */
  by: string;
  per_second: number;
  buckets: TokenBuckets<number>;
  id: (key: KnownKey) => number;
}

/** @param onRefused called at most once a minute for each organization whose programs ask too much */
export function createKeyQuota(
  config: Pick<Config, 'REQUESTS_PER_SECOND' | 'KEY_REQUESTS_PER_SECOND'>,
  onRefused: (organizationId: number) => void,
): KeyQuota {
  const known = new Map<string, KnownKey>();
  const policies = [
    createPolicy('key', ' by this API key', config.KEY_REQUESTS_PER_SECOND, ({ key_id }) => key_id),
    createPolicy(
      'organization',
      ' by the API keys of your organization',
      config.REQUESTS_PER_SECOND,
      ({ organization_id }) => organization_id,
    ),
  ];
  const named = namePolicies(policies);
  const refusals = createTokenBuckets<number>(1 / 60, 1);
  return {
    find: (key) => known.get(digestToken(key)),
    spend(key) {
      for (const { by, buckets, id } of policies) {
        const pause = buckets.take(id(key));
        if (pause === 0) continue;
        if (refusals.take(key.organization_id) === 0) onRefused(key.organization_id);
        return { pause, by };
      }
      return null;
    },
    remember(key, { api_key, organization_id }) {
      const id = digestToken(key);
      if (known.has(id)) return;
      if (known.size >= TENANT_LIMITS.remembered_sessions) {
        const oldest = known.keys().next();
        if (!oldest.done) known.delete(oldest.value);
      }
      known.set(id, { key_id: api_key.id, organization_id });
    },
    forget: (key) => void known.delete(digestToken(key)),
    describe: (reply, key) => void reply.header('ratelimit-policy', named).headers(describePolicies(policies, key)),
  };
}

const WINDOW_IN_SECONDS = TENANT_LIMITS.burst_in_seconds;

function createPolicy(name: Policy['name'], by: string, perSecond: number, id: Policy['id']): Policy {
  const buckets = createTokenBuckets<number>(perSecond, perSecond * WINDOW_IN_SECONDS);
  return { name, by, per_second: perSecond, buckets, id };
}

/** Headers of draft-ietf-httpapi-ratelimit-headers-10, and the older ones that most programs read. */
function describePolicies(policies: readonly Policy[], key: KnownKey): Record<string, string> {
  let [words, tightest] = ['', { quota: 0, left: Number.POSITIVE_INFINITY, full_in: 0 }];
  for (const { name, per_second, buckets, id } of policies) {
    const quota = per_second * WINDOW_IN_SECONDS;
    const left = Math.floor(buckets.countLeft(id(key)));
    const full_in = Math.max(1, Math.ceil((quota - left) / per_second));
    words += `${words && ', '}"${name}";r=${left};t=${full_in}`;
    if (left < tightest.left) tightest = { quota, left, full_in };
  }
  return {
    ratelimit: words,
    'x-ratelimit-limit': String(tightest.quota),
    'x-ratelimit-remaining': String(tightest.left),
    'x-ratelimit-reset': String(tightest.full_in),
  };
}

/** What the policies are, the same for all keys. */
const namePolicies = (policies: readonly Policy[]): string =>
  policies
    .map(({ name, per_second }) => `"${name}";q=${per_second * WINDOW_IN_SECONDS};w=${WINDOW_IN_SECONDS}`)
    .join(', ');
