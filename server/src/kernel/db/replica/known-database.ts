import { sql } from 'kysely';
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

/**
 * For what must not be lost or happen twice: an opt-out, a mail to a user. The caller repeats it over another connection.
 * @throws unavailable where a former primary answers in this transaction
 */
export async function requireNewestDatabase(tx: Pick<SystemTransactionContext, 'db' | 'config'>): Promise<void> {
  if (await isFormerDatabase(tx)) throw new ApiError('unavailable').after(5);
}

/** Whether a former primary answers in this transaction. */
export async function isFormerDatabase({
  db,
  config,
}: Pick<SystemTransactionContext, 'db' | 'config'>): Promise<boolean> {
  const { rows } = await sql<DatabaseMark>`select timeline, confirmed_at from ${markedInstallation}`.execute(db);
  return compareDatabase(config, rows[0]!);
}
