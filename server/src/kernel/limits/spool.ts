import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { type FileHandle, mkdir, open, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { TENANT_LIMITS } from '@overture/domain/tenant-limits';
import { ApiError } from '../errors.ts';
import { requireDiskSpace } from './disk-space.ts';

const PIECE_IN_BYTES = 256 * 1024;
/** The disk is looked at again after this much. */
const LOOK_EVERY_BYTES = 64 * 1024 * 1024;

export interface Spool {
  /** Takes the rows as fast as they come; ends when the last one is stored. Throws the error, which the reader gets too. */
  fill(rows: AsyncIterable<Buffer>): Promise<void>;
  /** The bytes written so far and those still to come. The file is deleted at the end, also after an error. */
  readable: Readable;
}

/**
 * A file between a fast writer and a slow reader: the writer, who holds a database connection, never waits, and the reader
 * starts immediately.
 */
export async function createSpool(dataDirectory: string): Promise<Spool> {
  const directory = join(dataDirectory, 'spool');
  await mkdir(directory, { recursive: true, mode: 0o700 });
  const path = join(directory, randomUUID());
  const file = await open(path, 'wx+', 0o600);
  // Nameless from the start where the system can do that: nothing is left behind by a process that is killed.
  await rm(path, { force: true }).catch(() => undefined);
  const state: SpoolState = { written: 0, looked: 0, isComplete: false, failure: null, isClosed: false };
  const wake = new EventTarget();
  const readable = Readable.from(readBehind(file, state, wake), { objectMode: false, highWaterMark: PIECE_IN_BYTES });
  readable.once('close', () => {
    state.isClosed = true;
    void file.close().catch(() => undefined);
    void rm(path, { force: true }).catch(() => undefined);
  });
  const notify = (): void => void wake.dispatchEvent(new Event('more'));
  return {
    readable,
    async fill(rows) {
      try {
        for await (const piece of rows) {
          // COPY must be read to its end, even without a reader.
          if (readable.destroyed || state.failure) continue;
          await requireRoom(directory, piece, state);
          if (!state.failure) await keep(file, piece, state);
          notify();
        }
        if (state.failure) throw state.failure;
        state.isComplete = true;
      } catch (error) {
        state.failure = error as Error;
        if (!readable.destroyed) throw error;
      } finally {
        notify();
      }
    },
  };
}

interface SpoolState {
  written: number;
  /** With so much written the disk is looked at again. */
  looked: number;
  isComplete: boolean;
  failure: Error | null;
  isClosed: boolean;
}

/** A spool fails that gets larger than an export may be, or whose disk has no room for more. */
async function requireRoom(directory: string, piece: Buffer, state: SpoolState): Promise<void> {
  if (state.written + piece.length > TENANT_LIMITS.max_export_bytes) state.failure = new ApiError('too_large');
  if (state.written < state.looked) return;
  await requireDiskSpace(directory, piece.length).catch((error) => {
    state.failure = error;
  });
  state.looked = state.written + LOOK_EVERY_BYTES;
}

async function keep(file: FileHandle, piece: Buffer, state: SpoolState): Promise<void> {
  try {
    for (let from = 0; from < piece.length; ) {
      const { bytesWritten } = await file.write(piece, from, piece.length - from, state.written);
      from += bytesWritten;
      state.written += bytesWritten;
    }
  } catch (error) {
    // A reader that left took the file with them.
    if (!state.isClosed) state.failure = error as Error;
  }
}

async function* readBehind(file: FileHandle, state: SpoolState, wake: EventTarget): AsyncGenerator<Buffer> {
  let position = 0;
  while (true) {
    if (position < state.written) {
      const piece = Buffer.alloc(Math.min(PIECE_IN_BYTES, state.written - position));
      const { bytesRead } = await file.read(piece, 0, piece.length, position);
      position += bytesRead;
      yield piece.subarray(0, bytesRead);
    } else if (state.failure) throw state.failure;
    else if (state.isComplete) return;
    else await once(wake, 'more');
  }
}
