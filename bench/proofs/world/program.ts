import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { openSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { SECRET_KEY } from './engine-context.ts';
import type { ProofWorld } from './proof-world.ts';

/**
 * The program as `npm start` runs it, in a process of its own, on the database of the proof; answers how to stop it. What it logs goes to
 * the file that PROGRAM_LOG names.
 */
export async function startProgram(
  world: Pick<ProofWorld, 'connectionString' | 'directory'>,
  port: number,
  environment: Record<string, string> = {},
): Promise<() => Promise<void>> {
  const log = process.env.PROGRAM_LOG ? openSync(process.env.PROGRAM_LOG, 'a') : 'ignore';
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', 'server/src/main.ts'], {
    cwd: join(import.meta.dirname, '../../..'),
    stdio: ['ignore', log, 'inherit', 'ipc'],
    env: {
      ...process.env,
      NODE_ENV: 'test',
      PORT: String(port),
      HOST: '127.0.0.1',
      DATABASE_URL: world.connectionString,
      DATA_DIR: join(world.directory, 'program'),
      SECRET_KEY,
      SANDBOX: 'off',
      LEAD_DATABASE: 'off',
      OUTBOUND_ALLOW: '127.0.0.1',
      LOG_LEVEL: 'error',
      ...environment,
    },
  });
  for (let n = 0; n < 300; n += 1) {
    const answer = await fetch(`http://127.0.0.1:${port}/healthz`).catch(() => null);
    if (answer?.ok) break;
    if (child.exitCode !== null || n === 299) throw new Error('The program did not start.');
    await sleep(200);
  }
  return async () => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    child.kill('SIGTERM');
    await once(child, 'exit');
  };
}
