import { trimTrailing } from '@overture/domain/text/text';
import { cutText } from '@overture/domain/text/text-bounds';
import type { ReadablePage } from './page-text.transform.ts';

type Link = ReadablePage['links'][number];

/** The pages with most information about a company, in order of choice; matched in the path or the text of the link. */
const WANTED: [kind: string, pattern: RegExp][] = [
  ['about', /\b(about|company|who-we-are|our-story|over-ons|ueber-uns|uber-uns|a-propos|quienes-somos|chi-siamo)\b/i],
  ['pricing', /\b(pricing|prices|plans|packages|prijzen|preise|tarifs|precios|prezzi)\b/i],
  [
    'products',
    /\b(products?|platform|solutions?|services?|features?|what-we-do|producten|diensten|produkte|leistungen)\b/i,
  ],
  [
    'careers',
    /\b(careers?|jobs?|join-us|work-with-us|vacatures|werken-bij|karriere|stellen|emplois|carrieres|empleo)\b/i,
  ],
  ['customers', /\b(customers?|case-stud(?:y|ies)|references?|clients?|klanten|kunden)\b/i],
  ['contact', /\b(contact|team|locations?|impressum|imprint)\b/i],
];

const CAREERS = WANTED[3]?.[1] ?? /careers/;
const JOB_BOARDS =
  /(^|\.)(greenhouse\.io|lever\.co|ashbyhq\.com|workable\.com|recruitee\.com|personio\.(?:de|com)|teamtailor\.com|smartrecruiters\.com|bamboohr\.com|join\.com|breezy\.hr|myworkdayjobs\.com)$/i;
const NO_PAGE = /\.(pdf|jpe?g|png|gif|svg|webp|zip|mp4|docx?|xlsx?|pptx?|xml|rss|ics|css|js)$/i;

/** One page of each kind, the shallowest one, at most `limit`; only of the same site, never the page itself. */
export function choosePages(
  links: Link[],
  isSameSite: (url: string) => boolean,
  home: string,
  limit: number,
): string[] {
  const candidates = links.filter(({ url }) => isSameSite(url) && isPage(url) && !isSamePage(url, home));
  const chosen: string[] = [];
  for (const [, pattern] of WANTED) {
    const best = candidates
      .filter((link) => matches(link, pattern) && !chosen.includes(link.url))
      .sort((one, other) => depthOf(one.url) - depthOf(other.url) || one.url.length - other.url.length)[0];
    if (best !== undefined) chosen.push(best.url);
    if (chosen.length === limit) break;
  }
  return chosen;
}

/** Pages with open positions, also on the well-known job boards companies use. */
export function chooseCareerPages(links: Link[], isSameSite: (url: string) => boolean, limit: number): string[] {
  const found = links.filter(({ url, text }) => {
    const isBoard = JOB_BOARDS.test(URL.parse(url)?.hostname ?? '');
    return isPage(url) && (isBoard || (isSameSite(url) && matches({ url, text }, CAREERS)));
  });
  return [...new Set(found.map(({ url }) => url))].slice(0, limit);
}

/** Where such pages usually are, for a home page whose links are made by scripts. */
export const USUAL_PATHS = ['/about', '/pricing', '/careers'];
export const USUAL_CAREER_PATHS = ['/careers', '/jobs'];

function matches({ url, text }: Link, pattern: RegExp): boolean {
  const path = URL.parse(url)?.pathname ?? '';
  return pattern.test(path.replaceAll('_', '-')) || pattern.test(cutText(text, 40));
}

function isPage(url: string): boolean {
  return !NO_PAGE.test(URL.parse(url)?.pathname ?? '');
}

function isSamePage(one: string, other: string): boolean {
  return trimTrailing(one, '/') === trimTrailing(other, '/');
}

function depthOf(url: string): number {
  return (URL.parse(url)?.pathname ?? '').split('/').filter((part) => part !== '').length;
}
