import { createHash, randomBytes } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, open, readdir, readFile, rename, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { BadFileKeyError, type FilesPort, FileTooLargeError } from '../files.port.ts';

/** `<folder>/<two letters>/<32 letters>`: made here, and the only form that is ever turned into a path. */
const KEY = /^[a-z0-9][a-z0-9-]{0,39}\/[0-9a-f]{2}\/[0-9a-f]{32}$/;
/** A file that is being written changes all the time. An older partial one belongs to a process that was killed. */
const ABANDONED_AFTER_MS = 24 * 3_600_000;
const FOLDER = /^[a-z0-9][a-z0-9-]{0,39}$/;

/** Files on the local disk under `root`, which is made when missing. */
export function createLocalFiles(root: string): FilesPort {
  const base = path.resolve(root);
  const swept = new Map<string, Promise<void>>();

  /** Once for each folder and process. */
  function sweep(folder: string): Promise<void> {
    const sweeping = swept.get(folder) ?? deleteAbandoned(path.join(base, folder));
    swept.set(folder, sweeping);
    return sweeping;
  }

  function pathOf(key: string): string {
    if (!KEY.test(key)) throw new BadFileKeyError('This is not the key of a stored file.');
    return path.join(base, ...key.split('/'));
  }

  return {
    async saveFile(folder, content, max_size_in_bytes) {
      if (!FOLDER.test(folder)) throw new BadFileKeyError(`"${folder}" is not a folder name.`);
      await sweep(folder);
      const id = randomBytes(16).toString('hex');
      const key = `${folder}/${id.slice(0, 2)}/${id}`;
      return { key, ...(await writeWhole(pathOf(key), content, max_size_in_bytes)) };
    },

    async readFile(key, max_size_in_bytes) {
      const file = pathOf(key);
      const size_in_bytes = await sizeOf(file);
      if (size_in_bytes === null) return null;
      if (size_in_bytes > max_size_in_bytes) throw new FileTooLargeError(max_size_in_bytes);
      return readFile(file);
    },

    async openFile(key, start_in_bytes = 0) {
      const file = pathOf(key);
      const size_in_bytes = await sizeOf(file);
      if (size_in_bytes === null) return null;
      return { stream: createReadStream(file, { start: start_in_bytes }), size_in_bytes };
    },

    async deleteFile(key) {
      const file = pathOf(key);
      if ((await sizeOf(file)) === null) return false;
      await rm(file, { force: true });
      return true;
    },
  };
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

async function sizeOf(file: string): Promise<number | null> {
  try {
    return (await stat(file)).size;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}
