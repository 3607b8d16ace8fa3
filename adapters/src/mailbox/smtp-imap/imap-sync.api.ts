import type { ImapFlow } from 'imapflow';
import type { ProviderError } from '../../kit/errors.ts';
import type { MailboxSync, MailServer, SyncCursor, SyncHandlers, SyncOptions, SyncStatus } from '../mailbox.port.ts';
import { readFolder } from './folder-reader.api.ts';
import { classifyImapFailure, findSentFolder, type ImapSettings, openImap } from './imap-client.api.ts';

const DEFAULTS: Required<SyncOptions> = {
  poll_inbox_interval_in_ms: 60_000,
  poll_sent_interval_in_ms: 60_000,
  backfill_in_days: 30,
  backfill_limit: 5_000,
  reconnect_min_in_ms: 1_000,
  reconnect_max_in_ms: 300_000,
};
/** A connection that lived this long was a good one: the next reconnect is quick again. */
const GOOD_LIFE_IN_MS = 30_000;
/** So many failures to store one mail are shown as the account's status. */
const SHOWN_FAILURES = 4;

/** Everything one sync carries from connection to connection. */
type SyncState = {
  server: MailServer;
  settings: ImapSettings;
  options: Required<SyncOptions>;
  handlers: SyncHandlers;
  cursor: SyncCursor;
  isClosed: boolean;
  client: ImapFlow | null;
  status: SyncStatus | null;
  /** Ends the present wait, whatever it waits for. */
  wake: () => void;
  isWoken: boolean;
  /** Callers of `syncNow` whose look has not begun, and those whose look is running. */
  asked: (() => void)[];
};

/** See MailboxPort.openMailboxSync. */
export function openImapSync(
  server: MailServer,
  cursor: SyncCursor,
  handlers: SyncHandlers,
  options: SyncOptions,
  settings: ImapSettings,
): MailboxSync {
  const state: SyncState = {
    server,
    settings,
    options: { ...DEFAULTS, ...options },
    handlers,
    cursor: structuredClone(cursor),
    isClosed: false,
    client: null,
    status: null,
    wake: () => {},
    isWoken: false,
    asked: [],
  };
  const life = liveOn(state);
  return {
    syncNow() {
      if (state.isClosed || state.client === null) return Promise.resolve();
      return new Promise((resolve) => {
        state.asked.push(resolve);
        wake(state);
      });
    },
    async close() {
      state.isClosed = true;
      wake(state);
      state.client?.close();
      await life;
    },
  };
}

/** One connection after the other, with growing pauses in between, until closed. */
async function liveOn(state: SyncState): Promise<void> {
  const { reconnect_min_in_ms, reconnect_max_in_ms } = state.options;
  let pause = reconnect_min_in_ms;
  setStatus(state, 'CONNECTING', null);
  while (!state.isClosed) {
    const started_at = Date.now();
    try {
      await liveOnce(state);
    } catch (error) {
      if (state.isClosed) break;
      const failure = classifyImapFailure(error);
      const hasLived = state.client !== null && Date.now() - started_at >= reconnect_min_in_ms;
      // A dropped connection is everyday; it becomes news only when the next one fails too.
      if (!hasLived || failure.kind !== 'unavailable') reportFailure(state, failure);
      if (failure.kind === 'auth_expired') pause = reconnect_max_in_ms;
    } finally {
      state.client?.close();
      state.client = null;
      answerAsked(state);
    }
    if (state.isClosed) break;
    if (Date.now() - started_at > GOOD_LIFE_IN_MS) pause = reconnect_min_in_ms;
    await waitFor(state, pause * (0.75 + Math.random() / 2));
    pause = Math.min(pause * 2, reconnect_max_in_ms);
  }
}

function reportFailure(state: SyncState, failure: ProviderError): void {
  setStatus(state, failure.kind === 'auth_expired' ? 'CREDENTIALS' : 'ERROR', failure.reason);
}

