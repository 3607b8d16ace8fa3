// The steps of `npm run check` and `npm test`, with their counts.
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findCommand, findProgram, inRoot, loadJson, PlainError, runProgram, say, startProgram } from './shell.mjs';

const REPORTS = inRoot('test-results');
export const RUN_TYPESCRIPT = ['--disable-warning=ExperimentalWarning'];

/** Of the compiler's memory (Go): with as many as usual they are a third of its work. */
const FEWER_COLLECTIONS = { GOGC: '300' };

/** Fetches the engine once for all tests and for `npm start`; a second time it finds it in its exact version. */
const ENGINE_SCRIPT = 'adapters/src/lead-database/clickhouse/engine/engine-install.api.ts';

/** Types, lint, laws and units: what a commit is asked for while it is written. */
export const runCheck = (node) =>
  runSteps([
    [
      'Subjects of commits',
      () => countAsOne(runProgram(node, [...RUN_TYPESCRIPT, inRoot('tools', 'check-commits.ts')]).code),
    ],
    ...listChecks(node, ['--project=units', '--project=*screens*']),
  ]);

/** All that a merge needs. */
export const runTests = (node) =>
  runSteps([...listChecks(node), ['End to end, in Chromium', () => runPlaywright(node)]]);

/** Runs the steps in order, stops at the first that fails, prints the closing line and answers the exit code. */
async function runSteps(steps) {
  const counts = { passed: 0, failed: 0, skipped: 0 };
  clearReports();
  for (const [title, step] of steps) {
    const result = await runStep(title, step);
    for (const key of Object.keys(counts)) counts[key] += result[key];
    if (result.failed > 0) break;
  }
  say(`\n${counts.passed} passed, ${counts.failed} failed, ${counts.skipped} skipped`);
  return counts.failed > 0 ? 1 : 0;
}

export function clearReports() {
  rmSync(REPORTS, { recursive: true, force: true });
  mkdirSync(REPORTS, { recursive: true });
  // Tests start the program dozens of times: what Node makes of its TypeScript is kept between them, as for `npm start`.
  process.env.NODE_COMPILE_CACHE ??= inRoot('.runtime', 'compile-cache');
}

const describeEnd = (title, { failed }, startedAt) =>
  `== ${title}: ${failed > 0 ? 'failed' : 'passed'} in ${((Date.now() - startedAt) / 1_000).toFixed(1)} s`;

/** Runs one step between two lines about it. A step that cannot run says why and counts as failed. */
export async function runStep(title, step) {
  say(`\n== ${title}`);
  const startedAt = Date.now();
  const result = await settleStep(step);
  say(describeEnd(title, result, startedAt));
  return result;
}

async function settleStep(step) {
  try {
    return await step();
  } catch (error) {
    say(error instanceof PlainError ? error.message : error.stack);
    return countAsOne(1);
  }
}

function listChecks(node, projects = []) {
  const engine = ['Engine of the lead database', [...RUN_TYPESCRIPT, inRoot(ENGINE_SCRIPT)]];
  const lint = ['Lint and format', [findCommand('@biomejs/biome', 'biome'), 'ci']];
  const knip = ['Unused exports and files', [findCommand('knip', 'knip'), '--no-progress']];
  // Every checker infers the types that files share again: the four it would have take three times the work of one.
  const types = (project) => [findCommand('typescript', 'tsc'), '--noEmit', '--checkers', '1', '-p', project];
  const web = ['The web application and the server are built', [inRoot('tools', 'run.mjs'), 'web']];
  const rows = [
    [['Types', types('tsconfig.json')], lint],
    [['Types of the web application', types('web')], knip],
    projects.length > 0 ? [] : [engine, web],
  ];
  return [
    ['Types, lint, unused exports', () => runRows(node, rows)],
    [projects.length > 0 ? 'Laws and units' : 'Laws, units, slices, conformance', () => runVitest(node, projects)],
  ];
}

/** Rows in parallel, the checks of a row in sequence. All of them run: one call reports every failure. */
async function runRows(node, rows) {
  const results = await Promise.all(rows.map((row) => runRow(node, row)));
  const failed = results.reduce((sum, row) => sum + row.failed, 0);
  return { passed: rows.flat().length - failed, failed, skipped: 0 };
}

