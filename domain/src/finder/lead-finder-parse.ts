import { normalizeDomain } from '../addresses/domain-name.ts';
import { FINDER_LIMITS } from '../limits.ts';
import { cutText } from '../text/text-bounds.ts';
import type { DomainFilter, IndustryFilter, LeadFinderFilters, TagFilter } from './lead-finder.ts';
import {
  COMPANY_SIZES,
  CONTACT_KINDS,
  cleanTag,
  DEPARTMENTS,
  emptyLeadFinderFilters,
  locationKeys,
  REVENUE_RANGES,
  SENIORITIES,
  tagKey,
} from './lead-finder.ts';
import { foldWords } from './lead-words.ts';

/** `error` is a sentence for the person or program that sent the filters. */
export type ParsedFinderFilters = { ok: true; filters: LeadFinderFilters } | { ok: false; error: string };

/** A filter that cannot be read; caught by `parseLeadFinderFilters`, never thrown out of this file. */
class UnreadableFilter extends Error {}

const READERS: { [Name in keyof LeadFinderFilters]: (value: unknown) => LeadFinderFilters[Name] } = {
  job_title: (value) => parseTags('job_title', value),
  keywords: (value) => parseTags('keywords', Array.isArray(value) ? { can: value } : value),
  seniority: (value) => parseOptions('seniority', value, SENIORITIES),
  department: (value) => parseOptions('department', value, DEPARTMENTS),
  revenue: (value) => parseOptions('revenue', value, REVENUE_RANGES),
  company_size: (value) => parseOptions('company_size', value, COMPANY_SIZES),
  prospect_location: (value) => parseLocations('prospect_location', value),
  excluded_location: (value) => parseLocations('excluded_location', value),
  industry: (value) => parseIndustries('industry', value),
  excluded_industry: (value) => parseIndustries('excluded_industry', value),
  company_domain: parseDomains,
  contact: (value) => parseOptions('contact', value, CONTACT_KINDS),
};

/**
 * Parses filters from the wire. Missing and null filters match every lead; a plain list of keywords means 'one of'.
 * Tags are trimmed and deduplicated. Unknown filters, shapes and options, and over-long or too many values are errors.
 * So is a tag, a domain, a place or an industry that is both included and excluded.
 */
export function parseLeadFinderFilters(input: unknown): ParsedFinderFilters {
  try {
    if (!isRecord(input)) throw new UnreadableFilter('Filters must be an object.');
    const filters: LeadFinderFilters = emptyLeadFinderFilters();
    for (const [name, value] of Object.entries(input)) {
      if (!isFilterName(name)) throw new UnreadableFilter(`Unknown filter: ${cutText(name, 60)}.`);
      if (value !== null && value !== undefined) Object.assign(filters, { [name]: READERS[name](value) });
    }
    requireNoneTwice(filters);
    return { ok: true, filters };
  } catch (error) {
    if (error instanceof UnreadableFilter) return { ok: false, error: error.message };
    throw error;
  }
}

/** What two places have in common when they are the same, and two industries. */
export const placeKey = ({ name }: { name: string }): string => locationKeys(name)[0] ?? '';
export const industryKey = ({ industry, sub_industry }: IndustryFilter): string =>
  `${tagKey(industry)}|${sub_industry === null ? '' : tagKey(sub_industry)}`;

/** A place within an included one may be excluded, and a part of an included industry. */
function requireNoneTwice(filters: LeadFinderFilters): void {
  const places = new Set(filters.prospect_location.map(placeKey));
  const place = filters.excluded_location.find((one) => places.has(placeKey(one)));
  if (place) throw new UnreadableFilter(`excluded_location: ${contradictionText(place.name)}`);
  const industries = new Set(filters.industry.map(industryKey));
  const industry = filters.excluded_industry.find((one) => industries.has(industryKey(one)));
  if (industry)
    throw new UnreadableFilter(`excluded_industry: ${contradictionText(industry.sub_industry ?? industry.industry)}`);
}

