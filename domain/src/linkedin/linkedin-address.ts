import { TEXT_LIMITS } from '../limits.ts';
import { trimTrailing, trimValue, withoutInvisible } from '../text/text.ts';

/**
 * A person's LinkedIn address. `key` is equal for the same person regardless of scheme, `www.` or country subdomain, case of the
 * host, trailing slash, query and language suffix (issue 2 section 10); `url` is the form that is stored and shown.
 */
export type LinkedinAddress = { key: string; url: string };

/** Provider ids (ACoAA..., ACwAA...) are case-sensitive; public names are not. */
const PROVIDER_ID = /^AC[a-zA-Z]AA/;

/** Paths that identify the viewer or no profile: an unfilled template, a deleted profile. */
const PLACEHOLDER_NAMES = new Set(['me', 'unavailable', 'null', 'undefined', 'in', 'nan', 'none']);

/** True for the name of a path `/in/` that is no person's. */
export const isPlaceholderName = (name: string): boolean => PLACEHOLDER_NAMES.has(name.toLowerCase());

/** Reads the address of a person's profile; null when it is none (a company, a post, another site, no address at all). */
export function parseLinkedinProfile(input: string): LinkedinAddress | null {
  const segments = parseLinkedinPath(input);
  if (segments === null) return null;
  const [kind, ...rest] = withoutSite(segments);
  switch (kind?.toLowerCase()) {
    case 'in':
      return isPlaceholderName(rest[0] ?? '') ? null : addressOf('in', rest[0]);
    case 'pub':
      return addressOf('pub', rest.length === 0 ? undefined : rest.slice(0, 4).join('/'));
    case 'sales':
      return includesWord(rest[0], ['lead', 'people', 'profile'])
        ? addressOf('sales/lead', rest[1]?.split(',')[0])
        : null;
    case 'talent':
      return rest[0]?.toLowerCase() === 'profile' ? addressOf('talent/profile', rest[1]) : null;
    default:
      return null;
  }
}

/** LinkedIn's mails link below /comm/, its light site below /mwlite/ and /mwlite/profile/. */
function withoutSite(segments: readonly string[]): readonly string[] {
  const first = segments[0]?.toLowerCase();
  if (first === 'comm') return segments.slice(1);
  if (first !== 'mwlite') return segments;
  return segments.slice(segments[1]?.toLowerCase() === 'profile' ? 2 : 1);
}

/** Reads the address of a company, school or showcase page. */
export function parseLinkedinCompany(input: string): LinkedinAddress | null {
  const segments = parseLinkedinPath(input);
  const kind = segments?.[0]?.toLowerCase();
  if (kind === undefined || !includesWord(kind, ['company', 'school', 'showcase'])) return null;
  return addressOf(kind, segments?.[1]);
}

/** The same person's addresses share this key; null for what is no profile address. */
export function linkedinKey(input: string): string | null {
  return parseLinkedinProfile(input)?.key ?? null;
}

function addressOf(prefix: string, name: string | undefined): LinkedinAddress | null {
  if (name === undefined || name === '' || name.length > 300) return null;
  const folded = PROVIDER_ID.test(name) || prefix.includes('/') ? name : name.toLowerCase();
  const key = `${prefix}/${folded}`;
  return { key, url: toLinkedinUrl(key) };
}

/** The address that is shown for a key. */
export function toLinkedinUrl(key: string): string {
  return `https://www.linkedin.com/${key.split('/').map(encodeURIComponent).join('/')}`;
}

/** Decoded path segments of an address on linkedin.com or a subdomain, or null. */
function parseLinkedinPath(input: string): string[] | null {
  // Copied from texts: invisible signs, and the comma or full stop behind it.
  const text = trimTrailing(withoutInvisible(input), ',.;)>"\'');
  if (text === '' || text.length > TEXT_LIMITS.url_max) return null;
  const url = parseUrl(
    /^[a-z][a-z0-9+.-]*:/i.test(text) && !/^[^/]+:\d/.test(text) ? text : `https://${text.replace(/^\/+/, '')}`,
  );
  if (url === null || !/^https?:$/.test(url.protocol)) return null;
  if (url.hostname !== 'linkedin.com' && !url.hostname.endsWith('.linkedin.com')) return null;
  try {
    return url.pathname
      .split('/')
      .filter((segment) => segment !== '')
      .map((segment) => trimValue(decodeTwice(segment).normalize('NFC')));
  } catch {
    return null;
  }
}

/** Some tools encode what was encoded already. */
function decodeTwice(segment: string): string {
  const once = decodeURIComponent(segment);
  return /^(?:[^%]|%[0-9a-f]{2}){1,300}$/i.test(once) && once.includes('%') ? decodeURIComponent(once) : once;
}

function parseUrl(text: string): URL | null {
  try {
    return new URL(text);
  } catch {
    return null;
  }
}

function includesWord(word: string | undefined, words: readonly string[]): boolean {
  return word !== undefined && words.includes(word.toLowerCase());
}
