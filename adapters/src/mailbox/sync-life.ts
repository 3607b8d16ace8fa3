import type { MailboxSync, SyncCursor, SyncHandlers, SyncOptions, SyncStatus } from './mailbox.port.ts';

/** What every sync needs, however its server is asked: pauses that can be cut short, handlers that are repeated, a status. */
export type SyncLife = {
  options: Required<SyncOptions>;
  handlers: SyncHandlers;
  isClosed: boolean;
  status: SyncStatus | null;
  /** Ends the present wait, whatever it waits for. */
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
};
/** So many failures to store one mail are shown as the account's status. */
const SHOWN_FAILURES = 4;

export function createSyncLife(handlers: SyncHandlers, options: SyncOptions): SyncLife {
  return {
    options: { ...DEFAULTS, ...options },
    handlers,
    isClosed: false,
    status: null,
    wake: () => {},
    isWoken: false,
    asked: [],
  };
}

/** @param isReachable false: there is nothing to look at now, so `syncNow` has nothing to wait for */
export function presentSync(
  life: SyncLife,
  over: Promise<void>,
  isReachable: () => boolean,
  onClose: () => void = () => {},
): MailboxSync {
  return {
    syncNow() {
      if (life.isClosed || !isReachable()) return Promise.resolve();
      return new Promise((resolve) => {
        life.asked.push(resolve);
        wake(life);
      });
    },
    async close() {
      life.isClosed = true;
      wake(life);
      onClose();
      await over;
    },
  };
}

/** Handlers that are never called after `close`, and whose failure is repeated instead of skipping the mail. */
export function guardHandlers(life: SyncLife): Pick<SyncHandlers, 'onMail' | 'onCursor'> {
  return {
    onMail: (mail, cursor: SyncCursor) => insist(life, () => life.handlers.onMail(mail, cursor)),
    onCursor: (cursor) => insist(life, () => life.handlers.onCursor(cursor)),
  };
}

async function insist(life: SyncLife, handle: () => Promise<void>): Promise<void> {
  let pause = life.options.reconnect_min_in_ms;
  for (let failures = 0; ; failures += 1) {
    if (life.isClosed) throw new Error('The sync was closed.');
    try {
      await handle();
      if (failures >= SHOWN_FAILURES) setStatus(life, 'OK', null);
      return;
    } catch {
      // An inbox that stands still must be seen to do so.
      if (failures + 1 === SHOWN_FAILURES) setStatus(life, 'ERROR', 'Received mail cannot be stored at the moment.');
      await sleep(life, pause);
      pause = Math.min(pause * 2, 60_000);
    }
  }
}

export function setStatus(life: SyncLife, status: SyncStatus, reason: string | null): void {
  if (life.isClosed || life.status === status) return;
  life.status = status;
  try {
    life.handlers.onStatus(status, reason);
  } catch {
    // A caller that cannot show the status must not lose its mail for it.
  }
}

export function wake(life: SyncLife): void {
  life.isWoken = true;
  life.wake();
}

export function answerAsked(life: SyncLife): void {
  for (const answer of life.asked.splice(0)) answer();
}

/** A pause that news or `close` cuts short. */
export function waitFor(life: SyncLife, duration_in_ms: number): Promise<void> {
  if (life.isClosed) return Promise.resolve();
  return new Promise((resolve) => {
    const timer = setTimeout(done, Math.min(duration_in_ms, 2 ** 31 - 1));
    function done(): void {
      clearTimeout(timer);
      life.wake = () => {};
      resolve();
    }
    life.wake = done;
  });
}

/** A pause that only `close` cuts short. */
async function sleep(life: SyncLife, duration_in_ms: number): Promise<void> {
  const end = Date.now() + duration_in_ms;
  while (!life.isClosed && Date.now() < end) await waitFor(life, end - Date.now());
}
