import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { findLastRelease, gitIn } from '../../../tools/release/git.ts';

const root = join(import.meta.dirname, '../../..');

/**
 * The tables of 1.0.0-rc.1 lost columns that its program reads, so it is upgraded while all its processes are stopped: the proof `upgrade-from-rc1`.
 * From this commit on, migrations only add (`tools/laws/migrations`). Goes with the first tag.
 */
const FIRST_THAT_ROLLS = '0870e2b99d554020eb31ea8512b8acc098857230';

export interface FormerRelease {
  /** A tag or a commit. */
  name: string;
  tree: string;
  version: string;
  /** Packages of today that it runs with in another version than its lockfile has. */
  other_versions: string[];
}

/**
 * The source of the release before, in a folder, with the packages that are installed here, or its own where it needs others. `FORMER` names another
 * commit.
 */
export function unpackFormerRelease(folder: string): FormerRelease {
  const git = gitIn(root);
  const last = findLastRelease(git);
  const name = process.env.FORMER || (last.startsWith('v') ? last : FIRST_THAT_ROLLS);
  const tree = join(folder, 'former');
  mkdirSync(tree);
  const tar = join(folder, 'former.tar');
  git('archive', '--format=tar', `--output=${tar}`, name);
  execFileSync('tar', ['xf', tar, '-C', tree]);
  const { version, workspaces } = loadJson(join(tree, 'package.json')) as { version: string; workspaces: string[] };
  const { missing, other_versions } = compareLocks(tree);
  if (missing.length > 0) installPackages(tree);
  else linkPackages(tree, workspaces);
  return { name, tree, version, other_versions: missing.length > 0 ? [] : other_versions };
}

const loadJson = (path: string): object => JSON.parse(readFileSync(path, 'utf8'));

/** As its image does: what its program needs, in the versions of its lockfile. */
function installPackages(tree: string): void {
  const words = ['ci', '--omit=dev', '--workspace=@overture/server', '--include-workspace-root=false', '--no-audit'];
  execFileSync('npm', [...words, '--no-fund', '--loglevel=error'], { cwd: tree, stdio: ['ignore', 2, 2] });
}

/** Packages of others are links to ours, its own are its own. */
function linkPackages(tree: string, workspaces: readonly string[]): void {
  const target = join(tree, 'node_modules');
  mkdirSync(join(target, '@overture'), { recursive: true });
  for (const name of readdirSync(join(root, 'node_modules')))
    if (name !== '@overture') symlinkSync(join(root, 'node_modules', name), join(target, name));
  for (const workspace of workspaces) {
    const { name } = loadJson(join(tree, workspace, 'package.json')) as { name: string };
    symlinkSync(join(tree, workspace), join(target, name));
    const nested = join(root, workspace, 'node_modules');
    if (existsSync(nested)) symlinkSync(nested, join(tree, workspace, 'node_modules'));
  }
}

interface Locked {
  version?: string;
  dev?: boolean;
  optional?: boolean;
}

/** Packages that its program needs and that are not here, and those that are here in another version. */
function compareLocks(tree: string): { missing: string[]; other_versions: string[] } {
  const locked = (folder: string) =>
    (loadJson(join(folder, 'package-lock.json')) as { packages: Record<string, Locked> }).packages;
  const [then, now] = [locked(tree), locked(root)];
  const needed = Object.entries(then).filter(([path, { dev }]) => path.startsWith('node_modules/') && !dev);
  return {
    missing: needed.filter(([path, { optional }]) => !optional && !now[path]).map(([path]) => path),
    other_versions: needed
      .filter(([path, { version }]) => now[path] && now[path].version !== version)
      .map(([path]) => path),
  };
}
