import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { findFreePort } from '../../testing/linkedin-programs.ts';

/** Debian's `redis-server`, of which a test is skipped where it is missing. */
export const hasRedis = ((): boolean => {
  try {
    execFileSync('redis-server', ['--version'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
})();

export interface RedisProcess {
  url: string;
  start(): Promise<void>;
  kill(): Promise<void>;
  /** It takes connections and answers nothing, until `resume`. */
  hang(): void;
  resume(): void;
  /** Sends commands, as `redis-cli` does. */
  run(...words: string[]): string;
}

/** A server of its own without files, on a port that stays the same. */
export async function prepareRedis(...settings: string[]): Promise<RedisProcess> {
  const port = await findFreePort();
  let child: ChildProcess | null = null;
  const run = (...words: string[]): string =>
    execFileSync('redis-cli', ['-p', String(port), ...words], { encoding: 'utf8', timeout: 5000 }).trim();
  const isUp = (): boolean => {
    try {
      return run('ping').length > 0;
    } catch {
      return false;
    }
  };
  return {
    url: `redis://127.0.0.1:${port}`,
    run,
    async start() {
      const words = ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no', ...settings];
      child = spawn('redis-server', words, { stdio: 'ignore' });
      while (child.exitCode === null && !isUp()) await sleep(20);
      if (child.exitCode !== null) throw new Error('redis-server ended while starting.');
    },
    async kill() {
      if (!child || child.exitCode !== null || child.signalCode !== null) return;
      const ended = once(child, 'exit');
      child.kill('SIGKILL');
      await ended;
    },
    hang: () => void child?.kill('SIGSTOP'),
    resume: () => void child?.kill('SIGCONT'),
  };
}
