import { FilesUnavailableError } from '@overture/adapters/files/files.port';
import type { Context, SystemContext } from '../../../kernel/context.ts';
import { refreshStatistics } from '../../../kernel/db/statistics.ts';
import { runBatch, runUnits } from '../../../kernel/rounds/rounds.ts';
import type { Loop, Task } from '../../../kernel/slice.ts';
import { findProspects } from '../../prospects/index.ts';
import { pruneChanges, UNDO_TASK } from './changes.store.ts';
import type { CustomTarget } from './custom-cells.rules.ts';
import { loadTargets } from './custom-targets.service.ts';
import { BATCH_ROWS, progressOf } from './import.service.ts';
import * as store from './imports.store.ts';
import type { RowBatch } from './row-batch.rules.ts';
import { type RowReader, readRows } from './row-reader.service.ts';
import { ClaimLostError, storeBatch } from './store-batch.service.ts';

/** The first leads are on screen immediately; later batches are larger. */
const firstBatchRows = 1000;
/** Tries without a single batch stored before an import is given up. */
const maxAttempts = 5;

/** Continues an import from its cursor. Several of these may run: one holds the claim, the others leave. */
export const runImport: Task = async (system, payload, signal) => {
  const ctx = system.forOrganization(Number(payload.organization_id));
  const claimed = await ctx.transaction((tx) => store.claimImport(tx, Number(payload.import_id)));
  if (!claimed) return;
  if (claimed.attempts > maxAttempts)
    return failImport(ctx, claimed, 'The import failed several times at the same place.');
  const release = async (error: unknown): Promise<never> => {
    // However long the store of files is away, that is no try of this import.
    const is_try = !(error instanceof FilesUnavailableError);
    await ctx.transaction((tx) => store.releaseImport(tx, { ...claimed, is_try }));
    throw error;
  };
  const file = claimed.file_key ? await ctx.ports.files.openFile(claimed.file_key).catch(release) : null;
  if (!file) return failImport(ctx, claimed, 'The uploaded file is gone.');
  const custom = await ctx.transaction((tx) => loadTargets(tx, claimed.custom_mapping));
  const reader = readRows(file.stream, {
    ...claimed,
    custom_targets: custom,
    skip_rows: claimed.total_rows,
    first_batch_rows: claimed.total_rows === 0 ? firstBatchRows : BATCH_ROWS,
    batch_rows: BATCH_ROWS,
  });
  try {
    await workOff(system, ctx, { ...claimed, custom }, reader, signal);
  } catch (error) {
    if (error instanceof ClaimLostError) return;
    await release(error);
  } finally {
    await reader.close();
  }
};

type Claimed = store.ImportRow & { custom: CustomTarget[] };

async function workOff(
  system: SystemContext,
  ctx: Context,
  claimed: Claimed,
  reader: RowReader,
  signal: AbortSignal,
): Promise<void> {
  if (claimed.total_rows === 0) {
    await ctx.transaction(async (tx) => tx.live.publish('search_started', { search_id: claimed.search_id }));
  }
  for (let isLast = false; !isLast; ) {
    const batch = await reader.next();
    if (signal.aborted) throw new Error('the server is stopping; the import resumes after its next start');
    await ctx.transaction((tx) => storeAndPublish(tx, claimed, batch));
    await refreshStatistics(system, ['prospects', 'search_prospects']);
    isLast = batch.is_last;
  }
}

async function storeAndPublish(tx: Parameters<typeof storeBatch>[0], claimed: Claimed, batch: RowBatch): Promise<void> {
  const { row, total_prospects, first_ids } = await storeBatch(tx, claimed, batch, claimed.custom);
  const { search_id } = row;
  const prospects = await findProspects(tx, first_ids);
  tx.live.publish('import_progress', progressOf(store.presentImport(row)));
  tx.live.publish('prospect_list', { search_id, total_prospects, prospects });
  if (row.status === 'finished') tx.live.publish('search_finished', { search_id });
}

async function failImport(ctx: Context, claimed: store.ImportRow, error: string): Promise<void> {
  await ctx.transaction(async (tx) => {
    const ended = await store.endImport(tx, claimed.id, 'failed', error, claimed.lease_token);
    if (!ended) return;
    if (ended.added_prospects > 0) tx.events.emit(store.importedEvent(ended));
    tx.live.publish('import_progress', progressOf(store.presentImport(ended)));
    tx.live.publish('search_finished', { search_id: ended.search_id });
  });
}

/** Finds imports whose worker died or whose job was lost, and files that are no longer needed. */
export const sweepImports: Loop = {
  name: 'imports-sweep',
  interval_in_ms: 5000,
  async run(system: SystemContext, signal) {
    const abandoned = await system.systemTransaction((tx) => store.findAbandonedImports(tx));
    await runBatch(system, {
      loop: store.SWEEP_LOOP,
      units: abandoned.map((one) => ({ ...one, key: String(one.id) })),
      run: (part) =>
        system.systemTransaction(async (tx) => {
          for (const { id, organization_id, is_undone } of part) {
            const { jobs } = tx.forOrganization(organization_id);
            if (is_undone) jobs.add(UNDO_TASK, { import_id: id }, { key: `undo:${id}` });
            else jobs.add('run_import', { import_id: id }, { key: `import:${id}` });
          }
        }),
    });
    await system.systemTransaction(pruneChanges);
    const spent = await system.systemTransaction((tx) => store.findSpentFiles(tx));
    await runUnits(
      system,
      {
        loop: store.SWEEP_LOOP,
        units: spent.map((one) => ({ ...one, key: `file ${one.id}` })),
        share: spent.length,
        at_once: 2,
        time_box_in_ms: 30_000,
        async run({ id, file_key }) {
          await system.ports.files.deleteFile(file_key);
          await system.systemTransaction((tx) => store.forgetFile(tx, id));
        },
      },
      signal,
    );
  },
};
