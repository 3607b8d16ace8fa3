import pg from 'pg';
import type { DatabaseHealth } from './db/health.ts';
import { classifyOutage, describeReason } from './db/outage.ts';
import { getSocket } from './db/watched-pool.ts';
import type { Log } from './log.ts';

/** One listening connection a process, re-made when it drops and after every outage. */
export interface Listener {
  on(channel: string, handle: (payload: string) => void): void;
  /** Called after every (re)connection: notifications may have been missed. */
  onConnect(handle: () => void): void;
  /** Resolves when it listens, or when it will as soon as the database is available. */
  start(): Promise<void>;
  stop(): Promise<void>;
}

const FIRST_PAUSE_IN_MS = 250;
const LONGEST_PAUSE_IN_MS = 5000;
/** Losses in a row with a database that is well before it is worth a line. */
const WORTH_SAYING_AFTER = 3;

/** Names of the connection in the server's list of sessions. The plain one means that live messages reach the process by the database alone. */
export const PLAIN_LISTENER = 'overture:listen';
export const LISTENER_WITH_CHANNELS = 'overture:listen-redis';

export function createListener(
  connectionString: string,
  log: Log,
  health: DatabaseHealth,
  name: string = PLAIN_LISTENER,
): Listener {
  const connection = new ListeningConnection(connectionString, log, health, name);
  // A connection from before an outage may lead to a server that is no longer the primary, or to none.
  health.onChange((event) => {
    if (event !== 'gone') connection.cut();
  });
  return {
    on: (channel, handle) => connection.on(channel, handle),
    onConnect: (handle) => connection.onConnect(handle),
    async start() {
      await connection.connect().catch((error) => {
        if (classifyOutage(error) === null) throw error;
      });
    },
    stop: () => connection.end(),
  };
}

/** The connection that listens now, and the next one once it is lost. */
class ListeningConnection {
  readonly #connectionString: string;
  readonly #name: string;
  readonly #log: Log;
  readonly #health: DatabaseHealth;
  readonly #handlers = new Map<string, ((payload: string) => void)[]>();
  readonly #connected: (() => void)[] = [];
  readonly #stopping = new AbortController();
  #client: pg.Client | null = null;
  #retry: NodeJS.Timeout | null = null;
  #losses = 0;

  constructor(connectionString: string, log: Log, health: DatabaseHealth, name: string) {
    this.#connectionString = connectionString;
    this.#name = name;
    this.#log = log;
    this.#health = health;
  }

  on(channel: string, handle: (payload: string) => void): void {
    this.#handlers.set(channel, [...(this.#handlers.get(channel) ?? []), handle]);
  }

  onConnect(handle: () => void): void {
    this.#connected.push(handle);
  }

  async connect(): Promise<void> {
    const next = new pg.Client({
      connectionString: this.#connectionString,
      application_name: this.#name,
      connectionTimeoutMillis: 5000,
      keepAlive: true,
      keepAliveInitialDelayMillis: 10_000,
    });
    next.on('error', (error) => this.#lose(next, error.message));
    next.on('end', () => this.#lose(next, 'ended'));
    next.on('notification', ({ channel, payload }) => {
      for (const handle of this.#handlers.get(channel) ?? []) handle(payload ?? '');
    });
    this.#client = next;
    try {
      await next.connect();
      for (const channel of this.#handlers.keys()) await next.query(`listen ${channel}`);
    } catch (error) {
      this.#lose(next, describeReason(error));
      throw error;
    }
    this.#losses = 0;
    for (const handle of this.#connected) handle();
  }

  /** Closes it without waiting for the other end. */
  cut(): void {
    if (this.#client) getSocket(this.#client).destroy();
  }

  async end(): Promise<void> {
    this.#stopping.abort(new Error('The program is ending.'));
    if (this.#retry) clearTimeout(this.#retry);
    await this.#client?.end().catch(() => undefined);
  }

  #lose(from: pg.Client, reason: string): void {
    if (this.#client !== from || this.#stopping.signal.aborted) return;
    this.#client = null;
    this.#losses += 1;
    this.#health.suspect();
    this.#log[this.#losses > WORTH_SAYING_AFTER && this.#health.state() === 'up' ? 'warn' : 'debug'](
      { reason },
      'the notification connection was lost',
    );
    const pause = Math.min(FIRST_PAUSE_IN_MS * 2 ** (this.#losses - 1), LONGEST_PAUSE_IN_MS);
    this.#retry = setTimeout(() => {
      this.#health
        .whenUp(this.#stopping.signal)
        .then(() => this.connect())
        .catch(() => undefined); // lost again: the next try is under way
    }, pause);
  }
}
