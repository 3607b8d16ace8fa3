import { setTimeout as sleep } from 'node:timers/promises';
import { parseSource } from '../mail-source.port.ts';
import type {
  ImapConnection,
  KnownOfSending,
  MailboxConnection,
  MailboxPort,
  MailboxSync,
  OutgoingMail,
  ParsedMail,
  SyncCursor,
  SyncedMail,
  SyncOptions,
  SyncStatus,
} from '../mailbox.port.ts';
import type { SmtpImapMailbox } from '../smtp-imap/smtp-imap.adapter.ts';

/** Mailboxes of one provider that the conformance suite can steer. */
export type MailboxWorld = {
  name: string;
  port: MailboxPort;
  createAccount(local: string): Promise<MailboxConnection>;
  /** The sign-in stops working: a changed password, a withdrawn consent. */
  revoke(connection: MailboxConnection): Promise<void>;
  /** All that a cursor remembers of the inbox is void, its mails are kept: new UIDVALIDITY, expired history, 410. */
  voidCursor(connection: MailboxConnection): Promise<void>;
  /** All connections drop; the server is back before this resolves. */
  restart(connection: MailboxConnection): Promise<void>;
  /** Puts a mail into the inbox as it is; absent where the world has no such way. */
  deliver?(connection: MailboxConnection, raw: string): Promise<void>;
  /** Whether sent mail appears in Sent automatically. */
  keepsSentCopies: boolean;
  /** Local parts of recipients whose mail is sent, or lost, without the client being told; absent where there are none. */
  faults?: { sent: string[]; lost: string[] };
  close(): Promise<void>;
};

export type ImapWorld = Omit<MailboxWorld, 'port' | 'createAccount'> & {
  port: SmtpImapMailbox;
  createAccount(local: string): Promise<ImapConnection>;
  /** The same account at the ports with implicit TLS and an untrusted certificate; absent without such ports. */
  overTls?(connection: ImapConnection): ImapConnection;
};

/** A mail as it was handed over, and read. */
type RecordedMail = SyncedMail & { mail: ParsedMail };

export type RecordedSync = {
  mails: RecordedMail[];
  statuses: { status: SyncStatus; reason: string | null }[];
  cursor(): SyncCursor;
  sync: MailboxSync;
};

/** Opens a sync that records its events. */
export function recordSync(
  port: MailboxPort,
  connection: MailboxConnection,
  cursor: SyncCursor = {},
  options: SyncOptions = {},
  beforeStoring: (mail: SyncedMail) => Promise<void> = async () => {},
): RecordedSync {
  const mails: RecordedMail[] = [];
  const statuses: RecordedSync['statuses'] = [];
  let stored = cursor;
  const sync = port.openMailboxSync(
    connection,
    cursor,
    {
      async onMail(mail, next) {
        await beforeStoring(mail);
        mails.push({ ...mail, mail: await parseSource(mail.source) });
        stored = next;
      },
      async onCursor(next) {
        stored = next;
      },
      onStatus: (status, reason) => void statuses.push({ status, reason }),
    },
    { poll_inbox_interval_in_ms: 200, reconnect_min_in_ms: 100, reconnect_max_in_ms: 400, ...options },
  );
  return { mails, statuses, cursor: () => stored, sync };
}

/** Gives up on what never comes, on a machine of any speed. */
const PATIENCE_IN_MS = 45_000;

/** Waits until `find` gives something, or fails naming `what`. @returns what it gave and after how long */
export async function eventually<T>(what: string, find: () => T | undefined | false | null) {
  const started_at = performance.now();
  while (performance.now() - started_at < PATIENCE_IN_MS) {
    const found = find();
    if (found !== undefined && found !== false && found !== null)
      return { found, after_in_ms: performance.now() - started_at };
    await sleep(15);
  }
  throw new Error(`Timed out after ${PATIENCE_IN_MS} ms waiting for ${what}`);
}

let count = 0;

/** A mail between two accounts, with an id of its own. */
export function mailTo(from: MailboxConnection, to: string, changes: Partial<OutgoingMail> = {}): OutgoingMail {
  count += 1;
  return {
    from: { name: 'Ann Sender', address: from.email },
    to: { name: null, address: to },
    subject: `Mail ${count}`,
    text: `Text of mail ${count}.`,
    html: null,
    message_id: `mail-${process.pid}-${Date.now()}-${count}@corp.test`,
    date: new Date('2026-05-04T08:00:00Z'),
    ...changes,
  };
}

/** Of a mail that never became a draft, as far as the client knows. */
export const NO_DRAFT: KnownOfSending = { draft_id: null };

/** Hears of the draft as which a mail is about to leave. */
export function hearDraft() {
  const known: KnownOfSending = { draft_id: null };
  const onDraft = async (draft_id: string): Promise<void> => void Object.assign(known, { draft_id });
  return { known, onDraft };
}
