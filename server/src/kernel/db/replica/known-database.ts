import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import { z } from 'zod';
import type { Config } from '../../config.ts';
import type { SystemTransactionContext } from '../../context.ts';
import { ApiError } from '../../errors.ts';

/** Which of several servers with the records of this installation answered. */
export interface DatabaseMark {
  /** 0 where the server hides it. */
  timeline: number;
  /** When a person last released sending on it. */
  confirmed_at: Date | null;
}

interface KnownDatabase extends DatabaseMark {
  /** When it last answered this process, by `performance.now()`; null if only the file beside the database names it. */
  seen_at: number | null;
}

/** The newest one that this process knows. */
const known = new WeakMap<Config, KnownDatabase>();

/** `installation` with the columns of a `DatabaseMark`. */
export const markedInstallation = sql`(select *, sending_confirmed_at as confirmed_at, database_timeline() as timeline from installation offset 0) installation`;

/**
 * Two servers may answer at one address: after a failover, a connection may still lead to the former primary. A promotion raises the timeline. A server that
 * a person confirmed later counts as newer, even if its timeline is lower (a dump in a new server has 1).
 */
export function isOlder(one: DatabaseMark, other: DatabaseMark): boolean {
  const [at, otherAt] = [one.confirmed_at?.getTime() ?? 0, other.confirmed_at?.getTime() ?? 0];
  return at === otherAt ? one.timeline < other.timeline : at < otherAt;
}

export const findKnownDatabase = (config: Config): KnownDatabase | null => known.get(config) ?? null;

/**
 * Takes a database as the newest one, unless a newer one is known.
 * @param isSeen false for what a file says
 * @returns whether a newer one is known: this is a former primary that still answers, or a database of an earlier time
 */
export function compareDatabase(config: Config, { timeline, confirmed_at }: DatabaseMark, isSeen = true): boolean {
  const before = known.get(config);
  if (timeline === 0) return false;
  if (before && isOlder({ timeline, confirmed_at }, before)) return true;
  if (isSeen || !before || isOlder(before, { timeline, confirmed_at }))
    known.set(config, { timeline, confirmed_at, seen_at: isSeen ? performance.now() : null });
  return false;
}

/** Names the newest database that the workers of this machine saw, beside what else must not be lost with a database. */
export const databaseFile = ({ DATA_DIR }: Pick<Config, 'DATA_DIR'>): string => join(DATA_DIR, 'sending-epoch.json');

/** The mark in that file; files of before lack it. */
export const markSchema = z.object({
  timeline: z.number().int().optional(),
  confirmed_at: z.iso.datetime().nullish(),
});

/** A process that is led to a former primary alone learns of a newer server from the workers of its machine. */
async function compareFile(config: Config): Promise<void> {
  const text = await readFile(databaseFile(config), 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null;
    throw error;
  });
  const { timeline, confirmed_at } = text === null ? {} : markSchema.parse(JSON.parse(text));
  if (timeline !== undefined)
    compareDatabase(config, { timeline, confirmed_at: confirmed_at ? new Date(confirmed_at) : null }, false);
}

/**
 * For what must not be lost or happen twice: an opt-out, a mail to a user. The caller repeats it over another connection.
 * @returns the database that answers
 * @throws unavailable where a former primary answers in this transaction
 */
export async function requireNewestDatabase({
  db,
  config,
}: Pick<SystemTransactionContext, 'db' | 'config'>): Promise<DatabaseMark> {
  await compareFile(config);
  const mark = await loadMark(db);
  if (compareDatabase(config, mark)) throw new ApiError('unavailable').after(5);
  return mark;
}

async function loadMark(db: SystemTransactionContext['db']): Promise<DatabaseMark> {
  const { rows } = await sql<DatabaseMark>`select timeline, confirmed_at from ${markedInstallation}`.execute(db);
  return rows[0]!;
}

/** Whether a former primary answers in this transaction. */
export async function isFormerDatabase({
  db,
  config,
}: Pick<SystemTransactionContext, 'db' | 'config'>): Promise<boolean> {
  return compareDatabase(config, await loadMark(db));
}
