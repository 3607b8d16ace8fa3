import { getDomain, parse } from 'tldts';
import { normalizeDomain } from './domain-name.ts';

/**
 * The part of a domain that someone registers: `mail.shop.example.co.uk` is `example.co.uk`. Null when the input is no domain or is a
 * public suffix itself. Kept apart from `domain-name.ts`: the public suffix list is heavy and the browser seldom needs it.
 */
export function registrableDomain(input: string): string | null {
  const domain = normalizeDomain(input);
  return domain === null ? null : getDomain(domain, { validHosts: [] });
}

/** Names that a public suffix list has and that nobody can ask the internet about (RFC 2606, 7686, 8375). */
const RESERVED = /(?:^|\.)(?:example\.(?:com|net|org)|home\.arpa|onion)$/;

/** False for names that only one machine or one network knows: reserved ones, addresses of hosts, invented endings. */
export function isPublicDomain(input: string): boolean {
  const domain = normalizeDomain(input);
  if (domain === null || RESERVED.test(domain)) return false;
  const { isIcann, isPrivate, isIp } = parse(domain, { validHosts: [] });
  return isIp !== true && (isIcann === true || isPrivate === true);
}
