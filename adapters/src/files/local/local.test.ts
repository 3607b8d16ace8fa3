import { mkdir, mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { BadFileKeyError, type FilesPort, FileTooLargeError } from '../files.port.ts';
import { createLocalFiles } from './local.adapter.ts';

let root = '';
let files: FilesPort;

beforeAll(async () => {
  root = await mkdtemp(path.join(os.tmpdir(), 'overture files '));
  files = createLocalFiles(path.join(root, 'files'));
  await writeFile(path.join(root, 'secret'), 'not for you');
});

afterAll(() => rm(root, { recursive: true, force: true }));

describe('local files', () => {
  test('what was saved is read back, whole or from an offset, until it is deleted', async () => {
    const stored = await files.saveFile('attachments', Readable.from([Buffer.from('hel'), Buffer.from('lo')]), 100);
    expect(stored.size_in_bytes).toBe(5);
    expect(stored.sha256).toBe('2cf24dba5fb0a30e26e83b2ac5b9e29e1b161e5c1fa7425e73043362938b9824');
    expect((await files.readFile(stored.key, 100))?.toString()).toBe('hello');
    const opened = await files.openFile(stored.key, 3);
    expect(Buffer.concat(await opened!.stream.toArray()).toString()).toBe('lo');
    expect(await files.deleteFile(stored.key)).toBe(true);
    expect(await files.deleteFile(stored.key)).toBe(false);
    expect(await files.readFile(stored.key, 100)).toBeNull();
    expect(await files.openFile(stored.key)).toBeNull();
  });

  test('partial files of killed processes are deleted after a day, those that are being written are kept', async () => {
    const folder = path.join(root, 'files', 'archives', '0a');
    await mkdir(folder, { recursive: true });
    const [old, fresh] = ['old.part', 'fresh.part'].map((name) => path.join(folder, name)) as [string, string];
    for (const file of [old, fresh]) await writeFile(file, 'half');
    const twoDaysAgo = new Date(Date.now() - 2 * 86_400_000);
    await utimes(old, twoDaysAgo, twoDaysAgo);
    await files.saveFile('archives', Buffer.from('x'), 9);
    expect((await readdir(folder)).filter((name) => name.endsWith('.part'))).toEqual(['fresh.part']);
  });

  test('the same bytes saved twice are two files', async () => {
    const [one, two] = await Promise.all([
      files.saveFile('a', Buffer.from('x'), 9),
      files.saveFile('a', Buffer.from('x'), 9),
    ]);
    expect(one.key).not.toBe(two.key);
  });

  test('a file over its bound leaves nothing behind, nor does a broken upload', async () => {
    await expect(files.saveFile('big', Buffer.alloc(101), 100)).rejects.toBeInstanceOf(FileTooLargeError);
    async function* broken() {
      yield Buffer.from('half');
      throw new Error('connection lost');
    }
    await expect(files.saveFile('big', Readable.from(broken()), 100)).rejects.toThrow('connection lost');
    const left = await readdir(path.join(root, 'files', 'big'), { recursive: true, withFileTypes: true });
    expect(left.filter((entry) => entry.isFile())).toEqual([]);
    const stored = await files.saveFile('big', Buffer.alloc(100), 100);
    await expect(files.readFile(stored.key, 99)).rejects.toBeInstanceOf(FileTooLargeError);
  });

  test.each([
    '../secret',
    'a/../../secret',
    '/etc/passwd',
    'a/00/../../../../secret',
    'a/00/0123456789abcdef0123456789abcdef/../x',
    'a\\00\\0123456789abcdef0123456789abcdef',
    'a/00/0123456789abcdef0123456789abcdef\0',
    'a/00/0123456789ABCDEF0123456789ABCDEF',
    '',
    'a/00/0123456789abcdef0123456789abcdef.part',
  ])('%j is no key', async (key) => {
    await expect(files.readFile(key, 100)).rejects.toBeInstanceOf(BadFileKeyError);
    await expect(files.openFile(key)).rejects.toBeInstanceOf(BadFileKeyError);
    await expect(files.deleteFile(key)).rejects.toBeInstanceOf(BadFileKeyError);
  });

  test.each(['..', '../x', 'a/b', '', 'A', '.hidden', '/tmp'])('%j is no folder', async (folder) => {
    await expect(files.saveFile(folder, Buffer.from('x'), 9)).rejects.toBeInstanceOf(BadFileKeyError);
  });
});
