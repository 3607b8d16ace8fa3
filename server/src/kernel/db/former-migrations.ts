import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { type AppliedMigration, type MigrationFile, UpgradeError } from './migration-history.ts';

/**
 * Versions before 1.0.0 reached the same tables by other migrations (docs/decisions/0299). A database that applied all of them is taken
 * over: its list is replaced, its tables stay. One that applied some of them is refused.
 */
const LAST_OF_FIRST_RELEASE = '0041_tour';

const listFile = fileURLToPath(new URL('../../../migrations-before-1.0.sha256', import.meta.url));

/** Checksum by name, in the order in which they were applied. */
function loadFormerMigrations(): Map<string, string> {
  const lines = readFileSync(listFile, 'utf8').trimEnd().split('\n');
  return new Map(
    lines.map((line): [string, string] => {
      const [sha256 = '', file = ''] = line.split('  ');
      return [file.replace(/\.sql$/, ''), sha256];
    }),
  );
}

/** Whether these are migrations of versions before 1.0.0: all of them, or some. */
export function matchFormerMigrations(names: readonly string[]): 'all' | 'some' | 'none' {
  const former = loadFormerMigrations();
  if (names.length === 0 || names.some((name) => !former.has(name))) return 'none';
  return names.length === former.size ? 'all' : 'some';
}

/** The files of the first release: they replace all migrations before it. */
export const listFirstRelease = <File extends Pick<MigrationFile, 'name'>>(files: readonly File[]): File[] =>
  files.filter(({ name }) => name <= LAST_OF_FIRST_RELEASE);

/**
 * Whether the database was last upgraded by a version before 1.0.0 and can be taken over.
 * @throws UpgradeError for one that lacks some of the former migrations
 */
export function isFormerHistory(files: readonly MigrationFile[], applied: readonly AppliedMigration[]): boolean {
  const match = matchFormerMigrations(applied.map(({ name }) => name));
  const own = new Map(files.map(({ name, sha256 }) => [name, sha256]));
  // A few names are in both lists; the checksum distinguishes them.
  if (match === 'none' || applied.every(({ name, sha256 }) => own.has(name) && own.get(name) === sha256)) return false;
  const former = loadFormerMigrations();
  const changed = applied.find(({ name, sha256 }) => sha256 !== null && sha256 !== former.get(name));
  if (changed)
    throw new UpgradeError(
      `Migration ${changed.name}.sql was changed after this database applied it (on ${changed.applied_on}). Overture 1.0.0 cannot take it over.`,
    );
  if (match === 'all') return true;
  throw new UpgradeError(
    `This database was upgraded by a version before 1.0.0, and not by the last one: it has ${applied.length} of ${former.size} migrations, up to ${applied.at(-1)?.name}.sql.
  Install the last Overture 0.1.0 and start it once. Then start this version again (docs/operate/upgrade.md). Nothing was changed.`,
  );
}
