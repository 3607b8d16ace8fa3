import { createContactFinder } from '@overture/adapters/contact-finder/contact-finder.adapter';
import type { ContactFinderPort } from '@overture/adapters/contact-finder/contact-finder.port';
import { createDns } from '@overture/adapters/dns/dns.adapter';
import type { DnsPort } from '@overture/adapters/dns/dns.port';
import { normalizeEmail } from '@overture/domain/addresses/email-address';
import { trimEndOf } from '@overture/domain/text/text';
import type { Config } from '../kernel/config.ts';
import type { SandboxAddresses } from './sandbox.ts';

/** Where each vendor answers unless a setting names another address. */
const ADDRESSES = {
  hunter: 'https://api.hunter.io',
  prospeo: 'https://api.prospeo.io',
  lusha: 'https://api.lusha.com',
} as const;

/** True where a sandbox, if there is one, answers for all vendors: one real setting, and only real ones are asked. */
function isSimulated(config: Config): boolean {
  const { HUNTER_API_KEY, HUNTER_API_URL, PROSPEO_API_KEY, PROSPEO_API_URL, LUSHA_API_KEY, LUSHA_API_URL } = config;
  const settings = [HUNTER_API_KEY, HUNTER_API_URL, PROSPEO_API_KEY, PROSPEO_API_URL, LUSHA_API_KEY, LUSHA_API_URL];
  return settings.every((setting) => setting === undefined);
}

/** What the sandbox badge says of contact look-ups. */
export function simulatedContacts(config: Config): string[] {
  return isSimulated(config) ? ['Contact data'] : [];
}

const dnsServers = (config: Config): string[] => config.DNS_SERVERS.split(/[\s,]+/).filter((server) => server !== '');

/** DNS as the senders' mail needs it: simulated mailboxes live in a world of their own, real ones beside them do not. */
export function createSenderDns(config: Config, sandbox: Pick<SandboxAddresses, 'smtp' | 'dns'> | null): DnsPort {
  const stand_in = sandbox && { mail_server: sandbox.smtp, dns: sandbox.dns };
  return createDns({ servers: dnsServers(config), stand_in });
}

/** The providers that have a key, or their stand-ins. */
export function createContacts(
  config: Config,
  sandbox: Pick<SandboxAddresses, 'http' | 'dns'> | null,
  outbound_allow: string,
): ContactFinderPort {
  const stand_ins = isSimulated(config) ? sandbox : null;
  const access = (vendor: keyof typeof ADDRESSES, api_url: string | undefined, api_key: string | undefined) => {
    if (stand_ins) return { api_url: `http://${stand_ins.http}/contacts/${vendor}`, api_key: 'sandbox' };
    return api_key ? { api_url: trimEndOf(api_url ?? ADDRESSES[vendor], '/'), api_key } : null;
  };
  const servers = dnsServers(config);
  return createContactFinder({
    hunter: access('hunter', config.HUNTER_API_URL, config.HUNTER_API_KEY),
    prospeo: access('prospeo', config.PROSPEO_API_URL, config.PROSPEO_API_KEY),
    lusha: access('lusha', config.LUSHA_API_URL, config.LUSHA_API_KEY),
    outbound_allow,
    // No domain of the simulated web exists: its own name server knows them.
    dns_servers: servers.length === 0 && stand_ins ? [stand_ins.dns] : servers,
    smtp_probe: config.SMTP_PROBE === 'on' ? { mail_from: normalizeEmail(config.MAIL_FROM) ?? '' } : null,
  });
}
