import { sql } from 'kysely';
import type { DomainEvent } from '../events.ts';
import type { SystemContext } from './context.ts';
import { tryLock } from './db/advisory-locks.ts';
import { DatabaseUnavailable } from './db/outage.ts';
import type { Databases } from './db/pools.ts';
import type { EventHandlers } from './slice.ts';

const batchSize = 200;
const maxAttempts = 20;
/** Live messages are kept this long for clients that reconnect. */
const replayWindow = '1 hour';

/** Postgres channels: one notification a batch, never one a row. */
export const outboxChannel = 'overture_outbox';
export const liveChannel = 'overture_live';

/** Wakes the relay at once, and at most once in 50 ms, however many transactions commit. */
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

/** Gives waiting live messages their sequence per organisation, in commit order, and tells the live processes. */
export async function sequenceLiveMessages(ctx: SystemContext): Promise<number> {
  return ctx.systemTransaction(async ({ db }) => {
    const lock = await sql<{ locked: boolean }>`select ${tryLock('relay')} as locked`.execute(db);
    if (!lock.rows[0]?.locked) return 0;
    const done = await sql<{ id: number }>`
      with waiting as (
        select id, organization_id, row_number() over (partition by organization_id order by id) as position
        from live_messages where sequence is null order by id limit ${batchSize}
      ), counters as (
        insert into live_sequences as s (organization_id, sequence)
        select organization_id, count(*) from waiting group by organization_id
        on conflict (organization_id) do update set sequence = s.sequence + excluded.sequence
        returning organization_id, sequence
      ), sizes as (select organization_id, count(*) as size from waiting group by organization_id)
      update live_messages m set sequence = c.sequence - z.size + w.position
      from waiting w join counters c using (organization_id) join sizes z using (organization_id)
      where m.id = w.id returning m.id`.execute(db);
    const ids = done.rows.map((row) => row.id).sort((a, b) => a - b);
    if (ids.length > 0) await sql`select pg_notify(${liveChannel}, ${ids.join(',')})`.execute(db);
    return ids.length;
  });
}

/** Forgets live messages nobody can replay any more. */
export async function pruneLiveMessages(ctx: SystemContext): Promise<void> {
  await ctx.systemTransaction(async ({ db }) => {
    await sql`delete from live_messages where id in (select id from live_messages
      where created_at < statement_timestamp() - ${replayWindow}::interval order by id limit 10000)`.execute(db);
  });
}

/**
 * Hands waiting domain events to their handlers, each in one transaction of its organisation that also removes the
 * event: what a handler writes happens exactly once. A failing event is tried again with growing pauses and, after
 * twenty tries, kept and logged.
 */
export async function dispatchEvents(ctx: SystemContext, handlers: EventHandlers[]): Promise<number> {
  const due = await ctx.systemTransaction(async ({ db }) => {
    const rows = await sql<{ id: number; organization_id: number }>`select id, organization_id from outbox_events
      where retry_at <= statement_timestamp() and attempts < ${maxAttempts} order by id limit ${batchSize}`.execute(db);
    return rows.rows;
  });
  for (const event of due) await dispatchEvent(ctx, handlers, event);
  return due.length;
}

async function dispatchEvent(
  ctx: SystemContext,
  handlers: EventHandlers[],
  { id, organization_id }: { id: number; organization_id: number },
): Promise<void> {
  try {
    await ctx.forOrganization(organization_id).transaction(async (tx) => {
      const taken = await sql<{ type: string; payload: Record<string, unknown> }>`delete from outbox_events
        where id = (select id from outbox_events where id = ${id} for update skip locked)
        returning type, payload`.execute(tx.db);
      const row = taken.rows[0];
      if (!row) return; // another process has it
      const event = { type: row.type, ...row.payload } as DomainEvent;
      for (const table of handlers) {
        const handle = table[event.type] as ((ctx: typeof tx, event: DomainEvent) => Promise<void>) | undefined;
        await handle?.(tx, event);
      }
    });
  } catch (error) {
    // Not the event's doing: it is due again as soon as the database is there, and has lost no try.
    if (error instanceof DatabaseUnavailable) throw error;
    ctx.log.error({ err: error, event: id }, 'a domain event could not be handled');
    await ctx.systemTransaction(async ({ db }) => {
      await sql`update outbox_events set attempts = attempts + 1, last_error = ${String(error)},
        retry_at = statement_timestamp() + least(interval '1 hour', interval '1 second' * power(2, attempts))
        where id = ${id}`.execute(db);
    });
  }
}
