import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { listPaths } from './source-files.ts';
import { findStyleViolations, MOST_LINES, MOST_SHEETS, type TextFile } from './style-law.ts';

const root = join(import.meta.dirname, '../..');
const read = (...patterns: string[]): TextFile[] =>
  listPaths(root, ...patterns).map((path) => ({ path, text: readFileSync(join(root, path), 'utf8') }));
const sheets = read('web/src/*.css');
const components = read('web/src/*.tsx', 'web/src/*.ts');

describe('looks are utilities, and sheets only shrink', () => {
  test('the tree obeys it', () => expect(findStyleViolations(sheets, components)).toEqual([]));

  test('it reads the tree', () => {
    expect(sheets.length).toBeGreaterThan(30);
    expect(components.length).toBeGreaterThan(500);
  });

  const sheet = (lines: number, path = 'web/src/ui/a.module.css'): TextFile => ({
    path,
    text: `${'\n'.repeat(lines - 1)}}`,
  });
  const many = (amount: number, lines: number) =>
    Array.from({ length: amount }, (_, n) => sheet(lines, `web/src/${n}.css`));

  test.each<[string, TextFile[], string[]]>([
    ['one sheet more', many(MOST_SHEETS + 1, 1), [`${MOST_SHEETS + 1} sheets of at most ${MOST_SHEETS}`]],
    ['one line more', [...many(MOST_LINES / 200, 200), sheet(1)], [`${MOST_LINES + 1} lines of at most ${MOST_LINES}`]],
    ['a sheet that is too long', [sheet(401)], ['web/src/ui/a.module.css is too long']],
    ['as many as may be', [...many(MOST_LINES / 200, 200)], []],
  ])('%s', (_what, given, found) => expect(findStyleViolations(given, [])).toEqual(found));

  const styled = (text: string): TextFile[] => [{ path: 'web/src/ui/a.module.css', text }];
  const using = (text: string): TextFile[] => [{ path: 'web/src/ui/a.tsx', text }];
  test.each<[string, string, string, string[]]>([
    [
      'an unused class',
      '.a { gap: 1.5em }\n.b > svg { top: 0 }',
      'classes.a',
      ['web/src/ui/a.module.css: .b is unused'],
    ],
    ['one that a comment names', '.a { top: 0 } /* .c goes */', 'classes.a', []],
    ['one of Mantine', '.a :global(.mantine-Input) { top: 0 }', 'classes.a', []],
    [
      'a name without a class',
      '.a { top: 0 }',
      "import classes from './a.module.css';\nclasses.a + classes.b",
      ['web/src/ui/a.tsx: ./a.module.css has no .b'],
    ],
  ])('%s', (_what, css, text, found) => expect(findStyleViolations(styled(css), using(text))).toEqual(found));
});
