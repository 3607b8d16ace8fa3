import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import type { Log } from '../log.ts';
import { classifyOutage, DatabaseUnavailable, describeReason, type OutageKind } from './outage.ts';

/** What one process knows of its database. Errors and slow answers only raise a doubt; asking the server decides. */
export interface DatabaseHealth {
  state(): 'up' | OutageKind;
  /** Rises when an outage ends: connections opened before it are not used again (a standby, or read-only by its session). */
  generation(): number;
  /** Turns an error of the database into `DatabaseUnavailable` where it is one, and has the server asked. */
  translate(error: unknown): unknown;
  /** Something took long or broke: the server is asked now. */
  suspect(): void;
  /** True while the server is being asked, and until an outage is over. */
  isDoubtful(): boolean;
  /** The error for connection requests during an outage. */
  unavailable(): DatabaseUnavailable;
  /** Resolves when the database can be read and written; rejects when `signal` is aborted. */
  whenUp(signal?: AbortSignal): Promise<void>;
  /**
   * `gone`: it stopped answering. `silent`: no answer for a second; open connections are useless. `back`: reads and writes work
   * again. Returns a function that stops listening.
   */
  onChange(listener: (event: HealthEvent) => void): () => void;
  stop(): void;
}

export type HealthEvent = 'gone' | 'silent' | 'back';
/** `is_mute`: nothing at all was heard, as opposed to a server that says it is starting. `is_slow`: nothing within the time. */
export type ProbeAnswer =
  | { kind: 'up' }
  | { kind: OutageKind; reason: string; code?: string; is_mute?: boolean; is_slow?: boolean };
type Probe = (checksRoom: boolean) => Promise<ProbeAnswer>;

const FIRST_PAUSE_IN_MS = 100;
const LONGEST_PAUSE_IN_MS = 1000;
/** Two late answers are an outage: long enough for a machine that has twenty times more to do than it can. */
const PROBE_LIMIT_IN_MS = 3000;
/** After so long without a word, what is still under way on old connections is ended. */
const SILENT_AFTER_IN_MS = 1000;

const WORDS: Record<OutageKind, string> = {
  unreachable: 'the database cannot be reached; waiting for it',
  read_only: 'the database takes no changes (a standby, or read-only); waiting until it does',
  crowded:
    'the database gives out no more connections; waiting. Lower DATABASE_POOL_SIZE, end other clients, or raise max_connections',
  full: 'the disk of the database is full; nothing can be written until there is room again. Nothing is lost: free some space',
};

/** Watches one database for a process. Asks nothing while all is well. One line in the log for an outage, one at its end. */
export function createDatabaseHealth(connectionString: string, log: Log, probe?: Probe): DatabaseHealth {
  const watch = new Watch(probe ?? ((checksRoom) => probeServer(connectionString, checksRoom)), log);
  return {
    state: () => watch.state,
    generation: () => watch.generation,
    translate(error) {
      const kind = classifyOutage(error);
      if (kind === null || error instanceof DatabaseUnavailable) return error;
      watch.suspect(kind);
      return new DatabaseUnavailable(kind, describeReason(error), { cause: error });
    },
    suspect: () => watch.suspect(),
    isDoubtful: () => watch.watching !== null,
    unavailable: () =>
      new DatabaseUnavailable(watch.state === 'up' ? 'unreachable' : watch.state, watch.reason || 'it does not answer'),
    async whenUp(signal) {
      while (watch.watching) {
        const given = signal ? [untilAborted(signal)] : [];
        await Promise.race([watch.watching, ...given]);
      }
      signal?.throwIfAborted();
      watch.closing.throwIfAborted();
    },
    onChange(listener) {
      watch.listeners.add(listener);
      return () => watch.listeners.delete(listener);
    },
    stop: () => watch.close(),
  };
}

/** The known state of the server, and the check that repeats while it is in doubt. */
class Watch {
  readonly listeners = new Set<(event: HealthEvent) => void>();
  readonly #ask: Probe;
  readonly #log: Log;
  readonly #closing = new AbortController();
  #state: 'up' | OutageKind = 'up';
  #reason = '';
  #generation = 0;
  #isShortOfRoom = false;
  #watching: Promise<void> | null = null;

  constructor(ask: Probe, log: Log) {
    this.#ask = ask;
    this.#log = log;
  }

