import { REVISION_LIMITS } from '../limits.ts';

const MINUTE_IN_MS = 60_000;
const DAY_IN_MS = 86_400_000;
/** A later start would surprise the user: the changes would begin a day after the chosen time, unattended. */
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
  /** Tries that have begun, this one too. */
  publish_tries: number;
}

/** Retries last about an hour: a user who chose nine o'clock is notified of the failure by ten. */
export const TIMED_TRIES = 8;
const FIRST_PAUSE_IN_SECONDS = 30;
const LONGEST_PAUSE_IN_SECONDS = 1800;

/** Seconds from the beginning of a try until the next one, if it ends in nothing. @param tries begun so far, that one too */
export const timedPauseInSeconds = (tries: number): number =>
  Math.min(FIRST_PAUSE_IN_SECONDS * 2 ** (tries - 1), LONGEST_PAUSE_IN_SECONDS);

/** Why the time that has come publishes nothing; null when it does, as far as the copy itself decides. */
export function findTimedRefusal(copy: TimedCopy, now: Date): 'edited' | 'late' | 'failed' | null {
  const { publish_at, publish_version, edit_version, publish_tries } = copy;
  if (publish_version !== edit_version) return 'edited';
  // Workers that died in the middle of it have said nothing.
  if (publish_tries > TIMED_TRIES) return 'failed';
  if (now.getTime() - publish_at.getTime() <= LATEST_IN_MS) return null;
  return publish_tries > 1 ? 'failed' : 'late';
}