/** The tag's list, or the reason why it cannot be added to these tags: what the dialog asks on Enter. */
export function addTag(tags: TagFilter, list: keyof TagFilter, tag: string): TagFilter | { error: string } {
  const problem = tagProblem(tag);
  if (problem !== null) return { error: problem };
  if (tags[list].some((known) => tagKey(known) === tagKey(tag))) return { error: 'This is already in the list.' };
  const grown = { ...tags, [list]: [...tags[list], cleanTag(tag)] };
  const contradiction = findContradiction(grown);
  if (contradiction !== null) return { error: contradictionText(contradiction) };
  if (grown[list].length > FINDER_LIMITS.max_tags) return { error: `At most ${FINDER_LIMITS.max_tags} are possible.` };
  return grown;
}

/** Domains of a pasted list, one after the other by spaces, commas or lines, and the texts that are none. */
export function parsePastedDomains(text: string): { domains: string[]; problems: string[] } {
  const domains = new Set<string>();
  const problems: string[] = [];
  const items = cutText(text, PASTED_DOMAINS).split(/[\s,;]+/);
  // Where it was cut, part of a name is another one.
  if (text.length >= PASTED_DOMAINS) items.pop();
  for (const item of items) {
    const domain = item === '' ? null : parseDomain(item);
    if (domain !== null) domains.add(domain);
    else if (item !== '') problems.push(cutText(item, 60));
  }
  return { domains: [...domains], problems };
}

/** No company has a longer one: each parent of a domain is looked for, and a thousand of a hundred parts end in no answer. */
const MOST_PARTS = 8;

function parseDomain(text: string): string | null {
  const domain = normalizeDomain(text);
  return domain !== null && domain.split('.').length <= MOST_PARTS ? domain : null;
}

/** Characters of a pasted list that are read. */
export const PASTED_DOMAINS = 100_000;

