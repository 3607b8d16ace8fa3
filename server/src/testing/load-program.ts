import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { TestProject } from 'vitest/node';
import { setup as startDatabase } from './global-setup.ts';

/** What nearly every worker of a run loads. */
const PARTS = [
  '../app/program.ts',
  '../app/adapters.ts',
  '../app/contact-adapters.ts',
  '../app/crm-adapters.ts',
  '../app/mailbox-adapters.ts',
  '../app/research-adapters.ts',
  '../../../sandbox/src/sandbox.ts',
];

/** Starts the database of a run, and beside it loads the program once: workers find it compiled and start immediately. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const [stop] = await Promise.all([startDatabase(project), loadProgram()]);
  return stop;
}

async function loadProgram(): Promise<void> {
  const imports = PARTS.map((path) => `import ${JSON.stringify(new URL(path, import.meta.url).href)};`);
  const words = ['--disable-warning=ExperimentalWarning', '--input-type=module', '-e', imports.join('\n')];
  // The tests report what cannot be loaded.
  await promisify(execFile)(process.execPath, words).catch(() => undefined);
}
