/** A rate per second, and a `burst` after a rest. */
export interface TokenBuckets<Key> {
  /** Takes one; answers 0, or the seconds after which there is one again. */
  take(key: Key): number;
  /** How many there are now, with fractions. */
  countLeft(key: Key): number;
}

/** Addresses are plenty: memory must not grow with them. */
const MAX_KEYS = 100_000;

interface Bucket {
  tokens: number;
  at: number;
}

/** @param now milliseconds of a clock that never goes back */
export function createTokenBuckets<Key>(
  perSecond: number,
  burst: number,
  now: () => number = () => performance.now(),
): TokenBuckets<Key> {
  const buckets = new Map<Key, Bucket>();
  let sweptAt = now();
  /** A bucket that is full again says nothing: it is forgotten. */
  const sweep = (at: number): void => {
    const fullAfter = (1000 * burst) / perSecond;
    if (at - sweptAt < fullAfter) return;
    sweptAt = at;
    for (const [key, bucket] of buckets) if (at - bucket.at > fullAfter) buckets.delete(key);
  };
  const forgetOldest = (): void => {
    const oldest = buckets.keys().next();
    if (!oldest.done) buckets.delete(oldest.value);
  };
  const countAt = (key: Key, at: number): number => {
    const bucket = buckets.get(key);
    return bucket ? Math.min(burst, bucket.tokens + ((at - bucket.at) * perSecond) / 1000) : burst;
  };
  return {
    countLeft: (key) => countAt(key, now()),
    take(key) {
      const at = now();
      sweep(at);
      const tokens = countAt(key, at);
      const isAllowed = tokens >= 1;
      if (buckets.size >= MAX_KEYS && !buckets.has(key)) forgetOldest();
      buckets.set(key, { tokens: isAllowed ? tokens - 1 : tokens, at });
      return isAllowed ? 0 : (1 - tokens) / perSecond;
    },
  };
}
