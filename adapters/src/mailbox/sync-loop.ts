import type { MailboxSync, SyncCursor, SyncHandlers, SyncOptions, SyncStatus } from './mailbox.port.ts';

/** What every sync needs, however its server is asked: pauses that can be cut short, handlers that are repeated, a status. */
export type SyncLoop = {
  options: Required<SyncOptions>;
  handlers: SyncHandlers;
  isClosed: boolean;
  /** Aborted when it closes. */
  closing: AbortController;
  status: SyncStatus | null;
  /** Ends the current wait early. */
  wake: () => void;
  isWoken: boolean;
  /** Callers of `syncNow` whose look has not begun. */
  asked: (() => void)[];
};

const DEFAULTS: Required<SyncOptions> = {
  poll_inbox_interval_in_ms: 60_000,
  poll_sent_interval_in_ms: 60_000,
  backfill_in_days: 30,
  backfill_limit: 5_000,
  reconnect_min_in_ms: 1_000,
  reconnect_max_in_ms: 300_000,
  takeMemory: async () => () => undefined,
};
/** So many failures to store one mail are shown as the account's status. */
const SHOWN_FAILURES = 4;

export function createSyncLoop(handlers: SyncHandlers, options: SyncOptions): SyncLoop {
  return {
    options: { ...DEFAULTS, ...options },
    handlers,
    isClosed: false,
    closing: new AbortController(),
    status: null,
    wake: () => {},
    isWoken: false,
    asked: [],
  };
}

/** @param isReachable false: there is nothing to look at now, so `syncNow` has nothing to wait for */
export function presentSync(
  loop: SyncLoop,
  over: Promise<void>,
  isReachable: () => boolean,
  onClose: () => void = () => {},
): MailboxSync {
  return {
    syncNow() {
      if (loop.isClosed || !isReachable()) return Promise.resolve();
      return new Promise((resolve) => {
        loop.asked.push(resolve);
        wake(loop);
      });
    },
    async close() {
      loop.isClosed = true;
      loop.closing.abort();
      wake(loop);
      onClose();
      await over;
    },
  };
}

/** Handlers that are never called after `close`, and whose failure is repeated instead of skipping the mail. */
export function guardHandlers(loop: SyncLoop): Pick<SyncHandlers, 'onMail' | 'onCursor'> {
  return {
    onMail: (mail, cursor: SyncCursor) => insist(loop, () => loop.handlers.onMail(mail, cursor)),
    onCursor: (cursor) => insist(loop, () => loop.handlers.onCursor(cursor)),
  };
}

async function insist(loop: SyncLoop, handle: () => Promise<void>): Promise<void> {
  let pause = loop.options.reconnect_min_in_ms;
  for (let failures = 0; ; failures += 1) {
    if (loop.isClosed) throw new Error('The sync was closed.');
    try {
      await handle();
      if (failures >= SHOWN_FAILURES) setStatus(loop, 'OK', null);
      return;
    } catch {
      // A blocked inbox must be reported.
      if (failures + 1 === SHOWN_FAILURES) setStatus(loop, 'ERROR', 'Received mail cannot be stored at the moment.');
      await sleep(loop, pause);
      pause = Math.min(pause * 2, 60_000);
    }
  }
}

export function setStatus(loop: SyncLoop, status: SyncStatus, reason: string | null): void {
  if (loop.isClosed || loop.status === status) return;
  loop.status = status;
  try {
    loop.handlers.onStatus(status, reason);
  } catch {
    // A caller that cannot show the status must not lose its mail for it.
  }
}

export function wake(loop: SyncLoop): void {
  loop.isWoken = true;
  loop.wake();
}

export function answerAsked(loop: SyncLoop): void {
  for (const answer of loop.asked.splice(0)) answer();
}

/** A pause that news or `close` cuts short. */
export function waitFor(loop: SyncLoop, duration_in_ms: number): Promise<void> {
  if (loop.isClosed) return Promise.resolve();
  return new Promise((resolve) => {
    const timer = setTimeout(done, Math.min(duration_in_ms, 2 ** 31 - 1));
    function done(): void {
      clearTimeout(timer);
      loop.wake = () => {};
      resolve();
    }
    loop.wake = done;
  });
}

/** A pause that only `close` cuts short. */
async function sleep(loop: SyncLoop, duration_in_ms: number): Promise<void> {
  const end = Date.now() + duration_in_ms;
  while (!loop.isClosed && Date.now() < end) await waitFor(loop, end - Date.now());
}
