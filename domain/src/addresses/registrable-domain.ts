import { getDomain, parse } from 'tldts';
import { normalizeDomain } from './domain-name.ts';

/**
 * Domains under which a vendor gives each customer a subdomain and that the public suffix list lacks. Longest first.
 */
const TENANT_SUFFIXES = [
  'mail.onmicrosoft.com',
  'onmicrosoft.com',
  'onmicrosoft.us',
  'onmschina.cn',
  'zendesk.com',
  'freshdesk.com',
  'sharepoint.com',
  'medium.com',
  'substack.com',
] as const;

/**
 * The part of a domain that one owner answers for: `mail.shop.example.co.uk` is `example.co.uk`, `docs.acme.github.io` is
 * `acme.github.io`, `mail.acme.onmicrosoft.com` is `acme.onmicrosoft.com`. Null when the input is no domain or is a public suffix
 * itself. Kept apart from `domain-name.ts`: the public suffix list is heavy and the browser seldom needs it.
 */
export function registrableDomain(input: string): string | null {
  const domain = normalizeDomain(input);
  if (domain === null) return null;
  const suffix = TENANT_SUFFIXES.find((name) => domain.endsWith(`.${name}`));
  if (suffix === undefined) return getDomain(domain, { validHosts: [], allowPrivateDomains: true });
  const [tenant = ''] = domain
    .slice(0, -suffix.length - 1)
    .split('.')
    .slice(-1);
  return `${tenant}.${suffix}`;
}

/** The part that was bought of a registry: of `acme.github.io` it is `github.io`, the site of a host. */
export function hostDomain(input: string): string | null {
  const domain = normalizeDomain(input);
  return domain === null ? null : getDomain(domain, { validHosts: [] });
}

/** Names in a public suffix list that public DNS doesn't resolve (RFC 2606, 7686, 8375). */
const RESERVED = /(?:^|\.)(?:example\.(?:com|net|org)|home\.arpa|onion)$/;

/** False for names that only one machine or one network knows: reserved ones, addresses of hosts, invented endings. */
export function isPublicDomain(input: string): boolean {
  const domain = normalizeDomain(input);
  if (domain === null || RESERVED.test(domain)) return false;
  const { isIcann, isPrivate, isIp } = parse(domain, { validHosts: [] });
  return isIp !== true && (isIcann === true || isPrivate === true);
}
