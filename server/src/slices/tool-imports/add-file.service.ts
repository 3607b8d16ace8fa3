import { createReadStream } from 'node:fs';
import { basename } from 'node:path';
import type { ToolImport } from '@overture/contract/tool-imports';
import { TEXT_LIMITS, TOOL_IMPORT_LIMITS } from '@overture/domain/limits';
import { toSingleLine } from '@overture/domain/text/text';
import { cutText } from '@overture/domain/text/text-bounds';
import { EXPORT_PRESETS, type ExportPresetId } from '@overture/domain/tool-exports/export-presets';
import type { SystemContext } from '../../kernel/context.ts';
import { ApiError, orNotFound } from '../../kernel/errors.ts';
import { requireDiskSpace } from '../../kernel/limits/disk-space.ts';
import { runUnits } from '../../kernel/rounds/rounds.ts';
import type { SessionContext, UploadedFile } from '../../kernel/slice.ts';
import { defineWork, runInThread, WorkStoppedError } from '../../kernel/thread-pool.ts';
import { loadCsvHead } from '../../kernel/uploads/csv-head.ts';
import * as files from './files.store.ts';
import type { ExportTask, run as readExport } from './read-export.rules.ts';
import { getImport, requireNoneOpen } from './tool-imports.service.ts';
import * as store from './tool-imports.store.ts';

const FILES_PER_HOUR = 200;
const exportReading = defineWork<ExportTask, ReturnType<typeof readExport>>({
  module: new URL('./read-export.rules.ts', import.meta.url),
  timeout_in_ms: 5000,
  max_waiting: 50,
});

interface FileRequest {
  file_name?: string | null | undefined;
  preset?: ExportPresetId | null | undefined;
  campaign_name?: string | null | undefined;
  assumed?: 'new' | 'contacted' | null | undefined;
  import_id?: number | null | undefined;
}

/**
 * Reads an exported file; with `import_id` it is added to an import that is not started.
 * @throws validation_failed, csv_only, csv_unreadable, too_large, conflict, rate_limited, no_room_for_file, not_found
 */
export async function addExport(
  ctx: SessionContext,
  upload: UploadedFile | null,
  given: FileRequest,
): Promise<ToolImport> {
  const { import_id } = given;
  if (import_id) orNotFound(await ctx.read((tx) => store.findImport(tx, import_id)));
  else await ctx.read(requireNoneOpen);
  await ctx.rate_limits.spend('tool-import-files', String(ctx.organization.id), FILES_PER_HOUR, 3600);
  const { path, file } = await inspectExport(upload, given);
  await requireDiskSpace(ctx.config.DATA_DIR, file.size_in_bytes);
  const { key } = await ctx.ports.files.saveFile('tool-exports', createReadStream(path), file.size_in_bytes);
  let isKept = false;
  try {
    const id = await saveFile(ctx, { ...file, key }, import_id ?? null);
    isKept = true;
    return (await getImport(ctx, id)).import;
  } finally {
    if (!isKept) await ctx.ports.files.deleteFile(key);
  }
}

async function inspectExport(upload: UploadedFile | null, given: FileRequest) {
  if (!upload) throw new ApiError('validation_failed', {}, { file_content: 'Choose a file.' });
  const name = cutText(toSingleLine(basename(given.file_name || upload.filename || '')), 200);
  if (!/\.csv$/i.test(name)) throw new ApiError('csv_only');
  const shape = await parseShape(upload.path, given.preset ?? null);
  const campaign_name = cutText(
    toSingleLine(given.campaign_name ?? '') || name.slice(0, -4),
    TEXT_LIMITS.list_name_max,
  );
  const assumed = given.assumed ?? 'contacted';
  return { path: upload.path, file: { ...shape, name, campaign_name, assumed, size_in_bytes: upload.size_in_bytes } };
}

async function parseShape(path: string, preset: ExportPresetId | null) {
  const head = await loadCsvHead(path, null);
  const found = await runInThread(exportReading, { ...head, preset }).catch((error: unknown) => {
    if (error instanceof WorkStoppedError) return { reason: 'it is written in a way that cannot be read.' };
    throw error;
  });
  if ('reason' in found) throw new ApiError('csv_unreadable', { reason: found.reason });
  const { plan, delimiter, header_row } = found;
  if (plan === null)
    throw new ApiError(
      'validation_failed',
      {},
      { preset: 'We don’t recognize this file. Choose the tool it is from.' },
    );
  if (plan.emails.length === 0 && plan.fields.linkedin_url === undefined)
    throw new ApiError('csv_unreadable', { reason: 'it has neither email addresses nor LinkedIn profiles.' });
  return { encoding: head.encoding, delimiter, header_row, plan };
}

const saveFile = (ctx: SessionContext, file: files.ExportFile, importId: number | null): Promise<number> =>
  ctx.transaction(async (tx) => {
    const { preset } = file.plan;
    const { tool } = EXPORT_PRESETS[preset];
    if (importId !== null) {
      const most = TOOL_IMPORT_LIMITS.max_files;
      if (await files.addFile(tx, importId, { tool: preset, file, most })) return importId;
      const reason = `Only files of the same tool can be added, at most ${most}, before the import is started.`;
      throw new ApiError('conflict', { reason });
    }
    const more = { file_name: file.name, files: [file] };
    const given = { tool: preset, tool_label: tool, sealed_key: null, user_id: ctx.user.id, ...more };
    const id = await store.insertImport(tx, given);
    if (id === undefined)
      throw new ApiError('conflict', { reason: 'Another import is open. Finish or stop it first.' });
    return id;
  });

/** Deletes files that nothing reads any longer. */
export async function deleteSpentFiles(system: SystemContext, signal: AbortSignal): Promise<void> {
  const units = await files.listSpent(system);
  const run = async ({ id, organization_id, keys }: (typeof units)[number]) => {
    for (const key of keys) await system.ports.files.deleteFile(key);
    await system.forOrganization(organization_id).transaction((tx) => files.forgetFiles(tx, id));
  };
  await runUnits(system, { loop: files.FILES_LOOP, units, share: 20, at_once: 2, time_box_in_ms: 30_000, run }, signal);
}
