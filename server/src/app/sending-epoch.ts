import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync, renameSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { sql } from 'kysely';
import { z } from 'zod';
import type { SystemContext, SystemTransactionContext } from '../kernel/context.ts';
import {
  compareDatabase,
  type DatabaseMark,
  databaseFile,
  findKnownDatabase,
  isOlder,
  markedInstallation,
  markSchema,
} from '../kernel/db/replica/known-database.ts';
import { ApiError } from '../kernel/errors.ts';
import { replayJournal } from '../slices/erasures/index.ts';
import { recordAgain } from '../slices/touch-locks/index.ts';
import { type Dispatch, followTimeline, recallDispatch, rememberDispatch } from './sending-timeline.ts';

/**
 * A restored backup must not resend. A small file outside the database remembers which installation it belongs to, a
 * rising epoch and the last dispatch; a database that is behind the file, or another installation's, was restored or
 * cloned: sending is held until a person confirms.
 */
const epochSchema = z.object({
  installation_id: z.string(),
  epoch: z.number().int(),
  last_dispatch_id: z.number().int(),
  ...markSchema.shape,
  /** After a promotion the sequence is ahead by up to 32: this shows which dispatches are missing. */
  last_dispatch: z.object({ intent_id: z.number().int(), dispatch_id: z.number().int() }).nullish(),
});
type Epoch = z.output<typeof epochSchema>;

const epochFile = ({ config }: Pick<SystemContext, 'config'>): string => databaseFile(config);

function readFile(ctx: Pick<SystemContext, 'config'>): Epoch | null {
  const path = epochFile(ctx);
  return existsSync(path) ? epochSchema.parse(JSON.parse(readFileSync(path, 'utf8'))) : null;
}

function writeFile(ctx: Pick<SystemContext, 'config'>, epoch: Epoch): void {
  const path = epochFile(ctx);
  // A name of its own: with a shared one, of two workers that start at the same time the second finds nothing to rename and ends.
  const beside = `${path}.${randomBytes(6).toString('hex')}.new`;
  writeFileSync(beside, `${JSON.stringify(epoch)}\n`);
  renameSync(beside, path);
}

interface InstallationRow extends DatabaseMark {
  installation_id: string;
  sending_epoch: number;
  last_dispatch_id: number;
  sending_held_since: Date | null;
  sending_timeline: number | null;
  /** How many of the actions that were asked for are being sent, and the number of the last dispatch among them. */
  dispatching: number;
  dispatch_id: number | null;
}

/** Dispatches draw their numbers from a sequence: it goes back with a restored database like every row. */
const lastDispatch = sql`(select case when is_called then last_value else 0 end from outbound_dispatch_id_seq)`;

type Tx = Pick<SystemTransactionContext, 'db'>;

async function loadRow({ db }: Tx, dispatched: readonly number[] = []): Promise<InstallationRow> {
  const rows = await sql<InstallationRow>`select installation_id, sending_epoch, sending_held_since,
      timeline, confirmed_at, sending_timeline, d.dispatching, d.dispatch_id,
      greatest(last_dispatch_id, ${lastDispatch}) as last_dispatch_id from ${markedInstallation},
      (select count(*)::int as dispatching, max(dispatch_id) filter (where id = ${dispatched.at(-1) ?? null}::bigint) as dispatch_id
        from outbound_intents where id = any(${dispatched}::bigint[]) and state = 'dispatching') d`.execute(db);
  return rows.rows[0]!;
}

/**
 * At start of a worker: compares file and database, holds sending where the database is behind, else raises the epoch. Who was erased
 * since the backup is erased again first.
 */
export async function checkSendingEpoch(ctx: SystemContext): Promise<'ok' | 'held'> {
  await replayJournal(ctx);
  const file = readFile(ctx);
  // In one transaction: with two servers behind the address, the next one may lead to the other.
  const { installation_id, reason, raised } = await ctx.systemTransaction(async (tx) => {
    const row = await loadRow(tx);
    const drift = file && findDrift(ctx, file, row);
    const isHeld = drift !== null || row.sending_held_since !== null;
    if (isHeld) await hold(ctx, tx, row, drift);
    return { ...row, reason: drift, raised: isHeld ? null : await raiseEpoch(tx, file) };
  });
  if (raised === null) {
    ctx.log.warn(
      { reason },
      'sending is held: the database looks restored or cloned; an ADMIN confirms in the application, or npm run overture -- release-hold',
    );
    return 'held';
  }
  writeFile(ctx, { ...file, installation_id, ...raised });
  if (file?.last_dispatch) recallDispatch(ctx, file.last_dispatch);
  await followTimeline(ctx);
  return 'ok';
}

function findDrift(ctx: SystemContext, file: Epoch, row: InstallationRow): string | null {
  if (file.installation_id !== row.installation_id) return 'The database belongs to another installation.';
  if (row.sending_epoch < file.epoch || row.last_dispatch_id < file.last_dispatch_id) {
    return 'The database is older than the last message this installation sent.';
  }
  return isFormer(ctx, file, row) ? FORMER : null;
}

