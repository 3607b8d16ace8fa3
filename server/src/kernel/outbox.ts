import { type Kysely, sql } from 'kysely';
import type { DomainEvent } from '../events.ts';
import type { JobsInTransaction, LiveInTransaction, TransactionContext } from './context.ts';
import type { DB } from './db/__generated__/database.ts';
import { toJson } from './db/to-json.ts';
import { getTraceparent } from './tracing/tracing.ts';

interface PendingLive {
  organization_id: number;
  user_id: number | null;
  type: string;
  data: unknown;
}
interface PendingEvent {
  organization_id: number;
  type: string;
  payload: unknown;
  /** What led to it, if it isn't what led to the transaction as a whole. */
  automation_chain: readonly number[] | null;
}
interface PendingJob {
  task: string;
  payload: string;
  key: string | null;
  queue: string | null;
  delay_in_seconds: number | null;
}

/** What becomes of it belongs to the trace of what caused it. Both queues keep that beside the payload's own fields. */
function withTrace(payload: object): object {
  const traceparent = getTraceparent();
  return traceparent === undefined ? payload : { ...payload, traceparent };
}

/**
 * What a transaction wants to say to the world, gathered in memory and written in one statement each just before the
 * commit: it leaves with the facts or not at all.
 */
export class Outbox {
  readonly #live: PendingLive[] = [];
  readonly #events: PendingEvent[] = [];
  readonly #jobs: PendingJob[] = [];
  readonly #after: (() => void | Promise<void>)[] = [];
  #chain: readonly number[] | null = null;

  forOrganization(organizationId: number): Pick<TransactionContext, 'jobs' | 'live' | 'events'> {
    const jobs: JobsInTransaction = {
      add: (task, payload = {}, options = {}) => {
        this.#jobs.push({
          task,
          payload: toJson(withTrace({ ...payload, organization_id: organizationId })),
          key: options.key ?? null,
          queue: options.queue ?? null,
          delay_in_seconds: options.delay_in_seconds ?? null,
        });
      },
    };
    const live: LiveInTransaction = {
      publish: (type, data, options = {}) => {
        this.#live.push({
          organization_id: organizationId,
          user_id: options.user_id ?? null,
          type,
          data,
        });
      },
    };
    const emit = (event: DomainEvent): void => {
      const { type, ...payload } = event;
      this.#events.push({
        organization_id: organizationId,
        type,
        payload: withTrace(payload),
        automation_chain: this.#chain,
      });
    };
    const follow = (chain: readonly number[]): void => {
      this.#chain = chain;
    };
    return { jobs, live, events: { emit, follow } };
  }

  afterCommit(work: () => void | Promise<void>): void {
    this.#after.push(work);
  }

  get afterCommitWork(): readonly (() => void | Promise<void>)[] {
    return this.#after;
  }

  /** Writes everything gathered; answers whether the relay has something to do after the commit. */
  async write(db: Kysely<DB>): Promise<boolean> {
    if (this.#events.length > 0) {
      await sql`insert into outbox_events (organization_id, type, payload, automation_chain)
        select organization_id, type, payload, coalesce(automation_chain, current_automation_chain())
        from jsonb_to_recordset(${toJson(this.#events)}::jsonb)
          as given (organization_id bigint, type text, payload jsonb, automation_chain bigint[])`.execute(db);
    }
    if (this.#live.length > 0) {
      await sql`insert into live_messages (organization_id, user_id, type, data)
        select organization_id, user_id, type, data from jsonb_to_recordset(${toJson(this.#live)}::jsonb)
          as given (organization_id bigint, user_id bigint, type text, data jsonb)`.execute(db);
    }
    for (const job of this.#jobs) {
      // The queue's own clock, not that of the installation: time travel moves no delay.
      await sql`select add_job(${job.task}, ${job.payload}::jsonb, ${job.key},
        clock_timestamp() + make_interval(secs => ${job.delay_in_seconds}::float8), ${job.queue})`.execute(db);
    }
    return this.#events.length + this.#live.length > 0;
  }
}
