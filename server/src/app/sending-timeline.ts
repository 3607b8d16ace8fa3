import { sql } from 'kysely';
import type { SystemContext } from '../kernel/context.ts';
import {
  compareDatabase,
  type DatabaseMark,
  findKnownDatabase,
  markedInstallation,
} from '../kernel/db/replica/known-database.ts';

/**
 * A standby that was promoted may lack the last commits of the former primary, dispatches among them: their messages would leave twice. A promotion
 * changes the timeline, and every dispatch reads it (`getSendingState`): sending stops in all processes. Here it is decided whether anything is
 * missing. Sending continues, or is held until a person confirms (decision 0529).
 */

/** Another process may know of something that is missing. All of them connect again within a few seconds. */
const OTHERS_OBJECT_WITHIN_IN_MS = 5000;
/** An action may be under way while another database takes over: a call ends within this time. */
const RECORDED_AGAIN_FOR_IN_MS = 15 * 60_000;
/** A newer database that has not answered for so long may be lost: a person may release the one that answers. */
const SILENT_AFTER_IN_MS = 10_000;
/** An idle installation commits every ten seconds, for the heartbeats of its workers. */
const LONGEST_LAG_IN_SECONDS = 30;

const MAY_LACK =
  'The database failed over to a standby with asynchronous replication, or was recovered to a point in time. The last messages that were sent may be missing there, and would be sent again.';
const LACKS =
  'The database failed over to a standby, or was recovered to a point in time, and lacks messages that this installation sent.';

export interface Dispatch {
  intent_id: number;
  dispatch_id: number;
}

interface Memory {
  /** The last dispatch that this process committed. */
  dispatch: Dispatch | null;
  /** The time of the database, when this process last saw it on the timeline of `sending_timeline`. */
  seen_at: Date | null;
  /** Since when this process sees another timeline, by `performance.now()`. */
  differs_since: number | null;
  /** Whose actions this process remembers. */
  installation_id: string | null;
  /** Which database this process saw last, and until when it records there what others took. */
  database: string | null;
  records_until: number;
  recorders: Recorder[];
}

interface Recorder {
  recordAgain(ctx: SystemContext, database: string, isFormer: boolean): Promise<void>;
}

const memories = new WeakMap<object, Memory>();

function memoryOf({ config }: Pick<SystemContext, 'config'>): Memory {
  const memory = memories.get(config) ?? {
    dispatch: null,
    seen_at: null,
    differs_since: null,
    installation_id: null,
    database: null,
    records_until: 0,
    recorders: [],
  };
  memories.set(config, memory);
  return memory;
}

export function rememberDispatch(ctx: Pick<SystemContext, 'config'>, dispatch: Dispatch): void {
  memoryOf(ctx).dispatch = dispatch;
}

/** What the process before this one dispatched last, until this one dispatches. */
export function recallDispatch(ctx: Pick<SystemContext, 'config'>, dispatch: Dispatch): void {
  memoryOf(ctx).dispatch ??= dispatch;
}

/** Each dispatcher of the process knows what it began. */
export function followRecorder(ctx: Pick<SystemContext, 'config'>, recorder: Recorder): void {
  memoryOf(ctx).recorders.push(recorder);
}

interface TimelineRow extends DatabaseMark {
  installation_id: string;
  sending_timeline: number | null;
  sending_is_synchronous: boolean;
  is_synchronous: boolean;
  is_held: boolean;
  now: Date;
  /** How long before `seen_at` the last commit was made that the standby had. */
  lag_in_seconds: number | null;
  has_dispatch: boolean;
}

/** Whether a commit waits until a standby has it on disk. */
export const isSynchronous = sql<boolean>`(current_setting('synchronous_standby_names') <> ''
  and current_setting('synchronous_commit') in ('on', 'remote_apply'))`;

