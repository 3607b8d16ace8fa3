import { detectFormat, findBinaryReason, guessEncoding } from '@overture/domain/csv/csv-format';
import { CsvRows } from '@overture/domain/csv/csv-heading';
import { TOOL_IMPORT_LIMITS } from '@overture/domain/limits';
import { hasHistory, planExport, recognizeExport } from '@overture/domain/tool-exports/export-plan';
import type { ExportPresetId } from '@overture/domain/tool-exports/export-presets';
import { formatBytes } from '../../lib/format.ts';
import { t } from './texts.ts';

const HEAD_BYTES = 256 * 1024;

/** What the beginning of an export shows. */
export interface ExportHead {
  preset: ExportPresetId | null;
  /** It says who was contacted. */
  has_history: boolean;
}

/** Reads the beginning of a file as the server will. @throws Error with words for the user */
export async function parseExportHead(file: File): Promise<ExportHead> {
  if (!/\.csv$/i.test(file.name)) throw new Error(t('csv_only'));
  if (file.size > TOOL_IMPORT_LIMITS.max_file_in_bytes)
    throw new Error(t('too_large', { size: formatBytes(TOOL_IMPORT_LIMITS.max_file_in_bytes) }));
  const bytes = new Uint8Array(await file.slice(0, HEAD_BYTES).arrayBuffer());
  const binary = findBinaryReason(bytes);
  if (binary !== null) throw new Error(t('unreadable', { reason: binary }));
  const isWhole = file.size <= HEAD_BYTES;
  const text = new TextDecoder(guessEncoding(bytes)).decode(bytes, { stream: !isWhole });
  const { delimiter, header, header_row } = detectFormat(text, [], isWhole);
  const rows = [...new CsvRows({ delimiter, header_row }).push(text, isWhole)].map(({ cells }) => cells);
  const preset = recognizeExport(header, rows);
  return { preset, has_history: hasHistory(planExport(preset ?? 'other_tool', header, rows)) };
}
