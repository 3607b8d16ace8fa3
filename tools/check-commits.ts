import { spawnSync } from 'node:child_process';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { findSubjectProblem } from './laws/commit-law.ts';

/** Subjects of the commits since all keep the rule. A copy of the tree without its history has none to look at. */
const SINCE = '2026-11-25T10:00:00Z';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const words = ['log', '--no-merges', `--since=${SINCE}`, '--format=%s'];
const { stdout } = spawnSync('git', words, { cwd: root, encoding: 'utf8' });
const wrong = (stdout ?? '').split('\n').flatMap((subject) => {
  const problem = subject === '' ? null : findSubjectProblem(subject);
  return problem ? [`${subject}: ${problem}`] : [];
});
for (const line of wrong) process.stderr.write(`${line}\n`);
process.exitCode = wrong.length > 0 ? 1 : 0;
