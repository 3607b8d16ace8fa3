import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, expect, test } from 'vitest';

const root = mkdtempSync(join(tmpdir(), 'overture proofs '));
afterAll(() => rmSync(root, { recursive: true, force: true }));

/** A tree with four proofs. Each appends its name to `ran`; `flaky` fails until `fixed` exists, and `crash` dies by a signal. */
function plantTree(): string {
  const tree = mkdtempSync(join(root, 'tree-'));
  cpSync(import.meta.dirname, join(tree, 'tools/run'), { recursive: true });
  mkdirSync(join(tree, 'bench/proofs'), { recursive: true });
  const scripts = {
    first: '',
    flaky: "process.exitCode = existsSync('fixed') ? 0 : 1;",
    crash: "if (!existsSync('fixed')) process.kill(process.pid, 'SIGKILL');",
    last: '',
  };
  for (const [name, end] of Object.entries(scripts)) {
    const source = `import { appendFileSync, existsSync } from 'node:fs'; appendFileSync('ran', '${name} '); ${end}`;
    writeFileSync(join(tree, `bench/proofs/${name}.mjs`), source);
  }
  const proofs = {
    first: { script: 'first.mjs', sizes: ['KILLS'] },
    flaky: { script: 'flaky.mjs' },
    crash: { script: 'crash.mjs' },
    bounces: { script: 'last.mjs', needs: 'MAILS_NOT_HERE' },
    last: { script: 'last.mjs' },
  };
  writeFileSync(join(tree, 'tools/run/proofs.json'), JSON.stringify({ long_forms: [], proofs }));
  writeFileSync(join(tree, 'package.json'), '{ "type": "module" }');
  return tree;
}

/** The steps that run Vitest and Playwright are recorded as passed: their programs are not in the tree. */
const PASSED = { verdict: 'passed', seconds: 61, size: '', commit: 'abc' };
const TESTS = { order: PASSED, tests: PASSED, browser: PASSED, 'slow-browser': PASSED };

function plantRecord(tree: string, record: unknown): void {
  mkdirSync(join(tree, '.runtime'), { recursive: true });
  writeFileSync(join(tree, '.runtime/proofs-run.json'), typeof record === 'string' ? record : JSON.stringify(record));
}

function prove(tree: string, ...words: string[]) {
  const runProofs = pathToFileURL(join(tree, 'tools/run/proofs.mjs')).href;
  const source = `const { runProofs } = await import(${JSON.stringify(runProofs)});
    try { process.exitCode = await runProofs(process.execPath, ${JSON.stringify(words)}); }
    catch (error) { console.log(error.message); process.exitCode = 2; }`;
  const env = { ...process.env, KILLS: '3' };
  const args = ['--input-type=module', '-e', source];
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { cwd: tree, env, encoding: 'utf8' });
  const ran = existsSync(join(tree, 'ran')) ? readFileSync(join(tree, 'ran'), 'utf8').trim() : '';
  rmSync(join(tree, 'ran'), { force: true });
  return { status, output: `${stdout}${stderr}`, ran, record: () => loadRecord(tree) };
}

const loadRecord = (tree: string): Record<string, { verdict: string; size: string }> =>
  JSON.parse(readFileSync(join(tree, '.runtime/proofs-run.json'), 'utf8'));

test('a proof that fails or dies does not stop the others, and the run ends with a table and code 1', () => {
  const tree = plantTree();
  plantRecord(tree, TESTS);
  const { status, output, ran, record } = prove(tree, '--continue');
  expect(ran).toBe('first flaky crash last');
  expect(status).toBe(1);
  expect(output).toMatch(/^proof +verdict +minutes +size +commit$/m);
  expect(output).toMatch(/^first +passed +0\.\d +KILLS=3$/m);
  expect(output).toMatch(/^flaky +failed +0\.\d/m);
  expect(output).toMatch(/^crash +failed +0\.\d/m);
  expect(output).toMatch(/^bounces +skipped +0\.\d/m);
  expect(output).toMatch(/^order +passed +1\.0 +abc$/m);
  expect(output).toMatch(/\n6 passed, 2 failed, 1 skipped\n/);
  expect(record()).toMatchObject({ first: { verdict: 'passed', size: 'KILLS=3' }, flaky: { verdict: 'failed' } });
});

test('--continue runs what has not passed, and its table shows the whole run', () => {
  const tree = plantTree();
  plantRecord(tree, TESTS);
  prove(tree, '--continue');
  writeFileSync(join(tree, 'fixed'), '');
  const { status, output, ran } = prove(tree, '--continue');
  expect(ran).toBe('flaky crash');
  expect(status).toBe(0);
  expect(output).toMatch(/^first +passed +0\.\d +KILLS=3$/m);
  expect(output).toMatch(/\n8 passed, 0 failed, 1 skipped\n/);
});

test('a named proof keeps the results of the others and shows only its own', () => {
  const tree = plantTree();
  plantRecord(tree, TESTS);
  const { status, output, ran, record } = prove(tree, 'first', 'last');
  expect([status, ran]).toEqual([0, 'first last']);
  expect(output).not.toMatch(/^(order|flaky) /m);
  expect(Object.keys(record()).sort()).toEqual(['browser', 'first', 'last', 'order', 'slow-browser', 'tests']);
});

test('an unknown name, names after --continue and a damaged record get a clear message', () => {
  const tree = plantTree();
  expect(prove(tree, 'toString')).toMatchObject({
    status: 2,
    ran: '',
    output: expect.stringMatching(/^No proof has the name toString\. There are: order, tests, browser/),
  });
  expect(prove(tree, '--continue', 'first')).toMatchObject({
    status: 2,
    ran: '',
    output: expect.stringContaining('Use --continue without names'),
  });
  plantRecord(tree, '{ "first": ');
  const { status, output } = prove(tree, 'first');
  expect(output).toContain('The record of the last run cannot be read.');
  expect(status).toBe(0);
});

test('a program over its limit is killed', () => {
  const shell = JSON.stringify(new URL('./shell.mjs', import.meta.url).href);
  const source = `const { runProgram } = await import(${shell});
    const endless = ['-e', 'setInterval(() => {}, 1000)'];
    process.exitCode = 10 + runProgram(process.execPath, endless, { limit_in_minutes: 0.005 }).code;`;
  const { status, stdout } = spawnSync(process.execPath, ['--input-type=module', '-e', source], { encoding: 'utf8' });
  expect(status).toBe(11);
  expect(stdout).toContain('Stopped after its limit of 0.005 minutes.');
});
