import type { SandboxClock } from '../clock.ts';
import { createSchedule, type Schedule } from '../schedule.ts';
import { folderFor, type ImapFolder, type ImapServer, startImapServer } from './imap-server.ts';
import { createJournal, type JournalEntry } from './journal.ts';
import { createLedger, type Ledger } from './ledger.ts';
import { parseMailRef, withHeader } from './mail-header.ts';
import { createMailStore, type MailStore } from './mail-store.ts';
import { createProspects, type ProspectOptions, type Prospects } from './prospects.ts';
import { type AcceptedMail, type SmtpServer, startSmtpServer } from './smtp-server.ts';

export type MailSandboxOptions = {
  smtp_port: number;
  imap_port: number;
  password: string;
  keeps_sent_copies: boolean;
  ledger_file: string | null;
  /** Where accounts and mails outlive a restart; null: nowhere. */
  journal_file: string | null;
  slow_in_ms: number;
  prospects: ProspectOptions;
};

export type FiledMail = { id: number; folder: ImapFolder; raw: Buffer; filed_at: number };

export type MailSandbox = {
  smtp_port: number;
  imap_port: number;
  store: MailStore;
  ledger: Ledger;
  imap: ImapServer;
  smtp: SmtpServer;
  prospects: Prospects;
  schedule: Schedule;
  /** What lies in an account's folders, oldest first; ids rise and outlive a restart where there is a journal. */
  filed(email: string): readonly FiledMail[];
  /** Takes a mail to be sent, as from SMTP: on the ledger, into the folders, to the people who answer. */
  /** @returns the name of the mail in the queue */
  accept(mail: AcceptedMail): Promise<string>;
  /** Puts a mail into a folder, for good. */
  file(email: string, folder: ImapFolder, raw: Buffer, reaction?: string | null): void;
  /** Forgets all mails, not the accounts' folders. */
  clear(): void;
  close(): Promise<void>;
};

/** The mail world: an SMTP server, an IMAP server, and people who answer. */
export async function startMailSandbox(options: MailSandboxOptions, clock: SandboxClock): Promise<MailSandbox> {
  const journal = createJournal(options.journal_file);
  const past = journal.read();
  let isReplaying = true;
  const store = createMailStore(options, (account) => {
    if (!isReplaying) journal.write({ kind: 'account', ...account });
  });
  const ledger = createLedger(options.ledger_file);
  const schedule = createSchedule(clock);
  const cabinet = createCabinet();
  const imap = await startImapServer(store, options.imap_port, (deliver) =>
    refill(past, store, (email, folder, raw, filed_at) => {
      cabinet.add(email, folder, raw, filed_at);
      deliver(email, folder, raw, filed_at);
    }),
  );

  const file: MailSandbox['file'] = (email, folder, raw, reaction = null) => {
    const now = clock.now();
    journal.write({
      kind: 'filed',
      email,
      folder,
      filed_at: new Date(now).toISOString(),
      raw: raw.toString('base64'),
      reaction,
    });
    cabinet.add(email, folder, raw, now);
    imap.deliver(email, folder, raw, now);
  };
  const done = new Set(
    past.flatMap((entry) => (entry.kind === 'filed' && entry.reaction !== null ? [entry.reaction] : [])),
  );
  const toInbox = (email: string, raw: Buffer, reaction: string | null) => file(email, 'INBOX', raw, reaction);
  const prospects = createProspects(options.prospects, store, clock, schedule, toInbox, done);
  for (const entry of past) if (entry.kind === 'mail') remember(entry, store, ledger, prospects);
  isReplaying = false;

  async function accept(mail: AcceptedMail): Promise<string> {
    const { from, recipients, username, fault } = mail;
    const sender = username === null ? null : store.account(username);
    const replaces = sender?.replaces_message_ids === true;
    const queued_as = replaces ? `0102${crypto.randomUUID()}-000000` : newQueueId();
    const raw = replaces ? withOwnId(mail.raw, queued_as) : mail.raw;
    const received_at = new Date(clock.now()).toISOString();
    const size_in_bytes = raw.length;
    await ledger.record({
      accepted_at: received_at,
      message_id: parseMailRef(raw),
      from,
      recipients,
      size_in_bytes,
      fault,
    });
    const received = store.addMail({ received_at, from, recipients, is_system: username === null, raw });
    const { is_system } = received;
    journal.write({ kind: 'mail', received_at, from, recipients, is_system, raw: raw.toString('base64') });
    if (sender?.keeps_sent_copies) file(sender.email, 'Sent', raw);
    for (const recipient of recipients) {
      const folder = folderFor(recipient);
      if (folder !== null && store.account(recipient).is_open) file(recipient, folder, raw);
    }
    prospects.receiveMail(received);
    return queued_as;
  }

  const smtp = await startSmtpServer({ port: options.smtp_port, store, slow_in_ms: options.slow_in_ms, accept });
  return {
    smtp_port: smtp.port,
    imap_port: imap.port,
    store,
    ledger,
    imap,
    smtp,
    prospects,
    schedule,
    filed: cabinet.read,
    accept,
    file,
    clear() {
      store.clearMails();
      ledger.clear();
      journal.clear();
    },
    async close() {
      schedule.stop();
      await Promise.all([smtp.close(), imap.close()]);
      await ledger.close();
    },
  };
}

/** As Amazon SES does: the name in its queue becomes the Message-ID. */
const withOwnId = (raw: Buffer, queued_as: string): Buffer =>
  withHeader(raw, 'Message-ID', `<${queued_as}@eu-west-1.amazonses.com>`);

/** As Postfix names its mails. */
const newQueueId = (): string => `4${crypto.randomUUID().replaceAll('-', '').slice(0, 13)}`;

/** The mails of all folders, for providers that are asked by HTTP instead of IMAP. */
function createCabinet() {
  const accounts = new Map<string, FiledMail[]>();
  let last_id = 0;
  return {
    add(email: string, folder: ImapFolder, raw: Buffer, filed_at: number): void {
      const key = email.toLowerCase();
      last_id += 1;
      const mail = { id: last_id, folder, raw, filed_at };
      const mails = accounts.get(key);
      if (mails === undefined) accounts.set(key, [mail]);
      else mails.push(mail);
    },
    read: (email: string): readonly FiledMail[] => accounts.get(email.toLowerCase()) ?? [],
  };
}

/** Restores accounts and folders. UIDs are new, under a new UIDVALIDITY. */
function refill(past: JournalEntry[], store: MailStore, deliver: ImapServer['deliver']): void {
  for (const entry of past) {
    if (entry.kind === 'account') {
      const { email, password, keeps_sent_copies, replaces_message_ids = false, hides_headers = false } = entry;
      store.openAccount(email, { password, keeps_sent_copies, replaces_message_ids, hides_headers });
    }
    if (entry.kind === 'filed') {
      deliver(entry.email, entry.folder, Buffer.from(entry.raw, 'base64'), Date.parse(entry.filed_at));
    }
  }
}

function remember(
  entry: Extract<JournalEntry, { kind: 'mail' }>,
  store: MailStore,
  ledger: Ledger,
  prospects: Prospects,
): void {
  const mail = store.addMail({ ...entry, raw: Buffer.from(entry.raw, 'base64') });
  ledger.remember(parseMailRef(mail.raw), mail.recipients);
  prospects.receiveMail(mail);
}
