import { dirname } from 'node:path';
import { parseSync } from 'oxc-parser';

/** A face names at most so many things: with more, two slices or features are in one. */
export const MOST_NAMES = 15;

/** Faces that are not split yet, with exactly what they name. Figures only shrink, and no face is added. */
const WIDE_FACES: Readonly<Record<string, number>> = {
  'server/src/slices/campaigns': 30,
};

/** Names that an `index.ts` exports, types included. `export *` hides what it names and is never allowed. */
export function countNames(text: string): number {
  let names = 0;
  for (const { entries } of parseSync('index.ts', text).module.staticExports)
    for (const { exportName } of entries) names += exportName.kind === 'None' ? Number.POSITIVE_INFINITY : 1;
  return names;
}

/** Faces with too many names, and figures of the list that are not what a face names today. */
export function findWideFaces(
  faces: readonly { path: string; text: string }[],
  listed: Readonly<Record<string, number>> = WIDE_FACES,
): string[] {
  const found = new Map(faces.map(({ path, text }) => [dirname(path), countNames(text)]));
  const wide = [...found].flatMap(([folder, names]) => {
    const figure = listed[folder];
    if (figure === undefined)
      return names > MOST_NAMES ? [`${folder} names ${names} of at most ${MOST_NAMES}: split it`] : [];
    if (names <= MOST_NAMES) return [`${folder} names ${names}: remove it from WIDE_FACES`];
    return names === figure ? [] : [`${folder} names ${names}, listed are ${figure}: figures only shrink`];
  });
  return [...wide, ...Object.keys(listed).flatMap((folder) => (found.has(folder) ? [] : [`${folder} is gone`]))];
}