/** At the start of a worker, and every two seconds. */
export async function followTimeline(
  ctx: SystemContext,
  othersObjectWithinInMs: number = OTHERS_OBJECT_WITHIN_IN_MS,
  silentAfterInMs: number = SILENT_AFTER_IN_MS,
): Promise<void> {
  const memory = memoryOf(ctx);
  const row = await load(ctx, memory);
  const isFormer = compareDatabase(ctx.config, row);
  // Another one is in use: nothing is adopted or recorded here.
  if (isFormer && !mayBeReleased(ctx, row, silentAfterInMs)) return;
  // A former primary too lacks what left from the newer one. After a release it would leave before the next round.
  await recordMissing(ctx, memory, row, isFormer);
  if (isFormer || row.is_held) return;
  if (row.sending_timeline === row.timeline || row.sending_timeline === null) {
    Object.assign(memory, { differs_since: null, seen_at: row.now });
    if (row.sending_timeline === null || row.sending_is_synchronous !== row.is_synchronous) await adopt(ctx, row);
    return;
  }
  const reason = findLoss(row);
  if (reason) {
    await holdSending(ctx, row, reason);
    return recordAgain(ctx, memory, false);
  }
  memory.differs_since ??= performance.now();
  if (performance.now() - memory.differs_since < othersObjectWithinInMs) return;
  await adopt(ctx, row);
  ctx.log.warn(
    { from: row.sending_timeline, to: row.timeline },
    'database failed over without loss, sending continues',
  );
}

/** A former primary, or another database of an earlier time: a person may release it once the newer one is silent. */
function mayBeReleased({ config }: SystemContext, row: TimelineRow, silentAfterInMs: number): boolean {
  const seenAt = findKnownDatabase(config)?.seen_at ?? null;
  return row.is_held && (seenAt === null || performance.now() - seenAt >= silentAfterInMs);
}

/** This database may lack what left: during a hold, or if this process was led to it from another one. */
async function recordMissing(ctx: SystemContext, memory: Memory, row: TimelineRow, isFormer: boolean): Promise<void> {
  memory.installation_id ??= row.installation_id;
  markDatabase(memory, row);
  const mayLack = row.is_held || performance.now() < memory.records_until;
  if (mayLack && memory.installation_id === row.installation_id) await recordAgain(ctx, memory, isFormer);
}

async function recordAgain(ctx: SystemContext, { recorders, database }: Memory, isFormer: boolean): Promise<void> {
  for (const recorder of recorders) await recorder.recordAgain(ctx, database ?? '', isFormer);
}

function markDatabase(memory: Memory, { timeline, confirmed_at }: DatabaseMark): void {
  const database = `${timeline} ${confirmed_at?.toISOString() ?? ''}`;
  if (memory.database !== null && memory.database !== database)
    memory.records_until = performance.now() + RECORDED_AGAIN_FOR_IN_MS;
  memory.database = database;
}

async function load(ctx: SystemContext, { dispatch, seen_at }: Memory): Promise<TimelineRow> {
  return ctx.systemTransaction(async ({ db }) => {
    await sql`select skip_lost_numbers()`.execute(db);
    const { rows } =
      await sql<TimelineRow>`select installation_id, timeline, confirmed_at, sending_timeline, sending_is_synchronous,
      ${isSynchronous} as is_synchronous, sending_held_since is not null as is_held, clock_timestamp() as now,
      extract(epoch from ${seen_at}::timestamptz - pg_last_xact_replay_timestamp())::float8 as lag_in_seconds,
      ${dispatch === null ? sql`true` : sql`exists(select from outbound_intents where id = ${dispatch.intent_id} and dispatch_id >= ${dispatch.dispatch_id})`} as has_dispatch
      from ${markedInstallation}`.execute(db);
    return rows[0]!;
  });
}

function findLoss(row: TimelineRow): string | null {
  if (!row.has_dispatch || (row.lag_in_seconds ?? 0) > LONGEST_LAG_IN_SECONDS) return LACKS;
  return row.sending_is_synchronous ? null : MAY_LACK;
}

async function holdSending(ctx: SystemContext, { timeline, sending_timeline }: TimelineRow, reason: string) {
  await ctx.systemTransaction(({ db }) =>
    sql`update installation set sending_held_since = statement_timestamp(), sending_held_reason = ${reason},
      restored_at = app_now(), restored_from = null
      where sending_held_since is null and sending_timeline = ${sending_timeline} and database_timeline() = ${timeline}::bigint`.execute(
      db,
    ),
  );
  ctx.log.error(
    { reason, from: sending_timeline, to: timeline },
    'sending is held: the database failed over; an ADMIN confirms in the application, or npm run overture -- release-hold',
  );
}

/** From now on messages may leave on this timeline. Where another process holds sending, nothing changes. */
async function adopt(ctx: SystemContext, { timeline, sending_timeline }: TimelineRow): Promise<void> {
  await ctx.systemTransaction(({ db }) =>
    sql`update installation set sending_timeline = database_timeline(), sending_is_synchronous = ${isSynchronous}
      where sending_held_since is null and sending_timeline is not distinct from ${sending_timeline}::bigint
        and database_timeline() = ${timeline}::bigint`.execute(db),
  );
}
