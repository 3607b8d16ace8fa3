import { registrableDomain } from '../addresses/registrable-domain.ts';
import { escapeHtml, htmlToText } from '../message/html.ts';
import { TRACKING_LIMITS } from './link-tracking.ts';

/** Which links of a mail are rewritten. */
export interface LinkRule {
  /** Texts of the step as people wrote them, formatted ones too. A link that is not written there may hold data of the lead. */
  texts: readonly string[];
  /** The registrable domain of the tracking host. */
  domain: string;
  /** The booking page of the sender. */
  calendar_url: string | null;
}

const OPEN = '<a href="';
const CLOSE = '</a>';
/** Pages where leads book: their address names the lead's booking, and their provider reports it. */
const BOOKING_DOMAINS = ['cal.com', 'calendly.com'];

/** Addresses of the mail that are rewritten, each once, in order. */
export function listTrackableLinks(html: string, rule: LinkRule): string[] {
  const found = new Set<string>();
  mapLinks(html, (url, shown) => {
    if (found.size < TRACKING_LIMITS.links_of_mail && isTrackable(url, shown, rule)) found.add(url);
    return url;
  });
  return [...found];
}

/** The mail with these addresses replaced, where they may be. */
export function rewriteLinks(html: string, rule: LinkRule, replacements: ReadonlyMap<string, string>): string {
  return mapLinks(html, (url, shown) => (isTrackable(url, shown, rule) ? (replacements.get(url) ?? url) : url));
}

/** Our own mails write links in one form only; anything else is left as it is, and so is what follows the first hundred. */
function mapLinks(html: string, replace: (url: string, shown: string) => string): string {
  let written = '';
  let from = 0;
  for (let count = 0; ; count += 1) {
    const start = count < TRACKING_LIMITS.links_looked_at ? html.indexOf(OPEN, from) : -1;
    const end = start === -1 ? -1 : html.indexOf('"', start + OPEN.length);
    if (end === -1) return written + html.slice(from);
    const escaped = html.slice(start + OPEN.length, end);
    const close = html.indexOf(CLOSE, end);
    const shown = html[end + 1] === '>' && close !== -1 ? htmlToText(html.slice(end + 2, close)) : null;
    const url = unescapeHtml(escaped);
    const replaced = shown === null ? url : replace(url, shown);
    written += html.slice(from, start + OPEN.length) + (replaced === url ? escaped : escapeHtml(replaced));
    from = end;
  }
}

const ENTITIES: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'" };

const unescapeHtml = (text: string): string =>
  text.replace(/&(amp|lt|gt|quot|#39);/g, (_, name: string) => ENTITIES[name] ?? '');

function isTrackable(url: string, shown: string, { texts, domain, calendar_url }: LinkRule): boolean {
  const parsed = URL.parse(url);
  if (parsed === null || !/^https?:$/.test(parsed.protocol) || parsed.username !== '' || parsed.password !== '')
    return false;
  if (new TextEncoder().encode(url).length > TRACKING_LIMITS.url_bytes) return false;
  if (calendar_url !== null && url.startsWith(calendar_url.trim())) return false;
  if (BOOKING_DOMAINS.includes(registrableDomain(parsed.hostname) ?? '')) return false;
  if (!isWritten(url, texts)) return false;
  const seen = domainShown(shown);
  // Mail programs warn about a link whose text names another domain than its address.
  return seen === null || seen === domain;
}

/** A bare `www.` address is written without the scheme that its link has. */
function isWritten(url: string, texts: readonly string[]): boolean {
  const bare = url.startsWith('https://www.') ? url.slice('https://'.length) : null;
  return texts.some(
    (text) => text.includes(url) || text.includes(escapeHtml(url)) || (bare !== null && text.includes(bare)),
  );
}

/** The registrable domain that the text of a link names; null for words. */
function domainShown(shown: string): string | null {
  const text = shown.trim();
  if (text === '' || /\s/.test(text) || !text.includes('.')) return null;
  const host = URL.parse(/^[a-z][a-z0-9+.-]*:\/\//i.test(text) ? text : `https://${text}`)?.hostname;
  return host === undefined ? null : registrableDomain(host);
}
