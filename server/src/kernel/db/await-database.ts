import { setTimeout as sleep } from 'node:timers/promises';
import type { Log } from '../log.ts';
import { probeServer } from './health.ts';

const START_WAIT_IN_MINUTES = 10;
const FIRST_PAUSE_IN_MS = 200;
const LONGEST_PAUSE_IN_MS = 3000;
const REMIND_EVERY_IN_MS = 30_000;

/** Refusals that waiting does not fix: the password, the role, the database's name. */
const LASTING = ['28', '3D', '42'];

/**
 * Waits at the program's start until the database can be written: it may be starting, failing over, or restored just now.
 * @throws Error in words when it refuses us, or after `limitInMs`
 */
export async function awaitDatabase(
  connectionString: string,
  log: Log,
  setting: string = 'DATABASE_URL',
  limitInMs: number = START_WAIT_IN_MINUTES * 60_000,
): Promise<void> {
  const startedAt = performance.now();
  const where = describeAddress(connectionString);
  let pause = FIRST_PAUSE_IN_MS;
  let remindAt = 0;
  for (;;) {
    const answer = await probeServer(connectionString, false);
    const waited = performance.now() - startedAt;
    if (answer.kind === 'up') {
      if (remindAt > 0) log.info({ after_in_ms: Math.round(waited) }, 'database available');
      return;
    }
    if (LASTING.some((codes) => answer.code?.startsWith(codes))) {
      throw new Error(`The database at ${where} refuses Overture: ${answer.reason}. Check ${setting}.`);
    }
    if (waited >= limitInMs) {
      const minutes = Math.round(limitInMs / 60_000);
      throw new Error(`The database at ${where} was not available within ${minutes} minutes: ${answer.reason}.`);
    }
    if (waited >= remindAt) {
      const until = `waiting, ${Math.ceil((limitInMs - waited) / 60_000)} minutes at most`;
      log.warn({ reason: answer.reason }, `the database at ${where} cannot be used yet; ${until}`);
      remindAt = waited + REMIND_EVERY_IN_MS;
    }
    await sleep(pause);
    pause = Math.min(pause * 2, LONGEST_PAUSE_IN_MS);
  }
}

/** Host and port without the password; as little as is known of an address that is none. */
function describeAddress(connectionString: string): string {
  return URL.canParse(connectionString) ? new URL(connectionString).host || 'its socket' : 'DATABASE_URL';
}
