import type { ImapFlow, ImapFlowOptions } from 'imapflow';
import { ProviderError } from '../../kit/errors.ts';
import { LARGEST_MAIL_IN_BYTES } from '../message/parse-mail.transform.ts';

/**
 * Limits for mail servers. Any user can connect a mailbox on a server of their own: its responses are bounded in size,
 * its commands in time and bytes, its mailbox in bytes an hour. A server that exceeds them loses its own connection
 * only.
 */

/** A mail, and the frame around it; lines hold lists of numbers at most. Compressed answers hide how large they are. */
export const IMAP_LIMITS = {
  maxLiteralSize: 30_000_000,
  maxResponseSize: 40_000_000,
  maxLineLength: 1_000_000,
  disableCompression: true,
} as const satisfies Partial<ImapFlowOptions>;

/** Fetched bytes of one mail: one more than is read shows that there is more. */
export const FETCHED_OF_A_MAIL = LARGEST_MAIL_IN_BYTES + 1;

export type CommandLimits = { time_in_ms: number; bytes: number };
/** Greeting, sign-in, names of folders. */
export const LIST_LIMITS: CommandLimits = { time_in_ms: 120_000, bytes: 20_000_000 };
/** Opening a folder and what is new in it: some 100 bytes a mail. */
export const OPEN_LIMITS: CommandLimits = { time_in_ms: 300_000, bytes: 20_000_000 };
/** A batch of mails holds memory while it arrives: a server of 50 KB a second is the slowest. */
export const limitsOfBatch = (bytes: number): CommandLimits => ({ time_in_ms: 60_000 + bytes / 50, bytes });
/** While nothing is asked: that something came, or went. */
export const IDLE_LIMITS: CommandLimits = { time_in_ms: 900_000, bytes: 2_000_000 };

const CHECK_EVERY_IN_MS = 250;
const WORDS: Record<string, string> = {
  LineTooLarge: 'The mail server sends endless lines.',
  LiteralTooLarge: 'The mail server sends answers that are larger than any mail.',
  ResponseTooLarge: 'The mail server sends answers that are larger than any mail.',
};

const faults = new WeakMap<ImapFlow, ProviderError>();

/** Why we ended this connection, where it was us. */
export function faultOf(client: ImapFlow | null): ProviderError | undefined {
  return client === null ? undefined : faults.get(client);
}

/** Ends a connection for what its server did; the first reason stays. */
function refuseServer(client: ImapFlow, reason: string, details: { code: string; until?: Date }): void {
  if (!faults.has(client)) {
    faults.set(client, new ProviderError('unavailable', reason, { concerns: 'service', ...details }));
  }
  client.close();
}

/** Remembers an answer beyond the limits, which comes as an error of the connection. */
export function recordFault(client: ImapFlow, error: unknown): void {
  const { code } = error as { code?: unknown };
  const words = typeof code === 'string' ? WORDS[code] : undefined;
  if (words !== undefined) refuseServer(client, words, { code: String(code) });
}

/** Waits for a command within its limits. @throws ProviderError unavailable for a server that goes beyond them */
export async function withinLimits<T>(client: ImapFlow, limits: CommandLimits, work: () => Promise<T>): Promise<T> {
  const { time_in_ms, bytes } = limits;
  const began_at = performance.now();
  const received = client.stats().received;
  let timer: NodeJS.Timeout | undefined;
  const refused = new Promise<never>((_resolve, reject) => {
    timer = setInterval(() => {
      if (client.stats().received - received > bytes) {
        refuseServer(client, 'The mail server sends more than it was asked for.', { code: 'too_much' });
      } else if (performance.now() - began_at > time_in_ms) {
        refuseServer(client, 'The mail server takes too long to answer.', { code: 'too_slow' });
      }
      const fault = faults.get(client);
      if (fault !== undefined) reject(fault);
    }, CHECK_EVERY_IN_MS);
  });
  try {
    return await Promise.race([work(), refused]);
  } catch (error) {
    throw faults.get(client) ?? error;
  } finally {
    clearInterval(timer);
  }
}

/** What a mailbox has received within the hour, over all its connections. */
export type ByteBudget = {
  spend(bytes: number): void;
  /** Much has arrived already: large mails are read by their heads alone, and a flood of them hides no reply. */
  isSparing(): boolean;
  /** When it may be read again; null where it may. */
  spentUntil(): Date | null;
};

export type BudgetSettings = { sparing_from_in_bytes: number; most_in_bytes: number };
const HOURLY_BUDGET: BudgetSettings = { sparing_from_in_bytes: 300_000_000, most_in_bytes: 600_000_000 };
const HOUR_IN_MS = 3_600_000;

export function createByteBudget(settings: BudgetSettings = HOURLY_BUDGET, now: () => number = Date.now): ByteBudget {
  let began_at = now();
  let spent = 0;
  const renew = (): void => {
    if (now() - began_at < HOUR_IN_MS) return;
    began_at = now();
    spent = 0;
  };
  return {
    spend(bytes) {
      renew();
      spent += bytes;
    },
    isSparing() {
      renew();
      return spent >= settings.sparing_from_in_bytes;
    },
    spentUntil() {
      renew();
      return spent >= settings.most_in_bytes ? new Date(began_at + HOUR_IN_MS) : null;
    },
  };
}
