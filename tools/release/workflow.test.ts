import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

// No machine of ours runs these files, so their text is checked: a tag of an action can be moved, a commit cannot.
const folder = join(import.meta.dirname, '../../.github/workflows');
const files = readdirSync(folder).map((name) => readFileSync(join(folder, name), 'utf8'));

function findProblems(text: string): string[] {
  const actions = [...text.matchAll(/uses: (.+)$/gm)].map((match) => match[1]!);
  const loose = actions.filter((action) => !/^[\w-]+\/[\w/-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/.test(action));
  const scripts = [...text.matchAll(/run: (?:\|\n((?: {10}.*\n)+)|(.+))/g)].map((match) => match[1] ?? match[2] ?? '');
  return [
    ...loose.map((action) => `${action} names no commit with its version`),
    // What people write (a branch, a title) would run as a command.
    ...scripts.filter((script) => script.includes('${{')).map(() => 'a script contains an expression; use env'),
    ...(/^permissions: \{\}$/m.test(text) ? [] : ['the file gives every job rights: permissions: {}']),
    ...(/secrets\.(?!GITHUB_TOKEN\b)/.test(text) ? ['a secret besides GITHUB_TOKEN'] : []),
    ...(text.match(/runs-on:/g)?.length === text.match(/timeout-minutes:/g)?.length ? [] : ['a job without a limit']),
  ];
}

test('workflows pin their actions and give each job few rights', () => {
  expect(files.flatMap(findProblems)).toEqual([]);
});

test('a release has images of two architectures with provenance, and the archive', () => {
  const release = readFileSync(join(folder, 'release.yml'), 'utf8');
  for (const part of ['amd64', 'arm64', '--provenance mode=max', '--sbom true', 'npm run release -- pack'])
    expect(release).toContain(part);
});

test('a moved tag, an expression in a script and wide rights are found', () => {
  const text = `jobs:\n  one:\n    runs-on: x\n    steps:\n      - uses: actions/checkout@v4\n      - run: echo \${{ github.head_ref }}\n      - run: echo \${{ secrets.OTHER }}\n`;
  expect(findProblems(text)).toHaveLength(6);
});
