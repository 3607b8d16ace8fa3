import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { freePort } from '../../support/bench-server.ts';

const root = join(import.meta.dirname, '../../..');
const NODE_OPTIONS = ['--disable-warning=ExperimentalWarning'];
const run = promisify(execFile);

/** The program as `npm start` runs it, in a folder of its own, with the embedded database, the sandbox and its samples. */
export interface OwnInstallation {
  directory: string;
  url: string;
  child: ChildProcess;
  output(): string;
}

export async function startInstallation(
  directory: string,
  more: Record<string, string> = {},
): Promise<OwnInstallation> {
  const port = await freePort();
  const environment = {
    ...process.env,
    PORT: String(port),
    DATA_DIR: directory,
    LEAD_DATABASE: 'off',
    NODE_ENV: 'development',
    ...more,
  };
  const child = spawn(process.execPath, [...NODE_OPTIONS, 'server/src/main.ts'], {
    cwd: root,
    env: environment,
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  let output = '';
  for (const stream of [child.stdout!, child.stderr!]) stream.on('data', (chunk) => (output += chunk));
  while (!output.includes('Overture is ready')) {
    if (child.exitCode !== null) throw new Error(output.slice(-2000));
    await sleep(200);
  }
  return { directory, url: `http://localhost:${port}`, child, output: () => output };
}

export async function stopInstallation({ child }: OwnInstallation): Promise<void> {
  child.kill('SIGTERM');
  if (child.exitCode === null) await once(child, 'exit');
}

/** A command of the operator on a folder; its output. */
export async function overture(directory: string, ...words: string[]): Promise<string> {
  const { DATABASE_URL: _, ...environment } = process.env;
  const env = { ...environment, DATA_DIR: directory, LEAD_DATABASE: 'off' };
  return (await run(process.execPath, [...NODE_OPTIONS, 'server/src/overture.ts', ...words], { cwd: root, env }))
    .stdout;
}
