import { CONTACT_VENDORS } from '@overture/adapters/contact-finder/contact-vendors';
import { openidManifest } from '@overture/adapters/identity/openid/openid.manifest';
import { parseVendorAccess, type VendorManifest } from '@overture/adapters/kit/vendor-access';
import { gmailManifest } from '@overture/adapters/mailbox/gmail/gmail.manifest';
import { microsoftGraphManifest } from '@overture/adapters/mailbox/microsoft-graph/microsoft-graph.manifest';
import { SEARCH_VENDORS } from '@overture/adapters/sources/search/search-vendors';
import type { SystemFinding } from '@overture/contract/admin-system';
import type { Config } from '../../kernel/config.ts';
import type { SystemContext } from '../../kernel/context.ts';
import { checkLiveChannels } from '../../kernel/live/open-channels.ts';
import type { Ports } from '../../ports.ts';
import { ask, found } from './finding.ts';
import { openOperatorHttp, reachAddress } from './reach.ts';

/** The model may have to be loaded first. */
const MODEL_LIMIT_IN_MS = 20_000;

/** The stand-ins of the running program, used if a vendor is not configured; null if there are none. */
export type StandIns = 'running' | 'elsewhere' | 'none';

interface Service {
  title: string;
  /** Names of the settings that set it up. */
  settings: string;
  /** What does not work without it. */
  without: string;
  is_configured: boolean;
  limit_in_ms?: number;
  call(signal: AbortSignal): Promise<string>;
}

/** Sends every external service a request that costs nothing, or next to nothing; all in parallel. */
export async function checkServices(
  { config, ports }: Pick<SystemContext, 'config' | 'ports'>,
  stand_ins: StandIns,
): Promise<SystemFinding[]> {
  const http = openOperatorHttp();
  const reach: Reach = (url, signal) => reachAddress(http, url, signal);
  try {
    const services = [...listPorts(config, ports), ...listVendors(config, reach), ...listConsents(config, reach)];
    const asked = await Promise.all(services.map((service) => checkService(service, stand_ins)));
    return [...asked, ...(await checkRedis(config)), await checkLeadDatabase(config, ports, stand_ins)];
  } finally {
    await http.close();
  }
}

async function checkService(service: Service, stand_ins: StandIns): Promise<SystemFinding> {
  const { title, settings, without, call, limit_in_ms } = service;
  if (!service.is_configured) {
    if (stand_ins !== 'none') return found('services', title, `Not configured (${settings}): the sandbox answers.`);
    const text = `Not configured: ${without}`;
    return found('services', title, { status: 'unknown', text, advice: `Set ${settings} to use it.` });
  }
  const advice = `Look at ${settings}, and whether this machine reaches the address.`;
  return ask({ area: 'services', title, advice, ...(limit_in_ms ? { limit_in_ms } : {}) }, call);
}

/** Services whose own words say whether they take our key. */
function listPorts(config: Config, ports: Ports): Service[] {
  return [
    {
      title: 'System mail',
      settings: 'SMTP_URL',
      without: 'no code, invitation or link is delivered.',
      is_configured: config.SMTP_URL !== undefined,
      call: async () => {
        await ports.mailer.check();
        return 'The mail server let us in. Nothing was sent.';
      },
    },
    {
      title: 'LinkedIn',
      settings: 'UNIPILE_API_URL and UNIPILE_API_KEY',
      without: 'no LinkedIn account can be connected.',
      is_configured: Boolean(config.UNIPILE_API_URL && config.UNIPILE_API_KEY),
      call: async () => `${(await ports.linkedin.seats.listAccounts()).length} accounts are connected there.`,
    },
    {
      title: 'Virus scanner',
      settings: 'CLAMD_ADDRESS',
      without: 'files that leads send are not scanned.',
      is_configured: config.CLAMD_ADDRESS !== undefined,
      call: (signal) => ports.file_scanner.getVersion(signal),
    },
    describeModel(config, ports),
    ...(config.BILLING === 'stripe' ? [describePayments(config, ports)] : []),
  ];
}

function describeModel(config: Config, ports: Ports): Service {
  const keys = [config.LLM_BASE_URL, config.OPENAI_API_KEY, config.ANTHROPIC_API_KEY, config.GOOGLE_AI_API_KEY];
  return {
    title: 'Language model',
    settings: 'LLM_BASE_URL and LLM_MODEL (or the key of a vendor)',
    without: 'nothing is researched or drafted.',
    is_configured: keys.some(Boolean),
    limit_in_ms: MODEL_LIMIT_IN_MS,
    call: async (signal) => {
      const question = { system: 'Answer with one word.', prompt: 'Say OK.', max_output_tokens: 200, signal };
      await ports.llm.generateText(question);
      return 'It answered a question of one word.';
    },
  };
}

