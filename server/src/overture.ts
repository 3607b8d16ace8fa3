import { CommanderError } from 'commander';
import { createCommandLine } from './app/commands/command-line.ts';
import { loadConfig } from './kernel/config.ts';

/** `npm run overture -- <command>`: work on an installation from the command line. */
const isTerminal = process.stdout.isTTY === true;
let passing = '';
/** In a file, or a mail of cron, a sign of life is enough of what a terminal writes over. */
const SIGN_OF_LIFE_IN_MS = 10_000;
let lastSignOfLife = 0;

function say(line: string, isPassing = false): void {
  if (!isTerminal) {
    const now = performance.now();
    if (isPassing && now - lastSignOfLife < SIGN_OF_LIFE_IN_MS) return;
    if (isPassing) lastSignOfLife = now;
    process.stdout.write(`${line}\n`);
    return;
  }
  process.stdout.write(`${passing === '' ? '' : `\r${' '.repeat(passing.length)}\r`}${line}${isPassing ? '' : '\n'}`);
  passing = isPassing ? line : '';
}

function complain(line: string): void {
  if (isTerminal && passing !== '') process.stdout.write(`\r${' '.repeat(passing.length)}\r`);
  passing = '';
  process.stderr.write(`${line}\n`);
}

// The launcher was killed: nothing may be left behind. What was loaded so far is kept.
process.once('disconnect', () => process.exit(1));
process.channel?.unref();
try {
  await createCommandLine({
    config: loadConfig(process.env),
    environment: process.env,
    directory: process.env.INIT_CWD ?? process.cwd(),
    say,
    complain,
  }).parseAsync(process.argv);
} catch (error) {
  if (error instanceof CommanderError) process.exitCode = error.exitCode;
  else {
    const words = error instanceof Error ? error.message : String(error);
    if (words !== '') complain(words);
    process.exitCode = 1;
  }
}
