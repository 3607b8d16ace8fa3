/** A block of addresses: those whose first `bits` bits equal the ones of `address`. */
export type IpRange = { version: 4 | 6; address: bigint; bits: number };

const WIDTH = { 4: 32, 6: 128 } as const;

/** An address (`192.0.2.1`, `2001:db8::1`) as a number; null when it is none. */
export function parseIp(text: string): { version: 4 | 6; address: bigint } | null {
  if (text.length > 45) return null;
  const address = text.includes(':') ? parseIpv6(text) : parseIpv4(text);
  return address === null ? null : { version: text.includes(':') ? 6 : 4, address };
}

function parseIpv4(text: string): bigint | null {
  const parts = text.split('.');
  if (parts.length !== 4 || !parts.every((part) => /^\d{1,3}$/.test(part) && Number(part) <= 255)) return null;
  return parts.reduce((sum, part) => sum * 256n + BigInt(part), 0n);
}

function parseIpv6(text: string): bigint | null {
  const halves = text.split('::');
  if (halves.length > 2) return null;
  const [head, tail] = halves.map(parseGroups);
  if (head === null || head === undefined || tail === null) return null;
  const missing = 8 - head.length - (tail?.length ?? 0);
  if (tail === undefined ? missing !== 0 : missing < 1) return null;
  const groups = [...head, ...new Array<number>(missing).fill(0), ...(tail ?? [])];
  return groups.reduce((sum, group) => sum * 65_536n + BigInt(group), 0n);
}

/** The 16-bit groups of one side of `::`; the last may be written as an IPv4 address. Null when one is none. */
function parseGroups(text: string): number[] | null {
  if (text === '') return [];
  const groups: number[] = [];
  const parts = text.split(':');
  for (const [index, part] of parts.entries()) {
    const ipv4 = index === parts.length - 1 && part.includes('.') ? parseIpv4(part) : null;
    if (ipv4 !== null) groups.push(Number(ipv4 >> 16n), Number(ipv4 & 65_535n));
    else if (/^[0-9a-f]{1,4}$/i.test(part)) groups.push(Number.parseInt(part, 16));
    else return null;
  }
  return groups;
}

/** `192.0.2.0/24` or a single address; null when it is none. */
export function parseRange(text: string): IpRange | null {
  const [address = '', length, ...rest] = text.split('/');
  const parsed = parseIp(address);
  if (parsed === null || rest.length > 0) return null;
  if (length !== undefined && !/^\d{1,3}$/.test(length)) return null;
  const bits = length === undefined ? WIDTH[parsed.version] : Number(length);
  return bits > WIDTH[parsed.version] ? null : { ...parsed, bits };
}

/** True when the address (as text) lies within the range. */
export function isInRange(text: string, range: IpRange): boolean {
  const parsed = parseIp(text);
  if (parsed === null || parsed.version !== range.version) return false;
  const shift = BigInt(WIDTH[range.version] - range.bits);
  return parsed.address >> shift === range.address >> shift;
}

const PRIVATE = ['0.0.0.0/8', '10.0.0.0/8', '100.64.0.0/10', '127.0.0.0/8', '169.254.0.0/16', '172.16.0.0/12']
  .concat(['192.168.0.0/16', '::/127', 'fc00::/7', 'fe80::/10'])
  .flatMap((text) => parseRange(text) ?? []);

/** True for addresses that are only reachable inside a network. */
export function isPrivateIp(text: string): boolean {
  return PRIVATE.some((range) => isInRange(text, range));
}

/** The name of an address's reverse DNS record (RFC 1035, RFC 3596); null when it is no address. */
export function reverseName(text: string): string | null {
  const parsed = parseIp(text);
  if (parsed === null) return null;
  if (parsed.version === 4) return `${text.split('.').reverse().join('.')}.in-addr.arpa`;
  const digits = parsed.address.toString(16).padStart(32, '0');
  return `${[...digits].reverse().join('.')}.ip6.arpa`;
}