const FORMER = 'Another database took the place of this one: this is a former primary, or one of an earlier time.';

/** It was started again, and the address leads to it; or it was recovered to an earlier time. */
function isFormer({ config }: Pick<SystemContext, 'config'>, file: Epoch | null, row: InstallationRow): boolean {
  // Another process may have seen a newer one.
  const named = markOf(file);
  if (named) compareDatabase(config, named, false);
  return compareDatabase(config, row);
}

function markOf(file: Epoch | null): DatabaseMark | null {
  if (file?.timeline === undefined) return null;
  return { timeline: file.timeline, confirmed_at: file.confirmed_at ? new Date(file.confirmed_at) : null };
}

/**
 * A person decides. Processes with other files may not know the newer database: this one then counts as later once it is released. What was released
 * since the row was read is not held again.
 */
async function hold(
  { config }: SystemContext,
  { db }: Tx,
  { timeline, confirmed_at }: InstallationRow,
  reason: string | null,
): Promise<void> {
  const known = findKnownDatabase(config)?.confirmed_at ?? null;
  // A former primary with synchronous replication would wait for its standby for ever.
  await sql`select set_config('synchronous_commit', 'local', true)`.execute(db);
  await sql`update installation set sending_held_since = coalesce(sending_held_since, statement_timestamp()),
    sending_held_reason = coalesce(sending_held_reason, ${reason}),
    restored_at = case when sending_held_since is null then app_now() else restored_at end,
    restored_from = case when sending_held_since is null then null else restored_from end,
    numbers_timeline = case when sending_held_since is null then null else numbers_timeline end,
    sending_confirm_after = greatest(sending_confirm_after, ${known}::timestamptz)
    where (sending_held_since is null or sending_confirm_after is distinct from greatest(sending_confirm_after, ${known}::timestamptz))
      and database_timeline() = ${timeline}::bigint and date_trunc('milliseconds', sending_confirmed_at) is not distinct from ${confirmed_at}::timestamptz`.execute(
    db,
  );
}

async function raiseEpoch({ db }: Tx, file: Epoch | null): Promise<Pick<Epoch, 'epoch' | 'last_dispatch_id'>> {
  const rows = await sql<Pick<Epoch, 'epoch' | 'last_dispatch_id'>>`update installation
    set sending_epoch = greatest(sending_epoch, ${file?.epoch ?? 0}) + 1
    returning sending_epoch as epoch, greatest(last_dispatch_id, ${lastDispatch}, ${file?.last_dispatch_id ?? 0}) as last_dispatch_id`.execute(
    db,
  );
  return rows.rows[0]!;
}

/** Of a worker, every two seconds. */
export async function watchSending(ctx: SystemContext): Promise<void> {
  const file = readFile(ctx);
  const isNew = await ctx.systemTransaction(async (tx) => {
    const row = await loadRow(tx);
    if (!isFormer(ctx, file, row)) return false;
    await hold(ctx, tx, row, FORMER);
    return row.sending_held_since === null;
  });
  if (isNew)
    ctx.log.error({ reason: FORMER }, 'sending is held on a former primary: stop it, or lead the address away from it');
  await followTimeline(ctx);
  await rememberDispatches(ctx);
}

/**
 * Remembers outside the database how far sending has come: by a worker after each dispatch and every few seconds.
 * @param dispatched actions whose dispatch was committed, before they leave
 * @throws Error when the database failed over since that commit: nothing of it may leave
 */
export async function rememberDispatches(ctx: SystemContext, dispatched: readonly number[] = []): Promise<void> {
  const file = readFile(ctx);
  const row = await ctx.systemTransaction((tx) => loadRow(tx, dispatched));
  const isOfBefore = isFormer(ctx, file, row);
  const last = dispatched.length > 0 ? findLast(row, dispatched, isOfBefore) : null;
  if (last) rememberDispatch(ctx, last);
  if (isOfBefore || file?.installation_id !== row.installation_id) return;
  // During a hold only the mark is written: opt-outs must not reach the former primary.
  if (row.sending_held_since) updateFile(ctx, file, { ...file, ...nameNewest(ctx) });
  else advanceFile(ctx, file, row, last ?? file.last_dispatch ?? null);
}

/** Of two servers behind one address, the other one may answer: it doesn't know these dispatches. */
function findLast(row: InstallationRow, dispatched: readonly number[], isOfBefore: boolean): Dispatch {
  const { timeline, sending_timeline, dispatching, dispatch_id } = row;
  const hasOther = sending_timeline !== null && sending_timeline !== timeline;
  if (isOfBefore || hasOther || dispatching < dispatched.length || dispatch_id === null)
    throw new Error('the database failed over while messages were dispatched');
  return { intent_id: dispatched.at(-1)!, dispatch_id };
}

