import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { readSourceFiles, type SourceFile } from './source-files.ts';

/** The client of the API is tested below its own contract check; `show` is that check. */
const OWN_STAND_IN = /^web\/src\/lib\/(?:api|testing)\//;
const STAND_IN =
  /stubGlobal\(\s*['"]fetch['"]|\b(?:globalThis|window)\.fetch\s*=|spyOn\(\s*(?:globalThis|window)\s*,\s*['"]fetch['"]/;

/** Answers nothing: it waits until its call is canceled. */
const NEVER_ANSWERS = 'web/src/features/chats/drafts/generate-draft.test.tsx';

/** Tests of screens that answer calls by hand: nothing holds their answers to the contract. */
function findHandMade(files: readonly Pick<SourceFile, 'path' | 'text'>[]): string[] {
  return files
    .filter(
      ({ path, text }) =>
        path.startsWith('web/src/') && !OWN_STAND_IN.test(path) && path !== NEVER_ANSWERS && STAND_IN.test(text),
    )
    .map(({ path }) => `${path} answers calls by hand: give the answers to \`show\` (web/src/lib/testing/show.tsx)`);
}

describe("answers in tests of screens are the contract's", () => {
  test('the tree obeys it', () =>
    expect(findHandMade(readSourceFiles(join(import.meta.dirname, '../..')))).toEqual([]));

  test.each([
    ['web/src/features/kanban/board.test.tsx', "vi.stubGlobal('fetch', async () => new Response());", 1],
    ['web/src/features/kanban/board.test.tsx', 'globalThis.fetch = async () => new Response();', 1],
    ['web/src/features/kanban/board.test.tsx', "vi.spyOn(globalThis, 'fetch');", 1],
    ['web/src/features/kanban/board.test.tsx', 'const refetch = () => query.refetch();', 0],
    ['web/src/lib/api/api-client.test.ts', "vi.stubGlobal('fetch', async () => new Response());", 0],
  ])('%s with %s: %i', (path, text, found) => expect(findHandMade([{ path, text }])).toHaveLength(found));
});
