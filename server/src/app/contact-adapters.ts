import { type ContactAccesses, createContactFinder } from '@overture/adapters/contact-finder/contact-finder.adapter';
import type { ContactFinderPort } from '@overture/adapters/contact-finder/contact-finder.port';
import { CONTACT_VENDORS } from '@overture/adapters/contact-finder/contact-vendors';
import { createDns } from '@overture/adapters/dns/dns.adapter';
import type { DnsPort } from '@overture/adapters/dns/dns.port';
import { parseVendorAccess } from '@overture/adapters/kit/vendor-access';
import { normalizeEmail } from '@overture/domain/addresses/email-address';
import type { Config } from '../kernel/config.ts';
import type { SandboxAddresses } from './sandbox.ts';

const manifests = Object.values(CONTACT_VENDORS).map(({ manifest }) => manifest);

/** True where a sandbox, if there is one, answers for all vendors: one real setting, and only real ones are asked. */
function isSimulated(config: Config): boolean {
  return manifests.every(({ settings }) => Object.values(settings).every((name) => config[name] === undefined));
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
  const accesses = manifests.map((manifest) => [
    manifest.id,
    stand_ins
      ? { api_url: `http://${stand_ins.http}/contacts/${manifest.id}`, api_key: 'sandbox' }
      : parseVendorAccess<typeof manifest>(manifest, config),
  ]);
  const servers = dnsServers(config);
  return createContactFinder({
    ...(Object.fromEntries(accesses) as ContactAccesses),
    outbound_allow,
    // No domain of the simulated web exists: its own name server knows them.
    dns_servers: servers.length === 0 && stand_ins ? [stand_ins.dns] : servers,
    smtp_probe: config.SMTP_PROBE === 'on' ? { mail_from: normalizeEmail(config.MAIL_FROM) ?? '' } : null,
  });
}
