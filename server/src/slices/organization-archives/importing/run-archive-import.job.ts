import type { Context, SystemContext } from '../../../kernel/context.ts';
import { DatabaseUnavailable } from '../../../kernel/db/outage.ts';
import { ApiError } from '../../../kernel/errors.ts';
import { runUnits } from '../../../kernel/rounds/rounds.ts';
import type { Loop, Task } from '../../../kernel/slice.ts';
import { queueFileDeletions } from '../../../kernel/uploads/file-deletions.ts';
import { ArchiveError } from '../reading/zip-entries.service.ts';
import { importKeyPurpose } from './archive-imports.service.ts';
import * as store from './archive-imports.store.ts';
import { checkImport } from './check-import.service.ts';
import { ImportEndedError, importArchive } from './import-archive.service.ts';
import { undoImport } from './undo-import.service.ts';

/** Without any progress. A batch that was saved starts the count again. */
const MAX_TRIES = 10;

/** Does what an import waits for: its check, moving in, or undoing. One that was interrupted continues where it was. */
export const runArchiveImport: Task = async (system, payload, signal) => {
  const ctx = system.forOrganization(Number(payload.organization_id));
  const claimed = await ctx.transaction((tx) => store.claimImport(tx, Number(payload.import_id)));
  if (!claimed) return;
  try {
    if (claimed.tries > MAX_TRIES) throw new Error('the import of an archive was interrupted too often');
    await work(system, ctx, claimed, signal);
  } catch (error) {
    if (error instanceof ImportEndedError) return;
    if (signal.aborted || error instanceof DatabaseUnavailable) throw error;
    ctx.log.error({ err: error, import_id: claimed.id }, 'import of an archive failed');
    await fail(ctx, claimed, error);
  }
};

function work(system: SystemContext, ctx: Context, claimed: store.ClaimedImport, signal: AbortSignal): Promise<void> {
  if (claimed.state === 'checking') return checkImport(system, ctx, claimed, signal);
  if (claimed.state === 'undoing') return undoImport(system, ctx, claimed, signal);
  const { sealed_key } = claimed;
  const key = sealed_key === null ? null : Buffer.from(ctx.vault.open(importKeyPurpose, sealed_key), 'base64');
  return importArchive(system, ctx, claimed, key, signal);
}

const AFTER_FAILURE = { checking: 'refused', working: 'failed', undoing: 'done' } as const;

/** A check that fails keeps nothing. An import that fails can be continued or undone, and an undo that fails tried again. */
async function fail(ctx: Context, claimed: store.ClaimedImport, error: unknown): Promise<void> {
  const isCheck = claimed.state === 'checking';
  await ctx.transaction(async (tx) => {
    if (!(await store.holdImport(tx, claimed))) return;
    const next = AFTER_FAILURE[claimed.state as keyof typeof AFTER_FAILURE];
    await store.moveImport(tx, claimed.id, [claimed.state], next);
    await store.saveError(tx, claimed, describeFailure(error));
    if (isCheck) await store.deleteFile(tx, claimed.id);
  });
}

function describeFailure(error: unknown): string {
  if (error instanceof ArchiveError) return error.message;
  if (error instanceof ApiError && error.code === 'no_room_for_file')
    return 'The disk of the installation has no room for the files. Ask its operator.';
  return "Couldn't finish. Try again; if it fails again, contact support.";
}

/** Deletes files of checked archives after their time, and records of imports that are too old for an undo. */
export const expireImports: Loop = {
  name: store.IMPORT_EXPIRY_LOOP,
  interval_in_ms: 600_000,
  async run(system, signal) {
    const units = await store.listExpired(system);
    await runUnits(
      system,
      {
        loop: store.IMPORT_EXPIRY_LOOP,
        units,
        share: units.length,
        at_once: 2,
        time_box_in_ms: 30_000,
        run: ({ id, organization_id }) => expire(system.forOrganization(organization_id), id),
      },
      signal,
    );
  },
};

/** Ends an import whose time is over; its rows stay. An import that was started again since the list was read is left as it is. */
async function expire(ctx: Context, id: number): Promise<void> {
  await ctx.transaction(async (tx) => {
    const ended = await store.endExpired(tx, id);
    if (ended?.state === 'done') await store.deleteRecord(tx, id);
    if (ended?.file_key) await queueFileDeletions(tx, [ended.file_key]);
  });
}
