import { setTimeout as sleep } from 'node:timers/promises';
import { TENANT_LIMITS } from '@overture/domain/tenant-limits';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { getApiKey, isKeyCall, requireWholeKey } from '../api-keys/key-caller.ts';
import type { KeyQuota } from '../api-keys/key-limits.ts';
import { rememberKeyOfRequest } from '../api-keys/key-use.ts';
import type { Config } from '../config.ts';
import { ApiError } from '../errors.ts';
import type { RequestQuota } from '../limits/request-quota.ts';
import { createTokenBuckets, type TokenBuckets } from '../limits/token-buckets.ts';
import { maskSubnet } from './client-network.ts';
import { getToken, sessionCookies } from './sessions.ts';

/** A refusal costs as much as a small answer: who asks thousands of times a second waits for theirs, and asks less. */
interface Refusals {
  /**
   * Resolves when the refusal may be sent: immediately for the first ones. False when too many wait: the connection is closed
   * without a response.
   */
  wait(key: string | number): Promise<boolean>;
}

type Limits = Record<'quick_refusals' | 'held_refusal_in_ms' | 'held_refusals_in_all', number>;

export function createRefusals(limits: Limits = TENANT_LIMITS): Refusals {
  const { quick_refusals, held_refusal_in_ms, held_refusals_in_all } = limits;
  const quick = createTokenBuckets<string | number>(quick_refusals, quick_refusals);
  let held = 0;
  return {
    async wait(key) {
      if (quick.take(key) === 0) return true;
      if (held >= held_refusals_in_all) return false;
      held += 1;
      // Spread over time: clients retry immediately after a refusal.
      await sleep(held_refusal_in_ms * (0.5 + Math.random()), undefined, { ref: false });
      held -= 1;
      return true;
    },
  };
}

/**
 * Requests of a known session count for its organization, all others for the address they come from; both before any query. A
 * token counts as unknown until it was resolved to a session.
 */
export function limitRequests(app: FastifyInstance, config: Config, quota: RequestQuota, keys: KeyQuota): void {
  const cookies = sessionCookies(config.APP_URL);
  const bucketsOf = (perMinute: number) => createTokenBuckets<string>(perMinute / 60, perMinute);
  const strangers = bucketsOf(config.STRANGER_REQUESTS_PER_MINUTE);
  const webhooks = bucketsOf(TENANT_LIMITS.webhook_requests_per_minute);
  const spendStranger = (request: FastifyRequest): number =>
    (request.url.startsWith('/webhooks/') ? webhooks : strangers).take(maskSubnet(request.ip));
  const refuse = createRefuse(createRefusals());
  const limitKey = createKeyLimit(keys, bucketsOf(config.STRANGER_REQUESTS_PER_MINUTE), refuse);
  const limitCaller = (request: FastifyRequest, reply: FastifyReply): Promise<void> | null => {
    const given = getToken(request, cookies);
    const organizationId = given ? quota.organizationOf(given.token) : undefined;
    const pause = organizationId === undefined ? spendStranger(request) : quota.spend(organizationId);
    if (pause === 0) return null;
    const error =
      organizationId === undefined
        ? new ApiError('rate_limited')
        : new ApiError('too_many_requests', { by: ' by your organization' });
    return refuse(request, reply, organizationId ?? maskSubnet(request.ip), error.after(pause));
  };
  // The first request of a key counts for its address. Its limits are known once it was found, and its answer names them too.
  app.addHook('onSend', (request, reply, payload, done) => {
    const known = isFirstOfKey(request, reply) ? keys.find(getApiKey(request) ?? '') : undefined;
    if (known) keys.describe(reply, known);
    done(null, payload);
  });
  // Not async: nearly all requests are let through, and none of them waits for a promise.
  app.addHook('onRequest', (request, reply, done) => {
    const refusal = isKeyCall(request) ? limitKey(request, reply) : limitCaller(request, reply);
    if (refusal === null) done();
    else refusal.then(() => done(), done);
  });
}

/** The header first: most requests have none. */
const isFirstOfKey = (request: FastifyRequest, reply: FastifyReply): boolean =>
  isKeyCall(request) && !reply.hasHeader('ratelimit');

type Refuse = (request: FastifyRequest, reply: FastifyReply, key: string | number, error: ApiError) => Promise<void>;

/** Sends a refusal when its turn has come, or closes the connection. */
const createRefuse =
  (refusals: Refusals): Refuse =>
  async (request, reply, key, error) => {
    if (await refusals.wait(key)) throw error;
    reply.hijack();
    request.raw.socket.destroy();
  };

/**
 * Requests by a known key count for the key and its organization, all others for the address they come from: in a bucket of their
 * own, so wrong keys from an office do not stop its people from signing in.
 */
function createKeyLimit(keys: KeyQuota, strangers: TokenBuckets<string>, refuse: Refuse) {
  return (request: FastifyRequest, reply: FastifyReply): Promise<void> | null => {
    const key = getApiKey(request) ?? '';
    const known = keys.find(key);
    if (known) {
      const refused = keys.spend(known);
      rememberKeyOfRequest(request, known);
      keys.describe(reply, known);
      if (refused) {
        const error = new ApiError('too_many_requests', { by: refused.by }).after(refused.pause);
        return refuse(request, reply, `key ${known.key_id}`, error);
      }
    } else {
      const subnet = maskSubnet(request.ip);
      const pause = strangers.take(subnet);
      if (pause > 0) return refuse(request, reply, `keys of ${subnet}`, new ApiError('rate_limited').after(pause));
    }
    requireWholeKey(key);
    return null;
  };
}
