import { REVISION_LIMITS } from '../limits.ts';

const MINUTE_IN_MS = 60_000;
const DAY_IN_MS = 86_400_000;
/** Whoever chose a time would not expect its changes to begin a day later, without anybody looking on. */
const LATEST_IN_MS = DAY_IN_MS;

/** Why a working copy cannot be published at a time. */
export function findTimeProblem(at: Date, now: Date): 'past' | 'far' | null {
  const ahead = at.getTime() - now.getTime();
  if (!(ahead >= MINUTE_IN_MS)) return 'past';
  return ahead > REVISION_LIMITS.timed_days * DAY_IN_MS ? 'far' : null;
}

export interface TimedCopy {
  publish_at: Date;
  /** Version of the working copy when the time was chosen, and of now. */
  publish_version: number;
  edit_version: number;
}

/** Why the time that has come publishes nothing; null when it does, as far as the copy itself decides. */
export function findTimedRefusal({ publish_at, publish_version, edit_version }: TimedCopy, now: Date) {
  if (publish_version !== edit_version) return 'edited';
  return now.getTime() - publish_at.getTime() > LATEST_IN_MS ? 'late' : null;
}
