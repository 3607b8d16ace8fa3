import { ProviderError } from '../../kit/errors.ts';
import type { MailSource, OauthConnection, SyncCursor, SyncFolder } from '../mailbox.port.ts';
import type { Emit, Look, LookSettings, Memory } from '../polling-sync.ts';
import { fetchHeld, fetchHeldFields, type HeldContent } from './content.api.ts';
import {
  type DeltaCursor,
  type FolderCursor,
  type LaterMail,
  markOf,
  NEW_FOLDER,
  parseDeltaCursor,
} from './delta-cursor.transform.ts';
import { type Listed, listRound } from './delta-list.api.ts';
import type { GraphClient } from './graph-client.api.ts';

export type DeltaSettings = {
  /** Until a mail that could not be read is tried again; doubles. */
  reread_after_in_ms: number;
};

/** After that Graph's own fields replace the mail's bytes. */
const MOST_TRIES = 5;
/** More unreadable mails than these are no matter of single mails: the look waits. */
const MOST_LATER = 10;
/** Marks kept of a look that is not over. */
const MOST_DONE = 500;
/** How often an unchanged link is stored again before it expires. */
const RENEW_LINK_AFTER_IN_MS = 3_600_000;

/** One look into one folder; `store` makes the cursor of both folders with this one's new place. */
type Reading = {
  client: GraphClient;
  connection: OauthConnection;
  folder: SyncFolder;
  emit: Emit;
  settings: DeltaSettings;
  memory: Memory;
  known: FolderCursor;
  store(folder: FolderCursor): SyncCursor;
};

/** What is new in Sent Items and the inbox, by their deltas. See `Look`. */
export function createDeltaLook(client: GraphClient, connection: OauthConnection, settings: DeltaSettings): Look {
  return async (given, emit, look) => {
    const cursor = parseDeltaCursor(given, client.isOwnLink);
    for (const folder of ['SENT', 'INBOX'] as const) {
      const known = cursor[folder] ?? NEW_FOLDER;
      const reading: Reading = {
        client,
        connection,
        folder,
        emit,
        settings,
        memory: look,
        known,
        store(next) {
          cursor[folder] = next;
          reading.known = next;
          return { ...cursor } satisfies DeltaCursor;
        },
      };
      await fetchLaterMails(reading);
      await fetchNewMails(reading, look);
    }
  };
}

async function fetchNewMails(reading: Reading, look: LookSettings): Promise<void> {
  const { client, connection, emit, known } = reading;
  const started_at = client.now();
  const round = await listRound(client, connection, reading.folder, known, look);
  const done = new Set(known.done);
  const waiting = new Set(known.later.map(({ id }) => id));
  const fresh = round.listed.filter(({ id }) => !done.has(markOf(id)) && !waiting.has(id));
  const finished = (): FolderCursor => ({
    link: round.link,
    linked_at: started_at,
    reached: Math.max(
      reading.known.reached ?? 0,
      fresh.at(-1)?.received_at ?? (known.reached === null ? started_at : 0),
    ),
    done: [],
    later: reading.known.later,
  });
  const contents = prefetch(fresh, (mail) => fetchHeld(client, connection, mail.id, reading.memory));
  try {
    for (const [index, listed] of fresh.entries()) {
      const { content } = await contents.next(index);
      const isLast = index === fresh.length - 1;
      if (content === 'unreadable') putOff(reading, listed);
      if (typeof content === 'string') continue;
      const { done: marks } = reading.known;
      const passed = { ...reading.known, done: [...marks, markOf(listed.id)].slice(-MOST_DONE) };
      await emit.onMail(present(reading, listed, content), reading.store(isLast ? finished() : passed));
      if (isLast) return;
    }
  } finally {
    contents.end();
  }
  const isOld = started_at - known.linked_at > RENEW_LINK_AFTER_IN_MS;
  const isChange = fresh.length > 0 || known.done.length > 0 || known.link === null || isOld;
  if (isChange) await emit.onCursor(reading.store(finished()));
}

/** Mails that could not be read before, when their time has come. */
async function fetchLaterMails(reading: Reading): Promise<void> {
  const { client, connection, emit } = reading;
  for (const mail of reading.known.later.filter(({ due_at }) => due_at <= client.now())) {
    const isLastTry = mail.tries + 1 >= MOST_TRIES;
    let held = await fetchHeld(client, connection, mail.id, reading.memory);
    if (held.content === 'unreadable' && isLastTry)
      held = await fetchHeldFields(client, connection, mail.id, reading.memory);
    const { content, giveBack } = held;
    const others = reading.known.later.filter(({ id }) => id !== mail.id);
    if (content === 'unreadable' && !isLastTry) {
      await emit.onCursor(reading.store({ ...reading.known, later: [...others, tryAgain(reading, mail)] }));
      continue;
    }
    const next = reading.store({ ...reading.known, later: others });
    try {
      if (typeof content === 'string') await emit.onCursor(next);
      else await emit.onMail(present(reading, mail, content), next);
    } finally {
      giveBack();
    }
  }
}

/** @throws ProviderError unavailable when so many cannot be read that it is not their fault */
function putOff(reading: Reading, { id, received_at }: Listed): void {
  const { later } = reading.known;
  if (later.length >= MOST_LATER) {
    const reason = 'Microsoft does not hand out the content of mails at the moment.';
    throw new ProviderError('unavailable', reason, { concerns: 'service', code: 'unreadable_mails' });
  }
  const mail = tryAgain(reading, { id, received_at, tries: 0, due_at: 0 });
  reading.store({ ...reading.known, later: [...later, mail] });
}

function tryAgain({ client, settings }: Reading, mail: LaterMail): LaterMail {
  const due_at = client.now() + settings.reread_after_in_ms * 2 ** mail.tries;
  return { ...mail, tries: mail.tries + 1, due_at };
}

function present({ folder }: Reading, { id, received_at }: Listed, source: MailSource) {
  return { folder, place: `${folder}:${id}`, received_at: new Date(received_at), source };
}

/** The next mail is fetched while one is stored: two in memory, never more. Each gives its memory back when the next one is asked for. */
function prefetch(listed: readonly Listed[], read: (mail: Listed) => Promise<HeldContent>) {
  type Result = HeldContent | { error: unknown };
  const begin = (index: number): Promise<Result> | null => {
    const mail = listed[index];
    return mail === undefined ? null : read(mail).catch((error: unknown) => ({ error }));
  };
  const release = (result: Result | null): void => {
    if (result !== null && 'giveBack' in result) result.giveBack();
  };
  let current: Result | null = null;
  let ahead = begin(0);
  return {
    async next(index: number): Promise<HeldContent> {
      release(current);
      current = await ahead;
      ahead = begin(index + 1);
      if (current === null) return { content: 'gone', giveBack: () => undefined };
      if ('error' in current) throw current.error;
      return current;
    },
    end(): void {
      release(current);
      void ahead?.then(release);
    },
  };
}
