import { normalizeDomain } from '../addresses/domain-name.ts';
import { emailDomain } from '../addresses/email-address.ts';
import { isFreeMail } from '../addresses/free-mail.ts';
import { hostDomain, registrableDomain } from '../addresses/registrable-domain.ts';
import { toAscii } from './name-parts.ts';

/** Sites that list companies or host their pages: their domain is not the company's. */
const SHARED_SITES: ReadonlySet<string> = new Set(
  `linkedin.com facebook.com instagram.com twitter.com x.com youtube.com tiktok.com pinterest.com threads.net linktr.ee
  github.com github.io gitlab.io medium.com substack.com wordpress.com blogspot.com wixsite.com weebly.com squarespace.com
  webflow.io notion.site carrd.co about.me bit.ly wikipedia.org wikidata.org crunchbase.com bloomberg.com reuters.com forbes.com
  glassdoor.com indeed.com zoominfo.com apollo.io rocketreach.co lusha.com dnb.com pitchbook.com owler.com craft.co cbinsights.com
  tracxn.com yelp.com trustpilot.com g2.com capterra.com kompass.com europages.com opencorporates.com northdata.com kvk.nl
  yellowpages.com bbb.org google.com bing.com apple.com amazon.com`.split(/\s+/),
);

/** Hosts among these where every customer has a subdomain: `acme.wixsite.com`. */
const HOSTS: ReadonlySet<string> = new Set(
  `medium.com substack.com github.io gitlab.io wordpress.com blogspot.com wixsite.com weebly.com squarespace.com webflow.io notion.site
  carrd.co`.split(/\s+/),
);

/** A result is taken for a company's website from this confidence on (0 to 100). */
const WEBSITE_ACCEPT_CONFIDENCE = 70;

/**
 * The domain under which a company receives mail, derived from its website: the registrable part of the address. Null
 * for none, or a page on a hosting site.
 */
export function companyDomain(website: string | null | undefined): string | null {
  const site = website ? hostDomain(website) : null;
  return !website || site === null || SHARED_SITES.has(site) ? null : registrableDomain(website);
}

/**
 * A domain whose pages are all about the company: its own domain, its subdomain at a host, or the start page of a
 * hosting site (employees of Facebook work at facebook.com). Null for a company's page on such a site: the site's jobs
 * and technology are not the company's.
 */
export function ownSiteDomain(website: string | null | undefined): string | null {
  const domain = website ? hostDomain(website) : null;
  if (!website || domain === null) return null;
  if (!SHARED_SITES.has(domain)) return registrableDomain(website);
  const host = normalizeDomain(website);
  if (host !== domain) return HOSTS.has(domain) ? host : null;
  const url = URL.parse(/^https?:/i.test(website.trim()) ? website.trim() : `https://${website.trim()}`);
  return url?.pathname === '/' ? domain : null;
}

/** The company's domain, derived from a work address; null for public mailbox providers. */
export function companyDomainOfEmail(email: string | null | undefined): string | null {
  if (!email || isFreeMail(email)) return null;
  return companyDomain(emailDomain(email));
}

export type WebsiteGuess = { website: string; domain: string; confidence: number; title: string };

/**
 * Which search result is a company's own website: the one whose domain reads like the company's name. Results that speak
 * about it elsewhere are passed over. Null when none is convincing.
 * @param results in the order of the search
 */
export function pickCompanyWebsite(
  company: string,
  results: readonly { url: string; title: string }[],
): WebsiteGuess | null {
  const guesses = results.flatMap(({ url, title }) => {
    const domain = companyDomain(url);
    if (domain === null) return [];
    return [{ website: `https://${domain}`, domain, title, confidence: likeness(company, domain, title) }];
  });
  const best = guesses.toSorted((a, b) => b.confidence - a.confidence)[0];
  return best !== undefined && best.confidence >= WEBSITE_ACCEPT_CONFIDENCE ? best : null;
}

const LEGAL_FORMS =
  /\b(?:inc|incorporated|corp|corporation|co|company|ltd|limited|llc|llp|plc|gmbh|mbh|ag|kg|ug|se|sa|sas|sarl|srl|spa|bv|nv|vof|ab|as|asa|aps|oy|oyj|pty|pte|kk|sro|doo|the)\b/g;

function likeness(company: string, domain: string, title: string): number {
  const words = toAscii(company, 'plain')
    .replace(/\b([a-z])\.(?=[a-z]\b)/g, '$1')
    .replace(/[^a-z0-9 ]+/g, ' ')
    .replace(LEGAL_FORMS, ' ')
    .split(' ')
    .filter((word) => word !== '');
  const label = (domain.split('.')[0] ?? '').replaceAll('-', '');
  if (words.length === 0 || label === '') return 0;
  const isNamed = toAscii(title, 'plain')
    .replace(/[^a-z0-9]+/g, '')
    .includes(words.join(''));
  return rateLabel(label, words, isNamed);
}

/** How likely the first part of a domain belongs to a company with a name of these words. */
function rateLabel(label: string, words: readonly string[], isNamed: boolean): number {
  const name = words.join('');
  if (label === name) return 95;
  if (label === words.map((word) => word.slice(0, 1)).join('') && words.length > 2 && isNamed) return 75;
  if (name.length >= 5 && label.startsWith(name)) return isNamed ? 85 : 75;
  if (label.length >= 4 && name.startsWith(label)) return isNamed ? 85 : 40;
  return isNamed ? 40 : 0;
}
