import { join } from 'node:path';
import { createLocalFiles } from '@overture/adapters/files/local/local.adapter';
import { createSmtpImapMailbox } from '@overture/adapters/mailbox/smtp-imap/smtp-imap.adapter';
import type { MailerPort } from '@overture/adapters/mailer/mailer.port';
import { createSmtpMailer } from '@overture/adapters/mailer/smtp/smtp.adapter';
import type { Config } from '../kernel/config.ts';
import { ApiError } from '../kernel/errors.ts';
import type { Ports } from '../ports.ts';
import type { SandboxAddresses } from './sandbox.ts';

/** Builds every adapter from the settings: the only place that knows which vendor answers for what. */
export function createPorts(config: Config, sandbox: SandboxAddresses | null): Ports {
  const allowed = [config.OUTBOUND_ALLOW, ...(sandbox ? [sandbox.smtp, sandbox.imap, sandbox.http] : [])];
  const smtpUrl = config.SMTP_URL ?? (sandbox ? `smtp://${sandbox.smtp}` : null);
  return {
    files: createLocalFiles(join(config.DATA_DIR, 'files')),
    mailbox: createSmtpImapMailbox({ outbound_allow: allowed.join(',') }),
    mailer: smtpUrl ? createSmtpMailer({ smtp_url: smtpUrl, mail_from: config.MAIL_FROM }) : missingMailer,
  };
}

const missingMailer: MailerPort = {
  async sendSystemMail() {
    throw new ApiError('not_configured', { vendor: 'System mail', settings: 'SMTP_URL and MAIL_FROM' });
  },
  async close() {},
};
