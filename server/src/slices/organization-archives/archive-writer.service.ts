import { createHash } from 'node:crypto';
import { PassThrough, Readable } from 'node:stream';
import { ZipFile } from 'yazl';
import packageFile from '../../../package.json' with { type: 'json' };
import type { ReadContext, SystemContext } from '../../kernel/context.ts';
import * as store from './archive-rows.store.ts';
import { ARCHIVE_GROUPS, ARCHIVED_TABLES, type ArchivedTable } from './archived-tables.store.ts';
import { ARCHIVE_FORMAT, CHECK_PURPOSE, CHECK_TEXT, SCRYPT, sealValue } from './passphrase.service.ts';
import { describeArchive } from './readme.service.ts';

/** Fast: two thirds of the time of the strongest, and files a tenth larger. */
const COMPRESSION_LEVEL = 3;
/** The program checks so often whether the archive is still wanted. */
const ROWS_BETWEEN_REPORTS = 5000;

export interface ArchiveOptions {
  organization_id: number;
  /** Of the passphrase; null leaves secrets out. */
  seal: { key: Buffer; salt: string } | null;
  /** Called every few thousand rows. Throws to end the archive. */
  onProgress?: (rows_done: number, rows_total: number) => Promise<void>;
}

interface WrittenTable {
  name: string;
  group: string;
  rows: number;
  sha256: string;
}

interface Writing extends ArchiveOptions {
  system: SystemContext;
  zip: ZipFile;
  /** Rejects when the reader of the archive has left. */
  left: Promise<never>;
  rows_done: number;
  rows_total: number;
  /** Keys of stored files by the digest of their content. */
  files: Map<string, string>;
}

/**
 * All that an organization has as a ZIP file, written while it is read: a line of JSON for each row of ARCHIVED_TABLES, and the
 * stored files, in one snapshot of the database. An error ends the stream.
 */
export function writeArchive(system: SystemContext, options: ArchiveOptions): Readable {
  const content = new PassThrough({ highWaterMark: 1024 * 1024 });
  const zip = new ZipFile();
  const left = new Promise<never>((_, reject) => {
    content.once('close', () => reject(new Error('the archive is not read any longer')));
  });
  left.catch(() => undefined);
  zip.on('error', (error) => content.destroy(error as Error));
  zip.outputStream.on('error', (error) => content.destroy(error));
  zip.outputStream.pipe(content);
  fill({ ...options, system, zip, left }).catch((error: Error) => content.destroy(error));
  return content;
}

async function fill(given: Omit<Writing, 'rows_done' | 'rows_total' | 'files'>): Promise<void> {
  const writing: Writing = { ...given, rows_done: 0, rows_total: 0, files: new Map() };
  const schema = await store.findSchemaName(given.system);
  const { name, created_at, tables } = await given.system
    .forOrganization(given.organization_id)
    .snapshot((tx) => addTables(writing, tx));
  // After the snapshot: it keeps old versions of rows, and files never change.
  for (const [sha256, key] of writing.files) await addFile(writing, sha256, key);
  const { seal } = writing;
  const manifest = {
    format: ARCHIVE_FORMAT,
    schema,
    app_version: packageFile.version,
    organization: { id: given.organization_id, name },
    created_at,
    groups: ARCHIVE_GROUPS,
    tables,
    files: writing.files.size,
    sealed: seal && {
      kdf: 'scrypt',
      ...SCRYPT,
      salt: seal.salt,
      check: sealValue(seal.key, CHECK_PURPOSE, CHECK_TEXT),
    },
  };
  addText(writing, 'README.txt', describeArchive(name, created_at));
  addText(writing, 'manifest.json', `${JSON.stringify(manifest, null, 2)}\n`);
  given.zip.end();
}

async function addTables(writing: Writing, tx: ReadContext) {
  await store.prepareSnapshot(tx);
  const shapes = await store.listShapes(tx.db);
  writing.rows_total = await store.countRows(tx, shapes);
  const tables: WrittenTable[] = [];
  for (const shape of shapes) tables.push(await addTable(writing, tx, shape));
  return { name: await store.findOrganizationName(tx), created_at: tx.clock.now().toISOString(), tables };
}

function addText({ zip }: Writing, name: string, text: string): void {
  zip.addBuffer(Buffer.from(text), name, { compress: false });
}

