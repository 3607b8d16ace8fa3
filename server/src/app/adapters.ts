import { createHmac } from 'node:crypto';
import { createAppDocuments } from '@overture/adapters/app-documents/app-documents.adapter';
import { createFileScanner } from '@overture/adapters/file-scanner/file-scanner.adapter';
import type { FileScannerPort } from '@overture/adapters/file-scanner/file-scanner.port';
import { createMissingScanner } from '@overture/adapters/file-scanner/off.adapter';
import { createOpenid } from '@overture/adapters/identity/openid/openid.adapter';
import { createSaml } from '@overture/adapters/identity/saml/saml.adapter';
import { parseOutboundAllow } from '@overture/adapters/kit/address-guard';
import { createClickhouseLeadDatabase } from '@overture/adapters/lead-database/clickhouse/clickhouse.adapter';
import type { LeadDatabasePort } from '@overture/adapters/lead-database/lead-database.port';
import { createOffLeadDatabase } from '@overture/adapters/lead-database/off.adapter';
import type { LinkedinPort } from '@overture/adapters/linkedin/linkedin.port';
import { createMissingLinkedin } from '@overture/adapters/linkedin/not-configured.adapter';
import { createUnipileLinkedin } from '@overture/adapters/linkedin/unipile/unipile.adapter';
import type { MailerPort } from '@overture/adapters/mailer/mailer.port';
import { createSmtpMailer } from '@overture/adapters/mailer/smtp/smtp.adapter';
import { createOutreachTools } from '@overture/adapters/outreach-tools/outreach-tools.adapter';
import { createMissingPayments } from '@overture/adapters/payments/not-configured.adapter';
import type { PaymentsPort } from '@overture/adapters/payments/payments.port';
import { createStripePayments } from '@overture/adapters/payments/stripe/stripe.adapter';
import { stripeManifest } from '@overture/adapters/payments/stripe/stripe.manifest';
import { createPictures } from '@overture/adapters/pictures/pictures.adapter';
import { createPushServices } from '@overture/adapters/push-services/push-services.adapter';
import { createSlack } from '@overture/adapters/team-chat/slack/slack.adapter';
import { createWebhookReceivers } from '@overture/adapters/webhook-receivers/webhook-receivers.adapter';
import type { Config } from '../kernel/config.ts';
import { ApiError } from '../kernel/errors.ts';
import type { Log } from '../kernel/log.ts';
import type { Ports } from '../ports.ts';
import { runAdapterWork } from './adapter-threads.ts';
import { createContacts, createSenderDns } from './contact-adapters.ts';
import { createCrms } from './crm-adapters.ts';
import { openFilePlaces } from './files/file-places.ts';
import { createGoogleClient, createMailboxes } from './mailbox-adapters.ts';
import { createLlm, createResearchSources } from './research-adapters.ts';
import type { SandboxAddresses } from './sandbox.ts';
import { watchPorts } from './watch-ports.ts';

/** Builds every adapter from the settings: the only place that knows which vendor answers for what. */
export function createPorts(
  config: Config,
  sandbox: SandboxAddresses | null,
  { log, roles }: { log: Log; roles: readonly string[] },
): Ports {
  const allowed = [config.OUTBOUND_ALLOW, ...(sandbox ? [sandbox.smtp, sandbox.imap, sandbox.http] : [])];
  const smtpUrl = config.SMTP_URL ?? (sandbox ? `smtp://${sandbox.smtp}` : null);
  const linkedin = createLinkedin(config, sandbox);
  const ports: Ports = {
    app_documents: createAppDocuments({
      outbound_allow: allowed.join(','),
      requires_https: config.is_production,
    }),
    contact_finder: createContacts(config, sandbox, allowed.join(',')),
    crm: createCrms(config, sandbox, allowed.join(',')),
    dns: createSenderDns(config, sandbox),
    file_scanner: createScanner(config, sandbox),
    files: openFilePlaces(config).files,
    identity: createOpenid({ allow: parseOutboundAllow(allowed.join(',')) }),
    google_client: createGoogleClient(config, sandbox),
    lead_database: createLeadDatabase(config, log, roles),
    linkedin,
    llm: createLlm(config, sandbox),
    ...createMailboxes(config, sandbox, allowed.join(',')),
    mailer: smtpUrl
      ? createSmtpMailer({ smtp_url: smtpUrl, mail_from: config.MAIL_FROM, outbound_plain: config.OUTBOUND_PLAIN })
      : missingMailer,
    outreach_tools: createOutreachTools({
      outbound_allow: allowed.join(','),
      stand_in: sandbox && `http://${sandbox.http}/outreach-tools`,
    }),
    payments: createPayments(config, sandbox, allowed.join(',')),
    pictures: createPictures({ outbound_allow: allowed.join(',') }),
    push_services: createPushServices({
      outbound_allow: allowed.join(','),
      requires_https: config.is_production,
    }),
    saml: createSaml({ allow: parseOutboundAllow(allowed.join(',')), runWork: runAdapterWork }),
    sources: createResearchSources(config, sandbox, allowed.join(','), linkedin),
    team_chat: createSlack({
      outbound_allow: allowed.join(','),
      further_addresses: sandbox ? [`http://${sandbox.http}/slack/services/`] : [],
    }),
    webhook_receivers: createWebhookReceivers({
      outbound_allow: allowed.join(','),
      requires_https: config.is_production,
    }),
  };
  return watchPorts(ports, { has_bucket: config.FILES_S3_BUCKET !== undefined });
}

