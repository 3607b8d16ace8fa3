import { once } from 'node:events';
import { parentPort, workerData } from 'node:worker_threads';
import type { LeadTarget } from '@overture/domain/column-guess';
import { formatLine } from './csv-cell.rules.ts';
import { type CsvRecord, CsvText } from './csv-text.rules.ts';
import { type ColumnPlaces, judgeRow } from './import-row.rules.ts';

/** Runs in a thread of its own, so that a million rows do not keep the server from answering. */

export interface ReaderOptions {
  encoding: string;
  delimiter: string;
  header: string[];
  column_mapping: Partial<Record<LeadTarget, string>>;
  /** Rows of an earlier run; they are read but not judged. */
  skip_rows: number;
  first_batch_rows: number;
  batch_rows: number;
}

export interface BadRow {
  row_number: number;
  reason: string;
  line: string;
}

/** Rows of the file that belong together in one transaction. total = leads + repeated + skipped + bad. */
export interface RowBatch {
  /** Leads as rows of INCOMING_FIELDS in COPY text format; no LinkedIn key twice. */
  incoming: Uint8Array<ArrayBuffer>;
  leads: number;
  /** Rows whose LinkedIn address already stood in this batch. */
  repeated: number;
  skipped: number;
  bad: BadRow[];
  total: number;
  bytes_read: number;
  is_last: boolean;
}

export type ToReader = { type: 'chunk'; chunk: Uint8Array | null } | { type: 'credit' };
export type FromReader = { type: 'more' } | { type: 'batch'; batch: RowBatch };

const maxBatchCharacters = 8 * 1024 * 1024;
const port = parentPort!;
const options = workerData as ReaderOptions;

let bytesRead = 0;
let credits = 0;
const chunks: (Uint8Array | null)[] = [];
port.on('message', (message: ToReader) => {
  if (message.type === 'credit') credits += 1;
  else chunks.push(message.chunk);
});

async function nextChunk(): Promise<Uint8Array | null> {
  port.postMessage({ type: 'more' } satisfies FromReader);
  while (chunks.length === 0) await once(port, 'message');
  const chunk = chunks.shift() ?? null;
  bytesRead += chunk?.length ?? 0;
  return chunk;
}

async function* records(): AsyncGenerator<CsvRecord> {
  const decoder = new TextDecoder(options.encoding);
  const text = new CsvText(options.delimiter);
  for (;;) {
    const chunk = await nextChunk();
    yield* text.push(chunk ? decoder.decode(chunk, { stream: true }) : decoder.decode(), chunk === null);
    if (chunk === null) return;
  }
}

class BatchBuilder {
  #text: string[] = [];
  #characters = 0;
  readonly #keys = new Set<string>();
  readonly #counts = { leads: 0, repeated: 0, skipped: 0, total: 0 };
  readonly #bad: BadRow[] = [];

  isFull(rows: number): boolean {
    return this.#counts.total >= rows || this.#characters > maxBatchCharacters;
  }

  add(record: CsvRecord, places: ColumnPlaces): void {
    this.#counts.total += 1;
    const verdict = record.error === null ? judgeRow(record.cells, places, options.header.length) : null;
    if (verdict === null) this.#refuse(record, record.error ?? '');
    else if (verdict.kind === 'bad') this.#refuse(record, verdict.reason);
    else if (verdict.kind === 'skipped') this.#counts.skipped += 1;
    else this.#addLead(verdict.key, verdict.fields);
  }

  #addLead(key: string, fields: (string | null)[]): void {
    if (this.#keys.has(key)) {
      this.#counts.repeated += 1;
      return;
    }
    this.#keys.add(key);
    this.#counts.leads += 1;
    const line = copyLine(fields);
    this.#characters += line.length;
    this.#text.push(line);
  }

  #refuse(record: CsvRecord, reason: string): void {
    const line = (
      record.error === null ? formatLine(record.cells.map((cell) => cell.slice(0, 500))) : formatLine([record.line])
    )
      .slice(0, 10_000)
      .toWellFormed()
      .replaceAll('\0', '');
    this.#characters += line.length;
    this.#bad.push({ row_number: record.number, reason, line });
  }

  finish(isLast: boolean): RowBatch {
    const incoming = new TextEncoder().encode(this.#text.join(''));
    return { incoming, ...this.#counts, bad: this.#bad, bytes_read: bytesRead, is_last: isLast };
  }
}

function copyLine(fields: (string | null)[]): string {
  let line = '';
  for (let place = 0; place < fields.length; place += 1) {
    const field = fields[place]!;
    if (place > 0) line += '\t';
    if (field === null) line += '\\N';
    else line += field.includes('\\') ? field.replaceAll('\\', '\\\\') : field;
  }
  return `${line}\n`;
}

async function deliver(batch: RowBatch): Promise<void> {
  while (credits === 0) await once(port, 'message');
  credits -= 1;
  port.postMessage({ type: 'batch', batch } satisfies FromReader, [batch.incoming.buffer]);
}

async function main(): Promise<void> {
  const places: ColumnPlaces = Object.fromEntries(
    Object.entries(options.column_mapping).map(([target, name]) => [target, options.header.indexOf(name)]),
  );
  let isHeaderRead = false;
  let toSkip = options.skip_rows;
  let batchRows = options.first_batch_rows;
  let batch = new BatchBuilder();
  for await (const record of records()) {
    if (!isHeaderRead) {
      isHeaderRead = !/^sep=.$/.test(record.cells.join(options.delimiter).trim());
      continue;
    }
    if (toSkip > 0) {
      toSkip -= 1;
      continue;
    }
    if (batch.isFull(batchRows)) {
      await deliver(batch.finish(false));
      batch = new BatchBuilder();
      batchRows = options.batch_rows;
    }
    batch.add(record, places);
  }
  await deliver(batch.finish(true));
  port.close();
}

await main();
