import { parseHeader, parseMailRef, parseMessageId } from './mail-header.ts';

/** One mail as the SMTP server took it. */
export type ReceivedMail = {
  id: number;
  received_at: string;
  /** The envelope, not the headers. */
  from: string;
  recipients: string[];
  message_id: string | null;
  subject: string;
  /** True when the client did not log in: the installation's own mail (codes, invitations). */
  is_system: boolean;
  raw: Buffer;
};

export type MailAccount = {
  email: string;
  password: string;
  /** Whether the server files sent mail in Sent automatically, as the large providers do. */
  keeps_sent_copies: boolean;
  /** Whether what it sends by SMTP leaves under a Message-ID of the server's own. */
  replaces_message_ids: boolean;
  /** Whether reports about its mails give back the common headers only. */
  hides_headers: boolean;
  /** True once someone logged in or it was made by a control call; until then the address is a simulated prospect. */
  is_open: boolean;
};

export type MailStore = {
  addMail(mail: Omit<ReceivedMail, 'id' | 'message_id' | 'subject'>): ReceivedMail;
  getMail(id: number): ReceivedMail | undefined;
  /** By the Message-ID under which it came, or by its sender's own (`parseMailRef`). */
  findByMessageId(message_id: string): ReceivedMail | undefined;
  /** Newest first. */
  mails(): Iterable<ReceivedMail>;
  clearMails(): void;
  /** Every address is an account; it is made when first asked for. */
  account(email: string): MailAccount;
  /** Creates a mailbox for the address, with these settings. */
  openAccount(
    email: string,
    changes?: Partial<Pick<MailAccount, 'password' | 'keeps_sent_copies' | 'replaces_message_ids' | 'hides_headers'>>,
  ): MailAccount;
};

/** Older mails are dropped from memory beyond this; the ledger keeps counting them. */
const KEPT_MAILS = 20_000;

export function createMailStore(
  defaults: { password: string; keeps_sent_copies: boolean },
  onAccountChange: (account: MailAccount) => void = () => {},
): MailStore {
  const accounts = new Map<string, MailAccount>();
  const mails = new Map<number, ReceivedMail>();
  const byMessageId = new Map<string, ReceivedMail>();
  let last_id = 0;

  function drop(mail: ReceivedMail): void {
    mails.delete(mail.id);
    for (const id of namesOf(mail)) if (byMessageId.get(id) === mail) byMessageId.delete(id);
  }

  function accountOf(email: string): MailAccount {
    const key = email.toLowerCase();
    let account = accounts.get(key);
    if (account === undefined) {
      const { password, keeps_sent_copies } = defaults;
      const is_plain = { replaces_message_ids: false, hides_headers: false, is_open: false };
      account = { email: key, password, keeps_sent_copies, ...is_plain };
      accounts.set(key, account);
    }
    return account;
  }

  return {
    addMail(input) {
      last_id += 1;
      const mail = {
        ...input,
        id: last_id,
        message_id: parseMessageId(input.raw),
        subject: parseHeader(input.raw, 'subject') ?? '',
      };
      mails.set(mail.id, mail);
      for (const id of namesOf(mail)) byMessageId.set(id, mail);
      const oldest = mails.size > KEPT_MAILS ? mails.values().next().value : undefined;
      if (oldest !== undefined) drop(oldest);
      return mail;
    },
    getMail: (id) => mails.get(id),
    findByMessageId: (message_id) => byMessageId.get(message_id),
    *mails() {
      for (let id = last_id; id > 0; id -= 1) {
        const mail = mails.get(id);
        if (mail === undefined) return;
        yield mail;
      }
    },
    clearMails() {
      mails.clear();
      byMessageId.clear();
    },
    account: accountOf,
    openAccount(email, changes = {}) {
      const account = accountOf(email);
      const before = JSON.stringify(account);
      Object.assign(account, changes, { is_open: true });
      if (JSON.stringify(account) !== before) onAccountChange(account);
      return account;
    },
  };
}

const namesOf = ({ message_id, raw }: ReceivedMail): string[] =>
  [message_id, parseMailRef(raw)].filter((id) => id !== null);
