import { createHmac } from 'node:crypto';
import { join } from 'node:path';
import { createContactFinder } from '@overture/adapters/contact-finder/contact-finder.adapter';
import type { ContactFinderPort } from '@overture/adapters/contact-finder/contact-finder.port';
import { createLocalFiles } from '@overture/adapters/files/local/local.adapter';
import { createOffLeadDatabase } from '@overture/adapters/lead-database/off.adapter';
import type { LinkedinPort } from '@overture/adapters/linkedin/linkedin.port';
import { createMissingLinkedin } from '@overture/adapters/linkedin/not-configured.adapter';
import { createUnipileLinkedin } from '@overture/adapters/linkedin/unipile/unipile.adapter';
import { createSmtpImapMailbox } from '@overture/adapters/mailbox/smtp-imap/smtp-imap.adapter';
import type { MailerPort } from '@overture/adapters/mailer/mailer.port';
import { createSmtpMailer } from '@overture/adapters/mailer/smtp/smtp.adapter';
import { normalizeEmail } from '@overture/domain/email-address';
import type { Config } from '../kernel/config.ts';
import { ApiError } from '../kernel/errors.ts';
import type { Ports } from '../ports.ts';
import { createLlm, createResearchSources } from './research-adapters.ts';
import type { SandboxAddresses } from './sandbox.ts';

/** Builds every adapter from the settings: the only place that knows which vendor answers for what. */
export function createPorts(config: Config, sandbox: SandboxAddresses | null): Ports {
  const allowed = [config.OUTBOUND_ALLOW, ...(sandbox ? [sandbox.smtp, sandbox.imap, sandbox.http] : [])];
  const smtpUrl = config.SMTP_URL ?? (sandbox ? `smtp://${sandbox.smtp}` : null);
  const linkedin = createLinkedin(config, sandbox);
  return {
    contact_finder: createContacts(config, sandbox, allowed.join(',')),
    files: createLocalFiles(join(config.DATA_DIR, 'files')),
    lead_database: createOffLeadDatabase('The lead database is not set up.'),
    linkedin,
    llm: createLlm(config, sandbox),
    mailbox: createSmtpImapMailbox({ outbound_allow: allowed.join(',') }),
    mailer: smtpUrl ? createSmtpMailer({ smtp_url: smtpUrl, mail_from: config.MAIL_FROM }) : missingMailer,
    sources: createResearchSources(config, sandbox, allowed.join(','), linkedin),
  };
}

/** True where a sandbox, if there is one, answers for LinkedIn. */
export function isLinkedinSimulated(config: Config): boolean {
  return !config.UNIPILE_API_URL && !config.UNIPILE_API_KEY;
}

/** The stand-in answers only where neither an address nor a key is set. */
function createLinkedin(config: Config, sandbox: Pick<SandboxAddresses, 'http'> | null): LinkedinPort {
  const isSimulated = sandbox !== null && isLinkedinSimulated(config);
  const api_url = config.UNIPILE_API_URL ?? (isSimulated ? `http://${sandbox.http}/unipile` : null);
  const api_key = config.UNIPILE_API_KEY ?? (isSimulated ? 'sandbox' : null);
  if (api_url === null || api_key === null) return createMissingLinkedin();
  // We set the secret when we register our webhooks: any will do, as long as it stays the same.
  const derived = createHmac('sha256', config.SECRET_KEY).update('unipile webhooks').digest('base64url');
  return createUnipileLinkedin({ api_url, api_key, webhook_secret: config.UNIPILE_WEBHOOK_SECRET ?? derived });
}

/** Where no provider is set up at all, stand-ins of all of them answer: one real key, and only real ones are asked. */
export function createContacts(
  config: Config,
  sandbox: Pick<SandboxAddresses, 'http' | 'dns'> | null,
  outbound_allow: string,
): ContactFinderPort {
  const isSimulated = sandbox !== null && !config.HUNTER_API_KEY && !config.PROSPEO_API_KEY && !config.LUSHA_API_KEY;
  const access = (api_url: string, api_key: string | undefined, name: string) => {
    if (isSimulated) return { api_url: `http://${sandbox.http}/contacts/${name}`, api_key: 'sandbox' };
    return api_key ? { api_url: api_url.replace(/\/+$/, ''), api_key } : null;
  };
  const servers = config.DNS_SERVERS.split(/[\s,]+/).filter((server) => server !== '');
  return createContactFinder({
    hunter: access(config.HUNTER_API_URL, config.HUNTER_API_KEY, 'hunter'),
    prospeo: access(config.PROSPEO_API_URL, config.PROSPEO_API_KEY, 'prospeo'),
    lusha: access(config.LUSHA_API_URL, config.LUSHA_API_KEY, 'lusha'),
    outbound_allow,
    dns_servers: servers.length === 0 && isSimulated ? [sandbox.dns] : servers,
    smtp_probe: config.SMTP_PROBE === 'on' ? { mail_from: addressIn(config.MAIL_FROM) } : null,
  });
}

function addressIn(mail_from: string): string {
  return normalizeEmail(mail_from) ?? '';
}

const missingMailer: MailerPort = {
  async sendSystemMail() {
    throw new ApiError('not_configured', { vendor: 'System mail', settings: 'SMTP_URL and MAIL_FROM' });
  },
  async close() {},
};
