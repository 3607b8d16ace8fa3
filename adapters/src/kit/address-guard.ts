import dns from 'node:dns';
import net from 'node:net';
import os from 'node:os';
import ipaddr from 'ipaddr.js';

/**
 * Decides to which addresses the installation may connect on behalf of a user. Two ideas carry it: the decision is made
 * on the address that is really connected to (never on the text of a URL), and everything that is not plainly public is refused.
 */

/** Refused before a byte was sent. The message names the host, which the user can then correct. */
export class OutboundRefusedError extends Error {
  override readonly name = 'OutboundRefusedError';
}

export type OutboundAllowList = {
  /** True when the host by name, or its connected address, is exempt on this port. */
  allows(host: string, port: number, address: string | null): boolean;
};

export type HostLookup = (hostname: string) => Promise<string[]>;

type AllowEntry = { host: string | null; cidr: [ipaddr.IPv4 | ipaddr.IPv6, number] | null; port: number | null };

/**
 * Parses OUTBOUND_ALLOW: entries separated by commas or spaces, each a host name, an address or a network in CIDR
 * notation, optionally followed by `:port` (an IPv6 address in brackets then).
 * @throws Error for an invalid entry: a typing error fails at start and never opens more than intended
 */
export function parseOutboundAllow(text: string | undefined, setting = 'OUTBOUND_ALLOW'): OutboundAllowList {
  const entries = (text ?? '')
    .split(/[\s,]+/)
    .filter((part) => part !== '')
    .map((part) => parseAllowEntry(part, setting));
  return {
    allows(host, port, address) {
      const name = stripHost(host);
      return entries.some((entry) => {
        if (entry.port !== null && entry.port !== port) return false;
        if (entry.host !== null) return entry.host === name;
        const subject = address ?? name;
        return entry.cidr !== null && net.isIP(subject) !== 0 && matchesNetwork(subject, entry.cidr);
      });
    },
  };
}

function parseAllowEntry(text: string, setting: string): AllowEntry {
  const bracketed = /^\[([0-9a-f:.]+)\](?::(\d+))?$/i.exec(text);
  const withPort = bracketed ?? (net.isIPv6(text) ? null : /^([^:[\]]+):(\d+)$/.exec(text));
  const host = (withPort?.[1] ?? text).toLowerCase();
  const port = withPort?.[2] === undefined ? null : Number(withPort[2]);
  if (port !== null && (port < 1 || port > 65_535)) throw new Error(`${setting}: "${text}" has no valid port.`);
  if (net.isIP(host) !== 0) {
    const address = ipaddr.process(host);
    return { host: null, cidr: [address, address.kind() === 'ipv4' ? 32 : 128], port };
  }
  if (ipaddr.isValidCIDR(host)) return { host: null, cidr: ipaddr.parseCIDR(host), port };
  if (!/^(?=.*[a-z])[a-z0-9_](?:[a-z0-9._-]*[a-z0-9])?$/.test(host)) {
    throw new Error(`${setting}: "${text}" is neither a host, an address nor a network.`);
  }
  return { host, cidr: null, port };
}

function matchesNetwork(address: string, cidr: [ipaddr.IPv4 | ipaddr.IPv6, number]): boolean {
  const parsed = ipaddr.process(address);
  return parsed.kind() === cidr[0].kind() && parsed.match(cidr);
}

/** Public by their number, yet the inside of a cloud: the wire server of Azure speaks to its machines only. */
const PROVIDER_ADDRESSES = ['168.63.129.16'];

const OWN_ADDRESSES_KEPT_FOR_MS = 60_000;
const own: { addresses: ReadonlySet<string>; read_at: number } = { addresses: new Set(), read_at: -Infinity };

/** What this machine answers to, its public addresses too: services that listen beside us are not for strangers. */
function ownAddresses(): ReadonlySet<string> {
  if (performance.now() - own.read_at > OWN_ADDRESSES_KEPT_FOR_MS) {
    const interfaces = Object.values(os.networkInterfaces()).flatMap((list) => list ?? []);
    own.addresses = new Set(interfaces.map(({ address }) => ipaddr.process(address.split('%', 1)[0]!).toString()));
    own.read_at = performance.now();
  }
  return own.addresses;
}

/**
 * True for addresses of the public Internet only: not private, shared, loopback, link-local, multicast, documentation,
 * benchmark or reserved, nor any IPv6 form that carries an IPv4 address inside (mapped, compatible, NAT64, 6to4, Teredo).
 */
export function isPublicAddress(address: string): boolean {
  if (net.isIP(address) === 0) return false;
  const parsed = ipaddr.process(address.split('%', 1)[0] ?? '');
  if (parsed.range() !== 'unicast') return false;
  if (PROVIDER_ADDRESSES.includes(parsed.toString()) || ownAddresses().has(parsed.toString())) return false;
  // Of IPv6 only 2000::/3 is given out for global use; the rest may reach something we do not know yet.
  return parsed.kind() === 'ipv4' || parsed.match(ipaddr.parseCIDR('2000::/3'));
}

/** All addresses of a name from the system's resolver, in its order. */
export const lookupHost: HostLookup = async (hostname) => {
  const found = await dns.promises.lookup(hostname, { all: true, verbatim: true });
  return found.map((entry) => entry.address);
};

/**
 * The addresses of `host` that may be connected to on `port`, at least one.
 * @throws OutboundRefusedError when it has addresses but none is allowed; the resolver's error when it has none
 */
export async function resolveAllowedAddresses(
  host: string,
  port: number,
  allow: OutboundAllowList,
  lookup: HostLookup = lookupHost,
): Promise<string[]> {
  const name = stripHost(host);
  const addresses = net.isIP(name) === 0 ? await lookup(name) : [name];
  const allowed = addresses.filter((address) => isAddressAllowed(name, port, address, allow));
  if (allowed.length === 0) {
    throw new OutboundRefusedError(
      addresses.length === 0
        ? `No server was found under ${name}. Check the spelling of the server name.`
        : `${name} is on a private network. Addresses there must be listed in OUTBOUND_ALLOW.`,
    );
  }
  return allowed;
}

export function isAddressAllowed(host: string, port: number, address: string, allow: OutboundAllowList): boolean {
  return isPublicAddress(address) || allow.allows(host, port, address);
}

/**
 * Whether mail may be sent without TLS, or with an untrusted certificate: on this machine, where no one can listen in
 * between, and where the operator allows it (OUTBOUND_PLAIN). Reachability is another setting (OUTBOUND_ALLOW).
 */
export function isPlainAllowed(
  plain: OutboundAllowList | undefined,
  host: string,
  port: number,
  address: string | null,
): boolean {
  const isHere = address !== null && net.isIP(address) !== 0 && ipaddr.process(address).range() === 'loopback';
  return isHere || (plain?.allows(host, port, address) ?? false);
}

function stripHost(host: string): string {
  return host
    .toLowerCase()
    .replace(/^\[(.*)\]$/, '$1')
    .replace(/\.$/, '');
}
