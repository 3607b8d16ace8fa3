import { toStorableText } from '@overture/domain/text/storable-text';
import { type RawBuilder, sql } from 'kysely';
import type { RoundMemory, SystemContext, SystemTransactionContext, Unit } from '../context.ts';
import { DatabaseUnavailable, describeReason } from '../db/outage.ts';
import { rememberFor } from '../limits/remember.ts';
import { logParked } from './parked-log.ts';

const LONGEST_ERROR = 1000;
const REMEMBERED_FOR_IN_MS = 5000;
/** No loop pauses longer than an hour: a unit not retried for six no longer exists (its campaign was deleted). */
const FORGOTTEN_AFTER = '6 hours';

export function createRoundMemory(): RoundMemory {
  let read: SystemContext['systemRead'] | null = null;
  const ask = rememberFor(REMEMBERED_FOR_IN_MS, 1, async () => {
    const rows = await read?.(({ db }) => sql<{ loop: string }>`select distinct loop from parked_units`.execute(db));
    return new Set(rows?.rows.map(({ loop }) => loop));
  });
  return {
    running: new Map(),
    logged: new Map(),
    loopsWithParked(ctx) {
      read = ctx.systemRead;
      return ask('');
    },
  };
}

export const idOf = (loop: string, { organization_id, key }: Unit): string => `${loop} ${organization_id} ${key}`;

/**
 * A condition for a claim that leaves parked units out: without it a claim with a limit could find nothing but them.
 * @param organization and key are expressions of the claim: sql.ref('c.organization_id'), sql`c.id::text`. The columns of
 * parked_units have aliases here: otherwise `organization_id` would be compared with itself.
 */
export const isNotParked = (loop: string, organization: RawBuilder<unknown>, key: RawBuilder<unknown>) =>
  sql<boolean>`not exists (select from parked_units p (of_organization, of_loop, of_key) where p.of_loop = ${loop}
    and p.of_organization = ${organization} and p.of_key = ${key} and p.retry_at > statement_timestamp())`;

/**
 * The units that failed before: true for those whose retry is due, false for those still to be left out. Reads nothing while the loop has
 * no parked unit; what another process parks is noticed within five seconds.
 */
export async function findParked(
  ctx: Pick<SystemContext, 'systemRead' | 'rounds'>,
  loop: string,
  units: readonly Unit[],
): Promise<Map<string, boolean>> {
  if (units.length === 0 || !(await ctx.rounds.loopsWithParked(ctx)).has(loop)) return new Map();
  const rows = await ctx.systemRead(({ db }) =>
    sql<Unit & { is_due: boolean }>`select p.organization_id, p.key, p.retry_at <= statement_timestamp() as is_due
      from parked_units p join unnest(${units.map((unit) => unit.organization_id)}::bigint[],
        ${units.map((unit) => unit.key)}::text[]) as asked (organization_id, key) using (organization_id, key)
      where p.loop = ${loop}`.execute(db),
  );
  return new Map(rows.rows.map((row) => [idOf(loop, row), row.is_due]));
}

/** The text of an error as it can be stored, at most 1,000 characters. */
export const describeError = (error: unknown): string => toStorableText(describeReason(error), LONGEST_ERROR);

/** A unit as it is parked. */
export interface Parking {
  /** How often it has failed in a row. */
  attempts: number;
  retry_in_ms: number;
}

/**
 * Parks a unit, at first for a minute, at most for an hour, and writes the operator's line. Never throws but for an outage.
 * @returns null where it could not be written
 */
export async function parkUnit(ctx: SystemContext, loop: string, unit: Unit, error: unknown): Promise<Parking | null> {
  logParked(ctx, loop, unit, error);
  return writeParking(ctx, loop, unit, error);
}

/** As `parkUnit`, for callers that have written the log line. */
export async function writeParking(
  ctx: SystemContext,
  loop: string,
  { organization_id, key }: Unit,
  error: unknown,
): Promise<Parking | null> {
  const parking = ctx.systemTransaction(({ db }) =>
    // An organization that is gone has nothing to park.
    sql<Parking>`insert into parked_units as p (organization_id, loop, key, error, retry_at)
      select organization_id, ${loop}, ${key}, ${describeError(error)}, statement_timestamp() + interval '1 minute'
      from organizations where organization_id = ${organization_id}
      on conflict (loop, organization_id, key) do update set error = excluded.error, attempts = p.attempts + 1,
        retry_at = statement_timestamp() + least(interval '1 hour', interval '1 minute' * power(2, least(p.attempts, 10)))
      returning attempts, (extract(epoch from retry_at - statement_timestamp()) * 1000)::float8 as retry_in_ms`.execute(
      db,
    ),
  );
  const written = await tolerate(ctx, loop, parking);
  // What can't be asked now is asked with the next round.
  const known = await ctx.rounds.loopsWithParked(ctx).catch(() => null);
  known?.add(loop);
  return written?.rows[0] ?? null;
}

/** Units that succeeded are parked no more. Never throws but for an outage. */
export async function unparkUnits(ctx: SystemContext, loop: string, units: readonly Unit[]): Promise<void> {
  if (units.length === 0) return;
  const unparking = ctx.systemTransaction(({ db }) =>
    sql`delete from parked_units p using unnest(${units.map((unit) => unit.organization_id)}::bigint[],
        ${units.map((unit) => unit.key)}::text[]) as done (organization_id, key)
      where p.loop = ${loop} and p.organization_id = done.organization_id and p.key = done.key`.execute(db),
  );
  await tolerate(ctx, loop, unparking);
}

/** A mark that cannot be written must not end the round: the unit is tried again with the next one. */
async function tolerate<T>(ctx: SystemContext, loop: string, writing: Promise<T>): Promise<T | null> {
  try {
    return await writing;
  } catch (error) {
    if (error instanceof DatabaseUnavailable) throw error;
    ctx.log.error({ loop, err: error }, 'parked units not updated');
    return null;
  }
}

export interface ParkedLoop {
  loop: string;
  units: number;
  /** Of the unit that failed last. */
  organization_id: number;
  key: string;
  error: string;
}

/** Parked units by loop, for the operator. A domain event that failed is parked in its own row. */
export async function summarizeParked({ db }: Pick<SystemTransactionContext, 'db'>): Promise<ParkedLoop[]> {
  const rows =
    await sql<ParkedLoop>`with parked as (select loop, organization_id, key, error, retry_at from parked_units
      union all select 'events', organization_id, id::text, left(coalesce(last_error, ''), 1000), retry_at from outbox_events where attempts > 0)
    select distinct on (loop) loop, count(*) over (partition by loop)::int as units, organization_id, key, error from parked
    order by loop, retry_at desc`.execute(db);
  return rows.rows;
}

/** Forgets parked units whose work is gone. */
export async function pruneParkedUnits(ctx: SystemContext): Promise<void> {
  await ctx.systemTransaction(({ db }) =>
    sql`delete from parked_units where retry_at < statement_timestamp() - ${FORGOTTEN_AFTER}::interval`.execute(db),
  );
}
