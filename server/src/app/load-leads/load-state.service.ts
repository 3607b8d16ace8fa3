import { createHash } from 'node:crypto';
import { mkdir, open, readFile, realpath, rename, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { LeadMapping } from './lead-fields.rules.ts';

/** What became of a file's rows: read = new + updated + duplicate + skipped + bad. */
export type LoadCounts = {
  read: number;
  new: number;
  updated: number;
  /** A later row of the same batch is about the same person. */
  duplicate: number;
  skipped: number;
  bad: number;
};

/** How far a file is loaded. `bad_bytes`: how much of the list of bad rows belongs to the rows counted. */
export type LoadState = { file: string; counts: LoadCounts; bad_bytes: number; is_finished: boolean };

export const noCounts: LoadCounts = { read: 0, new: 0, updated: 0, duplicate: 0, skipped: 0, bad: 0 };

/** Where the state of one file and the list of its bad rows are kept. */
export type LoadFiles = { state: string; bad_rows: string };

/** The same file, unchanged, with the same mapping resumes where it stopped. */
export async function findLoadFiles(directory: string, path: string, mapping: LeadMapping): Promise<LoadFiles> {
  const real = await realpath(path);
  const { size, mtimeMs } = await stat(real);
  const name = createHash('sha256')
    .update(JSON.stringify([real, size, mtimeMs, mapping]))
    .digest('hex')
    .slice(0, 24);
  await mkdir(directory, { recursive: true });
  return { state: join(directory, `${name}.json`), bad_rows: join(directory, `${name}.bad-rows.csv`) };
}

/** How far an earlier run came; null when there was none, or it came to the end. */
export async function loadState(files: LoadFiles): Promise<LoadState | null> {
  const text = await readFile(files.state, 'utf8').catch(() => null);
  if (text === null) return null;
  const state = JSON.parse(text) as LoadState;
  return state.is_finished ? null : state;
}

/** Written beside and put in place when it is on the disk: a kill leaves the old state or the new one. */
export async function writeState(files: LoadFiles, state: LoadState): Promise<void> {
  const beside = `${files.state}.new`;
  const handle = await open(beside, 'w');
  await handle.writeFile(JSON.stringify(state));
  await handle.sync();
  await handle.close();
  await rename(beside, files.state);
}