async function runRow(node, row) {
  let failed = 0;
  for (const [title, words] of row) {
    const startedAt = Date.now();
    const { code, output } = await startProgram(node, words, FEWER_COLLECTIONS);
    const result = countAsOne(code);
    failed += result.failed;
    say([...(output.trim() ? [output.trim()] : []), describeEnd(title, result, startedAt)].join('\n'));
  }
  return { failed };
}

export const countAsOne = (code) => ({ passed: code === 0 ? 1 : 0, failed: code === 0 ? 0 : 1, skipped: 0 });

/** A run that failed without a failing test (a file that cannot be loaded, a leaked pool) counts as one failure. */
const countRun = (code, { passed, failed, skipped }) => ({
  passed,
  failed: code === 0 ? failed : Math.max(failed, 1),
  skipped,
});

export function runVitest(node, words = [], env = {}) {
  const report = inRoot('test-results', 'vitest.json');
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`];
  const { code } = runProgram(node, [findCommand('vitest', 'vitest'), 'run', ...words, ...reporters], { env });
  if (!existsSync(report)) return countAsOne(code || 1);
  const { numPassedTests, numFailedTests, numPendingTests, numTodoTests = 0 } = loadJson(report);
  return countRun(code, { passed: numPassedTests, failed: numFailedTests, skipped: numPendingTests + numTodoTests });
}

export function runPlaywright(node, more = {}) {
  if (!existsSync(inRoot('e2e', 'playwright.config.ts'))) return { passed: 0, failed: 0, skipped: 0 };
  const report = inRoot('test-results', 'playwright.json');
  const env = { ...more, ...provideChromium(node), PLAYWRIGHT_JSON_OUTPUT_FILE: report };
  const words = ['test', '-c', 'e2e/playwright.config.ts', '--reporter=list,json', '--pass-with-no-tests'];
  const { code } = runProgram(node, [findCommand('@playwright/test', 'playwright'), ...words], { env });
  if (!existsSync(report)) return countAsOne(code);
  const { expected, unexpected, flaky, skipped } = loadJson(report).stats;
  return countRun(code, { passed: expected + flaky, failed: unexpected, skipped });
}

/** The variable that names the machine's Chromium; none where Playwright's own is used. */
function provideChromium(node) {
  const find = () => process.env.CHROMIUM_PATH || findProgram('chromium');
  if (!find() && isDebian() && process.getuid?.() === 0) installDebianChromium();
  const path = find();
  if (path) return { CHROMIUM_PATH: path };
  const { code } = runProgram(node, [findCommand('@playwright/test', 'playwright'), 'install', 'chromium']);
  if (code !== 0)
    throw new PlainError('Chromium could not be fetched. Install it and set CHROMIUM_PATH to its program.');
  return {};
}

function isDebian() {
  return existsSync('/etc/os-release') && /^ID=debian$/m.test(readFileSync('/etc/os-release', 'utf8'));
}

function installDebianChromium() {
  say("Installing Debian's package chromium ...");
  const env = { DEBIAN_FRONTEND: 'noninteractive' };
  runProgram('apt-get', ['update', '-q'], { env, quiet: true });
  const packages = ['chromium', 'fonts-liberation'];
  const { code, output } = runProgram('apt-get', ['install', '-yq', '--no-install-recommends', ...packages], {
    env,
    quiet: true,
  });
  if (code !== 0) say(output.trim());
}

/** Runs tests of the server (all without names) and makes the examples of the API reference from their answers. */
export function recordApiExamples(node, files) {
  const folder = mkdtempSync(join(tmpdir(), 'overture-answers-'));
  clearReports();
  runVitest(node, ['--project=slices', ...(files.length > 0 ? files : ['server/src'])], { RECORD_ANSWERS: folder });
  const { code } = runProgram(node, [...RUN_TYPESCRIPT, inRoot('tools', 'api-examples', 'write-examples.ts'), folder]);
  rmSync(folder, { recursive: true });
  return code;
}