function advanceFile(ctx: SystemContext, file: Epoch, row: InstallationRow, last_dispatch: Dispatch | null): void {
  updateFile(ctx, file, {
    ...file,
    ...nameNewest(ctx),
    epoch: Math.max(row.sending_epoch, file.epoch),
    last_dispatch_id: Math.max(row.last_dispatch_id, file.last_dispatch_id),
    ...(last_dispatch ? { last_dispatch } : {}),
  });
}

function nameNewest({ config }: Pick<SystemContext, 'config'>): Pick<Epoch, 'timeline' | 'confirmed_at'> {
  const newest = findKnownDatabase(config);
  return newest ? { timeline: newest.timeline, confirmed_at: newest.confirmed_at?.toISOString() ?? null } : {};
}

function updateFile(ctx: SystemContext, file: Epoch, next: Epoch): void {
  const now = new Date();
  if (JSON.stringify(next) !== JSON.stringify(file)) writeFile(ctx, next);
  // Other processes see by the file's time that this database answers.
  else utimesSync(epochFile(ctx), now, now);
}

/** Since when and why sending is held, for the people whose messages wait; null while it is not. */
export async function findSendingHold(
  ctx: Pick<SystemContext, 'systemRead' | 'config'>,
): Promise<{ held_since: string; reason: string | null } | null> {
  const { rows } = await ctx.systemRead(({ db }) =>
    sql<DatabaseMark & { held_since: Date | null; reason: string | null }>`select timeline, confirmed_at,
      sending_held_since as held_since, sending_held_reason as reason from ${markedInstallation}`.execute(db),
  );
  const { held_since = null, reason = null } = rows[0] ?? {};
  // What releases a hold knows then which of two servers is the newer one.
  if (rows[0]) compareDatabase(ctx.config, rows[0]);
  return held_since && { held_since: held_since.toISOString(), reason };
}

/** A newer database that has not answered for so long counts as lost. */
const LONGEST_SILENCE_IN_MS = 60_000;

/**
 * An administrator of the installation confirmed that this database may send. Processes that knew another one take this one for the newest.
 * @throws conflict while a newer database answers at the same address: of both, the former one would send
 */
export async function releaseSendingHold(
  ctx: SystemContext,
  longestSilenceInMs: number = LONGEST_SILENCE_IN_MS,
): Promise<void> {
  // The journal may have been put in place after the start.
  await replayJournal(ctx);
  const file = readFile(ctx);
  const released = await ctx.systemTransaction(async (tx) => {
    const { db } = tx;
    requireNewest(ctx, file, await loadRow(tx), longestSilenceInMs);
    await recordAgain(tx);
    // New dispatches draw higher numbers than any that left before the backup was restored.
    await sql`select setval('outbound_dispatch_id_seq', greatest(${lastDispatch}, ${file?.last_dispatch_id ?? 0}, 1))`.execute(
      db,
    );
    const known = findKnownDatabase(ctx.config)?.confirmed_at ?? null;
    // The clocks of two servers differ: later than any confirmation that is known.
    const rows = await sql<
      Pick<Epoch, 'installation_id' | 'epoch' | 'last_dispatch_id' | 'timeline'> & { confirmed_at: Date }
    >`
      update installation set sending_held_since = null, sending_held_reason = null, sending_timeline = database_timeline(),
        sending_epoch = greatest(sending_epoch, ${file?.epoch ?? 0}) + 1,
        last_dispatch_id = greatest(last_dispatch_id, ${file?.last_dispatch_id ?? 0}),
        sending_confirmed_at = greatest(date_trunc('milliseconds', clock_timestamp()),
          greatest(sending_confirmed_at, sending_confirm_after, ${known}::timestamptz) + interval '1 millisecond'),
        sending_confirm_after = null
      returning installation_id, sending_epoch as epoch, last_dispatch_id, database_timeline() as timeline, sending_confirmed_at as confirmed_at`.execute(
      db,
    );
    return rows.rows[0]!;
  });
  writeFile(ctx, { ...released, confirmed_at: released.confirmed_at.toISOString() });
}

function requireNewest(ctx: SystemContext, file: Epoch | null, row: InstallationRow, longestSilenceInMs: number): void {
  const known = findKnownDatabase(ctx.config);
  if (!isFormer(ctx, file, row)) return;
  const here = known?.seen_at != null && isOlder(row, known) ? performance.now() - known.seen_at : Infinity;
  if (Math.min(here, silenceByFile(ctx, file, row)) >= longestSilenceInMs) return;
  throw new ApiError('conflict', {
    reason:
      'Two database servers answer at one address. Stop the former one, and this hold ends with it. If the newer one is lost for good, release sending in a minute.',
  });
}

/** How long ago the workers of this machine saw the newer server, for a process that has not: the command line, or the web. */
function silenceByFile(ctx: SystemContext, file: Epoch | null, row: InstallationRow): number {
  const named = markOf(file);
  // A restored backup on the same server is older too: there is no second one.
  if (!named || row.timeline >= named.timeline || !isOlder(row, named)) return Infinity;
  return Date.now() - statSync(epochFile(ctx)).mtimeMs;
}
