import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import type { DomainEvent } from '../events.ts';
import type { SystemContext, SystemTransactionContext } from './context.ts';
import { tryLock } from './db/advisory-locks.ts';
import { DatabaseUnavailable } from './db/outage.ts';
import type { Databases } from './db/pools.ts';
import { handledEvents } from './metrics.ts';
import { describeError } from './rounds/parked-units.ts';
import { isNotParked, logParked, runUnits, type Unit } from './rounds/rounds.ts';
import type { EventHandlers } from './slice.ts';
import { trace } from './tracing/tracing.ts';

const maxAttempts = 20;
/** Organizations in a round, those of the oldest events first, and how many of them side by side. */
const TURNS_A_ROUND = 100;
const TURNS_AT_ONCE = 4;
/** What an organization gets in its turn; the rest waits for the next round. */
const EVENTS_A_TURN = 25;
const TURN_IN_MS = 1000;
/** One event that takes longer ends the turn, and its organization waits a minute. */
const TURN_LIMIT_IN_MS = 60_000;
/** After this long the next round begins beside one in which a turn still runs; of such rounds so many at most. */
const ROUND_PATIENCE_IN_MS = 1500;
const MAX_SLOW_ROUNDS = 2;
/** Live messages are kept this long for clients that reconnect. */
const replayWindow = '1 hour';

/** Postgres channels: one notification a batch, never one a row. */
export const outboxChannel = 'overture_outbox';
export const liveChannel = 'overture_live';

/** Wakes the relay immediately, and at most once in 50 ms, however many transactions commit. */
export function createRelayWaker(
  databases: Databases,
  ctx: { log: SystemContext['log'] },
): { wake(): void; stop(): void } {
  let pause: NodeJS.Timeout | null = null;
  let isAsked = false;
  const wake = (): void => {
    isAsked = pause !== null;
    if (isAsked) return;
    pause = setTimeout(() => {
      pause = null;
      if (isAsked) wake();
    }, 50);
    databases.systemPool
      .query(`select pg_notify('${outboxChannel}', '')`)
      .catch((error) => ctx.log.warn({ err: error }, 'relay wake-up failed, the next poll finds the rows'));
  };
  return {
    wake,
    stop() {
      if (pause) clearTimeout(pause);
    },
  };
}

/** Deletes live messages that are too old for a replay. */
export async function pruneLiveMessages(ctx: SystemContext): Promise<void> {
  await ctx.systemTransaction(async ({ db }) => {
    await sql`delete from live_messages where id in (select id from live_messages
      where created_at < statement_timestamp() - ${replayWindow}::interval order by id limit 10000)`.execute(db);
  });
}

/** An organization with events that are due: its turn in a round. */
interface Turn extends Unit {
  /** Ids of its oldest events, in their order. */
  events: number[];
}

const LOOP = 'events';

/**
 * Passes waiting domain events to their handlers, each in one transaction of its organization that also deletes the event: the
 * writes of a handler happen exactly once. Organizations take turns, several in parallel, so a backlog of one delays no other;
 * the events of one are handled in order. A failing event is retried with growing pauses and, after twenty tries, kept and
 * logged.
 * @returns how many events were handled or set aside
 */
export async function dispatchEvents(ctx: SystemContext, handlers: EventHandlers[]): Promise<number> {
  const units = await ctx.systemRead(listTurns);
  let handled = 0;
  await runUnits<Turn>(ctx, {
    loop: LOOP,
    units,
    share: 1,
    at_once: TURNS_AT_ONCE,
    time_box_in_ms: TURN_LIMIT_IN_MS,
    async run({ organization_id, events }, signal) {
      const endsAt = performance.now() + TURN_IN_MS;
      for (const id of events) {
        if (signal.aborted || performance.now() > endsAt) return;
        const end = await dispatchEvent(ctx, handlers, { id, organization_id });
        // The next event must not overtake the one that another process is at.
        if (end === 'not_ours') return;
        if (end === 'handled') handled += 1;
      }
    },
  });
  return handled;
}

/**
 * Rounds of `dispatchEvents`, one after the other. Only the organization of a slow turn waits for its end: the next round begins beside it.
 * @returns the next round, with how many events it handled, and the end of all
 */
