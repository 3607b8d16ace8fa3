// Behind `npm start` and `npm test`: gets what is missing on this machine, then runs the command.
// Needs nothing but Node 18 or newer and npm.
import { runDocs } from './run/docs.mjs';
import { prepare } from './run/prepare.mjs';
import { runProofs } from './run/proofs.mjs';
import { becomeProgram, inRoot, loadJson, PlainError, runProgram, say } from './run/shell.mjs';
import { recordApiExamples, runCheck, runTests } from './run/test-steps.mjs';

/** Node 24 runs TypeScript; its early releases warn about it. */
const RUN_TYPESCRIPT = '--disable-warning=ExperimentalWarning';

/**
 * `node`: a small nursery and a heap that grows by a quarter before it is cleared: an import of 1M rows stays under 256 MB.
 * `glibc` keeps memory of its own for every thread; two places for all give it back sooner. Without a threshold of ours it
 * puts even large mails between small things once one was freed, and what lies under them is never given back.
 */
const LEAN = loadJson(inRoot('tools', 'run', 'memory.json'));

/** Built from `server/src/main.ts`. */
const PROGRAM = 'server/dist/main.mjs';

const runScript = (script, args) => runProgram(prepare(), [RUN_TYPESCRIPT, script, ...args]).code;

/** A process without the web role needs no web application built. */
function servesWeb(args) {
  const roles = /--roles[= ](\S+)/.exec(args.join(' '))?.[1];
  return roles === undefined || roles.split(',').includes('web');
}

const COMMANDS = {
  start: (args) => {
    // What Node makes of the code is kept between starts: they take less time and memory.
    process.env.NODE_COMPILE_CACHE ??= inRoot('.runtime', 'compile-cache');
    Object.assign(process.env, { ...LEAN.glibc, ...process.env });
    becomeProgram(prepare({ web: servesWeb(args), server: true }), [RUN_TYPESCRIPT, ...LEAN.node, PROGRAM, ...args]);
  },
  seed: (args) => becomeProgram(prepare(), [RUN_TYPESCRIPT, 'server/src/main.ts', '--seed-only', ...args]),
  overture: (args) => {
    // Paths are relative to the user's directory, not to the project's.
    process.env.INIT_CWD ??= process.cwd();
    becomeProgram(prepare(), [RUN_TYPESCRIPT, 'server/src/overture.ts', ...args]);
  },
  test: () => runTests(prepare()),
  check: () => runCheck(prepare()),
  prove: (args) => runProofs(prepare({ web: true }), args),
  pictures: () => becomeProgram(prepare({ web: true }), [RUN_TYPESCRIPT, 'tools/pictures.ts']),
  bench: (args) => runScript('bench/run.ts', args),
  /** A command of its own: `npm test` builds the application while it checks types. */
  web: () => void prepare({ web: true, server: true }),
  server: () => void prepare({ server: true }),
  docs: (args) => runDocs(prepare(), args),
  measurements: () => runScript('tools/measurements.ts', []),
  'new-slice': (args) => runScript('tools/new-slice.ts', args),
  'db-generate': (args) => runScript('tools/db-generate.ts', args),
  'api-examples': (args) => recordApiExamples(prepare(), args),
  'api-release': (args) => runScript('tools/release-api.ts', args),
  client: (args) => runScript('tools/build-client.ts', args),
  sbom: (args) => runScript('tools/sbom.ts', args),
  release: (args) => runScript('tools/release/release.ts', args),
  language: (args) => runScript('tools/language.ts', args),
  live: (args) => runScript('tools/live.ts', args),
};

const [name = '', ...args] = process.argv.slice(2);
const command = COMMANDS[name];
try {
  if (!command) throw new PlainError(`Usage: node tools/run.mjs ${Object.keys(COMMANDS).join(' | ')}`);
  const code = await command(args);
  if (code !== undefined) process.exitCode = code;
} catch (error) {
  if (!(error instanceof PlainError)) throw error;
  say(error.message);
  process.exitCode = 1;
}
