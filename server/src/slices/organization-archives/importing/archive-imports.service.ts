import { createReadStream } from 'node:fs';
import { basename } from 'node:path';
import type { ArchiveImport } from '@overture/contract/archive-imports';
import { ARCHIVE_LIMITS } from '@overture/domain/limits';
import { toSingleLine } from '@overture/domain/text/text';
import { cutText } from '@overture/domain/text/text-bounds';
import type { Context, TransactionContext } from '../../../kernel/context.ts';
import { listMigrationNames } from '../../../kernel/db/migration-history.ts';
import { ApiError, orNotFound } from '../../../kernel/errors.ts';
import { requireDiskSpace } from '../../../kernel/limits/disk-space.ts';
import { recordSecurityEvent } from '../../../kernel/security-log/security-log.ts';
import type { SessionContext, UploadedFile } from '../../../kernel/slice.ts';
import { requireConfirmed } from '../../step-up/index.ts';
import {
  ARCHIVE_GROUPS,
  ARCHIVED_TABLES,
  type ArchivedTableName,
  type ArchiveGroup,
} from '../archived-tables.store.ts';
import { loadManifest, requireKey } from '../reading/manifest.service.ts';
import { ArchiveError, openZip } from '../reading/zip-entries.service.ts';
import * as store from './archive-imports.store.ts';
import { countLaterWork } from './undo-import.store.ts';

export const importTask = 'run_archive_import';
export const importKeyPurpose = 'archive-import-key';

const BUSY: Partial<Record<store.ImportRow['state'], string>> = {
  checked: 'Another archive waits to be moved in. Move it in, or discard it first.',
  stopped: 'Another archive was moved in by half. Continue it, or undo it first.',
  failed: 'Another archive was moved in by half. Continue it, or undo it first.',
};
const WORKING = 'Another archive is being moved in. Wait for it, or stop it first.';

function presentImport(row: store.ImportRow): ArchiveImport {
  const { counts, file_key: _, ...rest } = row;
  const isOpen = ['checked', 'stopped', 'failed', 'done'].includes(row.state);
  return {
    ...rest,
    results: presentCounts(counts),
    created_at: row.created_at.toISOString(),
    expires_at: isOpen ? row.expires_at.toISOString() : null,
  };
}

function presentCounts(counts: store.Counts): ArchiveImport['results'] {
  return Object.entries(ARCHIVE_GROUPS).flatMap(([group, title]) => {
    const ofGroup = Object.entries(counts).filter(([name]) => groupOf(name) === group);
    const left_out = new Map<string, number>();
    for (const [, count] of ofGroup)
      for (const [reason, rows] of Object.entries(count.left_out))
        left_out.set(reason, (left_out.get(reason) ?? 0) + rows);
    const sum = (of: 'made' | 'found'): number => ofGroup.reduce((total, [, count]) => total + count[of], 0);
    if (sum('made') + sum('found') + left_out.size === 0) return [];
    return [
      {
        title,
        made: sum('made'),
        found: sum('found'),
        left_out: [...left_out].map(([reason, rows]) => ({ reason, rows })),
      },
    ];
  });
}

const groupOf = (name: string): ArchiveGroup | undefined => ARCHIVED_TABLES[name as ArchivedTableName]?.group;

export async function listImports(ctx: Pick<Context, 'read'>): Promise<ArchiveImport[]> {
  return (await ctx.read(store.listImports)).map(presentImport);
}

/**
 * Takes an uploaded archive and has it checked by a job. A wrong passphrase is refused here, before anything is kept.
 * @throws step_up_needed, archive_refused, validation_failed; conflict while another one is open
 */
export async function createImport(
  ctx: SessionContext,
  file: UploadedFile | null,
  passphrase: string | null,
): Promise<ArchiveImport> {
  requireConfirmed(ctx);
  if (!file) throw new ApiError('validation_failed', {}, { file_content: 'Choose a file.' });
  return addImport(ctx, file, passphrase, true);
}

/** @param is_queued false where the caller does the work itself */
async function addImport(
  ctx: Context,
  file: Pick<UploadedFile, 'path' | 'filename' | 'size_in_bytes'>,
  passphrase: string | null,
  is_queued: boolean,
): Promise<ArchiveImport> {
  await ctx.read(requireNoneOpen);
  const key = await openKey(file.path, passphrase);
  await requireDiskSpace(ctx.config.DATA_DIR, file.size_in_bytes);
  const stored = await ctx.ports.files.saveFile('archives', createReadStream(file.path), ARCHIVE_LIMITS.max_bytes);
  let id: number | undefined;
  try {
    id = await ctx.transaction(async (tx) => {
      const importId = await store.insertImport(tx, {
        user_id: ctx.user?.id ?? null,
        file_name: cutText(toSingleLine(basename(file.filename)), 200),
        file_key: stored.key,
        size_in_bytes: stored.size_in_bytes,
        sealed_key: key && tx.vault.seal(importKeyPurpose, key.toString('base64')),
      });
      if (importId !== undefined && is_queued) addJob(tx, importId);
      return importId;
    });
  } finally {
    // Without its row nothing finds the file.
    if (id === undefined) await ctx.ports.files.deleteFile(stored.key);
  }
  if (id === undefined) throw new ApiError('conflict', { reason: WORKING });
  return loadImport(ctx, id);
}

