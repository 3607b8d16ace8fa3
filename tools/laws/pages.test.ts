import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { parseFile, readSourceFiles, type SourceFile } from './source-files.ts';

const root = join(import.meta.dirname, '../..');
/** Remembered from the last visit; both start at page 1 with other filters. */
const REMEMBERED = ['web/src/features/campaigns/list/use-campaign-list.ts', 'web/src/features/leads/use-lead-table.ts'];

/** Lists that keep a page number of their own: it would stay when filters change or rows disappear. */
const findOwnPages = (files: readonly SourceFile[]): string[] =>
  files
    .filter(({ path }) => path.startsWith('web/src/') && !REMEMBERED.includes(path))
    .filter(({ text }) => /\[\w*page\w*, \w+\] = useState/i.test(text))
    .map(({ path }) => path);

describe('a list gets its page from usePager', () => {
  test('the tree obeys it', () => expect(findOwnPages(readSourceFiles(root))).toEqual([]));

  test('found: a page of its own', () => {
    const code = "const [page, setPage] = useState(1);\nconst [search, setSearch] = useState('');";
    expect(findOwnPages([parseFile('web/src/features/notes/notes.tsx', code)])).toHaveLength(1);
  });

  test('passes: the pager', () => {
    const code = 'const { page, setPage } = usePager(search);';
    expect(findOwnPages([parseFile('web/src/features/notes/notes.tsx', code)])).toEqual([]);
  });
});
