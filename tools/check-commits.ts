import { spawnSync } from 'node:child_process';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { findSubjectDialect, findSubjectProblem } from './laws/commit-law.ts';

/** Commits since then keep the form, and those since the second date the language. A copy of the tree without its history has none. */
const FORM_SINCE = '2026-11-25T10:00:00Z';
const LANGUAGE_SINCE = '2026-11-28T18:50:00Z';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
function checkSubjects(since: string, findProblem: (subject: string) => string | null): string[] {
  const words = ['log', '--no-merges', `--since=${since}`, '--format=%s'];
  const { stdout } = spawnSync('git', words, { cwd: root, encoding: 'utf8' });
  return (stdout ?? '').split('\n').flatMap((subject) => {
    const problem = subject === '' ? null : findProblem(subject);
    return problem ? [`${subject}: ${problem}`] : [];
  });
}
const wrong = [...checkSubjects(FORM_SINCE, findSubjectProblem), ...checkSubjects(LANGUAGE_SINCE, findSubjectDialect)];
for (const line of wrong) process.stderr.write(`${line}\n`);
process.exitCode = wrong.length > 0 ? 1 : 0;
