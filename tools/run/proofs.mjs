// `npm run prove`: the long proofs one after another, and the record that lets an interrupted run continue.
import { existsSync, mkdirSync, renameSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { inRoot, loadJson, PlainError, runProgram, say } from './shell.mjs';
import { clearReports, countAsOne, RUN_TYPESCRIPT, runPlaywright, runStep, runVitest } from './test-steps.mjs';

const RECORD = inRoot('.runtime', 'proofs-run.json');
/** The longest takes under an hour at full size on 2 busy cores. One that hangs must not stop the others. */
const LIMIT_IN_MINUTES = 240;

/**
 * Runs all proofs, those that are named, or with `--continue` those that the last run has not passed. A failure does not stop the
 * others. Prints a table and answers the exit code. The record is saved after each proof: an interrupted run keeps its results.
 */
export async function runProofs(node, words) {
  const proofs = listProofs(node);
  const { names, continues } = parseWords(words, proofs);
  const record = names.length > 0 || continues ? loadRecord() : {};
  const isWanted = (name) =>
    continues ? record[name]?.verdict !== 'passed' : names.length === 0 || names.includes(name);
  clearReports();
  for (const [name, { title, run, sizes = [] }] of Object.entries(proofs)) {
    if (!isWanted(name)) continue;
    const startedAt = Date.now();
    const { passed, failed, skipped } = await runStep(title ?? name, run);
    const verdict = failed > 0 ? 'failed' : passed === 0 && skipped > 0 ? 'skipped' : 'passed';
    const seconds = Math.round((Date.now() - startedAt) / 1_000);
    record[name] = { verdict, seconds, size: describeSize(sizes), commit: findCommit() };
    saveRecord(record);
  }
  const shown = Object.keys(proofs).filter((name) => names.length === 0 || names.includes(name));
  return summarize(shown.map((name) => ({ name, ...record[name] })));
}

function listProofs(node) {
  const { long_forms, proofs } = loadJson(inRoot('tools', 'run', 'proofs.json'));
  const commands = Object.entries(proofs).map(([name, proof]) => [
    name,
    { run: () => runProof(node, proof), sizes: proof.sizes },
  ]);
  return {
    order: { title: 'Tests in random order', run: () => runVitest(node, [], { ORDER: 'drawn' }) },
    tests: { title: 'Tests in their long form', run: () => runVitest(node, long_forms, { PROVE: 'on' }) },
    browser: {
      title: 'End to end in its long form, in Chromium',
      run: () => runPlaywright(node, { PROVE: 'on' }),
    },
    'slow-browser': {
      title: 'End to end on a slow computer, in Chromium',
      run: () => runPlaywright(node, { E2E_SLOWER: '5' }),
    },
    ...Object.fromEntries(commands),
  };
}

/** @param needs a setting that names material which is not in the tree; without it the proof is skipped */
function runProof(node, { script, env = {}, needs }) {
  if (needs && !process.env[needs]) {
    say(`Skipped: ${needs} is not set (bench/proofs/README.md).`);
    return { passed: 0, failed: 0, skipped: 1 };
  }
  const words = [...RUN_TYPESCRIPT, inRoot('bench', 'proofs', script)];
  return countAsOne(runProgram(node, words, { env, limit_in_minutes: LIMIT_IN_MINUTES }).code);
}

function parseWords(words, proofs) {
  const names = words.filter((word) => word !== '--continue');
  const continues = names.length < words.length;
  if (continues && names.length > 0)
    throw new PlainError('Use --continue without names: it runs what has not passed yet.');
  const unknown = names.filter((name) => !Object.hasOwn(proofs, name));
  if (unknown.length > 0)
    throw new PlainError(`No proof has the name ${unknown.join(', ')}. There are: ${Object.keys(proofs).join(', ')}`);
  return { names, continues };
}

/** Results by name. A record that cannot be read counts as none: the proofs run again. */
function loadRecord() {
  if (!existsSync(RECORD)) return {};
  try {
    return Object(loadJson(RECORD));
  } catch {
    say('The record of the last run cannot be read. All proofs run again.');
    return {};
  }
}

/** Written beside and renamed: a run that is killed leaves the old record or the new one. */
function saveRecord(record) {
  mkdirSync(dirname(RECORD), { recursive: true });
  writeFileSync(`${RECORD}.new`, JSON.stringify(record, null, 2));
  renameSync(`${RECORD}.new`, RECORD);
}

/** The settings that make a proof smaller or larger than its full size. */
const describeSize = (sizes) =>
  sizes
    .filter((name) => process.env[name])
    .map((name) => `${name}=${process.env[name]}`)
    .join(' ');

/** Empty in a tree without Git. */
function findCommit() {
  const { code, output } = runProgram('git', ['describe', '--always', '--dirty'], { quiet: true });
  return code === 0 ? output.trim() : '';
}

function summarize(rows) {
  const cells = rows.map(({ name, verdict = 'not run', seconds, size = '', commit = '' }) => [
    name,
    verdict,
    seconds === undefined ? '' : (seconds / 60).toFixed(1),
    size,
    commit,
  ]);
  const table = [['proof', 'verdict', 'minutes', 'size', 'commit'], ...cells];
  const widths = [0, 1, 2, 3].map((column) => Math.max(...table.map((row) => row[column].length)));
  say('');
  for (const row of table)
    say(
      row
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    );
  const count = (verdict) => rows.filter((row) => row.verdict === verdict).length;
  say(`\n${count('passed')} passed, ${count('failed')} failed, ${count('skipped')} skipped`);
  return count('failed') > 0 ? 1 : 0;
}
