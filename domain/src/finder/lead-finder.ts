import { domainAndParents } from '../addresses/domain-name.ts';
import { foldWords, matchesWords, parseWordPattern, type WordPattern } from './lead-words.ts';

/**
 * The lead finder's filters and what they mean. This is the one place: the lead database's SQL is
 * held against `matchesLead` by a test.
 *
 * | filter            | a lead passes when                                                                             |
 * | job_title         | every `must` tag, one of the `can` tags (if any) and none of the `doesnt` tags match its title |
 * | keywords          | the same over title, headline, company name, industry and what the company does, taken together |
 * | seniority         | its level is one of the chosen                                                                 |
 * | department        | its department is one of the chosen                                                            |
 * | prospect_location | it is at one of the places or within one ('Netherlands' finds 'Amsterdam, North Holland, Netherlands') |
 * | excluded_location | it is at none of the places and within none                                                    |
 * | industry          | its company is in one of the chosen: a main industry with all its sub-industries, or one of them |
 * | excluded_industry | its company is in none of the chosen                                                           |
 * | revenue           | the company's yearly revenue in US dollars is in one of the chosen bands                       |
 * | company_size      | the company's number of employees is in one of the chosen bands                                |
 * | company_domain    | its company's domain is one of `in` (if any) and none of `not_in`; a subdomain means its domain   |
 * | contact           | the database has all of the chosen for it: an email address, a phone number                     |
 *
 * Filters with nothing chosen are ignored; all others must match. A lead without a value passes no band,
 * level, department, place or industry, and no exclusion holds it back.
 * A tag matches a text when all its words occur in it, in any order, as whole words, synonyms included (`lead-words`).
 */

export const SENIORITIES = ['C-Level', 'VP-Level', 'Director-Level', 'Manager-Level', 'Staff', 'Other'] as const;
export type Seniority = (typeof SENIORITIES)[number];

export const DEPARTMENTS = [
  'Engineering',
  'Finance & Administration',
  'Human Resources',
  'IT & IS',
  'Marketing',
  'Operations',
  'Sales',
  'Support',
  'Other',
] as const;
export type Department = (typeof DEPARTMENTS)[number];

/** From `min` (included) up to `max` (not included), null where there is no end. */
export type Band<Label extends string> = { label: Label; min: number; max: number | null };

const MILLION = 1_000_000;

/** Yearly revenue in US dollars. */
export const REVENUE_BANDS = [
  { label: '$0 - 1M', min: 0, max: MILLION },
  { label: '$1 - 10M', min: MILLION, max: 10 * MILLION },
  { label: '$10 - 50M', min: 10 * MILLION, max: 50 * MILLION },
  { label: '$50 - 100M', min: 50 * MILLION, max: 100 * MILLION },
  { label: '$100 - 250M', min: 100 * MILLION, max: 250 * MILLION },
  { label: '$250 - 500M', min: 250 * MILLION, max: 500 * MILLION },
  { label: '$500M - 1B', min: 500 * MILLION, max: 1000 * MILLION },
  { label: '> $1B', min: 1000 * MILLION, max: null },
] as const satisfies readonly Band<string>[];
export type RevenueRange = (typeof REVENUE_BANDS)[number]['label'];
export const REVENUE_RANGES: readonly RevenueRange[] = REVENUE_BANDS.map((band) => band.label);

/** Employees of the company. */
export const COMPANY_SIZE_BANDS = [
  { label: '0 - 25', min: 0, max: 25 },
  { label: '25 - 100', min: 25, max: 100 },
  { label: '100 - 250', min: 100, max: 250 },
  { label: '250 - 1000', min: 250, max: 1000 },
  { label: '1K - 10K', min: 1000, max: 10_000 },
  { label: '10K - 50K', min: 10_000, max: 50_000 },
  { label: '50K - 100K', min: 50_000, max: 100_000 },
  { label: '> 100K', min: 100_000, max: null },
] as const satisfies readonly Band<string>[];
export type CompanySize = (typeof COMPANY_SIZE_BANDS)[number]['label'];
export const COMPANY_SIZES: readonly CompanySize[] = COMPANY_SIZE_BANDS.map((band) => band.label);

/** What the database may have for reaching a lead. */
export const CONTACT_KINDS = ['email', 'phone'] as const;
export type ContactKind = (typeof CONTACT_KINDS)[number];

/** Where an organization knows people from: they can be left out when others are added. */
export const KNOWN_PLACES = ['lists', 'campaigns', 'crm'] as const;
export type KnownPlace = (typeof KNOWN_PLACES)[number];

