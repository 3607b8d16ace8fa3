import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { findBypassedFaces, findFullFolders, findRoomCycles, MOST_FILES } from './room-law.ts';
import { listPaths, parseFile, readSourceFiles } from './source-files.ts';

const root = join(import.meta.dirname, '../..');
const paths = listPaths(root);
const files = readSourceFiles(root);

describe('a folder holds at most 20 files', () => {
  test('the tree obeys it', () => expect(findFullFolders(paths)).toEqual([]));

  test('it reads the tree, web too', () => {
    expect(paths.length).toBeGreaterThan(1500);
    expect(paths.filter((path) => path.startsWith('web/src/')).length).toBeGreaterThan(300);
  });

  const many = (folder: string, amount: number, ending = '.ts') =>
    Array.from({ length: amount }, (_, index) => `${folder}/file-${index}${ending}`);

  test.each([
    ['one file more', many('server/src/slices/chats/sync', MOST_FILES + 1), 1],
    ['as many as may be', many('server/src/slices/chats/sync', MOST_FILES), 0],
    ['sheets of styles count', [...many('web/src/ui/table', MOST_FILES), 'web/src/ui/table/table.module.css'], 1],
    ['tests and pages do not', [...many('a/b', 15), ...many('a/b', 10, '.test.ts'), 'a/b/README.md'], 0],
    ['nor do files of folders inside', [...many('a/b', 15), ...many('a/b/c', 15)], 0],
    ['a list of one kind', many('server/migrations', 80, '.sql'), 0],
  ])('%s', (_what, given, amount) => expect(findFullFolders(given, {})).toHaveLength(amount));

  test('a folder that is not sorted yet grows no more, and leaves the list when it is sorted', () => {
    const unsorted = { 'web/src/ui': 30 };
    expect(findFullFolders(many('web/src/ui', 30), unsorted)).toEqual([]);
    expect(findFullFolders(many('web/src/ui', 31), unsorted)).toEqual(['web/src/ui holds 31 files of at most 30']);
    expect(findFullFolders(many('web/src/ui', 20), unsorted)).toEqual([
      'web/src/ui is sorted: take it out of UNSORTED',
    ]);
  });
});

describe('rooms import in one direction', () => {
  test('the tree obeys it', () => expect(findRoomCycles(files)).toEqual([]));

  const slice = 'server/src/slices/chats';
  const cycle = (...imports: [from: string, to: string][]) =>
    findRoomCycles(imports.map(([from, to]) => parseFile(from, to))).map(({ from }) => from);

  test('two rooms that import each other are found, at any depth, and types count', () => {
    expect(
      cycle(
        [`${slice}/sync/take.service.ts`, `import { ask } from '../answers/deep/ask.service.ts';`],
        [`${slice}/answers/forget.service.ts`, `import type { File } from '../sync/files.service.ts';`],
      ),
    ).toHaveLength(2);
    expect(
      cycle(
        ['domain/src/flow/flow.ts', `import { x } from '../message/text.ts';`],
        ['domain/src/message/variant.ts', `import type { Flow } from '../flow/flow.ts';`],
      ),
    ).toHaveLength(2);
  });

  test('so is a room that comes back over a file beside it', () => {
    expect(
      cycle(
        [`${slice}/chats.service.ts`, `import { take } from './sync/take.service.ts';`],
        [`${slice}/sync/take.service.ts`, `import { list } from '../chats.service.ts';`],
      ),
    ).toHaveLength(2);
  });

  test('rooms of a feature of web count too', () => {
    const feature = 'web/src/features/chats';
    expect(
      cycle(
        [`${feature}/list/chat-item.tsx`, `import { Message } from '../thread/message.tsx';`],
        [`${feature}/thread/timeline.tsx`, `import { ChatItem } from '../list/chat-item.tsx';`],
      ),
    ).toHaveLength(2);
  });

  test('shared files and files that gather rooms may be next to them; factories of tests are left out', () => {
    expect(
      cycle(
        [`${slice}/index.ts`, `export { take } from './sync/take.service.ts';`],
        [`${slice}/sync/take.service.ts`, `import { find } from '../chats.store.ts';`],
        [`${slice}/chats.factory.ts`, `import { take } from './sync/take.service.ts';`],
        [`${slice}/sync/take.store.ts`, `import { world } from '../chats.factory.ts';`],
      ),
    ).toEqual([]);
  });
});

describe('a room with a face is entered by it', () => {
  test('the tree obeys it', () => {
    expect(findBypassedFaces(files)).toEqual([]);
    expect(files.map(({ path }) => path)).toContain('server/src/slices/campaigns/run/index.ts');
  });

  test.each([
    ['a store behind the face', 'start/start.service.ts', '../run/leads/run-leads.store.ts', 1],
    ['the face itself', 'start/start.service.ts', '../run/index.ts', 0],
    ['what is pure', 'rehearsal/rehearsal.rules.ts', '../run/kinds/node-kinds.rules.ts', 0],
    ['a room of its own', 'run/planning/due-steps.job.ts', '../leads/run-leads.store.ts', 0],
    ['a test', 'start/start.test.ts', '../run/leads/run-leads.store.ts', 0],
  ])('%s', (_what, from, to, amount) => {
    const face = parseFile('server/src/slices/campaigns/run/index.ts', '');
    const planted = parseFile(`server/src/slices/campaigns/${from}`, `import { x } from '${to}';`);
    expect(findBypassedFaces([face, planted])).toHaveLength(amount);
  });
});
