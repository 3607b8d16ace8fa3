import { TEXT_LIMITS } from '../limits.ts';
import { withoutInvisible } from '../text/text.ts';
import { cutText } from '../text/text-bounds.ts';
import { isDomainName, toAsciiHost } from './domain-name.ts';

/** Local parts as they occur in practice: RFC 5321 dot-atoms, letters of any script included; no quoted strings. */
const LOCAL_PART = /^[\p{L}\p{N}!#$%&'*+/=?^_`{|}~-]+(?:\.[\p{L}\p{N}!#$%&'*+/=?^_`{|}~-]+)*$/u;

/**
 * An address in the form in which addresses are compared and stored: without `mailto:`, display name and angle brackets, in lower
 * case, its domain in punycode. Null when it is not an address one can send to.
 */
export function normalizeEmail(input: string): string | null {
  const address = unwrapAddress(input);
  const at = address.lastIndexOf('@');
  if (at < 1 || address.length > TEXT_LIMITS.email_max) return null;
  const local = address.slice(0, at).normalize('NFC').toLowerCase();
  const domain = toAsciiHost(address.slice(at + 1).replace(/\.$/, ''));
  if (local.length > 64 || !LOCAL_PART.test(local)) return null;
  if (domain === null || !isDomainName(domain)) return null;
  return `${local}@${domain}`;
}

function unwrapAddress(input: string): string {
  const text = withoutInvisible(cutText(input, 1000));
  const bracketed = /^[^<>]*<([^<>]+)>$/.exec(text);
  return (bracketed?.[1] ?? text).trim().replace(/^mailto:/i, '');
}

/** True for something one can send a mail to. */
export function isEmailAddress(input: string): boolean {
  return normalizeEmail(input) !== null;
}

/** Domain of an address in lower-case ASCII, or null. */
export function emailDomain(input: string): string | null {
  const address = normalizeEmail(input);
  return address === null ? null : address.slice(address.lastIndexOf('@') + 1);
}
