// What the other files of the launcher share. Plain JavaScript for Node 18 and newer, without dependencies.
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const ROOT = fileURLToPath(new URL('../..', import.meta.url));
export const IS_WINDOWS = process.platform === 'win32';

export const inRoot = (...parts) => join(ROOT, ...parts);

/** An expected error: users see its message without a stack. */
export class PlainError extends Error {}

export function loadJson(path) {
  return JSON.parse(readFileSync(path, 'utf8'));
}

export function say(text) {
  process.stdout.write(`${text}\n`);
}

/** The first program of that name on the PATH. */
export function findProgram(name) {
  const folders = (process.env.PATH ?? '').split(delimiter).filter(Boolean);
  return folders.map((folder) => join(folder, name)).find((path) => existsSync(path));
}

/**
 * Runs a program to its end and returns `{ code, output }`; its output is shown while it runs unless `quiet`.
 * A program over its limit is killed and returns code 1.
 */
export function runProgram(program, args, { env = {}, cwd = ROOT, quiet = false, limit_in_minutes } = {}) {
  const stdio = quiet ? 'pipe' : 'inherit';
  const result = spawnSync(program, args, {
    cwd,
    env: { ...process.env, ...env },
    stdio: ['ignore', stdio, stdio],
    ...(limit_in_minutes === undefined ? {} : { timeout: limit_in_minutes * 60_000, killSignal: 'SIGKILL' }),
    encoding: 'utf8',
    maxBuffer: 64_000_000,
  });
  const output = `${result.stdout ?? ''}${result.stderr ?? ''}${result.error?.message ?? ''}`;
  if (result.signal === 'SIGINT') process.exit(130);
  if (result.error?.code === 'ETIMEDOUT') say(`Stopped after its limit of ${limit_in_minutes} minutes.`);
  return { code: result.status ?? 1, output };
}

/** Starts a program beside others. Resolves to `{ code, output }` at its end; nothing is shown before. */
export function startProgram(program, args, env = {}) {
  const child = spawn(program, args, { cwd: ROOT, env: { ...process.env, ...env }, stdio: ['ignore', 'pipe', 'pipe'] });
  const chunks = [];
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => chunks.push(chunk));
  return new Promise((done) => {
    child.once('error', (error) => done({ code: 1, output: error.message }));
    child.once('close', (code) => done({ code: code ?? 1, output: Buffer.concat(chunks).toString('utf8') }));
  });
}

/** The script behind a command of an installed package, to be run with Node itself: works without a shell anywhere. */
export function findCommand(packageName, command) {
  const { bin } = loadJson(inRoot('node_modules', packageName, 'package.json'));
  return inRoot('node_modules', packageName, typeof bin === 'string' ? bin : bin[command]);
}

/**
 * Runs a program until it ends, and exits with its code.
 * It has its own process group: Ctrl-C reaches us up to three times (terminal, npm, shell), and the program gets one signal.
 */
export function becomeProgram(program, args) {
  let lastSignalAt = 0;
  const forward = (signal) => {
    if (Date.now() - lastSignalAt < 500) return;
    lastSignalAt = Date.now();
    child.kill(signal);
  };
  // Before the program runs: an unhandled signal would end this process and leave the program running.
  process.on('SIGINT', () => forward('SIGINT'));
  process.on('SIGTERM', () => forward('SIGTERM'));
  const child = spawn(program, args, {
    cwd: ROOT,
    env: process.env,
    // The channel closes when we are killed: the program's sign to stop.
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
    detached: !IS_WINDOWS,
  });
  // The terminal was closed, or npm was killed without a signal to us: request a clean stop once.
  const forwardOnce = () => lastSignalAt === 0 && forward('SIGTERM');
  process.on('SIGHUP', forwardOnce);
  const starter = findStarter();
  if (process.env.npm_lifecycle_event) setInterval(() => findStarter() !== starter && forwardOnce(), 1_000).unref();
  child.once('error', (error) => {
    say(`${program} could not be run: ${error.message}`);
    process.exit(1);
  });
  child.once('exit', (code, signal) => process.exit(code ?? (signal === 'SIGINT' ? 130 : 1)));
}

/** The process that started us, and npm where a shell is between npm and us. Changes when one of them dies. */
function findStarter() {
  try {
    const isNpmsShell = readFileSync(`/proc/${process.ppid}/cmdline`, 'utf8').includes('run.mjs');
    const [, fields] = readFileSync(`/proc/${process.ppid}/stat`, 'utf8').split(') ');
    return isNpmsShell ? `${process.ppid} ${fields.split(' ')[1]}` : `${process.ppid}`;
  } catch {
    return `${process.ppid}`; // not Linux
  }
}
