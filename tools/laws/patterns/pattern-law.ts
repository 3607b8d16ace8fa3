import { createHash } from 'node:crypto';
import { checkSync } from 'recheck';
import type { FoundPatterns, Pattern } from './patterns.ts';

export interface PatternViolation {
  path: string;
  /** The pattern, or how it is made. */
  pattern: string;
  reason: string;
}

/** A nonlinear pattern that is allowed because its input is small. */
export interface BoundedPattern {
  path: string;
  source: string;
  /** The longest text it meets, in characters: at most `LARGEST_BOUND`. */
  bound: number;
  reason: string;
}

/** A pattern made at run time that is allowed, with what makes it safe. */
export interface KnownMadePattern {
  path: string;
  made_of: string;
  reason: string;
}

/** A quadratic pattern over this much costs some hundred thousand steps, about a millisecond. */
export const LARGEST_BOUND = 500;
/** Limits are in steps, not in time: the answer must not depend on how busy the machine is. The last one is for a checker that hangs. */
const LIMITS = { attackTimeout: null, incubationTimeout: null, timeout: 60_000 } as const;

/** Patterns by fingerprint that were proven once. A changed pattern has another fingerprint and is proven again. */
export type Proofs = ReadonlySet<string>;

export function fingerprintOf({ source, flags }: Pick<Pattern, 'source' | 'flags'>): string {
  return createHash('sha256').update(`${source}/${flags}`).digest('hex').slice(0, 20);
}

/** What recheck says of a pattern: null when it is linear. */
export function findFault({ source, flags }: Pick<Pattern, 'source' | 'flags'>): string | null {
  // The checker does not know the flags v and d; sticky ones match at one place only, as it takes them too.
  const answer = checkSync(source, flags.replace(/[dv]/g, ''), LIMITS);
  if (answer.status === 'safe') return null;
  return answer.status === 'vulnerable' ? `${answer.complexity.summary} backtracking` : 'not proven linear in time';
}

/** Every pattern that is neither linear by proof nor bounded by a written reason. */
export function findPatternViolations(
  found: FoundPatterns,
  given: { proofs: Proofs; bounded: readonly BoundedPattern[]; made: readonly KnownMadePattern[] },
): PatternViolation[] {
  const faults = new Map<string, string | null>();
  const faultOf = (pattern: Pattern): string | null => {
    const key = fingerprintOf(pattern);
    if (given.proofs.has(key)) return null;
    if (!faults.has(key)) faults.set(key, findFault(pattern));
    return faults.get(key) ?? null;
  };
  const isBounded = ({ path, source }: Pattern): boolean =>
    given.bounded.some((entry) => entry.path === path && entry.source === source && entry.bound <= LARGEST_BOUND);
  return [
    ...found.patterns.flatMap((pattern) => {
      if (isBounded(pattern)) return [];
      const fault = faultOf(pattern);
      return fault === null
        ? []
        : [{ path: pattern.path, pattern: `/${pattern.source}/${pattern.flags}`, reason: fault }];
    }),
    ...found.made
      .filter(({ path, made_of }) => !given.made.some((known) => known.path === path && known.made_of === made_of))
      .map(({ path, made_of }) => ({ path, pattern: made_of, reason: 'made at run time: nothing can prove it' })),
  ];
}
