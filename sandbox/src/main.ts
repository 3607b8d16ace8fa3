import { startSandbox } from './sandbox.ts';
import { loadSettings } from './settings.ts';

/**
 * The sandbox as a program. Prints one JSON line with its addresses when it is ready. It ends on SIGTERM, on SIGINT, or
 * when its parent has ended (the IPC channel, or standard input with --end-with-stdin, closes), which leaves no process
 * behind.
 */
const { options, ends_with_stdin } = loadSettings(process.argv.slice(2), process.env);

// hoodiecrow predates Buffer.from; its warning would be the first thing a newcomer reads.
Object.assign(process, { noDeprecation: true });

const sandbox = await startSandbox(options);

let isEnding = false;
async function end(): Promise<void> {
  if (isEnding) return;
  isEnding = true;
  setTimeout(() => process.exit(0), 1_000).unref();
  await sandbox.close();
  process.exit(0);
}

process.on('SIGTERM', end);
process.on('SIGINT', end);
process.on('disconnect', end);
if (ends_with_stdin) process.stdin.on('end', end).on('error', end).resume();
process.stdout.on('error', () => void end());
process.stdout.write(`${JSON.stringify({ sandbox: 'ready', pid: process.pid, ...sandbox.addresses })}\n`);
