/** A mail of the installation itself: codes, invitations, notices. */
export type SystemMail = {
  to: string;
  subject: string;
  text: string;
  html: string | null;
  /** The Date header; from the caller's clock. */
  date: Date;
  /** Shown as the sender's name (an agency's brand); the address is always MAIL_FROM. Default: the name in MAIL_FROM. */
  from_name?: string | null;
};

export type MailerPort = {
  /** @throws ProviderError as MailboxPort.sendMail does */
  sendSystemMail(mail: SystemMail): Promise<void>;
  /** Signs in at the mail server and sends nothing. @throws ProviderError */
  check(): Promise<void>;
  close(): Promise<void>;
};