/** The life of one connection; returns or throws when it is over. */
async function liveOnce(state: SyncState): Promise<void> {
  const client = await openImap(state.server, state.settings);
  state.client = client;
  if (state.isClosed) return;
  client.on('close', () => wake(state));
  client.on('exists', () => wake(state));
  const sent_path = await findSentFolder(client);
  setStatus(state, 'OK', null);
  let sent_due_at = 0;
  while (!state.isClosed && client.usable) {
    state.isWoken = false;
    const asked = state.asked.splice(0);
    try {
      if (sent_path !== null && (Date.now() >= sent_due_at || asked.length > 0)) {
        await readFolder(client, 'SENT', sent_path, state.cursor, state.options, guardedHandlers(state));
        sent_due_at = Date.now() + state.options.poll_sent_interval_in_ms;
      }
      // The inbox last: it is the folder to stay in.
      await readFolder(client, 'INBOX', 'INBOX', state.cursor, state.options, guardedHandlers(state));
    } finally {
      for (const answer of asked) answer();
    }
    if (!state.isWoken) await watchInbox(state, client, sent_path === null ? Number.POSITIVE_INFINITY : sent_due_at);
  }
  if (!state.isClosed) throw new Error('The server closed the connection.');
}

/** Waits for news of the inbox or for the next look that is due. */
async function watchInbox(state: SyncState, client: ImapFlow, sent_due_at: number): Promise<void> {
  const hasIdle = client.capabilities.has('IDLE');
  const inbox_wait = hasIdle ? Number.POSITIVE_INFINITY : state.options.poll_inbox_interval_in_ms;
  // With IDLE a look from time to time still finds what a silent server did not tell.
  const longest = 10 * 60_000;
  const wait = Math.min(inbox_wait, sent_due_at - Date.now(), longest);
  // The next command ends the IDLE by itself; a failing one ends the connection, which wakes us.
  const idling = hasIdle ? client.idle().catch(() => wake(state)) : undefined;
  await waitFor(state, Math.max(0, wait));
  if (idling !== undefined && client.usable && !state.isClosed) {
    await client.noop();
    await idling;
  }
}

/** Handlers that are never called after `close`, and whose failure is repeated instead of skipping the mail. */
function guardedHandlers(state: SyncState): Pick<SyncHandlers, 'onMail' | 'onCursor'> {
  return {
    onMail: (mail, cursor) => insist(state, () => state.handlers.onMail(mail, cursor)),
    onCursor: (cursor) => insist(state, () => state.handlers.onCursor(cursor)),
  };
}

async function insist(state: SyncState, handle: () => Promise<void>): Promise<void> {
  let pause = state.options.reconnect_min_in_ms;
  for (let failures = 0; ; failures += 1) {
    if (state.isClosed) throw new Error('The sync was closed.');
    try {
      await handle();
      if (failures >= SHOWN_FAILURES) setStatus(state, 'OK', null);
      return;
    } catch {
      // An inbox that stands still must be seen to do so.
      if (failures + 1 === SHOWN_FAILURES) setStatus(state, 'ERROR', 'Received mail cannot be stored at the moment.');
      await sleep(state, pause);
      pause = Math.min(pause * 2, 60_000);
    }
  }
}

function setStatus(state: SyncState, status: SyncStatus, reason: string | null): void {
  if (state.isClosed || state.status === status) return;
  state.status = status;
  try {
    state.handlers.onStatus(status, reason);
  } catch {
    // A caller that cannot show the status must not lose its mail for it.
  }
}

function wake(state: SyncState): void {
  state.isWoken = true;
  state.wake();
}

function answerAsked(state: SyncState): void {
  for (const answer of state.asked.splice(0)) answer();
}

/** A pause that news or `close` cuts short. */
function waitFor(state: SyncState, duration_in_ms: number): Promise<void> {
  if (state.isClosed) return Promise.resolve();
  return new Promise((resolve) => {
    const timer = setTimeout(done, Math.min(duration_in_ms, 2 ** 31 - 1));
    function done(): void {
      clearTimeout(timer);
      state.wake = () => {};
      resolve();
    }
    state.wake = done;
  });
}

/** A pause that only `close` cuts short. */
async function sleep(state: SyncState, duration_in_ms: number): Promise<void> {
  const end = Date.now() + duration_in_ms;
  while (!state.isClosed && Date.now() < end) await waitFor(state, end - Date.now());
}