async function requireNoneOpen(tx: Parameters<typeof store.findOpen>[0]): Promise<void> {
  const open = await store.findOpen(tx);
  if (open) throw new ApiError('conflict', { reason: BUSY[open.state] ?? WORKING });
}

async function openKey(path: string, passphrase: string | null): Promise<Buffer | null> {
  try {
    const zip = await openZip(path);
    try {
      const manifest = await loadManifest(zip, listMigrationNames().at(-1) ?? '');
      return passphrase === null ? null : await requireKey(manifest, passphrase);
    } finally {
      zip.close();
    }
  } catch (error) {
    const reason = error instanceof ArchiveError ? error.message : 'The archive is damaged. Download it again.';
    throw new ApiError('archive_refused', { reason });
  }
}

const addJob = (tx: TransactionContext, id: number): void =>
  tx.jobs.add(importTask, { import_id: id }, { queue: 'organization-archives' });

async function loadImport(ctx: Pick<Context, 'read'>, id: number): Promise<ArchiveImport> {
  return presentImport(orNotFound(await ctx.read((tx) => store.findImport(tx, id))));
}

/** Moves in a checked archive, or continues one. @throws step_up_needed; conflict for one that is in no such state */
export async function startImport(ctx: SessionContext, id: number): Promise<ArchiveImport> {
  requireConfirmed(ctx);
  await ctx.transaction((tx) => startChecked(tx, id, true));
  return loadImport(ctx, id);
}

async function startChecked(tx: TransactionContext, id: number, isQueued: boolean): Promise<void> {
  orNotFound(await store.findImport(tx, id));
  if (!(await store.moveImport(tx, id, ['checked', 'stopped', 'failed'], 'working')))
    throw new ApiError('conflict', { reason: 'This archive is being worked on, or has ended already.' });
  await recordSecurityEvent(tx, { event: 'archive_import_started', subject: { kind: 'archive', id } });
  if (isQueued) addJob(tx, id);
}

/** @throws conflict for one that has ended */
export async function stopImport(ctx: Context, id: number): Promise<ArchiveImport> {
  await ctx.transaction(async (tx) => {
    orNotFound(await store.findImport(tx, id));
    if (await store.moveImport(tx, id, ['working'], 'stopped')) return;
    if (!(await store.moveImport(tx, id, ['checking', 'checked'], 'discarded')))
      throw new ApiError('conflict', { reason: 'This archive has ended already.' });
    await store.deleteFile(tx, id);
  });
  return loadImport(ctx, id);
}

/**
 * Deletes what an import made, by a job. Refused where it would forget who was written to.
 * @throws step_up_needed, conflict
 */
export async function undoImport(ctx: SessionContext, id: number): Promise<ArchiveImport> {
  requireConfirmed(ctx);
  await ctx.transaction(async (tx) => {
    const row = orNotFound(await store.findImport(tx, id));
    if (row.expires_at <= tx.clock.now())
      throw new ApiError('conflict', { reason: 'This import can be undone no longer.' });
    await requireUnused(tx, id);
    if (!(await store.moveImport(tx, id, ['done', 'stopped', 'failed'], 'undoing')))
      throw new ApiError('conflict', { reason: 'Stop this import first.' });
    await recordSecurityEvent(tx, { event: 'archive_import_undone', subject: { kind: 'archive', id } });
    addJob(tx, id);
  });
  return loadImport(ctx, id);
}

const plural = (count: number, one: string, many: string): string =>
  `${count.toLocaleString('en-US')} ${count === 1 ? one : many}`;

async function requireUnused(tx: TransactionContext, id: number): Promise<void> {
  const { running, sent, received } = await countLaterWork(tx, id);
  if (running > 0)
    throw new ApiError('conflict', {
      reason: `${plural(running, 'campaign', 'campaigns')} of this archive ${running === 1 ? 'is' : 'are'} running. Pause them first.`,
    });
  if (sent + received > 0)
    throw new ApiError('conflict', {
      reason: `Since then ${plural(sent, 'message was', 'messages were')} sent to leads of this archive, and ${plural(received, 'reply', 'replies')} came. An undo would forget who was contacted.`,
    });
}

/** Imports a file of any size for the operator: checks it, and moves it in if `confirm` agrees. */
export async function importByOperator(
  ctx: Context,
  file: Pick<UploadedFile, 'path' | 'filename' | 'size_in_bytes'>,
  given: { passphrase: string | null; work(id: number): Promise<void>; confirm(report: ArchiveImport): boolean },
): Promise<ArchiveImport> {
  const { id } = await addImport(ctx, file, given.passphrase, false);
  await given.work(id);
  const checked = await loadImport(ctx, id);
  if (checked.state !== 'checked') return checked;
  if (!given.confirm(checked)) return stopImport(ctx, id);
  await ctx.transaction((tx) => startChecked(tx, id, false));
  await given.work(id);
  return loadImport(ctx, id);
}
