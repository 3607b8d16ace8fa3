import { cutText } from '@overture/domain/text/text-bounds';
import ipaddr from 'ipaddr.js';

/** What a limit is counted on, and how many times its points that may be. */
export interface ClientNetwork {
  key: string;
  times: 1 | 10;
}

/** Providers hand out a /64 to a line and a /48 to a site: whole addresses would be 2^64 limits for everybody. */
const LINE_PREFIX = 64;
const SITE_PREFIX = 48;

/**
 * The networks an address is counted as: IPv4 as itself, IPv6 as its /64 and, at ten times the points, as its /48.
 * IPv4 inside IPv6 is IPv4. What cannot be read is one network, shared by all such.
 */
export function findNetworks(address: string): ClientNetwork[] {
  const parsed = parse(address);
  if (!parsed) return [{ key: 'unreadable', times: 1 }];
  if (parsed.kind() === 'ipv4') return [{ key: parsed.toString(), times: 1 }];
  const groups = (parsed as ipaddr.IPv6).parts;
  const prefix = (bits: number): string =>
    `${groups
      .slice(0, bits / 16)
      .map((group) => group.toString(16))
      .join(':')}::/${bits}`;
  return [
    { key: prefix(LINE_PREFIX), times: 1 },
    { key: prefix(SITE_PREFIX), times: 10 },
  ];
}

export function maskSubnet(address: string): string {
  return findNetworks(address)[0]!.key;
}

/** Proxies write ports (`203.0.113.7:4711`, `[2001:db8::1]:4711`) and zones (`fe80::1%eth0`) along. */
function parse(address: string): ipaddr.IPv4 | ipaddr.IPv6 | null {
  const [bare = ''] = cutText(address, 100)
    .trim()
    .replace(/^\[([^\]]*)\](?::\d+)?$/, '$1')
    .replace(/^(\d+\.\d+\.\d+\.\d+):\d+$/, '$1')
    .split('%', 1);
  if (!ipaddr.IPv4.isValidFourPartDecimal(bare) && !ipaddr.IPv6.isValid(bare)) return null;
  return ipaddr.process(bare);
}
