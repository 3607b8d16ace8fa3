import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { findFileDeletions } from './files/file-deletion-law.ts';
import { parseFile, readSourceFiles } from './source-files.ts';

const root = join(import.meta.dirname, '../..');
const find = (code: string, path = 'server/src/slices/users/pictures.service.ts') =>
  findFileDeletions([parseFile(path, code)], {});

describe('a file is deleted by the transaction that deletes its row', () => {
  test('the tree obeys it', () => expect(findFileDeletions(readSourceFiles(root))).toEqual([]));

  test.each([
    'await ctx.ports.files.deleteFile(key);',
    'tx.afterCommit(async () => { for (const key of keys) await tx.ports.files.deleteFile(key); });',
    'const { files } = ctx.ports; await files.deleteFile(key);',
    'await ctx.ports.files\n  .deleteFile(key).catch(warn);',
    'await discardFiles(ctx, deleted.files);',
  ])('found: %s', (code) => expect(find(code)).toHaveLength(1));

  test.each([
    'await queueFileDeletions(tx, keys);',
    'await store.deleteFile(tx, id);',
    'export async function discardFiles(ctx) {}',
  ])('passes: %s', (code) => expect(find(code)).toEqual([]));

  test('tests and the program itself may, and a place that is gone leaves the list', () => {
    const code = 'await files.deleteFile(key);';
    expect(find(code, 'server/src/slices/users/users.test.ts')).toEqual([]);
    expect(find(code, 'server/src/app/files/deletions.service.ts')).toEqual([]);
    expect(findFileDeletions([], { 'users/users.service.ts': [1, 'x'] })).toHaveLength(1);
  });
});
