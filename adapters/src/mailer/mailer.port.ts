import type { OutgoingAttachment } from '../mailbox/mailbox.port.ts';

/** A mail of the installation itself: codes, invitations, notices. */
export type SystemMail = {
  to: string;
  subject: string;
  text: string;
  html: string | null;
  /** The Date header; from the caller's clock. */
  date: Date;
  /** Shown as the sender's name (an agency's brand). Default: the name in MAIL_FROM. */
  from_name?: string | null;
  /** Of a brand's own domain, where that allows it; default: the address in MAIL_FROM. */
  from_address?: string | null;
  /** Where answers go; default: nowhere else. */
  reply_to?: string | null;
  attachments?: OutgoingAttachment[];
  /** RFC 8058: an address that stops such mails on POST. */
  list_unsubscribe?: { url: string };
  /** Signs the mail for a domain. `private_key`: PEM. */
  dkim?: { domain: string; selector: string; private_key: string };
  /** Awaited right before the server may own the mail, again where it is tried over another connection. Throws: it does not get it. */
  before_handover?: () => Promise<void>;
};

export type MailerPort = {
  /** @throws ProviderError as MailboxPort.sendMail does */
  sendSystemMail(mail: SystemMail): Promise<void>;
  /** Signs in at the mail server and sends nothing. @throws ProviderError */
  check(): Promise<void>;
  /** The server through which mails leave; absent where it must not be shown. */
  relay_host?: string;
  /** No server was named: every mail is refused. */
  is_missing?: true;
  close(): Promise<void>;
};
