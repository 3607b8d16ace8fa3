import { BadFileKeyError, type FilesPort } from '@overture/adapters/files/files.port';
import { toStorableText } from '@overture/domain/text/storable-text';
import type { Kysely } from 'kysely';
import type { DB } from '../../kernel/db/__generated__/database.ts';
import type { Log } from '../../kernel/log.ts';
import { queueFileDeletions } from '../../kernel/uploads/file-deletions.ts';
import * as store from './deletions.store.ts';

const MAX_ERROR = 500;
const BATCH = 200;
const AT_ONCE = 8;
/** A bucket that refuses a few of a batch refuses them all: the rest waits without being tried. */
const MAX_FAILURES = 8;

export interface FileDeletions {
  files: FilesPort;
  /** Deletes what is waiting, unless it is held. */
  deleteDue(): Promise<void>;
}

interface Options {
  db: Kysely<DB>;
  log: Log;
  /** Whether the place is one that another installation may use too: a bucket. */
  is_shared: boolean;
}

/**
 * Files that cannot be deleted right now are deleted later: the erasure of a person must not depend on a bucket that answers in this
 * moment. The key is stored before the call returns. While sending is held nothing is deleted from a bucket: a database that was restored
 * for a trial would delete the files of the installation that it was copied from.
 */
export function createFileDeletions(files: FilesPort, { db, log, is_shared }: Options): FileDeletions {
  const isHeld = async (): Promise<boolean> => is_shared && (await store.isInstallationHeld({ db }));
  const keeping: FilesPort = {
    ...files,
    async deleteFile(key) {
      if (await isHeld()) return queueFileDeletions({ db }, [key], 'Sending is held.');
      try {
        await files.deleteFile(key);
        if (is_shared) await store.repeatDuringMove({ db }, key);
      } catch (error) {
        // A key that is none is an error of the caller, and will never be deleted.
        if (error instanceof BadFileKeyError) throw error;
        await queueFileDeletions({ db }, [key], describe(error));
        log.warn({ err: error }, 'file not deleted, retrying later');
      }
    },
  };
  return {
    files: keeping,
    deleteDue: async () => ((await isHeld()) ? undefined : deleteDue(files, { db, log })),
  };
}

const describe = (error: unknown): string =>
  toStorableText(error instanceof Error ? error.message : String(error), MAX_ERROR);

/** One batch after the other until nothing is due. A file that a row still names stays. */
async function deleteDue(files: FilesPort, { db, log }: Pick<Options, 'db' | 'log'>): Promise<void> {
  for (;;) {
    const due = await store.listDueDeletions({ db }, BATCH);
    if (due.length === 0) return;
    const named = new Set(await store.postponeNamed({ db }, due));
    const { deleted, failed, error } = await deleteSome(
      files,
      due.flatMap(({ key }) => (named.has(key) ? [] : [key])),
    );
    if (deleted.length > 0) await store.endDeletions({ db }, deleted);
    if (error === null) continue;
    await store.postponeDeletions({ db }, failed, describe(error));
    log.warn({ err: error, files: failed.length }, 'files not deleted, retrying later');
    return;
  }
}

async function deleteSome(files: FilesPort, keys: readonly string[]) {
  const waiting = [...keys];
  const deleted: string[] = [];
  const failed: string[] = [];
  let error: unknown = null;
  const work = async (): Promise<void> => {
    for (let key = waiting.pop(); key !== undefined; key = waiting.pop()) {
      try {
        await files.deleteFile(key);
        deleted.push(key);
      } catch (reason) {
        error = reason;
        failed.push(key);
        if (failed.length >= MAX_FAILURES) failed.push(...waiting.splice(0));
      }
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  return { deleted, failed, error };
}
