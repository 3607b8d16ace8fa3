import { mkdir, mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { describeFilesPlace } from '../files.conformance.ts';
import { createLocalFiles } from './local.adapter.ts';

let root = '';
beforeAll(async () => {
  root = await mkdtemp(path.join(os.tmpdir(), 'overture files '));
  await writeFile(path.join(root, 'secret'), 'not for you');
});
afterAll(() => rm(root, { recursive: true, force: true }));

describeFilesPlace('local files', async () => createLocalFiles(path.join(root, 'files')), 300_000);

test('partial files of killed processes are deleted after a day, those that are being written are kept', async () => {
  const folder = path.join(root, 'files', 'archives', '0a');
  await mkdir(folder, { recursive: true });
  const [old, fresh] = ['old.part', 'fresh.part'].map((name) => path.join(folder, name)) as [string, string];
  for (const file of [old, fresh]) await writeFile(file, 'half');
  const twoDaysAgo = new Date(Date.now() - 2 * 86_400_000);
  await utimes(old, twoDaysAgo, twoDaysAgo);
  await createLocalFiles(path.join(root, 'files')).saveFile('archives', Buffer.from('x'), 9);
  expect((await readdir(folder)).filter((name) => name.endsWith('.part'))).toEqual(['fresh.part']);
});

test('a file that is deleted while it is read is read to its end', async () => {
  const files = createLocalFiles(path.join(root, 'files'));
  const { key } = await files.saveFile('a', Buffer.alloc(200_000, 'x'), 300_000);
  const opened = await files.openFile(key);
  await files.deleteFile(key);
  expect(Buffer.concat(await opened!.stream.toArray()).length).toBe(200_000);
});
