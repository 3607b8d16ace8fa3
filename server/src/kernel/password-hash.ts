import { hash, verify } from '@node-rs/argon2';
import { ApiError } from './errors.ts';

/** argon2id, 19 MiB, 2 passes (OWASP). */
const parameters = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };
/** Two cores: more hashes in parallel would only slow everything else down. */
const maxParallel = 2;
/** About three seconds of work. Later requests are refused instead of waiting for minutes. */
const maxWaiting = 150;
const retryAfterInSeconds = 3;

let running = 0;
const waiting: (() => void)[] = [];

async function inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
  if (running >= maxParallel && waiting.length >= maxWaiting) {
    throw new ApiError('unavailable').after(retryAfterInSeconds);
  }
  if (running >= maxParallel) await new Promise<void>((resolve) => waiting.push(resolve));
  running += 1;
  try {
    return await work();
  } finally {
    running -= 1;
    waiting.shift()?.();
  }
}

export function hashPassword(password: string): Promise<string> {
  return inTurn(() => hash(password, parameters));
}

/** A dummy hash: an unknown address takes as long as a known one. */
let decoy: Promise<string> | null = null;

function getDecoy(): Promise<string> {
  decoy ??= hashPassword('a password that no user has').catch((error) => {
    decoy = null;
    throw error;
  });
  return decoy;
}

/** Compares in the time a comparison takes, whether or not there is a hash to compare with. */
export async function verifyPassword(stored: string | null, password: string): Promise<boolean> {
  const against = stored ?? (await getDecoy());
  const isRight = await inTurn(() => verify(against, password));
  return stored !== null && isRight;
}