function createScanner(config: Config, sandbox: Pick<SandboxAddresses, 'clamd'> | null): FileScannerPort {
  const address = config.CLAMD_ADDRESS ?? sandbox?.clamd ?? null;
  return address === null ? createMissingScanner() : createFileScanner(address);
}

/** Only processes that answer people use it. Of several on one machine the first owns the embedded engine; the others say what to set. */
function createLeadDatabase(config: Config, log: Log, roles: readonly string[]): LeadDatabasePort {
  if (config.LEAD_DATABASE === 'off')
    return createOffLeadDatabase('The lead database is switched off (LEAD_DATABASE).');
  if (!roles.includes('web')) return createOffLeadDatabase('The lead database belongs to the web process.');
  return createClickhouseLeadDatabase({
    log,
    server_url: config.CLICKHOUSE_URL ?? null,
    cluster: config.CLICKHOUSE_CLUSTER,
    data_directory: config.DATA_DIR,
    sample_leads: config.SAMPLE_LEADS,
  });
}

/** True where a sandbox, if there is one, answers for LinkedIn. */
export function isLinkedinSimulated(config: Config): boolean {
  return !config.UNIPILE_API_URL && !config.UNIPILE_API_KEY;
}

/** The stand-in is used only if neither an address nor a key is set. */
function createLinkedin(config: Config, sandbox: Pick<SandboxAddresses, 'http'> | null): LinkedinPort {
  const isSimulated = sandbox !== null && isLinkedinSimulated(config);
  const api_url = config.UNIPILE_API_URL ?? (isSimulated ? `http://${sandbox.http}/unipile` : null);
  const api_key = config.UNIPILE_API_KEY ?? (isSimulated ? 'sandbox' : null);
  if (api_url === null || api_key === null) return createMissingLinkedin();
  // We set the secret when we register our webhooks: any will do, as long as it stays the same.
  const derive = (key: string): string => createHmac('sha256', key).update('unipile webhooks').digest('base64url');
  return createUnipileLinkedin({
    api_url,
    api_key,
    webhook_secret: config.UNIPILE_WEBHOOK_SECRET ?? derive(config.SECRET_KEY),
    // Until they are registered again, they carry the secret of the key they were registered under.
    former_webhook_secrets: config.UNIPILE_WEBHOOK_SECRET ? [] : config.SECRET_KEY_PREVIOUS.map(derive),
  });
}

/** True where a sandbox, if there is one, takes the money. */
export function isStripeSimulated(config: Config): boolean {
  return config.BILLING === 'stripe' && !config.STRIPE_API_URL && !config.STRIPE_API_KEY;
}

/** Without billing there is no provider to ask. */
export function createPayments(
  config: Config,
  sandbox: Pick<SandboxAddresses, 'http'> | null,
  outbound_allow: string,
): PaymentsPort {
  if (config.BILLING !== 'stripe') return createMissingPayments();
  const isSimulated = sandbox !== null && isStripeSimulated(config);
  const api_key = config.STRIPE_API_KEY ?? (isSimulated ? 'sandbox' : null);
  const secrets = isSimulated ? ['whsec_sandbox'] : config.STRIPE_WEBHOOK_SECRET;
  if (api_key === null) return createMissingPayments();
  return createStripePayments({
    api_key,
    api_url: config.STRIPE_API_URL ?? (isSimulated ? `http://${sandbox.http}/stripe` : stripeManifest.address),
    webhook_secrets: secrets,
    has_tax: config.STRIPE_TAX === 'on',
    outbound_allow,
  });
}

async function refuseMail(): Promise<never> {
  throw new ApiError('not_configured', { vendor: 'System mail', settings: 'SMTP_URL and MAIL_FROM' });
}

const missingMailer: MailerPort = {
  is_missing: true,
  sendSystemMail: refuseMail,
  check: refuseMail,
  async close() {},
};