function isFilterName(name: string): name is keyof LeadFinderFilters {
  return Object.hasOwn(READERS, name);
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function parseTags(filter: string, value: unknown): TagFilter {
  if (!isRecord(value)) throw new UnreadableFilter(`${filter} must be an object with the lists must, can and doesnt.`);
  const unknown = Object.keys(value).find((list) => !['must', 'can', 'doesnt'].includes(list));
  if (unknown !== undefined) throw new UnreadableFilter(`${filter} has no list ${cutText(unknown, 60)}.`);
  const tags = {
    must: parseTagList(`${filter}.must`, value.must),
    can: parseTagList(`${filter}.can`, value.can),
    doesnt: parseTagList(`${filter}.doesnt`, value.doesnt),
  };
  const contradiction = findContradiction(tags);
  if (contradiction !== null) throw new UnreadableFilter(`${filter}: ${contradictionText(contradiction)}`);
  return tags;
}

function parseTagList(path: string, value: unknown): string[] {
  const byKey = new Map<string, string>();
  for (const item of parseList(path, value, FINDER_LIMITS.max_tags)) {
    if (typeof item !== 'string') throw new UnreadableFilter(`${path} must be a list of texts.`);
    const problem = tagProblem(item);
    if (problem !== null) throw new UnreadableFilter(`${path}: ${problem}`);
    const tag = cleanTag(item);
    if (!byKey.has(tagKey(tag))) byKey.set(tagKey(tag), tag);
  }
  return [...byKey.values()];
}

function tagProblem(tag: string): string | null {
  if (tag.length > FINDER_LIMITS.max_tag_length) {
    return `A text can have at most ${FINDER_LIMITS.max_tag_length} characters.`;
  }
  const words = foldWords(tag).length;
  if (words === 0) return 'A text needs at least one letter or digit.';
  return words > FINDER_LIMITS.max_tag_words ? `A text can have at most ${FINDER_LIMITS.max_tag_words} words.` : null;
}

/** A tag that is both included and excluded, or null. */
function findContradiction(tags: TagFilter): string | null {
  const included = new Set([...tags.must, ...tags.can].map(tagKey));
  return tags.doesnt.find((tag) => included.has(tagKey(tag))) ?? null;
}

function contradictionText(tag: string): string {
  return `'${tag}' cannot be both included and excluded.`;
}

function parseOptions<Option extends string>(filter: string, value: unknown, options: readonly Option[]): Option[] {
  const chosen = new Set(parseList(filter, value, options.length * 2));
  const unknown = [...chosen].find((item) => !options.some((option) => option === item));
  if (unknown !== undefined) throw new UnreadableFilter(`${filter} must be a list of: ${options.join(', ')}.`);
  return options.filter((option) => chosen.has(option));
}

function parseLocations(filter: string, value: unknown): { name: string }[] {
  const byKey = new Map<string, { name: string }>();
  for (const item of parseList(filter, value, FINDER_LIMITS.max_locations)) {
    if (!isRecord(item) || typeof item.name !== 'string') {
      throw new UnreadableFilter(`${filter} must be a list of objects with a name.`);
    }
    const name = cleanTag(cutText(item.name, FINDER_LIMITS.max_location_length + 1));
    const key = locationKeys(name)[0];
    if (key === undefined || name.length > FINDER_LIMITS.max_location_length) {
      throw new UnreadableFilter(`${filter}: '${cutText(name, 60)}' is no name of a place.`);
    }
    if (!byKey.has(key)) byKey.set(key, { name });
  }
  return [...byKey.values()];
}

function parseDomains(value: unknown): DomainFilter {
  if (!isRecord(value)) throw new UnreadableFilter('company_domain must be an object with the lists in and not_in.');
  const unknown = Object.keys(value).find((list) => !['in', 'not_in'].includes(list));
  if (unknown !== undefined) throw new UnreadableFilter(`company_domain has no list ${cutText(unknown, 60)}.`);
  const domains = {
    in: parseDomainList('company_domain.in', value.in),
    not_in: parseDomainList('company_domain.not_in', value.not_in),
  };
  const contradiction = domains.in.find((domain) => domains.not_in.includes(domain));
  if (contradiction !== undefined) throw new UnreadableFilter(`company_domain: ${contradictionText(contradiction)}`);
  return domains;
}

function parseDomainList(path: string, value: unknown): string[] {
  const domains = parseList(path, value, FINDER_LIMITS.max_domains).map((item) => {
    const domain = typeof item === 'string' ? parseDomain(item) : null;
    if (domain === null) throw new UnreadableFilter(`${path}: '${cutText(String(item), 60)}' is no domain.`);
    return domain;
  });
  return [...new Set(domains)];
}

function parseIndustries(filter: string, value: unknown): IndustryFilter[] {
  const byKey = new Map<string, IndustryFilter>();
  for (const item of parseList(filter, value, FINDER_LIMITS.max_industries)) {
    if (!isRecord(item))
      throw new UnreadableFilter(`${filter} must be a list of objects with industry and sub_industry.`);
    const industry = parseIndustryName(filter, item.industry, false);
    const sub_industry = parseIndustryName(filter, item.sub_industry, true);
    if (industry === null) throw new UnreadableFilter(`${filter}: the name of the industry is missing.`);
    const key = industryKey({ industry, sub_industry });
    if (!byKey.has(key)) byKey.set(key, { industry, sub_industry });
  }
  return [...byKey.values()];
}

function parseIndustryName(filter: string, value: unknown, isOptional: boolean): string | null {
  if (isOptional && (value === null || value === undefined || value === '')) return null;
  if (typeof value !== 'string' || value.length > FINDER_LIMITS.max_tag_length || tagKey(value) === '') {
    throw new UnreadableFilter(`${filter} must be a list of objects with the texts industry and sub_industry.`);
  }
  return cleanTag(value);
}

function parseList(path: string, value: unknown, max: number): unknown[] {
  if (value === null || value === undefined) return [];
  if (!Array.isArray(value)) throw new UnreadableFilter(`${path} must be a list.`);
  if (value.length > max) throw new UnreadableFilter(`${path} can have at most ${max} values.`);
  return value;
}
