import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { parseFile, readSourceFiles } from '../source-files.ts';
import { findUnreadExports } from './export-law.ts';

describe('an export has a reader in the product: a test is none', () => {
  test('the tree obeys it', () =>
    expect(findUnreadExports(readSourceFiles(join(import.meta.dirname, '../../..')))).toEqual([]));

  const rule = ['domain/src/a.ts', '/** Whether planted. */\nexport function isPlanted() {}\n'] as const;
  const find = (...files: (readonly [string, string])[]) =>
    findUnreadExports(
      files.map(([path, text]) => parseFile(path, text)),
      {},
    );
  const found = ['domain/src/a.ts isPlanted has no reader except tests'];

  test.each([
    ['nothing', []],
    ['its test', [['domain/src/a.test.ts', 'isPlanted();']]],
    ['a factory of tests', [['server/src/slices/a/a.factory.ts', 'isPlanted();']]],
    ['a comment', [['server/src/a.ts', '// isPlanted decides.\n']]],
    ['a face that passes it on', [['server/src/slices/a/index.ts', "export { isPlanted } from './a.ts';"]]],
  ] as const)('one that is named by %s is found', (_what, files) => expect(find(rule, ...files)).toEqual(found));

  test.each([
    ['another file', ['server/src/a.ts', 'isPlanted();']],
    ['its own file', ['domain/src/a.ts', 'export function isPlanted() {}\nisPlanted();']],
    ['a bench', ['bench/a.bench.ts', 'isPlanted();']],
    ['a face that renames it', ['server/src/slices/a/index.ts', "export { isPlanted as isSet } from './a.ts';"]],
  ] as const)('one that is read by %s passes', (_what, [path, text]) =>
    expect(path === rule[0] ? find([path, text]) : find(rule, [path, text])).toEqual([]),
  );

  test('an allowed one fails once the product reads it', () => {
    const files = [parseFile(...rule), parseFile('server/src/a.ts', 'isPlanted();')];
    expect(findUnreadExports([files[0]!], { isPlanted: 'reason' })).toEqual([]);
    expect(findUnreadExports(files, { isPlanted: 'reason' })).toHaveLength(1);
  });
});
