import { createHash, randomBytes } from 'node:crypto';
import { Readable } from 'node:stream';
import { beforeAll, describe, expect, test } from 'vitest';
import { BadFileKeyError, type FilesPlace, FileTooLargeError } from './files.port.ts';

/** What every place with files does alike. @param largest_in_bytes of a file: more than one part of an upload, where there are parts */
export function describeFilesPlace(name: string, open: () => Promise<FilesPlace>, largest_in_bytes: number): void {
  describe(name, () => {
    let files: FilesPlace;
    beforeAll(async () => {
      files = await open();
    });
    const listAll = async (): Promise<string[]> => (await files.listFiles(null, 1000)).map(({ key }) => key);

    test('what was saved is read back, whole or from an offset, until it is deleted', async () => {
      const stored = await files.saveFile('attachments', Readable.from([Buffer.from('hel'), Buffer.from('lo')]), 100);
      expect(stored.size_in_bytes).toBe(5);
      expect(stored.sha256).toBe('2cf24dba5fb0a30e26e83b2ac5b9e29e1b161e5c1fa7425e73043362938b9824');
      expect((await files.readFile(stored.key, 100))?.toString()).toBe('hello');
      const opened = await files.openFile(stored.key, 3);
      expect([Buffer.concat(await opened!.stream.toArray()).toString(), opened!.size_in_bytes]).toEqual(['lo', 5]);
      const behind = await files.openFile(stored.key, 5);
      expect([await behind!.stream.toArray(), behind!.size_in_bytes]).toEqual([[], 5]);
      expect(await files.hasFile(stored.key)).toBe(true);
      await files.deleteFile(stored.key);
      await files.deleteFile(stored.key);
      expect(await files.hasFile(stored.key)).toBe(false);
      expect(await files.readFile(stored.key, 100)).toBeNull();
      expect(await files.openFile(stored.key)).toBeNull();
    });

    test.each([0, 1, largest_in_bytes - 1, largest_in_bytes])('a file of %i bytes is as it was', async (size) => {
      const content = randomBytes(size);
      const chunks = Array.from({ length: Math.ceil(size / 70_000) }, (_, n) =>
        content.subarray(n * 70_000, (n + 1) * 70_000),
      );
      const stored = await files.saveFile('imports', Readable.from(chunks), size);
      const sha256 = createHash('sha256').update(content).digest('hex');
      expect(stored).toEqual({ key: stored.key, size_in_bytes: size, sha256 });
      expect((await files.readFile(stored.key, size))!.equals(content)).toBe(true);
      await files.deleteFile(stored.key);
    });

    test('the same bytes saved twice are two files', async () => {
      const [one, two] = await Promise.all(['x', 'x'].map((text) => files.saveFile('a', Buffer.from(text), 9)));
      expect(one!.key).not.toBe(two!.key);
    });

    test('files are listed in the order of their keys, page by page', async () => {
      const before = await listAll();
      const saved = await Promise.all(
        ['b', 'a', 'b', 'c-d'].map((folder) => files.saveFile(folder, Buffer.from('xy'), 9)),
      );
      const all = await listAll();
      expect(all).toEqual([...before, ...saved.map(({ key }) => key)].sort());
      const pages: string[] = [];
      for (
        let page = await files.listFiles(null, 2);
        page.length > 0;
        page = await files.listFiles(page.at(-1)!.key, 2)
      ) {
        expect(page.length).toBeLessThanOrEqual(2);
        pages.push(...page.map(({ key }) => key));
      }
      expect(pages).toEqual(all);
      expect((await files.listFiles(null, 1000)).find(({ key }) => key === saved[0]!.key)?.size_in_bytes).toBe(2);
    });

    test('a file put under a key of another place replaces what was there', async () => {
      const { key } = await files.saveFile('a', Buffer.from('old'), 9);
      await files.putFile(key, Readable.from([Buffer.from('newer')]), 9);
      expect((await files.readFile(key, 9))?.toString()).toBe('newer');
    });

    test('a file over its bound leaves nothing behind, nor does a broken upload', async () => {
      const before = await listAll();
      await expect(files.saveFile('big', Buffer.alloc(101), 100)).rejects.toBeInstanceOf(FileTooLargeError);
      const endless = Readable.from(
        (function* () {
          for (;;) yield Buffer.alloc(70_000);
        })(),
      );
      await expect(files.saveFile('big', endless, largest_in_bytes)).rejects.toBeInstanceOf(FileTooLargeError);
      for (const size of [4, largest_in_bytes]) {
        const broken = async function* () {
          yield Buffer.alloc(size);
          throw new Error('connection lost');
        };
        await expect(files.saveFile('big', Readable.from(broken()), largest_in_bytes)).rejects.toThrow(
          'connection lost',
        );
      }
      expect(await listAll()).toEqual(before);
      const stored = await files.saveFile('big', Buffer.alloc(100), 100);
      await expect(files.readFile(stored.key, 99)).rejects.toBeInstanceOf(FileTooLargeError);
    });

    test('it finds itself well, and leaves nothing behind', async () => {
      const before = await listAll();
      expect(await files.check()).toContain('Written, read and deleted.');
      expect(await listAll()).toEqual(before);
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
      'a/00/0123456789abcdef0123456789abcdef?acl',
      '',
      'a/00/0123456789abcdef0123456789abcdef.part',
    ])('%j is no key', async (key) => {
      await expect(files.readFile(key, 100)).rejects.toBeInstanceOf(BadFileKeyError);
      await expect(files.openFile(key)).rejects.toBeInstanceOf(BadFileKeyError);
      await expect(files.deleteFile(key)).rejects.toBeInstanceOf(BadFileKeyError);
      await expect(files.hasFile(key)).rejects.toBeInstanceOf(BadFileKeyError);
      await expect(files.putFile(key, Buffer.from('x'), 9)).rejects.toBeInstanceOf(BadFileKeyError);
    });

    test.each(['..', '../x', 'a/b', '', 'A', '.hidden', '/tmp'])('%j is no folder', async (folder) => {
      await expect(files.saveFile(folder, Buffer.from('x'), 9)).rejects.toBeInstanceOf(BadFileKeyError);
    });
  });
}
