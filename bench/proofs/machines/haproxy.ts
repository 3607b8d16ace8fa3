import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '../../support/bench-server.ts';

/** Debian's HAProxy, in front of processes or of databases. */
export interface Balancer {
  port: number;
  /** How often a group of servers had none left that HAProxy would ask. */
  countDeserted(): number;
  /** Waits until HAProxy sends calls to a server that was started again, as an operator does before the next one. */
  untilUp(server: string): Promise<void>;
  stop(): Promise<void>;
}

const UP_LIMIT_IN_MS = 60_000;

/** What HAProxy says about its servers on standard error. */
class Reports {
  readonly #down = new Set<string>();
  deserted = 0;

  add(line: string): void {
    const [, server, state] = /Server \w+\/(\S+) is (DOWN|UP)/.exec(line) ?? [];
    if (state === 'DOWN') this.#down.add(server!);
    if (state === 'UP') this.#down.delete(server!);
    if (line.includes('has no server available')) this.deserted += 1;
  }

  async untilUp(server: string): Promise<void> {
    for (const deadline = performance.now() + UP_LIMIT_IN_MS; this.#down.has(server); await sleep(100))
      if (performance.now() > deadline) throw new Error(`HAProxy did not take ${server} back.`);
  }
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
    const line = new RegExp(`^( +server ${server}(?:-unchecked)?) \\S+`, 'gm');
    if (settings.search(line) === -1) throw new Error(`deploy/haproxy/${name}.cfg names no ${server}.`);
    settings = settings.replace(line, `$1 127.0.0.1:${of}`);
  }
  const file = join(directory, `${name}.cfg`);
  writeFileSync(file, settings);
  const child: ChildProcess = spawn('haproxy', ['-db', '-f', file], { stdio: ['ignore', 'ignore', 'pipe'] });
  const reports = new Reports();
  createInterface(child.stderr!).on('line', (line) => {
    process.stderr.write(`${line}\n`);
    reports.add(line);
  });
  await Promise.race([once(child, 'exit'), sleep(2000)]);
  if (child.exitCode !== null) throw new Error('HAProxy ended while starting. It says why above.');
  return {
    port,
    countDeserted: () => reports.deserted,
    untilUp: (server) => reports.untilUp(server),
    async stop() {
      if (child.exitCode !== null || child.signalCode !== null) return;
      const ended = once(child, 'exit');
      child.kill('SIGKILL');
      await ended;
    },
  };
}
