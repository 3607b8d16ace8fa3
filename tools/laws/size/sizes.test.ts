import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { parseFile, readSourceFiles } from '../source-files.ts';
import { findLargeFunctions, MAX_COMPLEXITY, MAX_LINES } from './function-law.ts';
import { compareSmallFiles, findSmallFiles, MIN_LINES } from './small-file-law.ts';

const files = readSourceFiles(join(import.meta.dirname, '../../..'));

describe('a function has at most 60 lines and complexity 12', () => {
  test('the tree obeys it', () => expect(findLargeFunctions(files)).toEqual([]));

  const body = (lines: number) => `{\n${'  x();\n'.repeat(lines - 2)}}`;
  const measure = (path: string, text: string) => findLargeFunctions([parseFile(path, text)]);

  test.each([
    ['a function', 'server/src/a.ts', `export async function run() ${body(MAX_LINES + 1)}`, 'run'],
    ['an arrow function', 'domain/src/a.ts', `export const run: Run = () => ${body(MAX_LINES + 1)};`, 'run'],
    ['a method', 'adapters/src/a.ts', `class A {\n  run() ${body(MAX_LINES + 1)}\n}`, 'run'],
    ['a property', 'contract/src/a.ts', `const a = { run: () => ${body(MAX_LINES + 1)} };`, 'run'],
    ['a component', 'web/src/a.tsx', `export function Page() ${body(MAX_LINES + 1)}`, 'Page'],
  ])('%s over the limit of lines is found', (_what, path, text, name) =>
    expect(measure(path, text)).toEqual([`${path} ${name} has ${MAX_LINES + 1} lines`]),
  );

  test('an unnamed function is reported with the name of the outer one', () => {
    const text = `function run() {\n  list.map(() => ${body(MAX_LINES + 1)});\n}`;
    expect(measure('server/src/a.ts', text)).toContain(`a function in server/src/a.ts run has ${MAX_LINES + 1} lines`);
  });

  const branches = (amount: number) => `function run() {\n${'  if (a) b();\n'.repeat(amount)}}`;
  const mixed =
    'const run = () => { for (const a of b) if (a && c) d(); while (e || f) g(h ? 1 : 2, i ?? 3); try { j() } catch {} ' +
    'switch (k) { case 1: case 2: l(); break; default: } m ??= n; };';

  test('branches, loops, cases and logical operators count', () => {
    expect(measure('domain/src/a.ts', branches(MAX_COMPLEXITY))).toEqual([
      `domain/src/a.ts run has complexity ${MAX_COMPLEXITY + 1}`,
    ]);
    expect(measure('web/src/a.ts', mixed)).toEqual([]);
    expect(measure('web/src/a.ts', mixed.replace('m ??=', 'if (m) o(); m ??='))).toHaveLength(1);
  });

  test('a function at the limit passes, and so does a test', () => {
    expect(measure('server/src/a.ts', `function run() ${body(MAX_LINES)}`)).toEqual([]);
    expect(measure('server/src/a.ts', branches(MAX_COMPLEXITY - 1))).toEqual([]);
    expect(measure('server/src/a.test.ts', `function run() ${body(200)}`)).toEqual([]);
  });
});

describe('a file is worth opening: it has 30 lines, a second importer or a closed kind', () => {
  test('the tree obeys it', () => expect(compareSmallFiles(findSmallFiles(files))).toEqual([]));

  const imports = (path: string) => parseFile(path, `import { x } from '@overture/domain/small';`);
  const small = parseFile('domain/src/small.ts', 'export const x = 1;\n');
  const importer = imports('server/src/a.ts');

  test('a small file with one importer is found; tests are no importers', () =>
    expect(findSmallFiles([small, importer, imports('server/src/a.test.ts')])).toEqual([small.path]));

  test.each([
    ['a second importer', [small, importer, imports('web/src/b.ts')]],
    ['30 lines', [parseFile(small.path, 'x;\n'.repeat(MIN_LINES)), importer]],
    ['no import at all', [parseFile('server/src/main.ts', 'start();\n')]],
    ['a lazy import', [small, parseFile('web/src/a.ts', `const x = () => import('@overture/domain/small');`)]],
    [
      'a thread module',
      [
        parseFile('server/src/a-work.ts', ''),
        parseFile('server/src/b.ts', `import type { T } from './a-work.ts'; new URL('./a-work.ts', import.meta.url)`),
      ],
    ],
    ['a face', [parseFile('domain/src/a/index.ts', ''), parseFile('domain/src/b.ts', `import './a/index.ts';`)]],
    ['a store', [parseFile('server/src/a.store.ts', ''), parseFile('server/src/b.ts', `import './a.store.ts';`)]],
    ['a schema', [parseFile('contract/src/a.ts', ''), parseFile('contract/src/b.ts', `import './a.ts';`)]],
  ])('passes: %s', (_what, given) => expect(findSmallFiles(given)).toEqual([]));

  test('the list of small files is exact', () => {
    expect(compareSmallFiles(['a.ts'], [])).toEqual(['a.ts: fold it into the file that imports it']);
    expect(compareSmallFiles([], ['a.ts'])).toEqual(['a.ts: remove it from small-files.txt']);
    expect(compareSmallFiles(['a.ts'], ['a.ts'])).toEqual([]);
  });
});
