import { TEXT_LIMITS } from '../limits.ts';
import { withoutInvisible } from '../text/text.ts';
import { cutText } from '../text/text-bounds.ts';

const LABEL = /^[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?$/;

/**
 * The domain in a pasted text: the address of a page, an email address, or a host with port. Lower case, punycode,
 * without `www.` and final dot. Null when it is no domain: no dot, an IP address, illegal characters, too long.
 */
export function normalizeDomain(input: string): string | null {
  const host = extractHost(input);
  if (host === null) return null;
  const domain = host.replace(/\.$/, '').replace(/^www\.(?=[^.]+\.)/, '');
  return isDomainName(domain) ? domain : null;
}

function extractHost(input: string): string | null {
  const text = cutText(withoutInvisible(cutText(input, 2 * TEXT_LIMITS.url_max)), TEXT_LIMITS.url_max);
  if (text === '' || /[\s\p{Cc}]/u.test(text)) return null;
  const withoutScheme = text.replace(/^[a-z][a-z0-9+.-]*:\/\//i, '').replace(/^(?:mailto:|\/\/)/i, '');
  const authority = withoutScheme.split(/[/?#\\]/, 1)[0] ?? '';
  const host = authority.slice(authority.lastIndexOf('@') + 1).replace(/:\d*$/, '');
  return toAsciiHost(host);
}

/** A host in lower-case ASCII (punycode), or null when the URL rules refuse it. */
export function toAsciiHost(host: string): string | null {
  if (host === '' || /[/?#@:\\%]/.test(host)) return null;
  try {
    return new URL(`http://${host}/`).hostname;
  } catch {
    return null;
  }
}

/** True for a dotted name of legal labels whose last label is not a number (which would make it an IP address). */
export function isDomainName(domain: string): boolean {
  if (domain.length > TEXT_LIMITS.domain_max) return false;
  const labels = domain.split('.');
  if (labels.length < 2 || !labels.every((label) => LABEL.test(label))) return false;
  return !/^\d+$/.test(labels.at(-1) ?? '');
}

/** Text for a domain that cannot be read. `host` is the example shown. */
export function invalidDomainText(host: string): string {
  return `Please enter a valid domain (e.g., ${host})`;
}

/** A normalised domain and every parent of it with at least two labels: what an exclusion list is asked for. */
export function domainAndParents(domain: string): string[] {
  const labels = domain.split('.');
  return labels.slice(0, -1).map((_, index) => labels.slice(index).join('.'));
}

/** True when a domain or one of its parents is on the list (both normalised). */
export function isDomainExcluded(domain: string, excluded: Pick<ReadonlySet<string>, 'has'>): boolean {
  return domainAndParents(domain).some((candidate) => excluded.has(candidate));
}