function describePayments(config: Config, ports: Ports): Service {
  return {
    title: 'Payments',
    settings: 'STRIPE_API_KEY',
    without: 'customers cannot pay.',
    is_configured: config.STRIPE_API_KEY !== undefined,
    call: async () => {
      await ports.payments.check();
      return 'The payment provider takes our key.';
    },
  };
}

type Reach = (url: string, signal: AbortSignal) => Promise<string>;

/** A real request to these is billed: only their address is tried. Their last errors are in the admin area. */
function listVendors(config: Config, reach: Reach): Service[] {
  const search = Object.values(SEARCH_VENDORS).map(({ manifest }): VendorManifest => manifest);
  const contacts = Object.values(CONTACT_VENDORS).map(({ manifest }): VendorManifest => manifest);
  return [
    ...listGroup('Web search', 'research reads no search results.', search, config, reach),
    ...listGroup('Contact data', 'email addresses are guessed, phone numbers are not found.', contacts, config, reach),
  ];
}

function listGroup(
  label: string,
  without: string,
  manifests: VendorManifest[],
  config: Config,
  reach: Reach,
): Service[] {
  const nameOf = ({ settings }: VendorManifest): string => settings.api_key ?? settings.api_url;
  const configured = manifests.flatMap((manifest): Service[] => {
    const access = parseVendorAccess(manifest, textsOf(config));
    if (access === null) return [];
    const call: Service['call'] = async (signal) =>
      `${await reach(access.api_url, signal)} Its key was not tried: an answer costs.`;
    return [{ title: `${label}: ${manifest.label}`, settings: nameOf(manifest), without, is_configured: true, call }];
  });
  if (configured.length > 0) return configured;
  const settings = `one of ${manifests.map(nameOf).join(', ')}`;
  return [{ title: label, settings, without, is_configured: false, call: async () => '' }];
}

const textsOf = (config: Config): Record<string, string> =>
  Object.fromEntries(Object.entries(config).filter((entry): entry is [string, string] => typeof entry[1] === 'string'));

/** Mailboxes by consent, and signing in with the same client. */
function listConsents(config: Config, reach: Reach): Service[] {
  const google = config.GOOGLE_ISSUER ?? openidManifest.issuers.google;
  return [
    {
      title: `${gmailManifest.label} mail and sign-in`,
      settings: 'GOOGLE_CLIENT_ID and GOOGLE_CLIENT_SECRET',
      without: 'no Google mailbox can be connected, and sign-in with Google is off.',
      is_configured: Boolean(config.GOOGLE_CLIENT_ID && config.GOOGLE_CLIENT_SECRET),
      call: (signal) => reach(`${google}/.well-known/openid-configuration`, signal),
    },
    {
      title: `${microsoftGraphManifest.label} mail`,
      settings: 'MICROSOFT_CLIENT_ID and MICROSOFT_CLIENT_SECRET',
      without: 'no Microsoft mailbox can be connected.',
      is_configured: Boolean(config.MICROSOFT_CLIENT_ID && config.MICROSOFT_CLIENT_SECRET),
      call: (signal) => reach(config.MICROSOFT_API_URL ?? microsoftGraphManifest.api_url, signal),
    },
  ];
}

/** Without the setting, live messages go through the database: nothing is missing. */
async function checkRedis({ REDIS_URL }: Config): Promise<SystemFinding[]> {
  if (REDIS_URL === undefined) return [];
  const advice = 'Look at REDIS_URL and at that server. Until then live messages go through the database.';
  const finding = await ask({ area: 'services', title: 'Redis', advice }, async () => {
    const { is_replica } = await checkLiveChannels(REDIS_URL);
    if (!is_replica) return 'What is published there is heard.';
    return {
      status: 'warn',
      text: 'It is a replica: what is published there stays there.',
      advice: 'Set REDIS_URL to the primary, for all processes.',
    };
  });
  return [finding];
}

async function checkLeadDatabase(config: Config, ports: Ports, stand_ins: StandIns): Promise<SystemFinding> {
  const title = 'Lead database';
  if (config.LEAD_DATABASE === 'off') return found('services', title, 'Switched off (LEAD_DATABASE=off).');
  if (stand_ins !== 'running' && !config.CLICKHOUSE_URL)
    return found('services', title, 'Embedded: it starts with the program, and the admin area shows its state.');
  const advice = config.CLICKHOUSE_URL
    ? 'Look at CLICKHOUSE_URL and at that server.'
    : 'The log of the program says more.';
  return ask({ area: 'services', title, advice }, async () => {
    const { state, total_leads, text } = await ports.lead_database.describe();
    if (state === 'ready') return `${total_leads.toLocaleString('en-US')} people can be found.`;
    return { status: state === 'preparing' ? 'warn' : 'fail', text: text ?? `It is ${state}.`, advice };
  });
}
