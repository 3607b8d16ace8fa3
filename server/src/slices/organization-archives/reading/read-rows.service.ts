import type { Hash } from 'node:crypto';
import { cutText } from '@overture/domain/text/text-bounds';
import { ArchiveError, type ZipEntries } from './zip-entries.service.ts';

/** The longest row: an email with its page. */
const MAX_LINE_BYTES = 32 * 1024 ** 2;
const MAX_DEPTH = 64;
/** The id of a row is stored in an index, which takes no longer ones. */
const MAX_ID_BYTES = 1000;

/** A row as the archive has it. */
export type ReadRow = { _id: string | number } & Record<string, unknown>;

/** The lines of a table; memory holds one. @param hash is fed with all bytes */
export async function* readLines(zip: ZipEntries, name: string, hash?: Hash): AsyncGenerator<string> {
  let parts: Buffer[] = [];
  let held = 0;
  for await (const chunk of await zip.openEntry(name)) {
    let rest = chunk as Buffer;
    hash?.update(rest);
    for (let end = rest.indexOf(10); end >= 0; end = rest.indexOf(10)) {
      yield Buffer.concat([...parts, rest.subarray(0, end)]).toString('utf8');
      parts = [];
      held = 0;
      rest = rest.subarray(end + 1);
    }
    held += rest.length;
    if (held > MAX_LINE_BYTES) throw new ArchiveError(`${name} holds a row that is larger than any row can be.`);
    if (rest.length > 0) parts.push(rest);
  }
  if (held > 0) yield Buffer.concat(parts).toString('utf8');
}

/** @throws ArchiveError for a line that is no row */
export function parseRow(line: string, table: string): ReadRow {
  const value: unknown = JSON.parse(line);
  const isRow = typeof value === 'object' && value !== null && '_id' in value && !isDeeper(value, MAX_DEPTH);
  if (!isRow || !['string', 'number'].includes(typeof value._id))
    throw new ArchiveError(`${table} holds a line that is no row: ${cutText(line, 60)}`);
  if (Buffer.byteLength(String(value._id)) > MAX_ID_BYTES)
    throw new ArchiveError(`${table} holds a row whose id is too long: ${cutText(String(value._id), 60)}`);
  return value as ReadRow;
}

const isDeeper = (value: unknown, levels: number): boolean =>
  typeof value === 'object' &&
  value !== null &&
  (levels === 0 || Object.values(value).some((inner) => isDeeper(inner, levels - 1)));