  get state(): 'up' | OutageKind {
    return this.#state;
  }

  get reason(): string {
    return this.#reason;
  }

  get generation(): number {
    return this.#generation;
  }

  /** The asking that is under way. */
  get watching(): Promise<void> | null {
    return this.#watching;
  }

  get closing(): AbortSignal {
    return this.#closing.signal;
  }

  /** @param kind what an error said, where one did: a full disk must be asked for its room as well */
  suspect(kind?: OutageKind): void {
    if (kind === 'full') this.#isShortOfRoom = true;
    if (this.closing.aborted) return;
    this.#watching ??= this.#watch().finally(() => {
      this.#watching = null;
    });
  }

  close(): void {
    this.#closing.abort(new Error('The program is ending.'));
  }

  async #watch(): Promise<void> {
    const startedAt = performance.now();
    let pause = FIRST_PAUSE_IN_MS;
    let slow = 0;
    while (!this.closing.aborted) {
      const answer = await this.#ask(this.#isShortOfRoom);
      if (this.closing.aborted || answer.kind === 'up') break;
      // One late answer is a busy machine; two in a row are an outage.
      slow += answer.is_slow ? 1 : 0;
      if (answer.is_slow && this.#state === 'up' && slow < 2) continue;
      const wasReachable = this.#state !== 'unreachable';
      this.#enter(answer.kind, answer.reason);
      if (wasReachable && answer.kind === 'unreachable') this.#notify('gone');
      if (answer.is_mute && performance.now() - startedAt > SILENT_AFTER_IN_MS) this.#notify('silent');
      await sleep(pause * (0.7 + Math.random() * 0.3), undefined, { signal: this.closing }).catch(() => undefined);
      pause = Math.min(pause * 1.6, LONGEST_PAUSE_IN_MS);
    }
    this.#leave(performance.now() - startedAt);
  }

  #enter(kind: OutageKind, why: string): void {
    if (this.#state === 'up') this.#log.warn({ reason: why }, WORDS[kind]);
    this.#state = kind;
    this.#reason = why;
    if (kind === 'full') this.#isShortOfRoom = true;
  }

  #leave(elapsedInMs: number): void {
    this.#isShortOfRoom = false;
    if (this.#state === 'up') return;
    this.#state = 'up';
    this.#generation += 1;
    if (this.closing.aborted) return;
    this.#log.info({ after_in_ms: Math.round(elapsedInMs) }, 'the database is back');
    this.#notify('back');
  }

  #notify(event: HealthEvent): void {
    for (const listener of [...this.listeners]) listener(event);
  }
}

function untilAborted(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    if (signal.aborted) reject(signal.reason);
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
  });
}

/** Where PostgreSQL has no room it fails to make a table of 2 MB; the transaction is rolled back. */
const MAKE_ROOM = `begin; create temporary table room on commit drop as
  select repeat(md5(n::text), 60) as filler from generate_series(1, 1000) as n; rollback`;

/** Asks with a connection of its own whether the database can be written. Never throws. */
export async function probeServer(connectionString: string, checksRoom: boolean): Promise<ProbeAnswer> {
  const client = new pg.Client({
    connectionString,
    application_name: 'overture:probe',
    connectionTimeoutMillis: PROBE_LIMIT_IN_MS,
    query_timeout: checksRoom ? 15_000 : PROBE_LIMIT_IN_MS,
  });
  client.on('error', () => undefined); // said by connect or query as well
  try {
    await client.connect();
    const { rows } = await client.query<{ is_read_only: boolean }>(
      `select pg_is_in_recovery() or current_setting('transaction_read_only')::boolean as is_read_only`,
    );
    if (rows[0]?.is_read_only) return { kind: 'read_only', reason: 'it is read-only' };
    if (checksRoom) await client.query(MAKE_ROOM);
    return { kind: 'up' };
  } catch (error) {
    const words = describeReason(error);
    // A server that answers anything else (a changed password) is there, but not for us.
    const kind = classifyOutage(error) ?? 'unreachable';
    const is_slow = words.startsWith('timeout expired') || words.startsWith('Query read timeout');
    const code = error instanceof pg.DatabaseError ? (error.code ?? '') : '';
    return { kind, reason: words, code, is_slow, is_mute: code === '' };
  } finally {
    void client.end().catch(() => undefined);
  }
}
