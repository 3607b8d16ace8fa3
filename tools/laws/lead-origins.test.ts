import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { parseFile, readSourceFiles, type SourceFile } from './source-files.ts';

const root = join(import.meta.dirname, '../..');

/** The only writers of leads. `insertRows` of archives writes any table and gives leads a source in `completeRows`. */
const WRITERS = /^server\/src\/slices\/lead-merging\/merge-(?:person|prospects|unlinked)\.store\.ts$/;
const isProduct = ({ path }: SourceFile): boolean =>
  /^server\/src\//.test(path) && !/\.(?:test|factory)\.ts$|\/testing\//.test(path);

/** Statements that add leads past the shared functions, or without a source. */
function findLeadsWithoutSource(files: readonly SourceFile[]): string[] {
  return files.filter(isProduct).flatMap(({ path, text }) => {
    const inserts = text.matchAll(/(?:insert into|copy) prospects\b([^)]{0,200})|insertInto\(['"]prospects['"]\)/gi);
    return [...inserts]
      .filter(([, columns]) => !WRITERS.test(path) || !/\bsource_id\b/.test(columns ?? ''))
      .map(([statement]) => `${path}: ${statement}`);
  });
}

describe('every lead has a source', () => {
  test('the tree obeys it', () => expect(findLeadsWithoutSource(readSourceFiles(root))).toEqual([]));

  test.each([
    [
      'server/src/slices/chats/people.store.ts',
      'sql`insert into prospects (organization_id, source_id) values (1, 2)`',
    ],
    [
      'server/src/slices/lead-merging/merge-person.store.ts',
      'sql`insert into prospects (organization_id, email) values`',
    ],
    ['server/src/slices/chats/people.store.ts', "db.insertInto('prospects')"],
    ['server/src/slices/chats/people.store.ts', 'copy.into(`copy prospects (first_name) from stdin`)'],
  ])('found in %s: %s', (path, code) => expect(findLeadsWithoutSource([parseFile(path, code)])).toHaveLength(1));

  test('the shared functions pass', () => {
    const code = 'sql`insert into prospects (organization_id, source_id, email) values (1, 2, 3)`';
    expect(findLeadsWithoutSource([parseFile('server/src/slices/lead-merging/merge-person.store.ts', code)])).toEqual(
      [],
    );
  });
});
