import type { BoundedPattern, KnownMadePattern } from './pattern-law.ts';

/** Patterns that backtrack and meet only short texts. Each says what keeps the text short. */
export const boundedPatterns: readonly BoundedPattern[] = [];

/** Patterns made at run time, as they are written. Each says of what they are made. */
export const madePatterns: readonly KnownMadePattern[] = [
  {
    path: 'adapters/src/sources/technologies/detect-technologies.transform.ts',
    made_of: "new RegExp(pattern, 'i')",
    reason: 'of the patterns of technology-rules.json, which the law proves one by one',
  },
];
