import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import { z } from 'zod';
import type { SystemContext } from '../kernel/context.ts';
import { replayJournal } from '../slices/erasures/index.ts';
import { recordAgain } from '../slices/touch-locks/index.ts';
import { followTimeline, rememberDispatch } from './sending-timeline.ts';

/**
 * A restored backup must not resend. A small file outside the database remembers which installation it belongs to, a
 * rising epoch and the last dispatch; a database that is behind the file, or another installation's, was restored or
 * cloned: sending is held until a person confirms.
 */
const epochSchema = z.object({
  installation_id: z.string(),
  epoch: z.number().int(),
  last_dispatch_id: z.number().int(),
  /** Of the database; files of before lack it. */
  timeline: z.number().int().optional(),
});
type Epoch = z.output<typeof epochSchema>;

function epochFile(ctx: Pick<SystemContext, 'config'>): string {
  return join(ctx.config.DATA_DIR, 'sending-epoch.json');
}

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

interface InstallationRow {
  installation_id: string;
  sending_epoch: number;
  last_dispatch_id: number;
  sending_held_since: Date | null;
  timeline: number;
  sending_timeline: number | null;
  /** Number of the dispatch that was asked for. */
  dispatch_id: number | null;
}

/** Dispatches draw their numbers from a sequence: it goes back with a restored database like every row. */
const lastDispatch = sql`(select case when is_called then last_value else 0 end from outbound_dispatch_id_seq)`;

async function loadRow(ctx: SystemContext, intentId: number | null = null): Promise<InstallationRow> {
  return ctx.systemTransaction(async ({ db }) => {
    const rows = await sql<InstallationRow>`select installation_id, sending_epoch, sending_held_since,
      database_timeline() as timeline, sending_timeline,
      (select dispatch_id from outbound_intents where id = ${intentId}::bigint) as dispatch_id,
      greatest(last_dispatch_id, ${lastDispatch}) as last_dispatch_id from installation`.execute(db);
    return rows.rows[0]!;
  });
}

/**
 * At start of a worker: compares file and database, holds sending where the database is behind, else raises the epoch. Who was erased
 * since the backup is erased again first.
 */
export async function checkSendingEpoch(ctx: SystemContext): Promise<'ok' | 'held'> {
  await replayJournal(ctx);
  const file = readFile(ctx);
  const row = await loadRow(ctx);
  const reason = file && findDrift(file, row);
  if (reason || row.sending_held_since) {
    await ctx.systemTransaction(({ db }) =>
      sql`update installation set sending_held_since = coalesce(sending_held_since, statement_timestamp()),
        sending_held_reason = coalesce(sending_held_reason, ${reason ?? null}),
        restored_at = case when sending_held_since is null then app_now() else restored_at end,
        restored_from = case when sending_held_since is null then null else restored_from end`.execute(db),
    );
    ctx.log.warn(
      { reason },
      'sending is held: the database looks restored or cloned; an ADMIN confirms in the application, or npm run overture -- release-hold',
    );
    return 'held';
  }
  await raiseEpoch(ctx, row.installation_id, file);
  await followTimeline(ctx);
  return 'ok';
}

function findDrift(file: Epoch, row: InstallationRow): string | null {
  if (file.installation_id !== row.installation_id) return 'The database belongs to another installation.';
  if (row.sending_epoch < file.epoch || row.last_dispatch_id < file.last_dispatch_id) {
    return 'The database is older than the last message this installation sent.';
  }
  return isFormerPrimary(file, row) ? 'The database is a former primary: a standby was promoted since.' : null;
}

/** A person confirmed this database since this process looked at it: a dump in a new server begins at timeline 1 again. */
const isConfirmedSince = (file: Epoch, row: Pick<InstallationRow, 'sending_epoch'>): boolean =>
  row.sending_epoch > file.epoch;

/** It was started again, and the address leads to it. */
const isFormerPrimary = (file: Epoch | null, row: Pick<InstallationRow, 'timeline' | 'sending_epoch'>): boolean =>
  file !== null && row.timeline > 0 && row.timeline < (file.timeline ?? 0) && !isConfirmedSince(file, row);

