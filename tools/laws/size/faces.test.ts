import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { countNames, findWideFaces, MOST_NAMES } from './face-law.ts';

const root = join(import.meta.dirname, '../../..');
const faces = globSync(['server/src/slices/*/index.ts', 'web/src/features/*/index.ts'], { cwd: root }).map((path) => ({
  path,
  text: readFileSync(join(root, path), 'utf8'),
}));

describe('the face of a slice or feature has at most 15 names', () => {
  test('the tree obeys it', () => expect(findWideFaces(faces)).toEqual([]));

  const face = (amount: number) => {
    const names = Array.from({ length: amount }, (_, index) => `a${index}`).join(', ');
    return [{ path: 'server/src/slices/planted/index.ts', text: `export { ${names} } from './a.store.ts';\n` }];
  };

  test('a face with one name too many is found', () => {
    expect(findWideFaces(face(MOST_NAMES + 1))).toEqual(['server/src/slices/planted names 16 of at most 15: split it']);
    expect(findWideFaces(face(MOST_NAMES))).toEqual([]);
  });

  test('types, constants and functions count; a star is never narrow enough', () => {
    const text = "export type { A, B } from './a.ts';\nexport const c = 1;\nexport function d() {}\nconst e = 2;\n";
    expect(countNames(text)).toBe(4);
    expect(countNames("export * from './a.ts';\n")).toBe(Number.POSITIVE_INFINITY);
  });
});
