import { spawnSync } from 'node:child_process';
import type { Commit } from './changelog.ts';
import { compareVersions, ReleaseError } from './versions.ts';

/** Runs Git in a folder and answers what it prints. */
export type Git = (...words: string[]) => string;

export const gitIn =
  (root: string): Git =>
  (...words) => {
    const { status, stdout, stderr, error } = spawnSync('git', words, {
      cwd: root,
      encoding: 'utf8',
      maxBuffer: 256_000_000,
    });
    if (status !== 0) throw new ReleaseError(`git ${words[0]} failed: ${(stderr || error?.message || '').trim()}`);
    return stdout.trimEnd();
  };

/** Written with each release. */
const RELEASED_MIGRATIONS = 'server/migrations.sha256';

/** The last release: its tag, or where there is none yet the commit that wrote down its migrations. */
export function findLastRelease(git: Git): string {
  const tags = git('tag', '--list', 'v*', '--merged', 'HEAD').split('\n').filter(Boolean);
  const latest = tags.sort((one, other) => compareVersions(one.slice(1), other.slice(1))).at(-1);
  if (latest) return latest;
  const commit = git('log', '-1', '--format=%H', '--', RELEASED_MIGRATIONS);
  if (commit === '') throw new ReleaseError(`No commit of this history wrote ${RELEASED_MIGRATIONS}.`);
  return commit;
}

export const listCommits = (git: Git, since: string): Commit[] =>
  git('log', '--no-merges', '--reverse', '--format=%H%x1f%s%x1f%b%x1e', `${since}..HEAD`)
    .split('\x1e')
    .map((text) => text.trim().split('\x1f'))
    .filter(([sha]) => sha)
    .map(([sha = '', subject = '', body = '']) => ({ sha, subject, body }));

/** @throws ReleaseError with the first changes */
export function requireCleanTree(git: Git): void {
  const changes = git('status', '--porcelain').split('\n').filter(Boolean);
  if (changes.length > 0)
    throw new ReleaseError(`The tree is not clean. Commit or remove first:\n${changes.slice(0, 10).join('\n')}`);
}

export function requireNewTag(git: Git, tag: string): void {
  if (git('tag', '--list', tag) !== '') throw new ReleaseError(`The tag ${tag} exists already.`);
}
