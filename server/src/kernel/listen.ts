import pg from 'pg';
import type { Log } from './log.ts';

/** One listening connection a process, re-made when it drops. */
export interface Listener {
  on(channel: string, handle: (payload: string) => void): void;
  /** Called after every (re)connection: notifications may have been missed. */
  onConnect(handle: () => void): void;
  start(): Promise<void>;
  stop(): Promise<void>;
}

export function createListener(connectionString: string, log: Log): Listener {
  const handlers = new Map<string, ((payload: string) => void)[]>();
  const connected: (() => void)[] = [];
  let client: pg.Client | null = null;
  let isStopped = false;
  let retry: NodeJS.Timeout | null = null;

  async function connect(): Promise<void> {
    const next = new pg.Client({ connectionString, application_name: 'overture:listen', keepAlive: true });
    const lost = (reason: string): void => {
      if (client !== next || isStopped) return;
      client = null;
      log.warn({ reason }, 'the notification connection was lost');
      retry = setTimeout(() => connect().catch(() => undefined), 500);
    };
    next.on('error', (error) => lost(error.message));
    next.on('end', () => lost('ended'));
    next.on('notification', ({ channel, payload }) => {
      for (const handle of handlers.get(channel) ?? []) handle(payload ?? '');
    });
    client = next;
    try {
      await next.connect();
      for (const channel of handlers.keys()) await next.query(`listen ${channel}`);
    } catch (error) {
      lost(error instanceof Error ? error.message : String(error));
      throw error;
    }
    for (const handle of connected) handle();
  }

  return {
    on(channel, handle) {
      handlers.set(channel, [...(handlers.get(channel) ?? []), handle]);
    },
    onConnect: (handle) => connected.push(handle),
    start: connect,
    async stop() {
      isStopped = true;
      if (retry) clearTimeout(retry);
      await client?.end().catch(() => undefined);
    },
  };
}
