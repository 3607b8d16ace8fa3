import { createHash, randomUUID } from 'node:crypto';
import type { FilesPlace, ListedFile } from '@overture/adapters/files/files.port';
import type { SystemContext } from '../../kernel/context.ts';
import { isInstallationHeld } from './deletions.store.ts';
import { beginMove, endMove, extendLease, type MoveTarget, saveProgress } from './moves.store.ts';

type Ctx = Pick<SystemContext, 'systemRead' | 'systemTransaction' | 'log'>;

export interface MoveOptions {
  source: FilesPlace;
  target: FilesPlace;
  /** Of the target, for the record. */
  name: MoveTarget;
  /** Ends the move between two files. */
  signal: AbortSignal;
  onProgress?: (done: Moved) => void;
  /** For tests. */
  batch?: number;
}

interface Moved {
  files: number;
  bytes: number;
}

export interface MoveResult extends Moved {
  outcome: 'done' | 'stopped';
}

/** An operator reads it: why nothing, or no more, is moved. */
export class MoveError extends Error {}

const BATCH = 100;
const AT_ONCE = 8;
const BEAT_IN_MS = 10_000;
const MAX_PASSES = 3;

/**
 * Moves every file of one place to the other while the program runs. Each is copied, read back, compared, and only then deleted where it was. What
 * fails stays where it was, and the next run continues: the files that are left are the state.
 * @throws MoveError, FilesUnavailableError
 */
export async function moveFiles(ctx: Ctx, options: MoveOptions): Promise<MoveResult> {
  // It would empty the bucket.
  if (options.name === 'folder' && (await ctx.systemRead(isInstallationHeld)))
    throw new MoveError(
      'Sending is held: the bucket may be that of the installation this one was restored from. Confirm in the admin area that the other one is off, then run this again.',
    );
  const token = randomUUID();
  if (!(await beginMove(ctx, token, options.name)))
    throw new MoveError('Another process moves files right now. If it was killed, try again in 30 seconds.');
  const beat = setInterval(() => void extendLease(ctx, token).catch(() => undefined), BEAT_IN_MS);
  let isFinished = false;
  try {
    const result = await moveAll(ctx, token, options);
    isFinished = result.outcome === 'done';
    return result;
  } finally {
    clearInterval(beat);
    await endMove(ctx, token, isFinished).catch((error) => ctx.log.warn({ err: error }, 'move of files not ended'));
  }
}

/** Until a pass finds nothing left: a process that was started with the settings of before saves where it did. */
async function moveAll(ctx: Ctx, token: string, options: MoveOptions): Promise<MoveResult> {
  const { signal } = options;
  const total: Moved = { files: 0, bytes: 0 };
  for (let pass = 1; pass <= MAX_PASSES && !signal.aborted; pass += 1) {
    const before = total.files;
    await movePass(ctx, token, options, total);
    if (total.files === before) break;
  }
  return { ...total, outcome: signal.aborted ? 'stopped' : 'done' };
}

async function movePass(ctx: Ctx, token: string, options: MoveOptions, total: Moved): Promise<void> {
  const { source, signal, onProgress, batch = BATCH } = options;
  let last: Moved = { files: 0, bytes: 0 };
  for (let after: string | null = null; ; ) {
    const listed: ListedFile[] = signal.aborted ? [] : await source.listFiles(after, batch);
    if (!(await saveProgress(ctx, token, last))) throw new MoveError('Another process took the move over.');
    if (listed.length === 0) return;
    last = await moveSome(options, listed);
    total.files += last.files;
    total.bytes += last.bytes;
    onProgress?.({ ...total });
    after = listed.at(-1)!.key;
  }
}

/** The first failure ends it, once the files that are being copied are done. */
async function moveSome(options: MoveOptions, listed: readonly ListedFile[]): Promise<Moved> {
  const waiting = [...listed];
  const moved: Moved = { files: 0, bytes: 0 };
  let failure: unknown = null;
  const work = async (): Promise<void> => {
    while (failure === null && !options.signal.aborted) {
      const file = waiting.shift();
      if (file === undefined) return;
      try {
        if (!(await moveOne(options, file))) continue;
        moved.files += 1;
        moved.bytes += file.size_in_bytes;
      } catch (error) {
        failure ??= error;
      }
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  if (failure !== null) throw failure;
  return moved;
}

/** @returns false for a file that was deleted before it was copied, or while it was */
async function moveOne({ source, target }: MoveOptions, { key }: ListedFile): Promise<boolean> {
  const opened = await source.openFile(key);
  if (opened === null) return false;
  const written = await target.putFile(key, opened.stream, Number.MAX_SAFE_INTEGER);
  const copy = await computeDigest(target, key);
  if (copy !== written.sha256 || written.size_in_bytes !== opened.size_in_bytes) {
    // Another mover, which took over after a pause of this one, may have deleted the original already.
    if (await source.hasFile(key)) await target.deleteFile(key);
    throw new MoveError(`The copy of ${key} differs from the file. Nothing was deleted; run the command again.`);
  }
  // Deleted while it was copied: that deletion is repeated when nothing is moved (`file_deletions`), and takes the copy away.
  if (!(await source.hasFile(key))) return false;
  await source.deleteFile(key);
  return true;
}

async function computeDigest(place: FilesPlace, key: string): Promise<string | null> {
  const opened = await place.openFile(key);
  if (opened === null) return null;
  const hash = createHash('sha256');
  for await (const chunk of opened.stream) hash.update(chunk as Buffer);
  return hash.digest('hex');
}