/** Domains in lower case, without `www.`. */
export type DomainFilter = { in: string[]; not_in: string[] };

export type TagFilter = { must: string[]; can: string[]; doesnt: string[] };

/** A main industry, or one of its sub-industries when `sub_industry` is given. */
export type IndustryFilter = { industry: string; sub_industry: string | null };

/** Filters as they are after `parseLeadFinderFilters`: every list there, bounded, without duplicates. */
export type LeadFinderFilters = {
  job_title: TagFilter;
  seniority: Seniority[];
  department: Department[];
  prospect_location: { name: string }[];
  excluded_location: { name: string }[];
  industry: IndustryFilter[];
  excluded_industry: IndustryFilter[];
  revenue: RevenueRange[];
  keywords: TagFilter;
  company_size: CompanySize[];
  company_domain: DomainFilter;
  contact: ContactKind[];
};

/** What the finder asks of a lead; null where unknown. Every lead of the lead database is one. */
export type FinderFacts = {
  job_title: string | null;
  headline: string | null;
  seniority: Seniority | null;
  department: Department | null;
  /** 'Amsterdam, North Holland, Netherlands' or less of it. */
  location: string | null;
  email: string | null;
  phone_number: string | null;
  company: {
    name: string | null;
    domain: string | null;
    industry: string | null;
    sub_industry: string | null;
    /** What the company does. */
    keywords: string | null;
    employees: number | null;
    revenue_in_usd: number | null;
  };
};

/** A place, in the words of the location data; null where a part is not known. */
export type LeadLocation = { city: string | null; region: string | null; country: string | null };

export function emptyLeadFinderFilters(): LeadFinderFilters {
  return {
    job_title: { must: [], can: [], doesnt: [] },
    seniority: [],
    department: [],
    prospect_location: [],
    excluded_location: [],
    industry: [],
    excluded_industry: [],
    revenue: [],
    keywords: { must: [], can: [], doesnt: [] },
    company_size: [],
    company_domain: { in: [], not_in: [] },
    contact: [],
  };
}

/** True when at least one filter has a value: only then leads are looked for. */
export function hasFinderFilter(filters: LeadFinderFilters): boolean {
  const { job_title, keywords, company_domain, ...lists } = filters;
  return [job_title, keywords, company_domain, lists]
    .flatMap((group): (readonly unknown[])[] => Object.values(group))
    .some((list) => list.length > 0);
}

/** The tag as it is kept: trimmed, single spaces. */
export function cleanTag(tag: string): string {
  return tag
    .toWellFormed()
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim();
}

/** What two tags have in common when they are the same: their words. */
export function tagKey(tag: string): string {
  return foldWords(tag).join(' ');
}

/** 'Amsterdam, North Holland, Netherlands', or less where less is known; empty for an unknown place. */
export function locationName(location: LeadLocation): string {
  return [location.city, location.region, location.country].filter((part) => part !== null && part !== '').join(', ');
}

/**
 * The keys under which a place is found, from itself to its country: 'Amsterdam, North Holland, Netherlands' is at
 * 'amsterdam|north holland|netherlands', in 'north holland|netherlands' and in 'netherlands', and also 'amsterdam|netherlands'
 * for those who leave the region out. A filter's own key is the first. Empty for a text without words.
 */
export function locationKeys(name: string): string[] {
  const parts = name
    .split(',')
    .map((part) => foldWords(part).join(' '))
    .filter((part) => part !== '');
  const country = parts.pop();
  if (country === undefined) return [];
  const path = [...parts, COUNTRY_NAMES.get(country) ?? country];
  const keys = path.map((_, index) => path.slice(index).join('|'));
  if (path.length > 2) keys.push(`${path[0]}|${path.at(-1)}`);
  return [...new Set(keys)];
}

const COUNTRY_NAMES: ReadonlyMap<string, string> = new Map([
  ['usa', 'united states'],
  ['us', 'united states'],
  ['united states of america', 'united states'],
  ['uk', 'united kingdom'],
  ['great britain', 'united kingdom'],
  ['the netherlands', 'netherlands'],
  ['holland', 'netherlands'],
  ['uae', 'united arab emirates'],
  ['czech republic', 'czechia'],
  ['turkiye', 'turkey'],
]);