function hasFailedOver(file: Epoch | null, row: InstallationRow): boolean {
  const { timeline, sending_timeline } = row;
  return (sending_timeline !== null && sending_timeline !== timeline) || isFormerPrimary(file, row);
}

async function raiseEpoch(ctx: SystemContext, installationId: string, file: Epoch | null): Promise<void> {
  const raised = await ctx.systemTransaction(async ({ db }) => {
    const rows = await sql<{ sending_epoch: number; last_dispatch_id: number }>`update installation
      set sending_epoch = greatest(sending_epoch, ${file?.epoch ?? 0}) + 1
      returning sending_epoch, greatest(last_dispatch_id, ${lastDispatch}, ${file?.last_dispatch_id ?? 0}) as last_dispatch_id`.execute(
      db,
    );
    return rows.rows[0]!;
  });
  writeFile(ctx, {
    ...file,
    installation_id: installationId,
    epoch: raised.sending_epoch,
    last_dispatch_id: raised.last_dispatch_id,
  });
}

/** Of a worker, every two seconds. */
export async function watchSending(ctx: SystemContext): Promise<void> {
  const file = readFile(ctx);
  const row = await loadRow(ctx);
  if (row.sending_held_since === null && isFormerPrimary(file, row)) await checkSendingEpoch(ctx);
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
  const intent_id = dispatched.at(-1) ?? null;
  const row = await loadRow(ctx, intent_id);
  if (intent_id !== null) {
    if (hasFailedOver(file, row)) throw new Error('the database failed over while messages were dispatched');
    if (row.dispatch_id !== null) rememberDispatch(ctx, { intent_id, dispatch_id: row.dispatch_id });
  }
  if (file && !row.sending_held_since && row.installation_id === file.installation_id) advanceFile(ctx, file, row);
}

function advanceFile(ctx: SystemContext, file: Epoch, row: InstallationRow): void {
  const next: Epoch = {
    ...file,
    epoch: Math.max(row.sending_epoch, file.epoch),
    last_dispatch_id: Math.max(row.last_dispatch_id, file.last_dispatch_id),
    timeline: Math.max(row.sending_timeline ?? 0, isConfirmedSince(file, row) ? 0 : (file.timeline ?? 0)),
  };
  if (JSON.stringify(next) !== JSON.stringify(file)) writeFile(ctx, next);
}

/** Since when and why sending is held, for the people whose messages wait; null while it is not. */
export async function findSendingHold(
  ctx: Pick<SystemContext, 'systemRead'>,
): Promise<{ held_since: string; reason: string | null } | null> {
  const { rows } = await ctx.systemRead(({ db }) =>
    sql<{ held_since: Date; reason: string | null }>`select sending_held_since as held_since,
      sending_held_reason as reason from installation where sending_held_since is not null`.execute(db),
  );
  return rows[0] ? { held_since: rows[0].held_since.toISOString(), reason: rows[0].reason } : null;
}

/** An administrator of the installation confirmed that this database may send. */
export async function releaseSendingHold(ctx: SystemContext): Promise<void> {
  // The journal may have been put in place after the start.
  await replayJournal(ctx);
  const file = readFile(ctx);
  const row = await ctx.systemTransaction(async (tx) => {
    const { db } = tx;
    await recordAgain(tx);
    // New dispatches draw higher numbers than any that left before the backup was restored.
    await sql`select setval('outbound_dispatch_id_seq', greatest(${lastDispatch}, ${file?.last_dispatch_id ?? 0}, 1))`.execute(
      db,
    );
    const rows = await sql<
      Omit<InstallationRow, 'dispatch_id' | 'sending_timeline'>
    >`update installation set sending_held_since = null, sending_held_reason = null,
      sending_timeline = database_timeline(),
      sending_epoch = greatest(sending_epoch, ${file?.epoch ?? 0}) + 1,
      last_dispatch_id = greatest(last_dispatch_id, ${file?.last_dispatch_id ?? 0})
      returning installation_id, sending_epoch, last_dispatch_id, sending_held_since, database_timeline() as timeline`.execute(
      db,
    );
    return rows.rows[0]!;
  });
  writeFile(ctx, {
    installation_id: row.installation_id,
    epoch: row.sending_epoch,
    last_dispatch_id: row.last_dispatch_id,
    timeline: row.timeline,
  });
}
