import { recordProof } from '../../support/record.ts';
import { runWalk } from './run-walk.ts';

/**
 * A demanding user's walk: eleven whole tasks in Chromium at 1440 and 390 px, in light and dark. Fails on errors in the console, serious findings
 * of axe, overflow, layout shifts above 0.1 and dialogs that cover what they should not. The clicks of each task are recorded.
 */
const TASKS = 11;
/** The tasks by keyboard are walked at 1440 px only. */
const WALKS = TASKS * 4 - 2 * 2;
/** On a wide screen, in clicks or chords; text is not counted. */
const GOALS = [
  { task: 'first campaign from a messy CSV', unit: 'clicks', most: 22 },
  { task: '20 replies by keyboard', unit: 'chords', most: 28 },
  { task: '5 replies by mouse', unit: 'clicks', most: 12 },
] as const;

const { is_passed, walked } = runWalk('bench/proofs/walk/walk.config.ts');
const goals = GOALS.map(({ task, unit, most }) => {
  const walk = walked.find((one) => one.task === task && one.variant === 'wide light');
  return { task, unit, most, needed: walk?.[unit] };
});
const areMet = goals.every(({ most, needed }) => needed !== undefined && needed <= most);
const isProven = is_passed && walked.length === WALKS && areMet;
const result = { walks: walked.length, goals, tasks: walked };
process.stdout.write(`walk: ${JSON.stringify(result)}\n`);
recordProof('browser/walk', isProven, result);
process.stdout.write(isProven ? 'PROVEN\n' : 'NOT PROVEN\n');
process.exitCode = isProven ? 0 : 1;
