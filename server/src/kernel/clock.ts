import { type Kysely, sql } from 'kysely';
import type { DB } from './db/__generated__/database.ts';
import type { Log } from './log.ts';

/**
 * The one clock. Real time plus the installation's offset, which is zero unless TIME_TRAVEL=on moved it. SQL has the
 * same clock as `app_now()`. Rules never read it: they are given instants.
 */
export interface Clock {
  now(): Date;
  /** Offset in milliseconds, as this process last heard it. */
  offset_in_ms(): number;
  setOffset(offsetInMs: number): void;
  /** Called with the new offset after every jump. */
  onJump(listener: (offsetInMs: number) => void): void;
}

export function createClock(log: Log): Clock {
  let offset = 0;
  const listeners: ((offsetInMs: number) => void)[] = [];
  return {
    now: () => new Date(Date.now() + offset),
    offset_in_ms: () => offset,
    setOffset(offsetInMs) {
      if (offsetInMs === offset) return;
      offset = offsetInMs;
      log.info({ offset_in_seconds: Math.round(offset / 1000) }, 'clock moved');
      for (const listener of listeners) listener(offset);
    },
    onJump(listener) {
      listeners.push(listener);
    },
  };
}

/** Codes, sign-ins and the hours that the application shows go by the clock of the machine; what is sent goes by that of the database. */
export const WARNED_SKEW_IN_MS = 2000;

/** How far the clock of this machine is surely ahead of the database's; negative where it is behind, 0 where the answer took as long as they differ. */
export function compareClocks({ before, now, after }: { before: number; now: number; after: number }): number {
  return Math.max(0, before - now) || Math.min(0, after - now);
}

export async function measureClock({ db }: { db: Kysely<DB> }): Promise<number> {
  const before = Date.now();
  const { rows } = await sql<{
    now: number;
  }>`select extract(epoch from clock_timestamp())::float8 * 1000 as now`.execute(db);
  return compareClocks({ before, now: rows[0]!.now, after: Date.now() });
}

/** One line when the clock differs, and one when it agrees again. */
export function createClockNotice({ log }: { log: Log }): (aheadInMs: number) => void {
  let isWarned = false;
  return (aheadInMs) => {
    const isOff = Math.abs(aheadInMs) >= WARNED_SKEW_IN_MS;
    if (isOff !== isWarned) {
      const seconds_ahead = Math.round(aheadInMs / 100) / 10;
      if (isOff)
        log.warn({ seconds_ahead }, 'the clock of this machine differs from that of the database; use NTP on both');
      else log.info({ seconds_ahead }, 'the clock of this machine agrees with that of the database again');
    }
    isWarned = isOff;
  };
}

/** The time of the database. Times of sending are planned from it: the clock of a machine may be hours off. */
export async function loadNow({ db }: { db: Kysely<DB> }): Promise<Date> {
  const { rows } = await sql<{ now: Date }>`select app_now() as now`.execute(db);
  return rows[0]!.now;
}
