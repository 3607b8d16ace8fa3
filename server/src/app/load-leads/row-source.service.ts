import { createReadStream } from 'node:fs';
import type { Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { type CsvShape, detectFormat, findBinaryReason, guessEncoding } from '@overture/domain/csv/csv-format';
import { CsvRows } from '@overture/domain/csv/csv-heading';
import { cutText } from '@overture/domain/text/text-bounds';
import { columnKey, type FileRow, type LeadMapping } from './lead-fields.rules.ts';
import { openParquet } from './parquet-rows.service.ts';
import { flattenRecord, type RowSource, type SourceRow } from './source-row.rules.ts';

/** Longest line of a JSON lines file in characters. */
const maxLine = 8_000_000;
const headBytes = 256 * 1024;
const noRow: FileRow = new Map();

/** Opens a file by its first bytes and its name; `.gz` is unpacked on the way. @throws Error in words when it is none of the formats */
export async function openRows(path: string, mapping: LeadMapping): Promise<RowSource> {
  const { head, isWhole } = await readHead(path).catch((error: unknown) => {
    throw new Error(`${path} cannot be opened: ${error instanceof Error ? error.message : String(error)}`);
  });
  if (head.subarray(0, 4).toString('latin1') === 'PAR1') return openParquet(path, mapping);
  const reason = findBinaryReason(head);
  if (reason !== null) throw new Error(`${path} cannot be read: ${reason}`);
  const encoding = guessEncoding(head);
  const text = new TextDecoder(encoding).decode(head, { stream: true });
  if (/\.(?:jsonl|ndjson|json)(?:\.gz)?$/i.test(path) || /^\s*\{/.test(text)) {
    return { format: 'jsonl', columns: null, rows: (skip) => skipRows(readJsonLines(path), skip) };
  }
  const shape = detectFormat(text, Object.values(mapping).flat(), isWhole);
  const columns = shape.header.map(columnKey);
  return { format: 'csv', columns, rows: (skip) => skipRows(readCsv(path, encoding, shape, columns), skip) };
}

async function* skipRows(rows: AsyncIterable<SourceRow>, skip: number): AsyncIterable<SourceRow> {
  let passed = 0;
  for await (const row of rows) {
    if (passed >= skip) yield row;
    passed += 1;
  }
}

function openStream(path: string): Readable {
  const file = createReadStream(path, { highWaterMark: 1024 * 1024 });
  if (!/\.gz$/i.test(path)) return file;
  const unpacked = createGunzip();
  file.on('error', (error) => unpacked.destroy(error));
  return file.pipe(unpacked);
}

async function readHead(path: string): Promise<{ head: Buffer; isWhole: boolean }> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of openStream(path) as AsyncIterable<Buffer>) {
    chunks.push(chunk);
    bytes += chunk.length;
    if (bytes >= headBytes) break;
  }
  return { head: Buffer.concat(chunks).subarray(0, headBytes), isWhole: bytes < headBytes };
}

async function* readText(path: string, encoding: string): AsyncIterable<{ text: string; isLast: boolean }> {
  const decoder = new TextDecoder(encoding);
  for await (const chunk of openStream(path) as AsyncIterable<Buffer>) {
    yield { text: decoder.decode(chunk, { stream: true }), isLast: false };
  }
  yield { text: decoder.decode(), isLast: true };
}

async function* readCsv(path: string, encoding: string, shape: CsvShape, columns: string[]): AsyncIterable<SourceRow> {
  const csv = new CsvRows(shape);
  for await (const { text, isLast } of readText(path, encoding)) {
    for (const { cells, error, line } of csv.push(text, isLast)) {
      yield error === null ? toSourceRow(cells, columns) : { row: noRow, error, line };
    }
  }
}

function toSourceRow(cells: readonly string[], columns: readonly string[]): SourceRow {
  if (cells.length > columns.length && cells.slice(columns.length).some((cell) => cell.trim() !== '')) {
    const error = `This row has ${cells.length} cells, the heading has ${columns.length}.`;
    return { row: noRow, error, line: cutText(cells.join(','), 1000) };
  }
  const row = new Map<string, unknown>();
  for (let index = 0; index < columns.length; index += 1) {
    const cell = cells[index];
    const name = columns[index]!;
    if (cell !== undefined && cell !== '' && !row.has(name)) row.set(name, cell);
  }
  return { row, error: null, line: '' };
}

async function* readJsonLines(path: string): AsyncIterable<SourceRow> {
  const names = new Map<string, string>();
  let rest = '';
  let isTooLong = false;
  for await (const { text, isLast } of readText(path, 'utf-8')) {
    const lines = (rest + text).split('\n');
    rest = isLast ? '' : (lines.pop() ?? '');
    for (const line of lines) {
      if (isTooLong) yield { row: noRow, error: 'This line is too long.', line: cutText(line, 1000) };
      else if (line.trim() !== '') yield parseJsonLine(line, names);
      isTooLong = false;
    }
    if (rest.length > maxLine) [rest, isTooLong] = ['', true];
  }
}

function parseJsonLine(line: string, names: Map<string, string>): SourceRow {
  try {
    const value: unknown = JSON.parse(line);
    if (typeof value !== 'object' || value === null || Array.isArray(value)) {
      return { row: noRow, error: 'This line is no JSON object.', line: cutText(line, 1000) };
    }
    return { row: flattenRecord(value, names), error: null, line: '' };
  } catch {
    return { row: noRow, error: 'This line is no JSON.', line: cutText(line, 1000) };
  }
}
