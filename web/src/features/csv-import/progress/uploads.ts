import type { Prospect } from '@overture/contract/prospects';
import { type Import, searchesEndpoints } from '@overture/contract/searches';
import type { CsvEncoding } from '@overture/domain/csv/encodings';
import type { KnownValues } from '@overture/domain/csv/import-choices';
import { useSyncExternalStore } from 'react';
import { ApiError, errorMessage, upload } from '../../../lib/api/api-client.ts';
import { t } from './texts.ts';

type Counts = Pick<
  Import,
  | 'added_prospects'
  | 'duplicate_rows'
  | 'skipped_rows'
  | 'bad_rows'
  | 'unfit_values'
  | 'odd_values'
  | 'incomplete_rows'
  | 'updated_prospects'
  | 'conflict_rows'
  | 'total_rows'
>;

/** What the server answered: the counts of a small file, or only the number of an import that continues on the server. */
type ImportAnswer = { import_id: number } & Partial<Counts & { prospects: Prospect[] }>;

export interface Upload {
  /** Of this page only: `upload-3`. */
  id: string;
  search_id: number;
  search_name: string;
  file_name: string;
  bytes_total: number;
  bytes_sent: number;
  state: 'sending' | 'answered' | 'failed' | 'stopped';
  answer?: ImportAnswer;
  problem?: string;
}

let uploads: readonly Upload[] = [];
const listeners = new Set<() => void>();
const watched = new Set<string>();
const controllers = new Map<string, AbortController>();
let counter = 0;

function change(id: string, part: Partial<Upload>) {
  uploads = uploads.map((known) => (known.id === id ? { ...known, ...part } : known));
  for (const listener of listeners) listener();
}

/** While a file is on its way, closing the tab would cut it off: the browser asks first. */
function warnBeforeLeaving(event: BeforeUnloadEvent) {
  event.preventDefault();
}

function guardTab() {
  if (uploads.some(({ state }) => state === 'sending')) window.addEventListener('beforeunload', warnBeforeLeaving);
  else window.removeEventListener('beforeunload', warnBeforeLeaving);
}

/** What is asked of a file. */
export interface ImportRequest {
  /** Field of a lead to heading of the file. */
  mapping: Record<string, string>;
  /** Further columns that become custom columns. */
  custom: readonly { header: string; name: string; type: string; date_order: string | null }[];
  encoding?: CsvEncoding | undefined;
  /** Rows without a LinkedIn address come in by email or phone. */
  imports_unlinked: boolean;
  /** Headings of columns whose marked rows are suppressed. */
  stop_columns: readonly string[];
  known_values: KnownValues;
}

interface UploadRequest extends ImportRequest {
  search_id: number;
  search_name: string;
  file: File;
}

/** The fields that go with a file. */
export function importBody(fileName: string, request: ImportRequest) {
  const { mapping, custom } = request;
  return {
    file_name: fileName,
    column_mapping: JSON.stringify(mapping),
    ...(request.encoding === undefined ? {} : { encoding: request.encoding }),
    ...(request.imports_unlinked ? { rows_without_linkedin: 'import' as const } : {}),
    ...(request.stop_columns.length > 0 ? { stop_columns: JSON.stringify(request.stop_columns) } : {}),
    ...(custom.length > 0 ? { custom_columns: JSON.stringify(custom) } : {}),
    ...(request.known_values === 'fill' ? {} : { known_values: request.known_values }),
  };
}

/** Sends a file and returns its id. The upload continues while other screens are open; `useUploads` returns its progress. */
export function startUpload(request: UploadRequest): string {
  const { search_id, search_name, file } = request;
  counter += 1;
  const id = `upload-${counter}`;
  const controller = new AbortController();
  controllers.set(id, controller);
  const head = { id, search_id, search_name, file_name: file.name, bytes_total: file.size };
  uploads = [...uploads, { ...head, bytes_sent: 0, state: 'sending' }];
  change(id, {});
  guardTab();
  void send(id, request, controller.signal);
  return id;
}

async function send(id: string, request: UploadRequest, signal: AbortSignal) {
  const { search_id, file } = request;
  try {
    const answer = await upload(
      searchesEndpoints.importCsv,
      {
        params: { id: search_id },
        body: importBody(file.name, request),
      },
      {
        field: 'file_content',
        file,
        filename: file.name,
        signal,
        onProgress: (share) => change(id, { bytes_sent: Math.round(share * file.size) }),
      },
    );
    change(id, { state: 'answered', bytes_sent: file.size, answer });
  } catch (error) {
    const isStopped = error instanceof ApiError && error.code === 'aborted';
    change(id, { state: isStopped ? 'stopped' : 'failed', problem: errorMessage(error, t('failed')) });
  } finally {
    controllers.delete(id);
    guardTab();
  }
}

/** Stops a file on its way. Rows that the server has read already stay. */
export function stopUpload(id: string): void {
  controllers.get(id)?.abort();
}

/** Forgets an upload whose end has been told. */
export function forgetUpload(id: string): void {
  uploads = uploads.filter((known) => known.id !== id);
  for (const listener of listeners) listener();
}

/** Marks an upload as shown by a dialog, which then announces its end. Returns a function that removes the mark. */
export function watchUpload(id: string): () => void {
  watched.add(id);
  return () => {
    watched.delete(id);
    if (uploads.some((known) => known.id === id && known.state !== 'sending')) forgetUpload(id);
  };
}

/** True while a dialog shows this upload. */
export function isWatched(id: string): boolean {
  return watched.has(id);
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Uploads that are running or whose end was not announced yet. */
export function useUploads(): readonly Upload[] {
  return useSyncExternalStore(subscribe, () => uploads);
}
