import type { Socket } from 'node:net';
import pg from 'pg';
import type { DatabaseHealth } from './health.ts';
import { type Query, queryKept } from './kept-plan.ts';

/** A connection that takes this long has the server asked whether it is there at all. */
const SLOW_AFTER_IN_MS = 500;
/** A caller that waited this long while the server is silent gets an error; the pool stays open for others. */
const PATIENCE_IN_MS = 2000;

type Marked = pg.PoolClient & { generation: number };

/**
 * A pool that knows the database's health. During an outage it refuses immediately: callers do not wait for their time limits.
 * It hands out no connection from before the last outage, and gives every failure of the database the same name.
 * @param keeps_statements false behind a pooler: the next transaction may be another server connection, which does not know them
 */
export function createWatchedPool(
  config: pg.PoolConfig,
  health: DatabaseHealth,
  { keeps_statements = true }: { keeps_statements?: boolean } = {},
): pg.Pool {
  const clients = new Set<pg.Client>();
  const pool = new WatchedPool(
    { ...config, Client: makeClient(health, clients, keeps_statements) } as pg.PoolConfig,
    health,
  );
  // Idle ones are replaced by the pool; without an ear their end would end the process.
  pool.on('error', (error) => void health.translate(error));
  // A backend that dies under a client in use ends that client's statement; the event itself needs an ear too.
  pool.on('connect', (client) => client.on('error', () => undefined));
  // What waits for a server that is gone (its machine, not its process) would wait for minutes.
  health.onChange((event) => {
    if (event === 'silent') for (const client of clients) getSocket(client).destroy();
  });
  return pool;
}

class WatchedPool extends pg.Pool {
  readonly #health: DatabaseHealth;

  constructor(config: pg.PoolConfig, health: DatabaseHealth) {
    super(config);
    this.#health = health;
  }

  override connect(): Promise<pg.PoolClient>;
  override connect(
    callback: (error: Error | undefined, client: pg.PoolClient | undefined, done: (release?: unknown) => void) => void,
  ): void;
  override connect(
    callback?: (error: Error | undefined, client: pg.PoolClient | undefined, done: (release?: unknown) => void) => void,
  ): Promise<pg.PoolClient> | undefined {
    const acquired = this.#acquire();
    if (!callback) return acquired;
    acquired.then(
      (client) => callback(undefined, client, (release) => client.release(release as boolean)),
      (error: Error) => callback(error, undefined, () => undefined),
    );
    return undefined;
  }

  // A connection that breaks under a statement is reported to the pool first, with the library's message.
  // biome-ignore lint/suspicious/noExplicitAny: the library's ten overloads, each handed on as it came
  override query(...args: any[]): any {
    return translated(args, this.#health, (...given) => super.query(...(given as Parameters<pg.Pool['query']>)));
  }

  async #acquire(): Promise<pg.PoolClient> {
    for (;;) {
      if (this.#health.state() === 'unreachable') throw this.#health.unavailable();
      // An idle connection is handed over immediately: nothing needs to be watched.
      const client = await (this.idleCount > this.waitingCount ? (super.connect() as Promise<Marked>) : this.#wait());
      if (client.generation === this.#health.generation()) return client;
      client.release(true);
    }
  }

  #wait(): Promise<Marked> {
    const health = this.#health;
    return new Promise((resolve, reject) => {
      let isOver = false;
      const settle = (finish: () => void): void => {
        if (isOver) return;
        isOver = true;
        clearTimeout(slow);
        clearTimeout(patience);
        ignore();
        finish();
      };
      const slow = setTimeout(health.suspect, SLOW_AFTER_IN_MS);
      slow.unref();
      const patience = setTimeout(() => {
        if (health.isDoubtful()) settle(() => reject(health.unavailable()));
      }, PATIENCE_IN_MS);
      patience.unref();
      const ignore = health.onChange((event) => {
        if (event === 'gone') settle(() => reject(health.unavailable()));
      });
      super.connect().then(
        (client) => (isOver ? client.release() : settle(() => resolve(client as Marked))),
        (error: unknown) => settle(() => reject(health.translate(error))),
      );
    });
  }
}

/** The class of its connections, which are in `clients` while they are open. */
function makeClient(health: DatabaseHealth, clients: Set<pg.Client>, keepsStatements: boolean): typeof pg.Client {
  return class WatchedClient extends pg.Client {
    readonly generation = health.generation();
    readonly #stalePlans = new Set<string>();

    constructor(options?: string | pg.ClientConfig) {
      super(options);
      clients.add(this);
      this.once('end', () => clients.delete(this));
    }

    // biome-ignore lint/suspicious/noExplicitAny: as in the pool
    override query(...args: any[]): any {
      const ask: Query = (...given) => super.query(...(given as Parameters<pg.Client['query']>));
      return translated(args, health, keepsStatements ? queryKept(ask, this.#stalePlans) : ask);
    }
  };
}

/** Calls `query`, with failures that are the database's called by their name: in the callback where there is one, else in the promise. */
function translated(args: unknown[], health: DatabaseHealth, query: Query): unknown {
  const last = args.at(-1);
  if (typeof last === 'function') {
    const callback = (error: unknown, result: unknown): unknown => last(error && health.translate(error), result);
    return query(...args.slice(0, -1), callback);
  }
  const answer = query(...args);
  if (!(answer instanceof Promise)) return answer;
  return answer.catch((error: unknown) => {
    throw health.translate(error);
  });
}

/** The library hands out no way to break a connection off that leads nowhere. */
export function getSocket(client: pg.Client | pg.PoolClient): Socket {
  return (client as unknown as { connection: { stream: Socket } }).connection.stream;
}
