import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { type FileHandle, mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { isFileKey, makeFileKey, requireFileKey } from '../file-keys.ts';
import { checkByWriting } from '../file-probe.ts';
import { type FilesPlace, FileTooLargeError, type ListedFile } from '../files.port.ts';

/** A file that is being written changes all the time. An older partial one belongs to a process that was killed. */
const ABANDONED_AFTER_MS = 24 * 3_600_000;

/** Files on the local disk under `root`, which is made when missing. */
export function createLocalFiles(root: string): FilesPlace {
  const base = path.resolve(root);
  const swept = new Map<string, Promise<void>>();

  /** Once for each folder and process. */
  function sweep(folder: string): Promise<void> {
    const sweeping = swept.get(folder) ?? deleteAbandoned(path.join(base, folder));
    swept.set(folder, sweeping);
    return sweeping;
  }

  const pathOf = (key: string): string => path.join(base, ...requireFileKey(key).split('/'));

  const place: FilesPlace = {
    async saveFile(folder, content, max_size_in_bytes) {
      const key = makeFileKey(folder);
      await sweep(folder);
      return place.putFile(key, content, max_size_in_bytes);
    },

    async putFile(key, content, max_size_in_bytes) {
      const target = pathOf(key);
      // Of a mover that was killed: keys are moved by one process at a time.
      await rm(`${target}.part`, { force: true });
      return { key, ...(await writeWhole(target, content, max_size_in_bytes)) };
    },

    async readFile(key, max_size_in_bytes) {
      return loadWhole(pathOf(key), max_size_in_bytes);
    },

    // Opened before its size is read: it can be deleted at any moment, and an open file stays readable.
    async openFile(key, start_in_bytes = 0) {
      const handle = await openOrNull(pathOf(key));
      if (handle === null) return null;
      const { size } = await handle.stat();
      return { stream: handle.createReadStream({ start: start_in_bytes }), size_in_bytes: size };
    },

    async deleteFile(key) {
      await rm(pathOf(key), { force: true });
    },

    listFiles: (after, limit) => listAfter(base, after, limit),

    async hasFile(key) {
      const handle = await openOrNull(pathOf(key));
      await handle?.close();
      return handle !== null;
    },

    check: () => checkByWriting(place),

    async close() {},
  };
  return place;
}

/** Deletes partial files of killed processes. A folder that cannot be read keeps them: saving matters more. */
async function deleteAbandoned(folder: string): Promise<void> {
  for (const part of await readdir(folder).catch(() => [])) {
    for (const name of await readdir(path.join(folder, part)).catch(() => [])) {
      if (!name.endsWith('.part')) continue;
      const file = path.join(folder, part, name);
      const about = await stat(file).catch(() => null);
      if (about && Date.now() - about.mtimeMs > ABANDONED_AFTER_MS)
        await rm(file, { force: true }).catch(() => undefined);
    }
  }
}

async function loadWhole(file: string, max_size_in_bytes: number): Promise<Buffer | null> {
  const handle = await openOrNull(file);
  if (handle === null) return null;
  try {
    if ((await handle.stat()).size > max_size_in_bytes) throw new FileTooLargeError(max_size_in_bytes);
    return await handle.readFile();
  } finally {
    await handle.close();
  }
}

/** Reads one folder of names at a time. */
async function listAfter(base: string, after: string | null, limit: number): Promise<ListedFile[]> {
  const [afterFolder = '', afterPart = ''] = (after ?? '').split('/');
  const listed: ListedFile[] = [];
  for (const folder of await listNames(base)) {
    if (folder < afterFolder) continue;
    for (const part of await listNames(path.join(base, folder))) {
      if (folder === afterFolder && part < afterPart) continue;
      const keys = (await listNames(path.join(base, folder, part))).map((name) => `${folder}/${part}/${name}`);
      for (const key of keys.filter((one) => isFileKey(one) && (after === null || one > after))) {
        const about = await stat(path.join(base, key)).catch(() => null);
        if (about?.isFile()) listed.push({ key, size_in_bytes: about.size });
        if (listed.length === limit) return listed;
      }
    }
  }
  return listed;
}

async function listNames(folder: string): Promise<string[]> {
  const names = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return [];
    throw error;
  });
  return names.sort();
}

/** The file is there with all of its content, or not at all. */
async function writeWhole(
  target: string,
  content: Buffer | Readable,
  max_size_in_bytes: number,
): Promise<{ size_in_bytes: number; sha256: string }> {
  const temporary = `${target}.part`;
  await mkdir(path.dirname(target), { recursive: true, mode: 0o700 });
  const meter = createMeter(max_size_in_bytes);
  try {
    const source = Buffer.isBuffer(content) ? Readable.from([content]) : content;
    await pipeline(source, meter.stream, createWriteStream(temporary, { mode: 0o600, flags: 'wx' }));
    await syncToDisk(temporary);
    await rename(temporary, target);
  } catch (error) {
    await rm(temporary, { force: true });
    throw error;
  }
  return { size_in_bytes: meter.size(), sha256: meter.sha256() };
}

function createMeter(max_size_in_bytes: number): { stream: Transform; size(): number; sha256(): string } {
  const hash = createHash('sha256');
  let size = 0;
  const stream = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      size += chunk.length;
      if (size > max_size_in_bytes) return done(new FileTooLargeError(max_size_in_bytes));
      hash.update(chunk);
      done(null, chunk);
    },
  });
  return { stream, size: () => size, sha256: () => hash.digest('hex') };
}

/** A row will name this file: it must not be empty after a power cut. */
async function syncToDisk(file: string): Promise<void> {
  const handle = await open(file, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

async function openOrNull(file: string): Promise<FileHandle | null> {
  try {
    return await open(file, 'r');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}
