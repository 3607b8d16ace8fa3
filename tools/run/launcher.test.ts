import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, test } from 'vitest';

const LAUNCHER = fileURLToPath(new URL('../run.mjs', import.meta.url));
const SHELL = new URL('./shell.mjs', import.meta.url).href;
const folder = mkdtempSync(join(tmpdir(), 'overture launcher '));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** A launcher whose program writes down what reaches it. Ready once the program has said so. */
async function launch(
  program: string,
): Promise<{ launcher: ChildProcess; notes: () => string; ended: Promise<number | null> }> {
  const file = join(mkdtempSync(join(folder, 'run-')), 'notes');
  writeFileSync(file, '');
  const script = `const { appendFileSync } = require('node:fs'); const note = (text) => appendFileSync(${JSON.stringify(file)}, text + ' ');
    ${program}; note('ready');`;
  const source = `import { becomeProgram } from ${JSON.stringify(SHELL)}; becomeProgram(process.execPath, ['-e', ${JSON.stringify(script)}]);`;
  const launcher = spawn(process.execPath, ['--input-type=module', '-e', source], { stdio: 'ignore' });
  const ended = new Promise<number | null>((done) => launcher.once('exit', done));
  const notes = (): string => readFileSync(file, 'utf8').trim();
  await expect.poll(notes, { timeout: 5_000 }).toMatch(/ready/);
  return { launcher, notes, ended };
}

describe('the program that runs in the launcher’s place', () => {
  test('gets one signal for one Ctrl-C, though npm and the terminal both send it, and its exit code counts', async () => {
    const { launcher, notes, ended } = await launch(
      `process.on('SIGINT', () => { note('SIGINT'); setTimeout(() => process.exit(7), 300); }); setInterval(() => {}, 1000)`,
    );
    for (let sent = 0; sent < 3; sent++) {
      launcher.kill('SIGINT');
      await sleep(40); // apart, or the kernel itself makes them one
    }
    expect(await ended).toBe(7);
    expect(notes()).toBe('ready SIGINT');
  });

  test('hears of it when the launcher is killed', async () => {
    const { launcher, notes } = await launch(`process.once('disconnect', () => { note('alone'); process.exit(0); })`);
    launcher.kill('SIGKILL');
    await expect.poll(notes, { timeout: 5_000 }).toBe('ready alone');
  });
});

describe('a turn among launchers started together', () => {
  const TURN = new URL('./turn.mjs', import.meta.url).href;
  const take = (file: string, then: string): ChildProcess =>
    spawn(
      process.execPath,
      [
        '--input-type=module',
        '-e',
        `import { acquireLock } from ${JSON.stringify(TURN)}; const release = acquireLock(${JSON.stringify(file)}); ${then}`,
      ],
      { stdio: ['ignore', 'pipe', 'inherit'] },
    );
  const ended = (child: ChildProcess): Promise<unknown> => new Promise((done) => child.once('exit', done));

  test('only one at a time has it', async () => {
    const file = join(mkdtempSync(join(folder, 'turn-')), 'preparing');
    const log = join(mkdtempSync(join(folder, 'turn-')), 'log');
    const work = `const { appendFileSync } = await import('node:fs'); appendFileSync(${JSON.stringify(log)}, 'in '); await new Promise((done) => setTimeout(done, 150)); appendFileSync(${JSON.stringify(log)}, 'out '); release();`;
    await Promise.all([1, 2, 3].map(() => ended(take(file, work))));
    expect(readFileSync(log, 'utf8')).toBe('in out in out in out ');
  });

  test.each([
    ['of a process that was killed', '2147483646'],
    ['that was never written', ''],
  ])('a claim %s blocks no one', async (_what, claim) => {
    const file = join(mkdtempSync(join(folder, 'turn-')), 'preparing');
    writeFileSync(file, claim);
    const child = take(file, 'release();');
    expect(await Promise.race([ended(child).then(() => 'done'), sleep(15_000, 'still waiting')])).toBe('done');
  });
});

test('an unknown command is answered with the list of commands', () => {
  const result = spawnSync(process.execPath, [LAUNCHER, 'dance'], { encoding: 'utf8' });
  expect(result.status).toBe(1);
  expect(result.stdout).toMatch(/start \| seed \| overture \| test \| check \| prove \| pictures \| bench/);
  expect(result.stderr).toBe('');
});
