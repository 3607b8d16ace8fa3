import { isProviderError, ProviderError } from '../kit/errors.ts';
import type { MailboxSync, SyncCursor, SyncedMail, SyncHandlers, SyncOptions, TakeMemory } from './mailbox.port.ts';
import {
  answerAsked,
  createSyncLoop,
  guardHandlers,
  presentSync,
  type SyncLoop,
  setStatus,
  waitFor,
} from './sync-loop.ts';

/** What a look hands over. Both are awaited, and repeated until the caller has stored them. */
export type Emit = {
  onMail(mail: SyncedMail, cursor: SyncCursor): Promise<void>;
  onCursor(cursor: SyncCursor): Promise<void>;
};

export type LookSettings = Memory & { backfill_in_days: number; backfill_limit: number };

/** What mails take memory from; `closing` ends the wait for it. */
export type Memory = { takeMemory: TakeMemory; closing: AbortSignal };

/**
 * Reads what is new since `cursor` and hands it over, oldest first; returns when there is nothing left for now. A voided
 * cursor is its own matter: it reads again what may have been missed.
 * @throws ProviderError
 */
export type Look = (cursor: SyncCursor, emit: Emit, settings: LookSettings) => Promise<void>;

/** A sync with a provider that is asked from time to time. See MailboxPort.openMailboxSync. */
export function openPollingSync(
  look: Look,
  cursor: SyncCursor,
  handlers: SyncHandlers,
  options: SyncOptions,
): MailboxSync {
  const loop = createSyncLoop(handlers, options);
  const over = pollOn(loop, look, structuredClone(cursor));
  return presentSync(loop, over, () => loop.status !== 'CREDENTIALS');
}

async function pollOn(loop: SyncLoop, look: Look, begin: SyncCursor): Promise<void> {
  const { poll_inbox_interval_in_ms, reconnect_min_in_ms } = loop.options;
  const guarded = guardHandlers(loop);
  let cursor = begin;
  const pace: Pace = { pause: reconnect_min_in_ms };
  const emit: Emit = {
    async onMail(mail, next) {
      await guarded.onMail(mail, { ...next });
      cursor = next;
    },
    async onCursor(next) {
      await guarded.onCursor({ ...next });
      cursor = next;
    },
  };
  setStatus(loop, 'CONNECTING', null);
  while (!loop.isClosed) {
    loop.isWoken = false;
    const asked = loop.asked.splice(0);
    let wait = poll_inbox_interval_in_ms;
    try {
      await look(cursor, emit, { ...loop.options, closing: loop.closing.signal });
      setStatus(loop, 'OK', null);
      pace.pause = reconnect_min_in_ms;
    } catch (error) {
      if (loop.isClosed) break;
      wait = recordFailure(loop, pace, asProviderError(error));
    } finally {
      for (const answer of asked) answer();
    }
    if (!loop.isWoken) await waitFor(loop, wait);
  }
  answerAsked(loop);
}

/** How long it waits after the next failure; grows with each in a row. */
type Pace = { pause: number };

/** Shows what is news; answers how long to wait before the next look. */
function recordFailure(loop: SyncLoop, pace: Pace, failure: ProviderError): number {
  const { reconnect_min_in_ms, reconnect_max_in_ms } = loop.options;
  // One failed look is everyday; it becomes news when the next one fails too. Being asked to slow down is no news.
  const isChange =
    failure.kind !== 'rate_limited' && (failure.kind === 'auth_expired' || pace.pause > reconnect_min_in_ms);
  if (isChange) setStatus(loop, failure.kind === 'auth_expired' ? 'CREDENTIALS' : 'ERROR', failure.reason);
  if (failure.kind === 'auth_expired') pace.pause = reconnect_max_in_ms;
  const asked_for = (failure.until?.getTime() ?? 0) - Date.now();
  const wait = Math.min(Math.max(pace.pause * (0.75 + Math.random() / 2), asked_for), reconnect_max_in_ms * 2);
  pace.pause = Math.min(pace.pause * 2, reconnect_max_in_ms);
  return wait;
}

/** A bug of ours must not look like a mailbox that works. */
function asProviderError(error: unknown): ProviderError {
  if (isProviderError(error)) return error;
  const reason = error instanceof Error ? error.message : String(error);
  return new ProviderError('unavailable', reason, { concerns: 'service', cause: error });
}
