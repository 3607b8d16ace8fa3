import { createHash } from 'node:crypto';
import type { ImapFlow } from 'imapflow';
import { isProviderError, ProviderError } from '../../kit/errors.ts';
import type { ComposedMail, MailServer, SentCopy, SentEvidence } from '../mailbox.port.ts';
import { checkMessageId, MESSAGE_REF } from '../message/compose-mail.transform.ts';
import { classifyImapFailure, findSentFolder, type ImapSettings, openImap } from './imap-client.api.ts';
import { OPEN_LIMITS, withinLimits } from './imap-limits.api.ts';

export type SentFolderSettings = ImapSettings & { idle_timeout_in_ms: number };

export type SentFolders = {
  find(server: MailServer, message_id: string): Promise<SentEvidence>;
  append(server: MailServer, raw: Buffer): Promise<void>;
  file(server: MailServer, mail: ComposedMail): Promise<SentCopy>;
  close(): Promise<void>;
};

type Work<T> = (client: ImapFlow, kept: Kept) => Promise<T>;
type Kept = {
  client: Promise<ImapFlow>;
  queue: Promise<unknown>;
  timer: NodeJS.Timeout | undefined;
  sent_path?: string | null;
};

/** What is kept for each account. */
type KeptAccounts = { settings: SentFolderSettings; accounts: Map<string, Kept> };

/** Evidence in the Sent folder. One connection per account is kept for a while; commands on it go one after the other. */
export function createSentFolders(settings: SentFolderSettings): SentFolders {
  const all: KeptAccounts = { settings, accounts: new Map() };
  const find = (server: MailServer, message_id: string) => findSent(all, server, message_id);
  const append = (server: MailServer, raw: Buffer) => run(all, server, (client, kept) => appendRaw(client, kept, raw));
  return {
    find,
    append,
    async file(server, mail) {
      const evidence = await find(server, mail.message_id);
      if (evidence !== 'absent') return evidence === 'found' ? 'kept_by_server' : 'no_sent_folder';
      await append(server, mail.raw);
      return 'appended';
    },
    async close() {
      for (const [key, kept] of all.accounts) drop(all, key, kept);
    },
  };
}

/** Works on the account's connection when its turn has come. A connection on which something failed is kept no longer. */
async function run<T>(all: KeptAccounts, server: MailServer, work: Work<T>): Promise<T> {
  const { settings, accounts } = all;
  const key = keyOf(server);
  const kept = accounts.get(key) ?? {
    client: openImap(server, settings),
    queue: Promise.resolve(),
    timer: undefined,
  };
  accounts.set(key, kept);
  clearTimeout(kept.timer);
  const turn = kept.queue.then(async () => {
    const client = await kept.client;
    return withinLimits(client, OPEN_LIMITS, () => work(client, kept));
  });
  kept.queue = turn.catch(() => {});
  try {
    const result = await turn;
    clearTimeout(kept.timer);
    kept.timer = setTimeout(() => drop(all, key, kept), settings.idle_timeout_in_ms);
    return result;
  } catch (error) {
    drop(all, key, kept);
    throw classifyImapFailure(error);
  }
}

function drop({ accounts }: KeptAccounts, key: string, kept: Kept): void {
  clearTimeout(kept.timer);
  if (accounts.get(key) === kept) accounts.delete(key);
  kept.client.then(
    (client) => client.close(),
    () => {},
  );
}

async function findSent(all: KeptAccounts, server: MailServer, message_id: string): Promise<SentEvidence> {
  const search: Work<SentEvidence> = (client, kept) => searchSent(client, kept, message_id);
  // A kept connection may have died while it was idle; a search may be repeated over a new one.
  const wasKept = all.accounts.has(keyOf(server));
  try {
    return await run(all, server, search);
  } catch (error) {
    if (wasKept && isProviderError(error, 'unavailable')) return run(all, server, search);
    throw error;
  }
}

function keyOf(server: MailServer): string {
  return createHash('sha256').update(JSON.stringify(server)).digest('hex');
}

async function sentPath(client: ImapFlow, kept: Kept): Promise<string | null> {
  kept.sent_path ??= await findSentFolder(client);
  return kept.sent_path;
}

async function searchSent(client: ImapFlow, kept: Kept, message_id: string): Promise<SentEvidence> {
  const id = checkMessageId(message_id);
  const path = await sentPath(client, kept);
  if (path === null) return 'no_sent_folder';
  const lock = await client.getMailboxLock(path, { readOnly: true });
  try {
    // Some servers show new mail of a selected folder only after another command.
    await client.noop();
    // A server that files what it sends files it under the Message-ID that it gave it.
    for (const header of ['Message-ID', MESSAGE_REF]) {
      const found = await client.search({ header: { [header]: `<${id}>` } }, { uid: true });
      // imapflow answers false for a refused search; that is no proof of absence.
      if (found === false || found === undefined) throw new Error('The server refused to search the Sent folder.');
      if (found.length > 0) return 'found';
    }
    return 'absent';
  } finally {
    lock.release();
  }
}

async function appendRaw(client: ImapFlow, kept: Kept, raw: Buffer): Promise<void> {
  const path = await sentPath(client, kept);
  if (path === null) throw new ProviderError('not_found', 'The mailbox has no Sent folder.', { concerns: 'service' });
  const appended = await client.append(path, raw, ['\\Seen']);
  if (appended === false) throw new Error('The server refused to file the mail in the Sent folder.');
}
