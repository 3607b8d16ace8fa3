import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { findLongFunctions, MOST_LINES } from './function-law.ts';
import { parseFile, readSourceFiles } from './source-files.ts';

const root = join(import.meta.dirname, '../..');

describe('a function has at most 40 lines, 60 in web', () => {
  test('the tree obeys it', () => expect(findLongFunctions(readSourceFiles(root))).toEqual([]));

  const body = (lines: number) => `{\n${'  x();\n'.repeat(lines - 2)}}`;
  const measure = (path: string, text: string) => findLongFunctions([parseFile(path, text)]);
  const { server, web } = MOST_LINES;

  test.each([
    ['a function', 'server/src/a.ts', `export async function run() ${body(server + 1)}`, 'a.ts run'],
    ['an arrow', 'domain/src/a.ts', `export const run: Run = () => ${body(server + 1)};`, 'a.ts run'],
    ['a method', 'adapters/src/a.ts', `class A {\n  run() ${body(server + 1)}\n}`, 'a.ts run'],
    ['a property', 'contract/src/a.ts', `const a = { run: () => ${body(server + 1)} };`, 'a.ts run'],
    ['a component', 'web/src/a.tsx', `export function Page() ${body(web + 1)}`, 'a.tsx Page'],
  ])('%s that is too long is found', (_what, path, text, name) =>
    expect(measure(path, text).map((one) => one.name)).toEqual([name]),
  );

  test('one without a name is told by the one around it', () => {
    const text = `function run() {\n  list.map(() => ${body(server)});\n}`;
    expect(measure('server/src/a.ts', text)).toEqual([{ name: 'a.ts run', lines: server + 2 }]);
    expect(measure('server/src/a.ts', `function run() {\n  list.map(() => ${body(server + 1)});\n}`)).toHaveLength(2);
  });

  test('what is as long as it may be passes, and so do tests', () => {
    expect(measure('server/src/a.ts', `function run() ${body(server)}`)).toEqual([]);
    expect(measure('web/src/a.tsx', `function Page() ${body(web)}`)).toEqual([]);
    expect(measure('server/src/a.test.ts', `function run() ${body(200)}`)).toEqual([]);
  });
});
