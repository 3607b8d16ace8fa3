import { createHash, type Hash } from 'node:crypto';
import { cutText } from '@overture/domain/text/text-bounds';
import { z } from 'zod';
import { ARCHIVE_GROUPS, ARCHIVED_TABLES, type ArchiveGroup } from '../archived-tables.store.ts';
import { ARCHIVE_FORMAT, CHECK_PURPOSE, CHECK_TEXT, deriveKey, openValue, SCRYPT } from '../passphrase.service.ts';
import { ArchiveError, openZip, type ZipEntries } from './zip-entries.service.ts';

const MAX_MANIFEST_BYTES = 4 * 1024 ** 2;
/** The longest row: an email with its page. */
const MAX_LINE_BYTES = 32 * 1024 ** 2;
const MAX_DEPTH = 64;
const NEWER = 'A newer version of the program made this archive. Update this installation first.';

const count = z.number().int().min(0);
const manifestSchema = z.object({
  format: z.literal(ARCHIVE_FORMAT),
  schema: z.string().max(200),
  app_version: z.string().max(100),
  organization: z.object({ id: z.number(), name: z.string().max(1000) }),
  created_at: z.iso.datetime(),
  tables: z
    .array(
      z.object({
        name: z.string().regex(/^[a-z_]{1,63}$/),
        group: z.string().max(100),
        rows: count,
        sha256: z.string(),
      }),
    )
    .max(1000),
  files: count,
  sealed: z
    .object({
      kdf: z.literal('scrypt'),
      // Other parameters could cost any amount of memory.
      n: z.literal(SCRYPT.n),
      r: z.literal(SCRYPT.r),
      p: z.literal(SCRYPT.p),
      salt: z.string().max(100),
      check: z.string().max(1000),
    })
    .nullable(),
});
type Manifest = z.output<typeof manifestSchema>;

export interface ArchiveReport {
  organization: string;
  created_at: string;
  app_version: string;
  /** Rows by what they are, in the words of the README. */
  groups: { title: string; rows: number }[];
  files: number;
  has_secrets: boolean;
  /** Tables of the archive that this program does not know. */
  unknown_tables: string[];
}

export interface CheckOptions {
  passphrase: string | null;
  /** The newest migration of this program. */
  schema: string;
  onProgress?: (name: string) => void;
}

/**
 * Reads an archive to its end and compares every row and file with the manifest. Nothing is unpacked to disk, memory holds one row.
 * @throws ArchiveError in words: no archive, damaged, hostile, of a newer version, or another passphrase
 */
export async function checkArchive(path: string, options: CheckOptions): Promise<ArchiveReport> {
  const zip = await openZip(path);
  try {
    const manifest = await loadManifest(zip, options.schema);
    await requirePassphrase(manifest, options.passphrase);
    requireEntries(zip, manifest);
    for (const table of manifest.tables) {
      options.onProgress?.(table.name);
      await checkTable(zip, table);
    }
    options.onProgress?.('files');
    for (const name of zip.names) if (name.startsWith('files/')) await checkFile(zip, name);
    return describe(manifest);
  } catch (error) {
    if (error instanceof ArchiveError) throw error;
    throw new ArchiveError('The archive is damaged. Download it again.', { cause: error });
  } finally {
    zip.close();
  }
}

const versionOf = (schema: string): number => Number.parseInt(schema, 10) || 0;

async function loadManifest(zip: ZipEntries, schema: string): Promise<Manifest> {
  if (!zip.names.has('manifest.json') || zip.sizeOf('manifest.json') > MAX_MANIFEST_BYTES)
    throw new ArchiveError('This ZIP file is no archive: it has no manifest.');
  const chunks: Buffer[] = [];
  for await (const chunk of await zip.openEntry('manifest.json')) chunks.push(chunk as Buffer);
  const raw: unknown = JSON.parse(Buffer.concat(chunks).toString('utf8'));
  const version = z.object({ format: z.number(), schema: z.string().default('') }).safeParse(raw);
  if (version.success && (version.data.format > ARCHIVE_FORMAT || versionOf(version.data.schema) > versionOf(schema)))
    throw new ArchiveError(NEWER);
  return manifestSchema.parse(raw);
}

async function requirePassphrase({ sealed }: Manifest, passphrase: string | null): Promise<void> {
  if (passphrase === null) return;
  if (!sealed) throw new ArchiveError('The archive was made without a passphrase.');
  const key = await deriveKey(passphrase, sealed.salt);
  try {
    if (openValue(key, CHECK_PURPOSE, sealed.check) === CHECK_TEXT) return;
  } catch {
    // Said below.
  }
  throw new ArchiveError('The passphrase is not the one of this archive.');
}

function requireEntries(zip: ZipEntries, { tables, files }: Manifest): void {
  const expected = new Set(tables.map(({ name }) => `tables/${name}.ndjson`));
  for (const name of expected) if (!zip.names.has(name)) throw new ArchiveError(`The archive lacks ${name}.`);
  const extra = [...zip.names].find((name) => name.startsWith('tables/') && !expected.has(name));
  if (extra) throw new ArchiveError(`The archive holds ${extra}, which its manifest does not name.`);
  const found = [...zip.names].filter((name) => name.startsWith('files/')).length;
  if (found > files) throw new ArchiveError('The archive holds more files than its manifest names.');
}

async function checkTable(zip: ZipEntries, { name, rows, sha256 }: Manifest['tables'][number]): Promise<void> {
  const hash = createHash('sha256');
  let read = 0;
  for await (const line of readLines(zip, `tables/${name}.ndjson`, hash)) {
    requireRow(line, name);
    read += 1;
  }
  if (read !== rows || hash.digest('hex') !== sha256)
    throw new ArchiveError(`The archive is damaged: ${name} is not as it was written.`);
}

async function checkFile(zip: ZipEntries, name: string): Promise<void> {
  const hash = createHash('sha256');
  for await (const chunk of await zip.openEntry(name)) hash.update(chunk as Buffer);
  if (`files/${hash.digest('hex')}` !== name)
    throw new ArchiveError(`The archive is damaged: ${name} is not as it was written.`);
}

async function* readLines(zip: ZipEntries, name: string, hash: Hash): AsyncGenerator<string> {
  let parts: Buffer[] = [];
  let held = 0;
  for await (const chunk of await zip.openEntry(name)) {
    let rest = chunk as Buffer;
    hash.update(rest);
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

function requireRow(line: string, table: string): void {
  const value: unknown = JSON.parse(line);
  const isRow = typeof value === 'object' && value !== null && '_id' in value && !isDeeper(value, MAX_DEPTH);
  if (!isRow) throw new ArchiveError(`${table} holds a line that is no row: ${cutText(line, 60)}`);
}

const isDeeper = (value: unknown, levels: number): boolean =>
  typeof value === 'object' &&
  value !== null &&
  (levels === 0 || Object.values(value).some((inner) => isDeeper(inner, levels - 1)));

function describe(manifest: Manifest): ArchiveReport {
  const rowsOf = (group: ArchiveGroup): number =>
    manifest.tables.filter((table) => table.group === group).reduce((sum, { rows }) => sum + rows, 0);
  return {
    organization: manifest.organization.name,
    created_at: manifest.created_at,
    app_version: manifest.app_version,
    groups: Object.entries(ARCHIVE_GROUPS).map(([group, title]) => ({ title, rows: rowsOf(group as ArchiveGroup) })),
    files: manifest.files,
    has_secrets: manifest.sealed !== null,
    unknown_tables: manifest.tables.map(({ name }) => name).filter((name) => !Object.hasOwn(ARCHIVED_TABLES, name)),
  };
}
