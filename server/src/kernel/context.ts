import type { LiveEventData, LiveEventType } from '@overture/contract/live';
import type { Role } from '@overture/domain/access/permissions';
import type { Kysely } from 'kysely';
import type { DomainEvent } from '../events.ts';
import type { Ports } from '../ports.ts';
import type { Clock } from './clock.ts';
import type { Config } from './config.ts';
import type { Vault } from './crypto.ts';
import type { DB } from './db/__generated__/database.ts';
import type { CopyInTransaction } from './db/copy.ts';
import type { Gates } from './limits/gates.ts';
import type { Log } from './log.ts';
import type { RateLimits } from './rate-limits.ts';
import type { RequestOrigin } from './security-log/request-origin.ts';

/** The acting user. `actor_id` differs from `id` during impersonation. */
export interface Actor {
  id: number;
  role: Role;
  actor_id: number;
  /** The key by which a program acts, with this person's rights. */
  api_key?: { id: number; name: string };
}

/** One piece of a loop's work. The key is unique within the loop and the organization, at most 200 characters: `String(campaign_id)`. */
export interface Unit {
  organization_id: number;
  key: string;
}

/** What a process knows of its rounds. */
export interface RoundMemory {
  /** Units that run, also after their time box, by `idOf` with their beginning: no second run of one is started. */
  running: Map<string, Date>;
  /** By loop: until when no further failure is logged, and how many were not. */
  logged: Map<string, { until: number; more: number }>;
  /** The loops that have a parked unit, asked of the database at most once in five seconds. */
  loopsWithParked(ctx: Pick<SystemContext, 'systemRead'>): Promise<Set<string>>;
}

/** What every use case may ask for; each function takes a `Pick` of it. */
export interface BaseContext {
  clock: Clock;
  config: Config;
  log: Log;
  ports: Ports;
  vault: Vault;
  rate_limits: RateLimits;
  gates: Gates;
  rounds: RoundMemory;
  /** Where the request comes from; jobs have none. */
  origin?: RequestOrigin;
}

/** One organization's request or job. The database is reachable only inside `transaction`. */
export interface Context extends BaseContext {
  organization: { id: number };
  /** The signed-in person; null in a job that acts for the organization itself. */
  user: Actor | null;
  /**
   * Runs `work` in a transaction that sees this organization only. Its events, live messages and jobs become visible with the
   * commit and never after a rollback. No network call belongs in here. After a deadlock `work` runs a second time, so it must
   * not change anything outside of the transaction.
   */
  transaction<Result>(work: (ctx: TransactionContext) => Promise<Result>): Promise<Result>;
  /**
   * Runs statements that only read, each a transaction of its own that sees this organization only: one way to the database where
   * `transaction` takes three. PostgreSQL refuses what writes.
   */
  read<Result>(work: (ctx: ReadContext) => Promise<Result>): Promise<Result>;
  /**
   * Runs statements that only read and all see the same moment. It holds one connection, and PostgreSQL keeps every row version
   * until it ends: for long reads of a job.
   */
  snapshot<Result>(work: (ctx: ReadContext) => Promise<Result>): Promise<Result>;
  /**
   * Runs statements that only inform: figures, long lists, search, files. Each is a transaction of its own, as in `read`. A read replica answers them, if
   * there is one that has what the primary had when this began; otherwise, or if it fails, `work` runs on the primary.
   * Nothing that decides reads here: `tools/laws/replica-law.ts`.
   * @param patienceInMs how long to wait for the replica to catch up: for a request as long as a page may, else as long as a job
   */
  replicaRead<Result>(work: (ctx: ReplicaReadContext) => Promise<Result>, patienceInMs?: number): Promise<Result>;
  /** The same in one transaction that sees one moment, as `snapshot`. `work` must be able to begin again. */
  replicaSnapshot<Result>(work: (ctx: ReplicaReadContext) => Promise<Result>, patienceInMs?: number): Promise<Result>;
}

/**
 * A database that may be a replica. It fits no parameter of the type `Kysely<DB>`: a function says by its own type that what it reads only informs.
 * The database of a transaction fits here.
 */
type ReadableDatabase = Pick<Kysely<DB>, 'executeQuery' | 'getExecutor' | 'selectFrom'>;

export interface ReplicaReadContext extends BaseContext {
  organization: { id: number };
  user: Actor | null;
  db: ReadableDatabase;
}

export interface ReadContext extends BaseContext {
  organization: { id: number };
  user: Actor | null;
  db: Kysely<DB>;
}

export interface TransactionContext extends ReadContext {
  copy: CopyInTransaction;
  jobs: JobsInTransaction;
  live: LiveInTransaction;
  events: EventsInTransaction;
  /** Runs once the transaction has committed; failures are logged, never thrown to the caller. */
  afterCommit(work: () => void | Promise<void>): void;
}

interface EventsInTransaction {
  emit(event: DomainEvent): void;
  /** What is emitted from now on follows from these automations. Events are written with the commit, when another one may act. */
  follow(chain: readonly number[]): void;
}

export interface JobsInTransaction {
  /**
   * Adds a job with the commit. With `key`, at most one such job waits, and keeps its time. `organization_id` is added to the payload.
   * Jobs only wake: the rows hold the state, and a job may run more than once.
   */
  add(
    task: string,
    payload?: Record<string, unknown>,
    options?: { key?: string; queue?: string; delay_in_seconds?: number },
  ): void;
}

export interface LiveInTransaction {
  /** Publishes to the organization's browsers (or one user's) after the commit. */
  publish<Type extends LiveEventType>(type: Type, data: LiveEventData<Type>, options?: { user_id?: number }): void;
}

/** Cross-tenant work: scheduler, sign-in, mail sync. Its transactions see every organization; use it by name only. */
export interface SystemContext extends BaseContext {
  systemTransaction<Result>(work: (ctx: SystemTransactionContext) => Promise<Result>): Promise<Result>;
  /** For one statement that only reads: without the two ways of beginning and ending a transaction. */
  systemRead<Result>(work: (ctx: { db: Kysely<DB> }) => Promise<Result>): Promise<Result>;
  /** The same for one request: its origin and log are known wherever its work goes. */
  forRequest(request: { origin: RequestOrigin; log: Log }): SystemContext;
  /** Resolves when the database can be read and written; rejects when `signal` is aborted. */
  whenDatabaseUp(signal?: AbortSignal): Promise<void>;
  /** A context bound to one organization, for the slices' ordinary use cases. */
  forOrganization(organizationId: number, user?: Actor | null): Context;
}

export interface SystemTransactionContext extends BaseContext {
  db: Kysely<DB>;
  /** Jobs, live messages and events name their organization here, since the transaction has none. */
  forOrganization(organizationId: number): Pick<TransactionContext, 'jobs' | 'live' | 'events'>;
  afterCommit(work: () => void | Promise<void>): void;
}
