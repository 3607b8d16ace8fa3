import { setTimeout as sleep } from 'node:timers/promises';
import { TENANT_LIMITS } from '@overture/domain/tenant-limits';
import { createTokenBuckets } from './token-buckets.ts';

/** A refusal costs as much as a small answer: who asks thousands of times a second waits for theirs, and asks less. */
export interface Refusals {
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
