import { execFileSync, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { draftLines } from './changelog.ts';
import { compareVersions, nextVersion } from './versions.ts';

// The whole command in a scratch repository. Its tests and builds are stand-ins, which succeed or fail as a test needs.
const folder = mkdtempSync(join(tmpdir(), 'overture-release-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

let root = '';
const identity = ['-c', 'user.name=Ada', '-c', 'user.email=ada@acme.example', '-c', 'commit.gpgsign=false'];
const git = (...words: string[]): string =>
  execFileSync('git', [...identity, ...words], { cwd: root, encoding: 'utf8' }).trimEnd();
const read = (path: string): string => readFileSync(join(root, path), 'utf8');
function write(path: string, content: string | object): void {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), typeof content === 'string' ? content : `${JSON.stringify(content, null, 2)}\n`);
}
function commit(subject: string): void {
  git('add', '--all');
  git('commit', '--quiet', '--allow-empty', '-m', subject);
}
function release(...words: string[]): { status: number | null; output: string } {
  const names = { GIT_AUTHOR_NAME: 'Ada', GIT_AUTHOR_EMAIL: 'ada@acme.example' };
  const committer = { GIT_COMMITTER_NAME: 'Ada', GIT_COMMITTER_EMAIL: 'ada@acme.example' };
  const { status, stdout, stderr } = spawnSync(process.execPath, [join(import.meta.dirname, 'release.ts'), ...words], {
    encoding: 'utf8',
    env: { ...process.env, ...names, ...committer, RELEASE_ROOT: root },
  });
  return { status, output: `${stdout}${stderr}` };
}

/** Replaces the tests and builds of the tree; the file `broken` names the step that fails. */
const RUNNER = `
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
const [step] = process.argv.slice(2);
if (existsSync('.runtime/broken') && readFileSync('.runtime/broken', 'utf8') === step) process.exit(1);
if (step === 'api-release') writeFileSync('contract/released-api.jsonl', '{"call":"GET /leads/"}\\n');
if (step === 'web')
  for (const folder of ['web/dist/assets', 'server/dist']) {
    mkdirSync(folder, { recursive: true });
    writeFileSync(folder + '/main.mjs', 'built');
  }
writeFileSync('.runtime/steps', (existsSync('.runtime/steps') ? readFileSync('.runtime/steps', 'utf8') : '') + step + ' ');
`;
const CHANGELOG = `# Changelog

About it.

## Unreleased

### Added

- Lists can be merged.

### Upgrade notes

- Set \`NEW_SETTING\` first.

## 1.0.0 (2026-11-28)

### Added

- Lists.
`;

beforeEach(() => {
  root = mkdtempSync(join(folder, 'tree-'));
  git('init', '--quiet', '--initial-branch=main');
  const own = { '@overture/domain': '1.0.0' };
  write('package.json', {
    name: 'overture',
    version: '1.0.0',
    license: 'Apache-2.0',
    workspaces: ['domain', 'server'],
  });
  write('docs/package.json', { name: 'docs', version: '1.0.0', devDependencies: { other: '1.0.0' } });
  write('domain/package.json', { name: '@overture/domain', version: '1.0.0' });
  write('server/package.json', { name: '@overture/server', version: '1.0.0', dependencies: { ...own, zod: '1.0.0' } });
  write('packages/client/package.json', { name: '@overture/client', version: '1.0.0' });
  const entries = {
    '': { name: 'overture', version: '1.0.0' },
    domain: { version: '1.0.0' },
    server: { version: '1.0.0', dependencies: { ...own, zod: '1.0.0' } },
    web: { version: '1.0.0' },
    'node_modules/zod': { version: '1.0.0', license: 'MIT' },
    'node_modules/@overture/domain': { resolved: 'domain', link: true },
  };
  write('package-lock.json', { name: 'overture', version: '1.0.0', packages: entries });
  write('deploy/helm/overture/Chart.yaml', 'apiVersion: v2\nversion: 1.0.0\nappVersion: 1.0.0\n');
  write('CHANGELOG.md', CHANGELOG);
  write('.gitignore', 'dist/\n.runtime/\nsbom.cdx.json\n');
  write('server/migrations/0001_leads.sql', 'select 1;\n');
  write('server/migrations.sha256', `${createHash('sha256').update('select 1;\n').digest('hex')}  0001_leads.sql\n`);
  write('contract/released-api.jsonl', '');
  write('tools/run.mjs', RUNNER);
  git('add', '--all');
  write('node_modules/vitest/vitest.mjs', RUNNER);
  git('add', '--force', 'node_modules/vitest/vitest.mjs');
  mkdirSync(join(root, '.runtime'));
  commit('build: release 1.0.0');
  git('tag', 'v1.0.0');
  write('server/migrations/0002_folders.sql', 'select 2;\n');
  commit('feat(lists): merge lists');
});

describe('npm run release', () => {
  test('without --write says what would happen and changes nothing', () => {
    const before = [git('rev-parse', 'HEAD'), git('tag')];
    const { status, output } = release('minor');
    expect(status).toBe(0);
    expect(output).toContain('1.0.0 -> 1.1.0, since v1.0.0: 1 commits, 1 new migrations');
    expect(output).toContain('- The first start applies 1 migrations, after a backup');
    expect(output).toContain('Nothing was changed. --write does it.');
    expect([git('rev-parse', 'HEAD'), git('tag')]).toEqual(before);
    expect(git('status', '--porcelain')).toBe('');
  });

  test('with --write tests, writes every version, commits, tags and packs the same bytes each time', () => {
    const { status, output } = release('minor', '--write');
    expect([status, output]).toEqual([0, expect.stringContaining('Released 1.1.0 here.')]);
    expect(read('.runtime/steps')).toBe('test api-release run web ');
    expect(git('log', '-1', '--format=%s')).toBe('build: release 1.1.0');
    expect(git('status', '--porcelain')).toBe('');
    for (const path of ['.', 'docs', 'domain', 'server', 'packages/client'])
      expect([path, JSON.parse(read(join(path, 'package.json'))).version]).toEqual([path, '1.1.0']);
    expect(JSON.parse(read('server/package.json')).dependencies).toEqual({ '@overture/domain': '1.1.0', zod: '1.0.0' });
    expect(read('deploy/helm/overture/Chart.yaml')).toBe('apiVersion: v2\nversion: 1.1.0\nappVersion: 1.1.0\n');
    const lock = JSON.parse(read('package-lock.json'));
    expect(lock.version).toBe('1.1.0');
    expect(lock.packages.server.dependencies).toEqual({ '@overture/domain': '1.1.0', zod: '1.0.0' });
    expect(lock.packages['node_modules/zod'].version).toBe('1.0.0');
    const [, section = ''] = /## Unreleased\n\n(## 1\.1\.0 [\s\S]*?)\n## 1\.0\.0 /.exec(read('CHANGELOG.md')) ?? [];
    expect(section).toMatch(
      /^## 1\.1\.0 \(\d{4}-\d\d-\d\d\)\n\n### Added\n\n- Lists can be merged\.\n\n### Upgrade notes\n\n- Set `NEW_SETTING` first\.\n- The first start/,
    );
    execFileSync('sha256sum', ['--check', '--quiet', '../migrations.sha256'], { cwd: join(root, 'server/migrations') });
    expect(read('server/migrations.sha256').trim().split('\n')).toHaveLength(2);
    expect(git('tag', '--list', '-n9', 'v1.1.0')).toContain('Lists can be merged.');

    const packed = join(root, '.runtime/release');
    execFileSync('sha256sum', ['--check', '--quiet', 'overture-1.1.0.tar.gz.sha256'], { cwd: packed });
    const names = execFileSync('tar', ['tf', join(packed, 'overture-1.1.0.tar.gz')], { encoding: 'utf8' }).split('\n');
    for (const path of ['package.json', 'web/dist/assets/main.mjs', 'server/dist/main.mjs', 'sbom.cdx.json'])
      expect(names).toContain(`overture-1.1.0/${path}`);
    expect(JSON.parse(readFileSync(join(packed, 'overture-1.1.0.cdx.json'), 'utf8')).metadata.component.version).toBe(
      '1.1.0',
    );
    const first = readFileSync(join(packed, 'overture-1.1.0.tar.gz.sha256'), 'utf8');
    expect(release('pack').status).toBe(0);
    expect(readFileSync(join(packed, 'overture-1.1.0.tar.gz.sha256'), 'utf8')).toBe(first);
  });

  test.each(['test', 'api-release', 'run'])(
    'the step "%s" fails: nothing is released and the tree is as before',
    (step) => {
      write('.runtime/broken', step);
      const before = git('rev-parse', 'HEAD');
      expect(release('minor', '--write')).toEqual({
        status: 1,
        output: expect.stringContaining('Nothing was released.'),
      });
      expect([git('rev-parse', 'HEAD'), git('tag'), git('status', '--porcelain')]).toEqual([before, 'v1.0.0', '']);
    },
  );

  test.each<[string, string[], RegExp, () => void]>([
    ['a tree that is not clean', ['minor'], /The tree is not clean.*\n\?\? left\.txt/, () => write('left.txt', 'x')],
    ['a tag that exists', ['minor'], /The tag v1\.1\.0 exists already/, () => git('tag', 'v1.1.0', 'v1.0.0')],
    ['a version that is older', ['0.9.0'], /0\.9\.0 does not come after 1\.0\.0/, () => undefined],
    [
      'a break of programs',
      ['minor'],
      /need a major version:\n {2}feat\(api\)!: end a call/,
      () => commit('feat(api)!: end a call'),
    ],
    ['an unknown word', ['minor', '--wirte'], /^Usage: npm run release/, () => undefined],
    ['pack without a tag', ['pack'], /has version 1\.0\.0 and no tag v1\.0\.0/, () => undefined],
  ])('refuses %s', (_, words, expected, prepare) => {
    prepare();
    expect(release(...words)).toEqual({ status: 1, output: expect.stringMatching(expected) });
  });

  test('commits give the lines where none were written', () => {
    write('CHANGELOG.md', CHANGELOG.replace(/### Added\n\n- Lists can[\s\S]*?first\.\n\n/, ''));
    commit('docs: shorten the changelog');
    expect(release('minor').output).toMatch(/### Added\n\n- Lists: merge lists\.\n\n### Upgrade notes/);
  });
});

test('lines of commits leave out what users never see', () => {
  const subjects = [
    'feat(lead-views): share a view',
    'fix: end a loop',
    'test(api): add',
    'feat(bench): time',
    'feat!: x',
  ];
  const lines = draftLines(subjects.map((subject) => ({ sha: 'a', subject, body: '' })));
  expect(lines).toEqual({ Added: ['Lead views: share a view.'], Fixed: ['End a loop.'], 'Upgrade notes': ['X.'] });
});

test.each([
  ['1.0.0-rc.1', 'rc', '1.0.0-rc.2'],
  ['1.0.0-rc.1', 'patch', '1.0.0'],
  ['1.0.0-rc.1', 'minor', '1.0.0'],
  ['1.0.0-rc.1', 'major', '1.0.0'],
  ['1.2.3', 'patch', '1.2.4'],
  ['1.2.3', 'minor', '1.3.0'],
  ['1.2.3', 'major', '2.0.0'],
  ['1.2.3', 'rc', '1.3.0-rc.1'],
  ['1.2.1-rc.1', 'minor', '1.3.0'],
  ['1.2.3', '1.10.0', '1.10.0'],
])('%s, %s: %s', (current, wanted, expected) => {
  expect(nextVersion(current, wanted)).toBe(expected);
  expect(compareVersions(expected, current)).toBeGreaterThan(0);
});
