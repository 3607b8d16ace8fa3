import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Commit, draftLines, isBreaking, isUnwritten, releaseChangelog } from './changelog.ts';
import { findLastRelease, type Git, listCommits, requireCleanTree, requireNewTag } from './git.ts';
import { nextVersion, ReleaseError, writeVersions } from './versions.ts';

const CHANGELOG = 'CHANGELOG.md';
const MIGRATIONS = 'server/migrations';
const RELEASED_MIGRATIONS = 'server/migrations.sha256';

export interface Plan {
  from: string;
  version: string;
  tag: string;
  last_release: string;
  commits: Commit[];
  /** Files that no release had yet. */
  migrations: string[];
  /** The changelog as it will be. */
  changelog: string;
}

/**
 * What a release would do. Changes nothing.
 * @param drafts adds a line for each commit even if lines were written by hand
 * @throws ReleaseError where the tree or the history is not ready
 */
export function planRelease(
  root: string,
  git: Git,
  { wanted, date, drafts }: { wanted: string; date: string; drafts: boolean },
): Plan {
  requireCleanTree(git);
  const from = (JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string }).version;
  const version = nextVersion(from, wanted);
  const tag = `v${version}`;
  requireNewTag(git, tag);
  const last_release = findLastRelease(git);
  const commits = listCommits(git, last_release);
  requireMajor(commits, from, version);
  const written = readFileSync(join(root, CHANGELOG), 'utf8');
  const migrations = listNewMigrations(root);
  const upgrade =
    migrations.length === 0
      ? {}
      : {
          'Upgrade notes': [
            `The first start applies ${migrations.length} migrations, after a backup ([Upgrade](docs/operate/upgrade.md)).`,
          ],
        };
  const more = [...(drafts || isUnwritten(written) ? [draftLines(commits)] : []), upgrade];
  if (commits.length === 0) throw new ReleaseError(`There is no commit since ${last_release}.`);
  const changelog = releaseChangelog(written, { version, date, more });
  return { from, version, tag, last_release, commits, migrations, changelog };
}

/** From 1.0.0 on, a change that programs or operators must follow needs a major version. */
function requireMajor(commits: readonly Commit[], from: string, version: string): void {
  const breaking = commits.filter(isBreaking);
  const isCandidate = from.includes('-');
  const isMajor = Number.parseInt(version, 10) > Number.parseInt(from, 10);
  if (breaking.length === 0 || isMajor || isCandidate || from.startsWith('0.')) return;
  throw new ReleaseError(
    `These commits break what works today and need a major version:\n${breaking.map(({ subject }) => `  ${subject}`).join('\n')}`,
  );
}

const listMigrations = (root: string): string[] =>
  readdirSync(join(root, MIGRATIONS))
    .filter((file) => file.endsWith('.sql'))
    .sort();

function listNewMigrations(root: string): string[] {
  const list = readFileSync(join(root, RELEASED_MIGRATIONS), 'utf8');
  const released = new Set(list.split('\n').map((line) => line.slice(66)));
  return listMigrations(root).filter((file) => !released.has(file));
}

/** Writes the version, the changelog and the list of released migrations. @returns the files that changed */
export function writeRelease(root: string, { from, version, changelog }: Plan): string[] {
  const changed = writeVersions(root, from, version);
  writeFileSync(join(root, CHANGELOG), changelog);
  const sums = listMigrations(root).map((file) => {
    const sha256 = createHash('sha256')
      .update(readFileSync(join(root, MIGRATIONS, file)))
      .digest('hex');
    return `${sha256}  ${file}\n`;
  });
  writeFileSync(join(root, RELEASED_MIGRATIONS), sums.join(''));
  return [...changed, CHANGELOG, RELEASED_MIGRATIONS];
}
