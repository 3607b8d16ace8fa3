import { getDomain } from 'tldts';
import { normalizeDomain } from './domain-name.ts';

/**
 * The part of a domain that someone registers: `mail.shop.example.co.uk` is `example.co.uk`. Null when the input is no domain or is a
 * public suffix itself. Kept apart from `domain-name.ts`: the public suffix list is heavy and the browser seldom needs it.
 */
export function registrableDomain(input: string): string | null {
  const domain = normalizeDomain(input);
  return domain === null ? null : getDomain(domain, { validHosts: [] });
}
