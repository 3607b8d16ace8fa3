import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { parseFile } from '../source-files.ts';
import {
  compareCounts,
  countByFolder,
  findAllDialect,
  findDialect,
  findDialectInDocument,
  folderOf,
  listPrograms,
  readAllowance,
} from './language-law.ts';

const root = join(import.meta.dirname, '../../..');

describe('the tree is written in the words of docs/language.md', () => {
  test('no folder holds more of the dialect than its allowance', () => {
    const { higher, lower } = compareCounts(countByFolder(findAllDialect(root)), readAllowance());
    if (lower.length > 0) console.info(`Lower than allowed (npm run language -- --lower):\n${lower.join('\n')}`);
    expect(higher, 'npm run language -- FOLDER lists the places').toEqual([]);
  });

  test('the programs of the tree are read: sandbox, benches, journeys, tools and scripts too', () => {
    const folders = new Set(listPrograms(root).map(({ path }) => path.split('/')[0]));
    for (const folder of ['sandbox', 'bench', 'e2e', 'tools', 'packages']) expect(folders).toContain(folder);
    expect(listPrograms(root).map(({ path }) => path)).toContain('tools/run.mjs');
  });

  const find = (text: string, path = 'server/src/a.ts') => findDialect(parseFile(path, text)).map(({ kind }) => kind);

  test.each([
    ['identifiers', 'const askedAnew = 1;'],
    ['identifiers', 'type T = { lot_size: number };'],
    ['functions', 'export async function giveFirst() {}'],
    ['functions', 'const senderNameOf = (sender: Sender) => sender.name;'],
    ['reads', 'function readPlan() {}'],
    ['comments', '// Whoever comes later is asked.'],
    ['comments', '/** The lead stands in it. */'],
    ['comments', '/** The colour of the organization. */'],
    ['texts', `const summary = 'Labels of the organisation';`],
    ['texts', `log.error('nobody waited for this');`],
    ['texts', 'throw new Error(`it goes on by itself`);'],
    ['texts', `const title = "Couldn't tell them anew";`],
  ])('found among %s: %s', (kind, text) => expect(find(text)).toEqual([kind]));

  test('the titles of a test are read, its data are not', () => {
    const text = `test('a mail is told', () => {});\ntest.each([['a mail', 'it stands']])('%s goes on', () => {});`;
    expect(find(text, 'server/src/a.test.ts')).toEqual(['titles', 'titles']);
  });

  test.each([
    ['plain words', `// The poller retries.\nconst retries = listRetries('every 5 minutes');`],
    ['a getter of two words', 'const idOf = (row: Row) => row.id;'],
    ['a stand-in', '// The stand-in of the provider.'],
    ['SQL', 'const rows = sql<Row>`select 1 as x -- stands for all`;'],
    ['single words', `const words = ['anew', 'whoever'];`],
  ])('passes: %s', (_what, text) => expect(find(text)).toEqual([]));

  test('documents are read, their code is not', () => {
    const text = 'It goes on.\n\n```\nnobody\n```\n\nThe field `changed_meanwhile`.\nNobody sees it.\n';
    expect(findDialectInDocument({ path: 'docs/a.md', text }).map(({ line }) => line)).toEqual([1, 8]);
  });

  test('the words of strangers are data', () =>
    expect(find(`const x = ['tell nobody'];`, 'domain/src/phrases/a.ts')).toEqual([]));

  test('more than allowed is higher, less is lower', () => {
    const counts = { domain: { comments: 2 }, web: { texts: 1 } };
    const allowed = { domain: { comments: 3, texts: 1 }, contract: { titles: 1 } };
    expect(compareCounts(counts, allowed)).toEqual({
      higher: ['web: 1 texts, allowed 0'],
      lower: ['contract: 0 titles, allowed 1', 'domain: 2 comments, allowed 3', 'domain: 0 texts, allowed 1'],
    });
  });

  test.each([
    ['server/src/slices/chats/sync/a.ts', 'server/src/slices/chats'],
    ['web/src/features/chats/a.tsx', 'web/src/features/chats'],
    ['server/src/kernel/db/a.ts', 'server/src/kernel'],
    ['server/src/main.ts', 'server'],
    ['domain/src/a.ts', 'domain'],
    ['vitest.config.ts', '.'],
    ['docs/security/keys.md', 'docs'],
    ['docs/decisions/0001-a.md', 'docs/decisions'],
    ['server/src/slices/chats/README.md', 'server/src/slices/chats'],
  ])('%s counts for %s', (path, folder) => expect(folderOf(path)).toBe(folder));
});
