import { createHash } from 'node:crypto';
import { parseHeader, parseMessageId } from '../mail/mail-header.ts';
import type { FiledMail, MailSandbox } from '../mail/mail-sandbox.ts';
import type { GraphAttachment } from './mime.ts';

export const FOLDERS = ['inbox', 'drafts', 'outbox', 'sentitems', 'deleteditems', 'junkemail'] as const;
export type FolderName = (typeof FOLDERS)[number];

export type Item = {
  /** Immutable: it stays when the item moves. */
  id: string;
  folder: FolderName;
  raw: Buffer;
  /** With angle brackets. */
  message_id: string;
  is_draft: boolean;
  is_read: boolean;
  received_at: number;
  attachments: GraphAttachment[];
};

export type Change = { id: string; kind: 'added' | 'updated' | 'removed' };

const hash = (...parts: (string | number)[]): string =>
  createHash('sha256').update(parts.join('\n')).digest('base64url');

/** One person's mailbox: what the mail world filed for them, and what was drafted here. */
export class GraphMailbox {
  readonly email: string;
  readonly items = new Map<string, Item>();
  /** What happened in each folder, oldest first. */
  readonly changes: Record<FolderName, Change[]>;
  /** Cursors of an earlier run are invalid. */
  life: string;
  /** As some servers do with drafts in MIME: they get a Message-ID of the server's own. */
  replaces_message_ids = false;
  /** Ids of mails whose content cannot be converted to MIME. */
  readonly unreadable = new Set<string>();
  readonly #mail: MailSandbox;
  /** So many of the filed mails are known here. */
  #position = 0;
  /** Ids by Message-ID. */
  readonly #outbox = new Map<string, string>();
  #drafts = 0;

  constructor(email: string, mail: MailSandbox, life: string) {
    this.email = email.toLowerCase();
    this.life = life;
    this.#mail = mail;
    this.changes = { inbox: [], drafts: [], outbox: [], sentitems: [], deleteditems: [], junkemail: [] };
  }

  /** Takes in what was filed since; call before anything is read. */
  pull(): void {
    const filed = this.#mail.filed(this.email);
    for (const mail of filed.slice(this.#position)) this.#take(mail);
    this.#position = filed.length;
  }

  addDraft(raw: Buffer, now: number): Item {
    this.#drafts += 1;
    const id = this.#idOf('draft', this.#drafts, this.life);
    return this.#add({
      id,
      folder: 'drafts',
      raw,
      message_id: parseMessageId(raw) ?? '',
      is_draft: true,
      is_read: true,
      received_at: now,
      attachments: [],
    });
  }

  /** By either sort of id. */
  find(id: string): Item | undefined {
    const known = this.items.get(id);
    if (known !== undefined) return known;
    return id.startsWith('AAMkA') ? [...this.items.values()].find((item) => mutableId(item) === id) : undefined;
  }

  move(item: Item, folder: FolderName): void {
    this.changes[item.folder].push({ id: item.id, kind: 'removed' });
    item.folder = folder;
    if (folder === 'outbox') this.#outbox.set(item.message_id, item.id);
    this.changes[folder].push({ id: item.id, kind: 'added' });
  }

  touch(item: Item): void {
    this.changes[item.folder].push({ id: item.id, kind: 'updated' });
  }

  remove(item: Item): void {
    this.items.delete(item.id);
    this.changes[item.folder].push({ id: item.id, kind: 'removed' });
  }

  #add(item: Item): Item {
    this.items.set(item.id, item);
    this.changes[item.folder].push({ id: item.id, kind: 'added' });
    return item;
  }

  #take({ id: number, folder: source, raw, filed_at }: FiledMail): void {
    const message_id = parseMessageId(raw) ?? '';
    const sent = source === 'Sent' ? this.#takeFromOutbox(message_id) : undefined;
    if (sent !== undefined) {
      sent.received_at = filed_at;
      this.move(sent, 'sentitems');
      return;
    }
    const folder = source === 'Sent' ? 'sentitems' : 'inbox';
    const id = this.#idOf(source, number);
    this.#add({
      id,
      folder,
      raw,
      message_id,
      is_draft: false,
      is_read: source === 'Sent',
      received_at: filed_at,
      attachments: [],
    });
  }

  /** What was sent from here and lies in Sent Items now. */
  #takeFromOutbox(message_id: string): Item | undefined {
    const item = this.items.get(this.#outbox.get(message_id) ?? '');
    this.#outbox.delete(message_id);
    return item?.folder === 'outbox' ? item : undefined;
  }

  #idOf(...parts: (string | number)[]): string {
    return `AAkALg${hash(this.email, ...parts)}AAA=`;
  }
}

/** The other sort of id: it changes with the folder. */
export const mutableId = (item: Item): string => `AAMkA${hash(item.id, item.folder)}=`;

export const folderId = (email: string, folder: FolderName): string => `AQMkA${hash(email, folder)}=`;

/** Mails of one thread share it. */
export function toConversationId(email: string, item: Item): string {
  const chain = `${parseHeader(item.raw, 'references') ?? ''} ${parseHeader(item.raw, 'in-reply-to') ?? ''}`;
  const root = /<[^<>\s]+>/.exec(chain)?.[0] ?? item.message_id;
  return `AAQkA${hash(email, 'conversation', root)}=`;
}

export type MailboxBook = {
  /** Every address is a mailbox; it is made when first asked for. */
  open(email: string): GraphMailbox;
  clear(): void;
};

export function createMailboxBook(mail: MailSandbox, life: string): MailboxBook {
  const mailboxes = new Map<string, GraphMailbox>();
  return {
    open(email) {
      const key = email.toLowerCase();
      const mailbox = mailboxes.get(key) ?? new GraphMailbox(key, mail, life);
      mailboxes.set(key, mailbox);
      return mailbox;
    },
    clear: () => mailboxes.clear(),
  };
}
