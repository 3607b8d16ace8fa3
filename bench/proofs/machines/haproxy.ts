import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '../../support/bench-server.ts';

/** Debian's HAProxy, in front of processes or of databases. */
export interface Balancer {
  port: number;
  stop(): Promise<void>;
}

export function hasHaproxy(): boolean {
  try {
    execFileSync('haproxy', ['-v'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

/** The settings of `deploy/haproxy/NAME.cfg` with other addresses: an operator's file is what is proved. */
export async function startBalancer(
  directory: string,
  name: 'haproxy' | 'postgres',
  servers: Record<string, number>,
): Promise<Balancer> {
  const port = await freePort();
  let settings = readFileSync(join(import.meta.dirname, `../../../deploy/haproxy/${name}.cfg`), 'utf8').replace(
    /^( +bind ).*$/m,
    `$1127.0.0.1:${port}`,
  );
  for (const [server, of] of Object.entries(servers)) {
    const line = new RegExp(`^( +server ${server}) \\S+`, 'm');
    if (!line.test(settings)) throw new Error(`deploy/haproxy/${name}.cfg names no ${server}.`);
    settings = settings.replace(line, `$1 127.0.0.1:${of}`);
  }
  const file = join(directory, `${name}.cfg`);
  writeFileSync(file, settings);
  const child: ChildProcess = spawn('haproxy', ['-db', '-f', file], { stdio: ['ignore', 'ignore', 'inherit'] });
  await Promise.race([once(child, 'exit'), sleep(2000)]);
  if (child.exitCode !== null) throw new Error('HAProxy ended while starting. It says why above.');
  return {
    port,
    async stop() {
      if (child.exitCode !== null || child.signalCode !== null) return;
      const ended = once(child, 'exit');
      child.kill('SIGKILL');
      await ended;
    },
  };
}
