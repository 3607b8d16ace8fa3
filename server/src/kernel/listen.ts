import type { Socket } from 'node:net';
import pg from 'pg';
import type { DatabaseHealth } from './db/health.ts';
import { classifyOutage, reasonOf } from './db/outage.ts';
import type { Log } from './log.ts';

/** One listening connection a process, re-made when it drops and after every outage. */
export interface Listener {
  on(channel: string, handle: (payload: string) => void): void;
  /** Called after every (re)connection: notifications may have been missed. */
  onConnect(handle: () => void): void;
  /** Resolves when it listens, or when it is known that it will as soon as the database is there. */
  start(): Promise<void>;
  stop(): Promise<void>;
}

const FIRST_PAUSE_IN_MS = 250;
const LONGEST_PAUSE_IN_MS = 5000;
/** Losses in a row with a database that is well before it is worth a line. */
const WORTH_SAYING_AFTER = 3;

export function createListener(connectionString: string, log: Log, health: DatabaseHealth): Listener {
  const handlers = new Map<string, ((payload: string) => void)[]>();
  const connected: (() => void)[] = [];
  const stopping = new AbortController();
  let client: pg.Client | null = null;
  let retry: NodeJS.Timeout | null = null;
  let losses = 0;

  function lost(from: pg.Client, reason: string): void {
    if (client !== from || stopping.signal.aborted) return;
    client = null;
    losses += 1;
    health.suspect();
    log[losses > WORTH_SAYING_AFTER && health.state() === 'up' ? 'warn' : 'debug'](
      { reason },
      'the notification connection was lost',
    );
    const pause = Math.min(FIRST_PAUSE_IN_MS * 2 ** (losses - 1), LONGEST_PAUSE_IN_MS);
    retry = setTimeout(() => {
      health
        .whenUp(stopping.signal)
        .then(connect)
        .catch(() => undefined); // lost again: the next try is under way
    }, pause);
  }

  async function connect(): Promise<void> {
    const next = new pg.Client({
      connectionString,
      application_name: 'overture:listen',
      connectionTimeoutMillis: 5000,
      keepAlive: true,
      keepAliveInitialDelayMillis: 10_000,
    });
    next.on('error', (error) => lost(next, error.message));
    next.on('end', () => lost(next, 'ended'));
    next.on('notification', ({ channel, payload }) => {
      for (const handle of handlers.get(channel) ?? []) handle(payload ?? '');
    });
    client = next;
    try {
      await next.connect();
      for (const channel of handlers.keys()) await next.query(`listen ${channel}`);
    } catch (error) {
      lost(next, reasonOf(error));
      throw error;
    }
    losses = 0;
    for (const handle of connected) handle();
  }

  // A connection from before an outage may lead to a server that is no longer the primary, or to none.
  health.onChange((event) => {
    if (event !== 'gone' && client)
      (client as unknown as { connection: { stream: Socket } }).connection.stream.destroy();
  });

  return {
    on(channel, handle) {
      handlers.set(channel, [...(handlers.get(channel) ?? []), handle]);
    },
    onConnect: (handle) => connected.push(handle),
    async start() {
      await connect().catch((error) => {
        if (classifyOutage(error) === null) throw error;
      });
    },
    async stop() {
      stopping.abort(new Error('The program is ending.'));
      if (retry) clearTimeout(retry);
      await client?.end().catch(() => undefined);
    },
  };
}