/** The one band a number is in; null for an unknown or negative number. */
export function bandOf<Label extends string>(bands: readonly Band<Label>[], value: number | null): Label | null {
  if (value === null || !(value >= 0)) return null;
  return bands.find((band) => band.max === null || value < band.max)?.label ?? null;
}

/** The reference: does this lead pass? */
export function matchesLead(filters: LeadFinderFilters, lead: FinderFacts): boolean {
  return leadMatcher(filters)(lead);
}

/** The same for many leads: tags are taken apart once, and words are looked for last, as they cost the most. */
export function leadMatcher(filters: LeadFinderFilters): (lead: FinderFacts) => boolean {
  const holdsTitle = tagMatcher(filters.job_title);
  const holdsKeywords = tagMatcher(filters.keywords);
  const isAtCompany = domainMatcher(filters.company_domain);
  return (lead) =>
    isChosen(filters.seniority, lead.seniority) &&
    isChosen(filters.department, lead.department) &&
    isChosen(filters.revenue, bandOf(REVENUE_BANDS, lead.company.revenue_in_usd)) &&
    isChosen(filters.company_size, bandOf(COMPANY_SIZE_BANDS, lead.company.employees)) &&
    isAtPlace(filters, lead) &&
    isOfIndustry(filters, lead) &&
    filters.contact.every((kind) => (kind === 'email' ? lead.email : lead.phone_number) !== null) &&
    isAtCompany(lead.company.domain) &&
    holdsTitle(lead.job_title ?? '') &&
    holdsKeywords(keywordText(lead));
}

export function keywordText({ job_title, headline, company }: FinderFacts): string {
  return [job_title, headline, company.name, company.industry, company.sub_industry, company.keywords].join(' ');
}

function tagMatcher(tags: TagFilter): (text: string) => boolean {
  const [must, can, doesnt] = [tags.must, tags.can, tags.doesnt].map((list) =>
    list.map((tag) => parseWordPattern(tag) ?? []),
  ) as [WordPattern[], WordPattern[], WordPattern[]];
  if (must.length + can.length + doesnt.length === 0) return () => true;
  return (text) => {
    const words = new Set(foldWords(text));
    const holds = (pattern: WordPattern) => matchesWords(pattern, words);
    return must.every(holds) && (can.length === 0 || can.some(holds)) && !doesnt.some(holds);
  };
}

function domainMatcher(filter: DomainFilter): (domain: string | null) => boolean {
  const [wanted, unwanted] = [filter.in, filter.not_in].map(
    (domains) => new Set(domains.flatMap(domainAndParents)),
  ) as [Set<string>, Set<string>];
  return (domain) =>
    domain === null ? wanted.size === 0 : (wanted.size === 0 || wanted.has(domain)) && !unwanted.has(domain);
}

function isChosen(chosen: readonly string[], value: string | null): boolean {
  return chosen.length === 0 || (value !== null && chosen.includes(value));
}

function isAtPlace({ prospect_location, excluded_location }: LeadFinderFilters, { location }: FinderFacts): boolean {
  const isWanted = prospect_location.length === 0 || isWithin(prospect_location, location);
  return isWanted && !isWithin(excluded_location, location);
}

function isOfIndustry({ industry, excluded_industry }: LeadFinderFilters, lead: FinderFacts): boolean {
  return (industry.length === 0 || isInIndustry(industry, lead)) && !isInIndustry(excluded_industry, lead);
}

function isWithin(places: readonly { name: string }[], location: string | null): boolean {
  if (places.length === 0 || location === null) return false;
  const keys = new Set(locationKeys(location));
  return places.some((place) => keys.has(locationKeys(place.name)[0] ?? ''));
}

function isInIndustry(chosen: readonly IndustryFilter[], lead: FinderFacts): boolean {
  return chosen.some(
    ({ industry, sub_industry }) =>
      tagKey(industry) === tagKey(lead.company.industry ?? '') &&
      (sub_industry === null || tagKey(sub_industry) === tagKey(lead.company.sub_industry ?? '')),
  );
}

/** What a list remembers of the finder, as it is stored: the filters and, beside them, the most leads of one company. */
export function packRemembered(filters: LeadFinderFilters, perCompany: number | null): Record<string, unknown> {
  return perCompany === null ? { ...filters } : { ...filters, prospects_per_company: perCompany };
}

/** The two parts of what `packRemembered` made. */
export function unpackRemembered({ prospects_per_company, ...filters }: Record<string, unknown>) {
  return { filters, prospects_per_company: typeof prospects_per_company === 'number' ? prospects_per_company : null };
}
