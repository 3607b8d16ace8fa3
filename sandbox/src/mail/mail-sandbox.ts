import type { SandboxClock } from '../clock.ts';
import { createSchedule, type Schedule } from '../schedule.ts';
import { type ImapServer, startImapServer } from './imap-server.ts';
import { createLedger, type Ledger } from './ledger.ts';
import { readMessageId } from './mail-header.ts';
import { createMailStore, type MailStore } from './mail-store.ts';
import { createProspects, type ProspectOptions, type Prospects } from './prospects.ts';
import { type AcceptedMail, type SmtpServer, startSmtpServer } from './smtp-server.ts';

export type MailSandboxOptions = {
  smtp_port: number;
  imap_port: number;
  password: string;
  keeps_sent_copies: boolean;
  ledger_file: string | null;
  slow_in_ms: number;
  prospects: ProspectOptions;
};

export type MailSandbox = {
  smtp_port: number;
  imap_port: number;
  store: MailStore;
  ledger: Ledger;
  imap: ImapServer;
  smtp: SmtpServer;
  prospects: Prospects;
  schedule: Schedule;
  close(): Promise<void>;
};

/** The mail world: an SMTP server, an IMAP server, and people who answer. */
export async function startMailSandbox(options: MailSandboxOptions, clock: SandboxClock): Promise<MailSandbox> {
  const store = createMailStore(options);
  const ledger = createLedger(options.ledger_file);
  const schedule = createSchedule(clock);
  const imap = await startImapServer(store, options.imap_port);
  const toInbox = (email: string, raw: Buffer, received_at: number) => imap.deliver(email, 'INBOX', raw, received_at);
  const prospects = createProspects(options.prospects, store, clock, schedule, toInbox);

  async function accept(mail: AcceptedMail): Promise<void> {
    const now = clock.now();
    const { from, recipients, raw, username, fault } = mail;
    const accepted_at = new Date(now).toISOString();
    await ledger.record({
      accepted_at,
      message_id: readMessageId(raw),
      from,
      recipients,
      size_in_bytes: raw.length,
      fault,
    });
    const received = store.addMail({ received_at: accepted_at, from, recipients, is_system: username === null, raw });
    const sender = username === null ? null : store.account(username);
    if (sender?.keeps_sent_copies) imap.deliver(sender.email, 'Sent', raw, now);
    for (const recipient of recipients) if (store.account(recipient).is_open) toInbox(recipient, raw, now);
    prospects.receiveMail(received);
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
    async close() {
      schedule.stop();
      await Promise.all([smtp.close(), imap.close()]);
      await ledger.close();
    },
  };
}
