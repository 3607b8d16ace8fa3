// `npm run release -- patch | minor | major | rc | VERSION` says what a release would do; with --write it does it. `npm run release -- pack`
// makes the files of the release that is checked out.
import { spawnSync } from 'node:child_process';
import { join, relative } from 'node:path';
import { findSection } from './changelog.ts';
import { type Git, gitIn, requireCleanTree } from './git.ts';
import { pack } from './pack.ts';
import { type Plan, planRelease, writeRelease } from './prepare-release.ts';
import { ReleaseError } from './versions.ts';

const USAGE = `Usage: npm run release -- patch | minor | major | rc | VERSION [--write] [--tested] [--drafts]
       npm run release -- pack

  Without --write nothing is changed.
  --write   runs npm test, writes version and changelog, commits, tags and packs; pushes nothing
  --tested  npm test has passed on this commit
  --drafts  adds a line for each commit to the lines of the changelog`;

const root = join(process.env.RELEASE_ROOT ?? join(import.meta.dirname, '../..'));
const target = join(root, '.runtime/release');
const say = (text: string): void => void process.stdout.write(`${text}\n`);

/** A step of another program, in the tree. @throws ReleaseError if it fails */
function runStep(title: string, ...words: string[]): void {
  say(`== ${title}`);
  const command = ['--disable-warning=ExperimentalWarning', ...words];
  const { status } = spawnSync(process.execPath, command, { cwd: root, stdio: 'inherit' });
  if (status !== 0) throw new ReleaseError(`${title}: failed. Nothing was released.`);
}

function describe({ from, version, tag, last_release, commits, migrations, changelog }: Plan): void {
  say(`${from} -> ${version}, since ${last_release}: ${commits.length} commits, ${migrations.length} new migrations\n`);
  say(`## ${version}\n\n${findSection(changelog, version)}\n`);
  say(`Tag: ${tag}. Files: overture-${version}.tar.gz, its SHA-256 and its SBOM.`);
}

function carryOut(git: Git, plan: Plan, isTested: boolean): void {
  const before = git('rev-parse', 'HEAD');
  if (!isTested) runStep('Tests', 'tools/run.mjs', 'test');
  requireCleanTree(git);
  if (git('rev-parse', 'HEAD') !== before) throw new ReleaseError('The branch moved during the tests. Start again.');
  const changed = writeRelease(root, plan);
  try {
    runStep('API of the release', 'tools/run.mjs', 'api-release');
    runStep('Version and migrations', 'node_modules/vitest/vitest.mjs', 'run', '--reporter=dot', ...VERSION_TESTS);
  } catch (error) {
    // The tree was clean: only what this run wrote is put back.
    git('checkout', '--', ...changed, RELEASED_API);
    throw error;
  }
  git('add', '--', ...changed, RELEASED_API);
  git('commit', '--quiet', '-m', `build: release ${plan.version}`);
  git('tag', '--annotate', plan.tag, '-m', `${plan.version}\n\n${findSection(plan.changelog, plan.version)}`);
}

const RELEASED_API = 'contract/released-api.jsonl';
const VERSION_TESTS = [
  'tools/laws/version.test.ts',
  'tools/laws/migrations.test.ts',
  'tools/laws/dependencies.test.ts',
];

async function packRelease(git: Git): Promise<void> {
  requireCleanTree(git);
  const tag = git('tag', '--list', 'v*', '--points-at', 'HEAD').split('\n').filter(Boolean);
  const version = JSON.parse(git('show', 'HEAD:package.json')).version as string;
  if (!tag.includes(`v${version}`))
    throw new ReleaseError(`This commit has version ${version} and no tag v${version}. Check out the release first.`);
  runStep('Builds', 'tools/run.mjs', 'web');
  const { archive, sha256, files } = await pack(root, git, version, target);
  say(`${relative(root, archive)}: ${files} built files, SHA-256 ${sha256}`);
}

async function run(words: string[]): Promise<void> {
  const [wanted = '', ...rest] = words.filter((word) => !word.startsWith('--'));
  const flags = words.filter((word) => word.startsWith('--'));
  const unknown = flags.filter((flag) => !['--write', '--tested', '--drafts'].includes(flag));
  if (wanted === '' || rest.length + unknown.length > 0) throw new ReleaseError(USAGE);
  const git = gitIn(root);
  if (wanted === 'pack') return packRelease(git);
  const date = new Date().toISOString().slice(0, 10);
  const plan = planRelease(root, git, { wanted, date, drafts: flags.includes('--drafts') });
  describe(plan);
  if (!flags.includes('--write')) return say('Nothing was changed. --write does it.');
  carryOut(git, plan, flags.includes('--tested'));
  await packRelease(git);
  say(`\nReleased ${plan.version} here. To publish it: git push --follow-tags`);
}

try {
  await run(process.argv.slice(2));
} catch (error) {
  if (!(error instanceof ReleaseError)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
}