export function createEventRounds(
  ctx: SystemContext,
  handlers: EventHandlers[],
): { next(): Promise<number>; end(): Promise<void> } {
  const slow = new Set<Promise<unknown>>();
  return {
    async next() {
      if (slow.size >= MAX_SLOW_ROUNDS) await Promise.race(slow);
      const round = dispatchEvents(ctx, handlers);
      const patience = new AbortController();
      const late = sleep(ROUND_PATIENCE_IN_MS, null, { signal: patience.signal }).catch(() => null);
      const handled = await Promise.race([round, late]).finally(() => patience.abort());
      if (handled !== null) return handled;
      const rest = round
        .catch((error) => ctx.log.error({ err: error }, 'outbox relay failed, retrying'))
        .finally(() => slow.delete(rest));
      slow.add(rest);
      return 1;
    },
    async end() {
      await Promise.all(slow);
    },
  };
}

/** Steps from organization to organization by an index: one with a hundred thousand events costs no more than one with ten. */
async function listTurns({ db }: Pick<SystemTransactionContext, 'db'>): Promise<Turn[]> {
  const rows = await sql<Turn>`with recursive waiting as (
      (select organization_id as id from outbox_events order by organization_id limit 1)
      union all
      select (select e.organization_id from outbox_events e where e.organization_id > w.id
        order by e.organization_id limit 1) from waiting w where w.id is not null)
    select w.id as organization_id, 'turn' as key, due.events from waiting w
    cross join lateral (select array_agg(id order by id) as events from (select id from outbox_events
      where organization_id = w.id and retry_at <= statement_timestamp() and attempts < ${maxAttempts}
      order by id limit ${EVENTS_A_TURN}) oldest) due
    where due.events is not null and ${isNotParked(LOOP, sql`w.id`, sql`'turn'`)}
    order by due.events[1] limit ${TURNS_A_ROUND}`.execute(db);
  return rows.rows;
}

type EventEnd =
  /** Or set aside for a later try. */
  | 'handled'
  /** Another process has handled it. */
  | 'gone'
  /** Another process is at the events of this organization. */
  | 'not_ours';

async function dispatchEvent(
  ctx: SystemContext,
  handlers: EventHandlers[],
  { id, organization_id }: { id: number; organization_id: number },
): Promise<EventEnd> {
  try {
    return await ctx.forOrganization(organization_id).transaction(async (tx) => {
      // Two processes at one organization would change the order of its events.
      const taken = await sql<{
        is_ours: boolean;
        type: string | null;
        payload: Record<string, unknown> & { traceparent?: string };
        chain: string | null;
      }>`
        with turn as materialized (select ${tryLock('events', organization_id)} as is_ours),
        taken as (delete from outbox_events where id = (select e.id from outbox_events e, turn
          where e.id = ${id} and turn.is_ours for update of e skip locked) returning type, payload, automation_chain::text as chain)
        select turn.is_ours, taken.type, taken.payload, taken.chain from turn left join taken on true`.execute(tx.db);
      const row = taken.rows[0]!;
      if (row.type === null) return row.is_ours ? 'gone' : 'not_ours';
      // What follows from an event follows from the automations that caused it.
      if (row.chain !== null) await sql`select set_config('app.automation_chain', ${row.chain}, true)`.execute(tx.db);
      const { traceparent, ...payload } = row.payload;
      const event = { type: row.type, ...payload } as DomainEvent;
      const options = { kind: 'consumer', attributes: { 'overture.event': row.type }, parent: traceparent } as const;
      await trace(`event ${row.type}`, options, async () => {
        for (const table of handlers) {
          const handle = table[event.type] as ((ctx: typeof tx, event: DomainEvent) => Promise<void>) | undefined;
          await handle?.(tx, event);
        }
      });
      tx.afterCommit(() => handledEvents.inc({ type: event.type }));
      return 'handled';
    });
  } catch (error) {
    // The event is not at fault: it is due again as soon as the database is available, without losing a try.
    if (error instanceof DatabaseUnavailable) throw error;
    logParked(ctx, LOOP, { organization_id, key: String(id) }, error);
    await ctx.systemTransaction(async ({ db }) => {
      await sql`update outbox_events set attempts = attempts + 1, last_error = ${describeError(error)},
        retry_at = statement_timestamp() + least(interval '1 hour', interval '1 second' * power(2, attempts))
        where id = ${id}`.execute(db);
    });
    return 'handled';
  }
}
