import { isPrivateIp, parseIp } from '../addresses/ip-range.ts';
import type { DnsAnswer } from './spf.ts';

/** A list that is asked by DNS (RFC 5782). */
export interface Blocklist {
  kind: 'domain' | 'address';
  zone: string;
  /** What users read: the zone may contain the operator's key. */
  name: string;
}

export const MOST_BLOCKLISTS = 20;
/** Addresses of a mail server that are asked about. */
export const MOST_LISTED_ADDRESSES = 4;

const ENTRY = /^(domain|address):([a-z0-9_-]{1,63}(?:\.[a-z0-9_-]{1,63}){1,8})(?:=([\w .-]{1,40}))?$/i;

/** `domain:dbl.spamhaus.org=Spamhaus DBL, address:zen.spamhaus.org`; null where an entry is none. */
export function parseBlocklists(text: string): Blocklist[] | null {
  const entries = text.split(',').flatMap((entry) => entry.trim() || []);
  const lists = entries.flatMap((entry) => {
    const [, kind, zone, name] = ENTRY.exec(entry) ?? [];
    if (kind === undefined || zone === undefined) return [];
    return [{ kind: kind.toLowerCase() as Blocklist['kind'], zone: zone.toLowerCase(), name: name?.trim() || zone }];
  });
  return lists.length === entries.length && lists.length <= MOST_BLOCKLISTS ? lists : null;
}

/** The name to look up for a domain or an address; null where the list is not about it. */
export function toBlocklistName({ kind, zone }: Blocklist, subject: string): string | null {
  const ip = parseIp(subject);
  if (kind === 'domain') return ip === null ? `${subject.toLowerCase()}.${zone}` : null;
  if (ip === null || isPrivateIp(subject)) return null;
  return `${ip.version === 4 ? reverseIpv4(ip.address) : reverseIpv6(ip.address)}.${zone}`;
}

const reverseIpv4 = (address: bigint): string => [0n, 8n, 16n, 24n].map((bits) => (address >> bits) & 255n).join('.');

const reverseIpv6 = (address: bigint): string =>
  Array.from({ length: 32 }, (_, nibble) => ((address >> BigInt(nibble * 4)) & 15n).toString(16)).join('.');

/** What no list contains (RFC 5782): a list that answers it answers everything, as lists do that have ended. */
export function toNeverListed({ kind, zone }: Blocklist): string {
  return kind === 'domain' ? `invalid.${zone}` : `1.0.0.127.${zone}`;
}

/** `refused`: the list does not answer this name server, which says nothing about the sender. */
type BlocklistState = 'listed' | 'clear' | 'refused' | 'unknown';

/**
 * What an answer means. 127.255.255.0/24 and 127.0.1.255 are errors of the question, not listings (Spamhaus); an address outside of
 * 127.0.0.0/8 comes from a name server that answers names that do not exist.
 */
export function toBlocklistState({ status, records }: DnsAnswer): BlocklistState {
  if (status === 'unknown') return 'unknown';
  if (status === 'none' || records.length === 0) return 'clear';
  if (records.some((record) => record.startsWith('127.255.255.') || record === '127.0.1.255')) return 'refused';
  return records.every((record) => record.startsWith('127.')) ? 'listed' : 'unknown';
}

/** One list about one domain or address. */
export interface BlocklistResult {
  list: string;
  subject: string;
  state: BlocklistState;
}
