import { dirname } from 'node:path';
import { parseSync } from 'oxc-parser';

/** A face names at most so many things: with more, two slices or features are in one. */
export const MOST_NAMES = 15;

/** Names that an `index.ts` exports, types included. `export *` hides what it names and is never allowed. */
export function countNames(text: string): number {
  let names = 0;
  for (const { entries } of parseSync('index.ts', text).module.staticExports)
    for (const { exportName } of entries) names += exportName.kind === 'None' ? Number.POSITIVE_INFINITY : 1;
  return names;
}

/** Faces with too many names. No face is excepted (decision 0346). */
export function findWideFaces(faces: readonly { path: string; text: string }[]): string[] {
  return faces.flatMap(({ path, text }) => {
    const names = countNames(text);
    return names > MOST_NAMES ? [`${dirname(path)} names ${names} of at most ${MOST_NAMES}: split it`] : [];
  });
}
