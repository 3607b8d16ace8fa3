import { simpleParser } from 'mailparser';
import { parseHeader } from '../mail/mail-header.ts';
import type { FiledMail, MailSandbox } from '../mail/mail-sandbox.ts';

export type GmailMessage = {
  id: string;
  thread_id: string;
  labels: string[];
  raw: Buffer;
  message_id: string;
  /** Milliseconds of the installation's clock. */
  received_at: number;
  history_id: number;
};
export type GmailDraft = { id: string; message: GmailMessage };
export type HistoryRecord = { id: number; message: GmailMessage; labels_added: string[] | null };

/** One mailbox as Gmail shows it: the folders of the mail world, with drafts, threads and history. */
export type GmailMailbox = {
  /** Oldest first; drafts included. */
  messages(): GmailMessage[];
  find(id: string): GmailMessage | undefined;
  history(): HistoryRecord[];
  history_id(): number;
  /** The oldest history id that can still be used. */
  expireHistory(): void;
  oldest_history(): number;
  drafts: Map<string, GmailDraft>;
  addDraft(raw: Buffer, thread_id: string | null): GmailDraft;
  removeDraft(id: string): GmailDraft | undefined;
  setLabels(id: string, labels: string[]): boolean;
};

export function createGmailMailbox(mail: MailSandbox, email: string, now: () => number): GmailMailbox {
  const known: GmailMessage[] = [];
  const byId = new Map<string, GmailMessage>();
  const threads = new Map<string, string>();
  const records: HistoryRecord[] = [];
  const drafts = new Map<string, GmailDraft>();
  let last_history = 1_000;
  let oldest_history = 0;
  let made = 0;
  let pulled = 0;

  function enter(message: Omit<GmailMessage, 'history_id'>): GmailMessage {
    last_history += 7;
    const entry = { ...message, history_id: last_history };
    known.push(entry);
    byId.set(entry.id, entry);
    records.push({ id: last_history, message: entry, labels_added: null });
    return entry;
  }

  /** The thread of the mail it answers; a new one of its own otherwise. */
  function threadOf(raw: Buffer, own: string): string {
    const chain = `${parseHeader(raw, 'references') ?? ''} ${parseHeader(raw, 'in-reply-to') ?? ''}`.match(
      /<[^<>\s]+>/g,
    );
    const found = (chain ?? []).reverse().find((id) => threads.has(id));
    return (found && threads.get(found)) ?? own;
  }

  function pull(): void {
    const filed: readonly FiledMail[] = mail.filed(email);
    for (const one of filed.slice(pulled)) {
      const id = (0x18c0000000 + one.id).toString(16);
      const message_id = parseHeader(one.raw, 'message-id') ?? '';
      const thread_id = threadOf(one.raw, id);
      if (message_id !== '') threads.set(message_id, thread_id);
      const labels = one.folder === 'Sent' ? ['SENT'] : ['INBOX', 'UNREAD'];
      enter({ id, thread_id, labels, raw: one.raw, message_id, received_at: one.filed_at });
    }
    pulled = filed.length;
  }

  const mailbox: GmailMailbox = {
    messages() {
      pull();
      return known;
    },
    find(id) {
      pull();
      return byId.get(id);
    },
    history() {
      pull();
      return records;
    },
    history_id() {
      pull();
      return last_history;
    },
    expireHistory() {
      pull();
      oldest_history = last_history + 1;
      last_history += 2;
    },
    oldest_history: () => oldest_history,
    drafts,
    addDraft(raw, thread_id) {
      pull();
      made += 1;
      const id = `d${made.toString(16)}`;
      const message_id = parseHeader(raw, 'message-id') ?? '';
      const message = enter({
        id,
        thread_id: thread_id ?? threadOf(raw, id),
        labels: ['DRAFT'],
        raw,
        message_id,
        received_at: now(),
      });
      const draft = { id: `r${made}`, message };
      drafts.set(draft.id, draft);
      return draft;
    },
    removeDraft(id) {
      const draft = drafts.get(id);
      if (draft === undefined) return undefined;
      drafts.delete(id);
      byId.delete(draft.message.id);
      known.splice(known.indexOf(draft.message), 1);
      return draft;
    },
    setLabels(id, labels) {
      const message = mailbox.find(id);
      if (message === undefined) return false;
      const labels_added = labels.filter((label) => !message.labels.includes(label));
      message.labels = labels;
      last_history += 7;
      records.push({ id: last_history, message, labels_added });
      return true;
    },
  };
  return mailbox;
}

/** Everybody a mail is for; its Bcc too. */
export async function recipientsOf(raw: Buffer): Promise<string[]> {
  const { to, cc, bcc } = await simpleParser(raw, { skipHtmlToText: true, skipTextToHtml: true, skipImageLinks: true });
  return [to, cc, bcc]
    .flatMap((field) => field ?? [])
    .flatMap(({ value }) => value)
    .flatMap(({ address }) => (address ? [address] : []));
}
