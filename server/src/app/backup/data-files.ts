import { createReadStream } from 'node:fs';
import { chmod, copyFile, link, mkdir, readdir, rm, stat } from 'node:fs/promises';
import { dirname, join, relative, resolve, sep } from 'node:path';
import { BackupError, DATA_PREFIX } from './archive-format.ts';
import type { ArchiveWriter } from './archive-writer.ts';

/** Of the installation whose database was lost: it names who was erased since the backup. */
export const ERASURE_JOURNAL = 'erasures.ndjson';

const STAGING = '.backup-';
/** The database is stored as tables; the lead database is loaded again from its sources; locks, logs and backups are not copied. */
const LEFT_OUT =
  /^(postgres(\.|-|$)|lead-database$|lead-loads$|backups$|lost\+found$|\.backup-)|\.(lock|tar|partial|new|part)$/;

export interface StagedFiles {
  /** Opens the files that exist now; what happens to a file later does not change the backup. */
  gather(): Promise<void>;
  list(): Promise<{ path: string; size: number }[]>;
  write(archive: ArchiveWriter): Promise<void>;
  remove(): Promise<void>;
}

/** Second names for the files of DATA_DIR: the program may delete or replace them while they are copied. */
export async function stageFiles(dataDirectory: string): Promise<StagedFiles> {
  for (const name of await readdir(dataDirectory))
    if (name.startsWith(STAGING)) await rm(join(dataDirectory, name), { recursive: true, force: true });
  const staging = join(dataDirectory, `${STAGING}${process.pid}`);
  await mkdir(staging, { mode: 0o700 });
  const list = async () => {
    const found = [];
    for await (const path of walk(staging))
      found.push({ path: relative(staging, path), size: (await stat(path)).size });
    return found.sort((one, other) => (one.path < other.path ? -1 : 1));
  };
  return {
    async gather() {
      for await (const path of walk(dataDirectory, LEFT_OUT))
        await linkFiles(path, join(staging, relative(dataDirectory, path)));
    },
    list,
    async write(archive) {
      for (const { path, size } of await list()) {
        const name = DATA_PREFIX + path.split(sep).join('/');
        if (size === 0) await archive.addBuffer(name, Buffer.alloc(0));
        // Bytes appended later are not part of it.
        else await archive.addStream(name, size, createReadStream(join(staging, path), { end: size - 1 }));
      }
    },
    remove: () => rm(staging, { recursive: true, force: true }),
  };
}

/** Bytes of what a backup takes up. */
export async function measureFiles(dataDirectory: string): Promise<number> {
  let bytes = 0;
  for await (const path of walk(dataDirectory, LEFT_OUT)) bytes += await sizeOf(path);
  return bytes;
}

const sizeOf = (path: string): Promise<number> =>
  stat(path).then(
    ({ size }) => size,
    () => 0, // deleted a moment ago
  );

/** Plain files only: no links, sockets or devices. */
async function* walk(directory: string, leftOut?: RegExp): AsyncGenerator<string> {
  for (const entry of await readdir(directory, { withFileTypes: true })) {
    if (leftOut?.test(entry.name)) continue;
    const path = join(directory, entry.name);
    if (entry.isDirectory()) yield* walk(path, entry.name.length > 0 ? /\.(lock|part|new)$/ : undefined);
    else if (entry.isFile()) yield path;
  }
}

async function linkFiles(from: string, to: string): Promise<void> {
  await mkdir(dirname(to), { recursive: true, mode: 0o700 });
  try {
    await link(from, to);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'EEXIST' || code === 'ENOENT') return;
    await copyFile(from, to).catch((failure: NodeJS.ErrnoException) => {
      if (failure.code !== 'ENOENT') throw failure;
    });
  }
}

/** Names of what keeps a folder from being empty. A key that was made just now, backups, and the journal of erasures do not. */
export async function listBelongings(dataDirectory: string, archive: string): Promise<string[]> {
  const names = await readdir(dataDirectory).catch(() => []);
  return names.filter(
    (name) =>
      !['secrets.json', 'backups', 'lost+found', ERASURE_JOURNAL].includes(name) &&
      join(dataDirectory, name) !== resolve(archive) &&
      !name.endsWith('.tar'),
  );
}

/** @throws BackupError for a name that leads out of the folder: no backup of ours has one */
export function resolvePlace(dataDirectory: string, name: string): string {
  const path = resolve(dataDirectory, name.slice(DATA_PREFIX.length));
  if (!path.startsWith(dataDirectory + sep) || name.includes('\0') || name.includes('\\'))
    throw new BackupError('The backup names a file outside of its folder. Nothing was restored from it.');
  return path;
}

export async function closeFolder(path: string): Promise<void> {
  await mkdir(path, { recursive: true, mode: 0o700 });
  await chmod(path, 0o700).catch(() => undefined); // a mounted folder with another owner
}
