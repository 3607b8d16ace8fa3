import { hostname } from 'node:os';
import { type HostLookup, parseOutboundAllow } from '../kit/address-guard.ts';
import { createGuardedHttp, type GuardedHttp } from '../kit/guarded-http.ts';
import type { VendorAccess } from '../kit/vendor-access.ts';
import { lookUpMailExchangers } from '../mailbox/mail-exchangers.ts';
import type { ContactFinderPort, ContactKind, ContactProvider } from './contact-finder.port.ts';
import { CONTACT_VENDORS, type ContactVendorId } from './contact-vendors.ts';
import { probeRecipient } from './mailbox-probe.api.ts';

/** Access to each vendor; null for one that is not set up. */
export type ContactAccesses = Record<ContactVendorId, VendorAccess | null>;

export type ContactFinderOptions = ContactAccesses & {
  outbound_allow: string;
  /** `address:port` of name servers; the system's when empty. */
  dns_servers?: readonly string[];
  /** Null: mail servers are not asked. `port` is 25 but in tests. */
  smtp_probe: { mail_from: string; port?: number } | null;
  lookup?: HostLookup;
};

const SMTP_PORT = 25;

/** The installation's providers and its own means, as one port. */
export function createContactFinder(options: ContactFinderOptions): ContactFinderPort {
  const allow = parseOutboundAllow(options.outbound_allow);
  const http = createGuardedHttp({ allow, ...(options.lookup ? { lookup: options.lookup } : {}) });
  const providers = createProviders(http, options);
  const probe = options.smtp_probe;
  const servers = options.dns_servers ?? [];
  return {
    listProviders: (kind) => providers.filter((provider) => canFind(provider, kind)).sort(byCost(kind)),
    listVerifiers: () => providers.filter(({ verifyEmail }) => verifyEmail !== undefined),
    checkMailDomain: (domain, signal) => lookUpMailExchangers(domain, { servers, signal }),
    can_probe: probe !== null,
    async probeMailbox(email, exchangers, signal) {
      if (probe === null) return 'unknown';
      const { mail_from, port = SMTP_PORT } = probe;
      return probeRecipient(email, exchangers, { allow, port, helo: hostname(), mail_from }, signal);
    },
    close: () => http.close(),
  };
}

function createProviders(http: GuardedHttp, accesses: ContactAccesses): ContactProvider[] {
  return Object.values(CONTACT_VENDORS).flatMap(({ manifest, create }) => {
    const access = accesses[manifest.id];
    return access === null ? [] : [create(http, access)];
  });
}

function canFind(provider: ContactProvider, kind: ContactKind): boolean {
  return (kind === 'email' ? provider.findEmail : provider.findPhone) !== undefined;
}

const byCost =
  (kind: ContactKind) =>
  (a: ContactProvider, b: ContactProvider): number =>
    (a.manifest.capabilities[kind]?.cost_in_cents ?? 0) - (b.manifest.capabilities[kind]?.cost_in_cents ?? 0);
