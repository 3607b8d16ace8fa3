import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, parse } from 'node:path';
import { fileURLToPath } from 'node:url';
import type pg from 'pg';

const migrationsDirectory = join(dirname(fileURLToPath(import.meta.url)), '../../../migrations');

/** The start is refused, in words for the operator: nothing is wrong with the program. */
export class UpgradeError extends Error {}

export interface MigrationFile {
  /** As in the `migrations` table: without `.sql`. */
  name: string;
  sql: string;
  sha256: string;
}

export interface AppliedMigration {
  name: string;
  /** Null where it was applied before checksums were kept. */
  sha256: string | null;
  /** Version of the program that applied it; null if unknown. */
  version: string | null;
  applied_on: string;
}

export const listMigrationNames = (directory = migrationsDirectory): string[] =>
  readdirSync(directory)
    .filter((file) => file.endsWith('.sql'))
    .map((file) => parse(file).name)
    .sort();

export function readMigrationFiles(directory = migrationsDirectory): MigrationFile[] {
  return listMigrationNames(directory).map((name) => {
    const content = readFileSync(join(directory, `${name}.sql`));
    return { name, sql: content.toString('utf8'), sha256: createHash('sha256').update(content).digest('hex') };
  });
}

/** In the order in which they were applied; none in a database that is new. Columns that a former version had not are read as null. */
export async function listAppliedMigrations(client: pg.Client): Promise<AppliedMigration[]> {
  const found = await client.query<{ is_there: boolean }>(
    `select to_regclass('public.migrations') is not null as is_there`,
  );
  if (!found.rows[0]?.is_there) return [];
  const { rows } = await client.query<AppliedMigration>(
    `select name, to_jsonb(m) ->> 'sha256' as sha256, to_jsonb(m) ->> 'version' as version,
       to_char(run_on, 'YYYY-MM-DD') as applied_on from public.migrations m order by id`,
  );
  return rows;
}

/**
 * Answers which files are pending.
 * @param version of this program
 * @throws UpgradeError for a database that is newer than the program or of another line, and for a file that changed after it was applied
 */
export function requireKnownHistory(
  files: readonly MigrationFile[],
  applied: readonly AppliedMigration[],
  version: string | undefined,
): MigrationFile[] {
  const known = new Map(files.map((file) => [file.name, file]));
  const foreign = applied.filter(({ name }) => !known.has(name));
  if (foreign.length > 0) throw new UpgradeError(describeForeign(files, foreign, version));
  const changed = applied.find(({ name, sha256 }) => sha256 !== null && sha256 !== known.get(name)?.sha256);
  if (changed) throw new UpgradeError(describeChanged(changed));
  const names = new Set(applied.map(({ name }) => name));
  const pending = files.filter(({ name }) => !names.has(name));
  const latest = [...names].sort().at(-1) ?? '';
  const late = pending.find(({ name }) => name < latest);
  if (late)
    throw new UpgradeError(
      `Migration ${late.name}.sql comes before ${latest}.sql, which this database has already. It was upgraded by another line of Overture, and this program cannot continue it.`,
    );
  return pending;
}

function describeForeign(
  files: readonly MigrationFile[],
  foreign: readonly AppliedMigration[],
  version: string | undefined,
): string {
  const last = foreign.at(-1) as AppliedMigration;
  const own = files.at(-1)?.name ?? '';
  if (foreign.some(({ name }) => name < own))
    return `This database was upgraded by another line of Overture: it has migration ${foreign[0]?.name}.sql, which this program never had. Start the program it belongs to.`;
  const isNamed = last.version !== null && last.version !== version;
  const other = isNamed ? `Overture ${last.version}` : 'a newer Overture';
  return `This database was upgraded by ${other} on ${last.applied_on}; this program is ${version ?? 'older'}. It does not know ${foreign.length === 1 ? 'migration' : `${foreign.length} migrations, the last is`} ${last.name}.sql.
  Start ${isNamed ? `Overture ${last.version}` : 'that version'} or a newer one. To stay on this version, restore the backup from before the upgrade (DATA_DIR/backups, unless it was skipped).`;
}

const describeChanged = ({ name, version, applied_on }: AppliedMigration): string =>
  `Migration ${name}.sql was changed after this database applied it (on ${applied_on}${version === null ? '' : `, by Overture ${version}`}).
  Install this version of Overture again, unchanged. A change of tables belongs into a new migration.`;
