import type { ImapFlow } from 'imapflow';
import type { ProviderError } from '../../kit/errors.ts';
import type { MailboxSync, MailServer, SyncCursor, SyncHandlers, SyncOptions } from '../mailbox.port.ts';
import {
  answerAsked,
  createSyncLoop,
  guardHandlers,
  presentSync,
  type SyncLoop,
  setStatus,
  waitFor,
  wake,
} from '../sync-loop.ts';
import { type FolderReading, fetchFolder } from './folder-reader.api.ts';
import { classifyImapFailure, findSentFolder, type ImapSettings, openImap } from './imap-client.api.ts';
import { type ImapCursor, parseImapCursor } from './imap-cursor.transform.ts';
import {
  type ByteBudget,
  createByteBudget,
  faultOf,
  IDLE_LIMITS,
  OPEN_LIMITS,
  withinLimits,
} from './imap-limits.api.ts';

/** A connection that lived this long was a good one: the next reconnect is quick again. */
const GOOD_LIFE_IN_MS = 30_000;
/** Everything one sync carries from connection to connection. */
type SyncState = SyncLoop & {
  server: MailServer;
  settings: ImapSettings;
  cursor: ImapCursor;
  client: ImapFlow | null;
  /** The connection that is being opened, or the last one that was. */
  opening: ImapFlow | null;
  budget: ByteBudget;
  doubted: FolderReading['doubted'];
  /** Connections in a row that were lost before the inbox was looked into. */
  failures: number;
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
    ...createSyncLoop(handlers, options),
    server,
    settings,
    cursor: parseImapCursor(cursor),
    client: null,
    opening: null,
    budget: createByteBudget(settings.budget),
    doubted: { mails: 0 },
    failures: 0,
  };
  const over = liveOn(state);
  return presentSync(
    state,
    over,
    () => state.client !== null,
    () => state.opening?.close(),
  );
}

/** One connection after the other, with growing pauses in between, until closed. */
async function liveOn(state: SyncState): Promise<void> {
  const { reconnect_min_in_ms, reconnect_max_in_ms } = state.options;
  let pause = reconnect_min_in_ms;
  let free_at = 0;
  setStatus(state, 'CONNECTING', null);
  while (!state.isClosed) {
    await waitForTurn(state);
    if (state.isClosed) break;
    const started_at = Date.now();
    let isRefused = false;
    try {
      await liveOnce(state);
    } catch (error) {
      if (state.isClosed) break;
      const failure = faultOf(state.client) ?? classifyImapFailure(error);
      isRefused = faultOf(state.client) !== undefined || failure.until !== null;
      recordFailure(state, failure, started_at, isRefused);
      if (failure.kind === 'auth_expired') pause = reconnect_max_in_ms;
      free_at = failure.until?.getTime() ?? 0;
    } finally {
      state.client?.close();
      state.client = null;
      answerAsked(state);
    }
    if (state.isClosed) break;
    if (!isRefused && Date.now() - started_at > GOOD_LIFE_IN_MS) pause = reconnect_min_in_ms;
    await waitFor(state, Math.max(pause * (0.75 + Math.random() / 2), free_at - Date.now()));
    pause = Math.min(pause * 2, reconnect_max_in_ms);
  }
}

/** All mailboxes of a server that was away come back at the same moment. */
async function waitForTurn(state: SyncState): Promise<void> {
  const { turns } = state.settings;
  if (turns === undefined) return;
  let isNext = false;
  const leave = turns.join(state.server.host, () => {
    isNext = true;
    state.wake();
  });
  while (!isNext && !state.isClosed) await waitFor(state, 60_000);
  leave();
}

/** A dropped connection is everyday; it becomes news only when the next one fails too. */
function recordFailure(state: SyncState, failure: ProviderError, started_at: number, isRefused: boolean): void {
  const hasLived = state.client !== null && Date.now() - started_at >= state.options.reconnect_min_in_ms;
  state.failures += 1;
  if (!hasLived || isRefused || state.failures > 1 || failure.kind !== 'unavailable') reportFailure(state, failure);
}

function reportFailure(state: SyncState, failure: ProviderError): void {
  setStatus(state, failure.kind === 'auth_expired' ? 'CREDENTIALS' : 'ERROR', failure.reason);
}

/** The loop of one connection; returns or throws when it is over. */
async function liveOnce(state: SyncState): Promise<void> {
  const client = await openImap(state.server, state.settings, (opening) => {
    state.opening = opening;
    if (state.isClosed) opening.close();
  });
  state.client = client;
  if (state.isClosed) return;
  client.on('close', () => wake(state));
  client.on('exists', () => wake(state));
  const sent_path = await findSentFolder(client);
  const options = { ...state.options, closing: state.closing.signal };
  const read = { options, handlers: guardHandlers(state), budget: state.budget, doubted: state.doubted };
  if (state.failures === 0) setStatus(state, 'OK', null);
  let sent_due_at = 0;
  while (!state.isClosed && client.usable) {
    state.isWoken = false;
    const asked = state.asked.splice(0);
    try {
      if (sent_path !== null && (Date.now() >= sent_due_at || asked.length > 0)) {
        await fetchFolder(client, 'SENT', sent_path, state.cursor, read);
        sent_due_at = Date.now() + state.options.poll_sent_interval_in_ms;
      }
      // The inbox last: it is the folder to stay in.
      await fetchFolder(client, 'INBOX', 'INBOX', state.cursor, read);
      state.failures = 0;
      setStatus(state, 'OK', null);
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
  // With IDLE an occasional poll still finds mail that a silent server did not announce.
  const longest = 10 * 60_000;
  const wait = Math.min(inbox_wait, sent_due_at - Date.now(), longest);
  // The next command ends the IDLE; a failing one ends the connection, which wakes us.
  const idling = hasIdle ? client.idle().catch(() => wake(state)) : undefined;
  await withinLimits(client, IDLE_LIMITS, () => waitFor(state, Math.max(0, wait)));
  if (idling !== undefined && client.usable && !state.isClosed) {
    await withinLimits(client, OPEN_LIMITS, async () => {
      await client.noop();
      await idling;
    });
  }
}
