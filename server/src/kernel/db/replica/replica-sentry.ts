import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import type { Log } from '../../log.ts';
import { SESSION_SETTINGS } from '../logins.ts';
import { describeReason } from '../outage.ts';
import { getSocket } from '../watched-pool.ts';
import {
  ACTS_AS,
  type Ask,
  findRefusal,
  type LogPosition,
  loadReplayed,
  loadReplicaAnswer,
  MOST_LAG_IN_MS,
  REFUSALS,
  type RefusalReason,
} from './server-identity.ts';

const CHECKED_EVERY_MS = 2000;
/** However often something fails. */
const LEAST_PAUSE_IN_MS = 200;
const ANSWER_LIMIT_IN_MS = 2000;

/** The settings of a session as overture_app, for every connection to a replica. */
export const REPLICA_SESSION = [...SESSION_SETTINGS, `role=${ACTS_AS}`].map((setting) => `-c ${setting}`).join(' ');

/** One connection that only asks how a replica is. It is opened again after an error. */
class Line {
  readonly #address: string;
  #client: Promise<pg.Client> | null = null;

  constructor(address: string) {
    this.#address = address;
  }

  async ask<Answer>(question: (ask: Ask) => Promise<Answer>): Promise<Answer> {
    const client = await this.#open();
    try {
      return await question((text) => client.query(text));
    } catch (error) {
      this.close();
      throw error;
    }
  }

  close(): void {
    const client = this.#client;
    this.#client = null;
    client?.then(
      (open) => getSocket(open).destroy(),
      () => undefined,
    );
  }

  #open(): Promise<pg.Client> {
    if (this.#client) return this.#client;
    const client = connect(this.#address, { options: REPLICA_SESSION });
    this.#client = client;
    const forget = (): void => {
      if (this.#client === client) this.#client = null;
    };
    client.then((open) => open.once('end', forget), forget);
    return client;
  }
}

async function connect(connectionString: string, config: pg.ClientConfig = {}): Promise<pg.Client> {
  const limits = { connectionTimeoutMillis: ANSWER_LIMIT_IN_MS, query_timeout: ANSWER_LIMIT_IN_MS };
  const client = new pg.Client({ connectionString, application_name: 'overture:replica-check', ...limits, ...config });
  client.on('error', () => undefined); // its statement fails as well
  await client.connect();
  return client;
}

/** One look at a replica for `doctor`, as the login of the address. @returns null if it could be read now */
export async function inspectReplica(
  address: string,
  findPosition: () => Promise<LogPosition>,
): Promise<{ refusal: RefusalReason | null; bytes_behind: number }> {
  const client = await connect(address);
  try {
    const before = await findPosition();
    const answer = await loadReplicaAnswer((text) => client.query(text));
    const after = await findPosition();
    const refusal = findRefusal({ ...answer, acts_as: ACTS_AS }, { before, after }, 0);
    return { refusal, bytes_behind: Math.max(0, before.bytes - (answer.replayed ?? 0)) };
  } finally {
    await client.end().catch(() => undefined);
  }
}

export interface SentryOptions {
  address: string;
  /** What the primary has by now. */
  findPosition: () => Promise<LogPosition>;
  log: Log;
  /** After each check. */
  onChecked(found: { refusal: RefusalReason | null; lag_in_ms: number; replayed: number | null }): void;
}

/** Checks every two seconds whether a replica may be read, and says in the log when that changes. */
export class ReplicaSentry {
  readonly #options: SentryOptions;
  readonly #line: Line;
  readonly #stopping = new AbortController();
  #early = new AbortController();
  /** Unknown until the first check. */
  #refusal: RefusalReason | null | undefined;
  #log_id = '';
  #samples: { bytes: number; at: number }[] = [];
  readonly #running: Promise<void>;

  constructor(options: SentryOptions) {
    this.#options = options;
    this.#line = new Line(options.address);
    this.#running = this.#run();
  }

  /** The log that the replica follows; empty while it may not be read. */
  get log_id(): string {
    return this.#refusal === null ? this.#log_id : '';
  }

  get refusal(): RefusalReason | null | undefined {
    return this.#refusal;
  }

  /** Something failed there: it is checked now. */
  suspect(): void {
    this.#early.abort();
  }

  loadReplayed(): Promise<number | null> {
    return this.#line.ask(loadReplayed);
  }

  async stop(): Promise<void> {
    this.#stopping.abort();
    this.#early.abort();
    await this.#running;
    this.#line.close();
  }

  async #run(): Promise<void> {
    while (!this.#stopping.signal.aborted) {
      await this.#check();
      await this.#pause(LEAST_PAUSE_IN_MS, this.#stopping.signal);
      await this.#pause(CHECKED_EVERY_MS - LEAST_PAUSE_IN_MS, this.#early.signal);
      if (!this.#stopping.signal.aborted) this.#early = new AbortController();
    }
  }

  #pause(inMs: number, signal: AbortSignal): Promise<void> {
    return sleep(inMs, undefined, { signal, ref: false }).catch(() => undefined);
  }

  async #check(): Promise<void> {
    const before = await this.#options.findPosition().catch(() => null);
    // The primary is away: that is logged elsewhere, and nothing can be compared.
    if (before === null) return;
    const answer = await this.#line.ask(loadReplicaAnswer).catch((error: unknown) => describeReason(error));
    if (this.#stopping.signal.aborted) return;
    if (typeof answer === 'string') {
      const refusal = /^(?:timeout expired|Query read timeout)/.test(answer) ? 'slow' : 'unreachable';
      return this.#settle(refusal, this.#measureLag(before.bytes, 0), null, answer);
    }
    const after = await this.#options.findPosition().catch(() => null);
    if (after === null) return;
    const lag = this.#measureLag(before.bytes, answer.replayed ?? 0);
    this.#log_id = before.log_id;
    this.#settle(findRefusal(answer, { before, after }, lag), lag, answer.replayed);
  }

  /** Since when the primary has what the replica lacks. No clock of another machine is asked. */
  #measureLag(primary: number, replayed: number): number {
    const now = performance.now();
    if (this.#samples.at(-1)?.bytes !== primary) this.#samples.push({ bytes: primary, at: now });
    this.#samples = this.#samples.filter(({ bytes }) => bytes > replayed);
    const lag = now - (this.#samples[0]?.at ?? now);
    // The oldest sample says enough, however long the replica is away.
    if (this.#samples.length > (2 * MOST_LAG_IN_MS) / CHECKED_EVERY_MS) this.#samples.splice(1, 1);
    return lag;
  }

  #settle(refusal: RefusalReason | null, lag_in_ms: number, replayed: number | null, error?: string): void {
    const { log, onChecked } = this.#options;
    const isNews = this.#refusal !== refusal;
    this.#refusal = refusal;
    onChecked({ refusal, lag_in_ms, replayed });
    if (!isNews) return;
    if (refusal === null) log.info('read replica in use');
    else
      log.warn(
        { code: refusal, reason: REFUSALS[refusal], ...(error ? { error } : {}) },
        'read replica refused, the primary answers',
      );
  }
}
