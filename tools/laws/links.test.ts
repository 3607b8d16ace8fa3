import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '../..');
const LINK_MODE = '120000';

/** Paths of symbolic links in the output of `git ls-files --stage -z`. A link points to a machine's own folders, such as `node_modules`. */
function findLinks(staged: string): string[] {
  return staged
    .split('\0')
    .flatMap((entry) => (entry.startsWith(`${LINK_MODE} `) ? [entry.split('\t')[1] as string] : []));
}

test('no symbolic link is committed', () => {
  const staged = execFileSync('git', ['ls-files', '--stage', '-z'], {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 64 << 20,
  });
  expect(findLinks(staged)).toEqual([]);
});

test('a committed link is found', () => {
  const staged = ['100644 0a1 0\tREADME.md', '120000 0b2 0\tweb/node_modules', ''].join('\0');
  expect(findLinks(staged)).toEqual(['web/node_modules']);
});
