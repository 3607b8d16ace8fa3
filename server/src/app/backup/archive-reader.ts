import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { extract } from 'tar-stream';
import type { z } from 'zod';
import {
  BackupError,
  type BackupHead,
  type BackupManifest,
  FORMAT,
  HEAD_ENTRY,
  headSchema,
  MANIFEST_ENTRY,
  manifestSchema,
  partName,
} from './archive-format.ts';

export interface Archive {
  head: BackupHead;
  manifest: BackupManifest;
  size_in_bytes: number;
}

/** Bytes of one entry. */
type Content = AsyncIterable<Buffer>;

const LARGEST_DESCRIPTION_IN_BYTES = 256_000_000;

/** Every entry in the order of the file; one is read to its end before the next. */
export async function* readEntries(path: string): AsyncGenerator<{ name: string; type: string; content: Content }> {
  const entries = extract();
  const file = createReadStream(path, { highWaterMark: 1 << 20 });
  file.on('error', (error) => entries.destroy(error));
  file.pipe(entries);
  try {
    for await (const entry of entries)
      yield { name: entry.header.name, type: entry.header.type ?? 'file', content: entry as unknown as Content };
  } finally {
    file.destroy();
    entries.destroy();
  }
}

/**
 * Reads the whole file and compares every byte with what the manifest says. Nothing is changed anywhere.
 * @throws BackupError in words for what is no backup, half of one, damaged, or of a format this program does not know
 */
export async function verifyArchive(path: string): Promise<Archive> {
  const about = await stat(path).catch(() => null);
  if (about === null || !about.isFile()) throw new BackupError(`${path} cannot be read.`);
  const found: FoundParts = { head: null, manifest: null, seen: {} };
  try {
    await collectParts(path, found);
  } catch (error) {
    if (error instanceof BackupError) throw error;
    if (found.head === null) throw new BackupError(`${path} is no backup of Overture.`);
    throw new BackupError(`${path} is damaged or only half there: ${(error as Error).message}.`);
  }
  const { head, manifest, seen } = found;
  if (head === null) throw new BackupError(`${path} is no backup of Overture.`);
  if (manifest === null)
    throw new BackupError(`${path} is only half there: its end is missing. Copy it again, or take another backup.`);
  compare(path, seen, manifest);
  return { head, manifest, size_in_bytes: about.size };
}

interface FoundParts {
  head: BackupHead | null;
  manifest: BackupManifest | null;
  seen: BackupManifest['entries'];
}

/** Fills `found` entry by entry: a file that ends early leaves what came before. */
async function collectParts(path: string, found: FoundParts): Promise<void> {
  const { seen } = found;
  for await (const { name, type, content } of readEntries(path)) {
    if (found.manifest !== null || name in seen || type !== 'file') throw new BackupError(damaged(path));
    if (name === MANIFEST_ENTRY) found.manifest = parse(await readText(content), manifestSchema, path);
    else if (found.head === null) found.head = parseHead(name, await readEntry(content, name, seen), path);
    else seen[name] = await digest(content);
  }
}

const damaged = (path: string): string => `${path} is damaged: it is not what was written. Take another backup.`;

function parseHead(name: string, text: string, path: string): BackupHead {
  if (name !== HEAD_ENTRY) throw new BackupError(`${path} is no backup of Overture.`);
  const head = parse(text, headSchema, path);
  if (head.format > FORMAT)
    throw new BackupError(
      `${path} was made by Overture ${head.version}, whose backups this version cannot read. Install that version or a newer one.`,
    );
  return head;
}

async function readEntry(content: Content, name: string, seen: BackupManifest['entries']): Promise<string> {
  const text = await readText(content);
  seen[name] = { size: Buffer.byteLength(text), sha256: createHash('sha256').update(text).digest('hex') };
  return text;
}

function parse<Schema extends z.ZodType>(text: string, schema: Schema, path: string): z.output<Schema> {
  try {
    return schema.parse(JSON.parse(text));
  } catch {
    throw new BackupError(damaged(path));
  }
}

async function readText(content: Content): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of content) {
    size += chunk.length;
    if (size > LARGEST_DESCRIPTION_IN_BYTES) throw new Error('a description is too large');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

async function digest(content: Content): Promise<{ size: number; sha256: string }> {
  const hash = createHash('sha256');
  let size = 0;
  for await (const chunk of content) {
    size += chunk.length;
    hash.update(chunk);
  }
  return { size, sha256: hash.digest('hex') };
}

function compare(path: string, seen: BackupManifest['entries'], { entries, tables }: BackupManifest): void {
  const named = Object.keys(entries);
  const isSame =
    named.length === Object.keys(seen).length &&
    named.every((name) => seen[name]?.size === entries[name]?.size && seen[name]?.sha256 === entries[name]?.sha256);
  const parts = tables.flatMap((table) => Array.from({ length: table.parts }, (_, part) => partName(table, part)));
  if (!isSame || parts.some((part) => !(part in entries))) throw new BackupError(damaged(path));
}
