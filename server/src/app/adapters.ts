import { createHmac } from 'node:crypto';
import { join } from 'node:path';
import { createLocalFiles } from '@overture/adapters/files/local/local.adapter';
import type { LinkedinPort } from '@overture/adapters/linkedin/linkedin.port';
import { createMissingLinkedin } from '@overture/adapters/linkedin/not-configured.adapter';
import { createUnipileLinkedin } from '@overture/adapters/linkedin/unipile/unipile.adapter';
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
    linkedin: createLinkedin(config, sandbox),
    mailbox: createSmtpImapMailbox({ outbound_allow: allowed.join(',') }),
    mailer: smtpUrl ? createSmtpMailer({ smtp_url: smtpUrl, mail_from: config.MAIL_FROM }) : missingMailer,
  };
}

/** The stand-in answers only where neither an address nor a key is set. */
export function createLinkedin(config: Config, sandbox: Pick<SandboxAddresses, 'http'> | null): LinkedinPort {
  const isSimulated = sandbox !== null && !config.UNIPILE_API_URL && !config.UNIPILE_API_KEY;
  const api_url = config.UNIPILE_API_URL ?? (isSimulated ? `http://${sandbox.http}/unipile` : null);
  const api_key = config.UNIPILE_API_KEY ?? (isSimulated ? 'sandbox' : null);
  if (api_url === null || api_key === null) return createMissingLinkedin();
  // We set the secret when we register our webhooks: any will do, as long as it stays the same.
  const derived = createHmac('sha256', config.SECRET_KEY).update('unipile webhooks').digest('base64url');
  return createUnipileLinkedin({ api_url, api_key, webhook_secret: config.UNIPILE_WEBHOOK_SECRET ?? derived });
}

const missingMailer: MailerPort = {
  async sendSystemMail() {
    throw new ApiError('not_configured', { vendor: 'System mail', settings: 'SMTP_URL and MAIL_FROM' });
  },
  async close() {},
};
