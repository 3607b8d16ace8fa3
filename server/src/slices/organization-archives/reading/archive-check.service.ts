import { createHash } from 'node:crypto';
import { ARCHIVE_GROUPS, ARCHIVED_TABLES, type ArchiveGroup } from '../archived-tables.store.ts';
import { loadManifest, type Manifest, requireKey } from './manifest.service.ts';
import { parseRow, readLines } from './read-rows.service.ts';
import { ArchiveError, openZip, type ZipEntries, type ZipSource } from './zip-entries.service.ts';

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
  /** Throws to end the check. */
  onProgress?: (name: string) => void | Promise<void>;
}

/**
 * Reads an archive to its end and compares every row and file with the manifest. Nothing is unpacked to disk, memory holds one row.
 * @throws ArchiveError in words: no archive, damaged, hostile, of a newer version, or another passphrase
 */
export async function checkArchive(source: string | ZipSource, options: CheckOptions): Promise<ArchiveReport> {
  const zip = await openZip(source);
  try {
    const manifest = await loadManifest(zip, options.schema);
    if (options.passphrase !== null) await requireKey(manifest, options.passphrase);
    requireEntries(zip, manifest);
    for (const table of manifest.tables) {
      await options.onProgress?.(table.name);
      await checkTable(zip, table);
    }
    await options.onProgress?.('files');
    for (const name of zip.names) if (name.startsWith('files/')) await checkFile(zip, name);
    return describe(manifest);
  } catch (error) {
    if (error instanceof ArchiveError) throw error;
    throw new ArchiveError('The archive is damaged. Download it again.', { cause: error });
  } finally {
    zip.close();
  }
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
    parseRow(line, name);
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
