import { hasSalesSearch, type LinkedinTier } from '../accounts.ts';
import { LINKEDIN_IMPORT } from '../limits.ts';

export const LINKEDIN_IMPORT_KINDS = [
  'linkedin-post',
  'linkedin-group',
  'linkedin-search',
  'sales-navigator',
  'recruiter',
] as const;
export type LinkedinImportKind = (typeof LINKEDIN_IMPORT_KINDS)[number];

/** An address that was understood; `url` is the form to send on. */
export type LinkedinSource =
  | { kind: 'linkedin-post'; url: string; post_urn: string }
  | { kind: 'linkedin-group'; url: string; group_id: string }
  | { kind: 'linkedin-search' | 'sales-navigator' | 'recruiter'; url: string };

export const LINKEDIN_IMPORT_LABELS: Record<LinkedinImportKind, string> = {
  'linkedin-post': 'LinkedIn post',
  'linkedin-group': 'LinkedIn group',
  'linkedin-search': 'LinkedIn search',
  'sales-navigator': 'Sales Navigator',
  recruiter: 'LinkedIn Recruiter',
};

/** How a seat reads: what a person could do with a mouse, and no more. */
export const LINKEDIN_READING = {
  page_size: 25,
  /** Ceilings of LinkedIn's own searches, taken as those of a day. */
  people_per_day: 1000,
  people_per_day_paid: 2500,
} as const;

/** People a seat may read in a day. */
export function peoplePerDay(tier: LinkedinTier | null): number {
  return hasSalesSearch(tier) ? LINKEDIN_READING.people_per_day_paid : LINKEDIN_READING.people_per_day;
}

/** Addresses of searches carry their filters and are long. */
export const MAX_SOURCE_URL_LENGTH = 4000;

/** The tier a seat must have; null where any healthy seat will do. Members of groups are read through Sales Navigator. */
export function tierOfImport(kind: LinkedinImportKind): LinkedinTier | null {
  if (kind === 'linkedin-group' || kind === 'sales-navigator') return 'SALES_NAVIGATOR';
  return kind === 'recruiter' ? 'RECRUITER' : null;
}

export function maxImportAmount(kind: LinkedinImportKind): number {
  return tierOfImport(kind) === null ? LINKEDIN_IMPORT.max_amount : LINKEDIN_IMPORT.max_amount_large;
}

/** Reads an address as a source of the kind; null when it is no address of that kind. */
export function parseLinkedinSource(kind: LinkedinImportKind, text: string): LinkedinSource | null {
  const url = parseLinkedinUrl(text);
  if (url === null) return null;
  const path = decodePath(url.pathname);
  if (path === null) return null;
  switch (kind) {
    case 'linkedin-post': {
      const post_urn = parsePostUrn(path);
      return post_urn === null ? null : { kind, url: url.href, post_urn };
    }
    case 'linkedin-group': {
      const group_id = /^\/groups\/(\d{1,20})(?:\/|$)/.exec(path)?.[1];
      return group_id === undefined ? null : { kind, url: url.href, group_id };
    }
    default:
      return SEARCH_PATHS[kind].test(path) ? { kind, url: url.href } : null;
  }
}

const SEARCH_PATHS = {
  'linkedin-search': /^\/search\/results\/people\/?$/,
  'sales-navigator': /^\/sales\/search\/people\/?$/,
  /** Of the older Recruiter, of today's, and of a project of today's (`/talent/hire/4711/discover/recruiterSearch`). */
  recruiter: /^\/(?:(?:recruiter|talent)\/search|talent\/hire\/\d{1,20}\/discover\/recruiterSearch)(?:\/|$)/,
};

/** `/posts/ada_topic-activity-712...-abcd`, `/feed/update/urn:li:activity:712...`; also shares and ugcPosts. */
function parsePostUrn(path: string): string | null {
  const update = /^\/feed\/update\/(urn:li:(?:activity|ugcPost|share):\d{6,25})\/?$/.exec(path)?.[1];
  if (update !== undefined) return update;
  const slug = /^\/posts\/([^/]+)\/?$/.exec(path)?.[1] ?? '';
  for (const { 0: named, 1: kind, 2: id, index } of slug.matchAll(
    /(?<![^_-])(activity|ugcPost|share)-(\d{6,25})(?=-|$)/g,
  )) {
    if (/^[\w-]*$/.test(slug.slice(index + named.length))) return `urn:li:${kind}:${id}`;
  }
  return null;
}

function parseLinkedinUrl(text: string): URL | null {
  const given = text.trim();
  if (given === '' || given.length > MAX_SOURCE_URL_LENGTH || /\s/.test(given)) return null;
  const url = URL.parse(/^[a-z][a-z0-9+.-]*:/i.test(given) ? given : `https://${given}`);
  if (url === null || !/^https?:$/.test(url.protocol) || url.username !== '' || url.password !== '') return null;
  if (url.port !== '' || (url.hostname !== 'linkedin.com' && !url.hostname.endsWith('.linkedin.com'))) return null;
  url.protocol = 'https:';
  return url;
}

function decodePath(path: string): string | null {
  try {
    return decodeURIComponent(path).normalize('NFC');
  } catch {
    return null;
  }
}