/** Waits until the entry is written: the snapshot's cursor serves one table at a time. */
function addEntry({ zip, left }: Writing, name: string, content: Readable, compressionLevel: number): Promise<void> {
  const written = new Promise<void>((resolve, reject) => {
    content.once('end', resolve);
    content.once('error', reject);
  });
  zip.addReadStream(content, name, { compressionLevel });
  return Promise.race([written, left]).finally(() => content.destroy());
}

async function addTable(writing: Writing, tx: ReadContext, shape: store.TableShape): Promise<WrittenTable> {
  const { group } = ARCHIVED_TABLES[shape.name];
  const table: WrittenTable = { name: shape.name, group, rows: 0, sha256: '' };
  const hash = createHash('sha256');
  const lines = Readable.from(writeLines(writing, store.readTable(tx, shape), shape, table, hash), {
    objectMode: false,
  });
  await addEntry(writing, `tables/${shape.name}.ndjson`, lines, COMPRESSION_LEVEL);
  return { ...table, sha256: hash.digest('hex') };
}

async function* writeLines(
  writing: Writing,
  pages: AsyncIterable<store.ArchiveRow[]>,
  shape: store.TableShape,
  table: WrittenTable,
  hash: ReturnType<typeof createHash>,
): AsyncGenerator<Buffer> {
  const isPlain = !shape.columns.some(({ name }) => name === 'file_key' || name === 'files');
  let reported = writing.rows_done;
  for await (const rows of pages) {
    const lines: string[] = [];
    for (const row of rows) {
      const line = isPlain ? row.line : await nameFiles(writing, row.line);
      lines.push(row.secret === null ? line : addSecret(writing, shape, { ...row, line }));
    }
    const page = Buffer.from(`${lines.join('\n')}\n`);
    hash.update(page);
    table.rows += rows.length;
    writing.rows_done += rows.length;
    if (writing.rows_done - reported >= ROWS_BETWEEN_REPORTS) {
      reported = writing.rows_done;
      await writing.onProgress?.(writing.rows_done, writing.rows_total);
    }
    yield page;
  }
}

/** Without a passphrase, and for what only this installation can use, nothing is added. */
function addSecret({ system, seal }: Writing, shape: store.TableShape, row: store.ArchiveRow): string {
  const { sealed }: ArchivedTable = ARCHIVED_TABLES[shape.name];
  if (!seal || !sealed || row.secret === null) return row.line;
  const secret =
    sealed.purpose === null ? String(row.secret) : system.vault.open(sealed.purpose, Buffer.from(row.secret));
  if (isGrant(secret)) return row.line;
  const value = sealValue(seal.key, `${shape.name}:${row.id}`, secret);
  return JSON.stringify({ ...JSON.parse(row.line), $sealed: value });
}

/** A consent at Google or Microsoft holds for this installation's own client there. */
const isGrant = (secret: string): boolean => /"type":"(?:GOOGLE|MICROSOFT)"/.test(secret);

/** Replaces keys of stored files by the digests that name them in the archive; null for a file that is gone. */
async function nameFiles(writing: Writing, line: string): Promise<string> {
  // Most messages have no file. A quote inside of a value is escaped: this is the column.
  if (line.includes('"files":[]') && !line.includes('"file_key"')) return line;
  const row = JSON.parse(line) as Record<string, unknown>;
  if (typeof row.file_key === 'string') row.file_key = await nameFile(writing, row.file_key);
  if (Array.isArray(row.files))
    for (const file of row.files as { file_key: unknown }[])
      file.file_key = typeof file.file_key === 'string' ? await nameFile(writing, file.file_key) : null;
  return JSON.stringify(row);
}

async function nameFile(writing: Writing, key: string): Promise<{ $file: string } | null> {
  const opened = await writing.system.ports.files.openFile(key);
  if (!opened) return null;
  const hash = createHash('sha256');
  for await (const chunk of opened.stream) hash.update(chunk as Buffer);
  const sha256 = hash.digest('hex');
  writing.files.set(sha256, key);
  return { $file: sha256 };
}

async function addFile(writing: Writing, sha256: string, key: string): Promise<void> {
  const opened = await writing.system.ports.files.openFile(key);
  // Deleted since its row was read. The row says what it was, and a reader reports it.
  if (!opened) return;
  await addEntry(writing, `files/${sha256}`, opened.stream, 0);
}
