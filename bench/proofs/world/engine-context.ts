import { flushCompileCache } from 'node:module';
import { join } from 'node:path';
import { createAppDocuments } from '@overture/adapters/app-documents/app-documents.adapter';
import { createContactFinder } from '@overture/adapters/contact-finder/contact-finder.adapter';
import { createDns } from '@overture/adapters/dns/dns.adapter';
import { createMissingScanner } from '@overture/adapters/file-scanner/off.adapter';
import { createLocalFiles } from '@overture/adapters/files/local/local.adapter';
import { createOpenid } from '@overture/adapters/identity/openid/openid.adapter';
import { createSaml } from '@overture/adapters/identity/saml/saml.adapter';
import { parseOutboundAllow } from '@overture/adapters/kit/address-guard';
import { createOffLeadDatabase } from '@overture/adapters/lead-database/off.adapter';
import type { LinkedinPort } from '@overture/adapters/linkedin/linkedin.port';
import { createMissingLinkedin } from '@overture/adapters/linkedin/not-configured.adapter';
import type { MailboxPort } from '@overture/adapters/mailbox/mailbox.port';
import type { MailOauthPorts } from '@overture/adapters/mailbox/mailbox-oauth.port';
import type { MailerPort } from '@overture/adapters/mailer/mailer.port';
import { createOutreachTools } from '@overture/adapters/outreach-tools/outreach-tools.adapter';
import { createMissingPayments } from '@overture/adapters/payments/not-configured.adapter';
import { createPushServices } from '@overture/adapters/push-services/push-services.adapter';
import { createSlack } from '@overture/adapters/team-chat/slack/slack.adapter';
import { createWebhookReceivers } from '@overture/adapters/webhook-receivers/webhook-receivers.adapter';
import { sql } from 'kysely';
import { createCrms } from '../../../server/src/app/crm-adapters.ts';
import { createMailboxes } from '../../../server/src/app/mailbox-adapters.ts';
import { createLlm, createResearchSources } from '../../../server/src/app/research-adapters.ts';
import { createClock } from '../../../server/src/kernel/clock.ts';
import { loadConfig } from '../../../server/src/kernel/config.ts';
import type { SystemContext } from '../../../server/src/kernel/context.ts';
import { createVault } from '../../../server/src/kernel/crypto.ts';
import { type Databases, openDatabases } from '../../../server/src/kernel/db/pools.ts';
import { createGates } from '../../../server/src/kernel/limits/gates.ts';
import type { Log } from '../../../server/src/kernel/log.ts';
import { createRateLimits } from '../../../server/src/kernel/rate-limits.ts';
import { createRoundMemory } from '../../../server/src/kernel/rounds/parked-units.ts';
import { createContexts } from '../../../server/src/kernel/transactions.ts';

export const SECRET_KEY = 'a key for proofs, thirty-two characters or more';

interface EngineOptions {
  connectionString: string;
  directory: string;
  mailbox: MailboxPort;
  /** Default: none is configured. */
  mail_oauth?: MailOauthPorts;
  linkedin?: LinkedinPort;
  /** Of the installation's own mails; default: they go nowhere. */
  mailer?: MailerPort;
  /** Address of a sandbox whose model and websites are asked; default: none is configured. */
  writing?: string;
  /** Beginning of the addresses of a stand-in for Slack. */
  slack?: string;
  log: Log;
  pool_size?: number;
}

interface EngineContext {
  system: SystemContext;
  databases: Databases;
}

/** That of a worker process, on what it was started with. */
export function createWorkerContext(given: Omit<EngineOptions, 'connectionString' | 'directory'>): EngineContext {
  // One that is killed leaves nothing that the next could read instead of compiling it.
  flushCompileCache();
  const { DATABASE_URL, DATA_DIR } = process.env as { DATABASE_URL: string; DATA_DIR: string };
  return createEngineContext({ ...given, connectionString: DATABASE_URL, directory: DATA_DIR });
}

/** The engine's context without a web server: what proofs, benches and their worker processes run on. */
export function createEngineContext(given: EngineOptions): EngineContext {
  const config = loadConfig({
    NODE_ENV: 'test',
    DATA_DIR: given.directory,
    APP_URL: 'http://localhost',
    SECRET_KEY,
    OUTBOUND_ALLOW: '127.0.0.1',
    TIME_TRAVEL: 'on',
  });
  const sandbox = given.writing === undefined ? null : { http: given.writing };
  const databases = openDatabases(given.connectionString, given.pool_size ?? 24, given.log);
  const vault = createVault(config.SECRET_KEY);
  const system = createContexts(
    {
      config,
      log: given.log,
      clock: createClock(given.log),
      vault,
      rate_limits: createRateLimits(databases, vault),
      gates: createGates(),
      rounds: createRoundMemory(),
      ports: {
        payments: createMissingPayments(),
        contact_finder: createContactFinder({
          hunter: null,
          prospeo: null,
          lusha: null,
          outbound_allow: '',
          smtp_probe: null,
        }),
        crm: createCrms(config, sandbox, config.OUTBOUND_ALLOW),
        dns: createDns({ servers: [], stand_in: null }),
        lead_database: createOffLeadDatabase('not needed here'),
        identity: createOpenid({ allow: parseOutboundAllow('') }),
        saml: createSaml({ allow: parseOutboundAllow('') }),
        google_client: null,
        linkedin: given.linkedin ?? createMissingLinkedin(),
        llm: createLlm(config, sandbox),
        file_scanner: createMissingScanner(),
        push_services: createPushServices({ outbound_allow: '', requires_https: true }),
        pictures: { fetchPicture: async () => null, redrawPicture: async () => null, close: async () => undefined },
        sources: createResearchSources(config, sandbox, config.OUTBOUND_ALLOW, createMissingLinkedin()),
        mailbox: given.mailbox,
        mail_oauth: given.mail_oauth ?? createMailboxes(config, null, '').mail_oauth,
        placement: createMailboxes(config, null, '').placement,
        app_documents: createAppDocuments({ outbound_allow: config.OUTBOUND_ALLOW, requires_https: false }),
        outreach_tools: createOutreachTools({ outbound_allow: config.OUTBOUND_ALLOW, stand_in: null }),
        team_chat: createSlack({
          outbound_allow: config.OUTBOUND_ALLOW,
          ...(given.slack === undefined ? {} : { further_addresses: [given.slack] }),
        }),
        webhook_receivers: createWebhookReceivers({ outbound_allow: config.OUTBOUND_ALLOW, requires_https: false }),
        files: createLocalFiles(join(given.directory, 'files')),
        mailer: given.mailer ?? {
          sendSystemMail: async () => undefined,
          check: async () => undefined,
          close: async () => undefined,
        },
      },
    },
    databases,
    () => undefined,
  );
  return { system, databases };
}

/** A worker takes over what the installation's clock says by now. */
export async function followClock(system: SystemContext): Promise<void> {
  const rows = await system.systemTransaction(({ db }) =>
    sql<{ ms: number }>`select extract(epoch from clock_offset)::float8 * 1000 as ms from installation`.execute(db),
  );
  system.clock.setOffset(rows.rows[0]!.ms);
}
