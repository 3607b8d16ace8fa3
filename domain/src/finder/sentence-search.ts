import { findIndustry } from './industries.ts';
import {
  type Band,
  COMPANY_SIZE_BANDS,
  CONTACT_KINDS,
  type ContactKind,
  DEPARTMENTS,
  type Department,
  emptyLeadFinderFilters,
  type LeadFinderFilters,
  REVENUE_BANDS,
  SENIORITIES,
  type Seniority,
  type TagFilter,
} from './lead-finder.ts';
import { addTag, industryKey, parsePastedDomains, placeKey } from './lead-finder-parse.ts';

/** A sentence about people, and how much of a list of values the model may name. */
export const SENTENCE_SEARCH = { characters: 500, values: 20, value_characters: 120 } as const;

/** What a model read in a sentence about people. Its words are checked here: a filter never holds a value that the finder lacks. */
export type SentenceReading = {
  job_titles: string[];
  excluded_job_titles: string[];
  seniorities: string[];
  departments: string[];
  places: string[];
  excluded_places: string[];
  industries: string[];
  excluded_industries: string[];
  keywords: string[];
  excluded_keywords: string[];
  company_domains: string[];
  excluded_company_domains: string[];
  min_employees: number | null;
  max_employees: number | null;
  min_revenue_in_usd: number | null;
  max_revenue_in_usd: number | null;
  contact: string[];
  /** Parts of the sentence that no filter expresses. */
  not_expressed: string[];
};

export type SentenceSearch = {
  filters: LeadFinderFilters;
  /** What of the sentence is no filter, or another one than it says, in words. */
  notes: string[];
};

/** @param findPlace the place of the data set with this name; undefined for none */
export function toFinderSearch(
  reading: SentenceReading,
  findPlace: (name: string) => string | undefined,
): SentenceSearch {
  const notes: string[] = [];
  const note = (words: string) => notes.push(words);
  const filters: LeadFinderFilters = {
    ...emptyLeadFinderFilters(),
    job_title: toTags(reading.job_titles, reading.excluded_job_titles, note),
    keywords: toTags(reading.keywords, reading.excluded_keywords, note),
    seniority: toOptions<Seniority>('level', reading.seniorities, SENIORITIES, note),
    department: toOptions<Department>('department', reading.departments, DEPARTMENTS, note),
    contact: toOptions<ContactKind>('kind of contact data', reading.contact, CONTACT_KINDS, note),
    ...toPlaceFilters(reading, findPlace, note),
    ...toIndustryFilters(reading, note),
    company_size: toBands('employees', COMPANY_SIZE_BANDS, reading.min_employees, reading.max_employees, note),
    revenue: toBands('revenue', REVENUE_BANDS, reading.min_revenue_in_usd, reading.max_revenue_in_usd, note),
    company_domain: toDomains(reading.company_domains, reading.excluded_company_domains, note),
  };
  for (const part of reading.not_expressed) note(`“${part}” is no filter.`);
  return { filters, notes: [...new Set(notes)] };
}

type Note = (words: string) => void;

/** What both lists name is included. */
function toTags(wanted: readonly string[], unwanted: readonly string[], note: Note): TagFilter {
  let tags: TagFilter = { must: [], can: [], doesnt: [] };
  const add = (list: 'can' | 'doesnt', tag: string) => {
    const grown = addTag(tags, list, tag);
    if ('error' in grown) note(`“${tag}” was left out. ${grown.error}`);
    else tags = grown;
  };
  for (const tag of wanted) add('can', tag);
  for (const tag of unwanted) add('doesnt', tag);
  return tags;
}

function toOptions<Option extends string>(
  what: string,
  named: readonly string[],
  options: readonly Option[],
  note: Note,
): Option[] {
  const keys = new Set(named.map((name) => name.trim().toLowerCase()));
  for (const name of named)
    if (!options.some((option) => option.toLowerCase() === name.trim().toLowerCase()))
      note(`The finder has no ${what} “${name}”.`);
  return options.filter((option) => keys.has(option.toLowerCase()));
}

function toPlaces(named: readonly string[], findPlace: (name: string) => string | undefined, note: Note) {
  const places = new Set<string>();
  for (const name of named) {
    const place = findPlace(name);
    if (place === undefined) note(`The finder has no place “${name}”.`);
    else places.add(place);
  }
  return [...places].map((name) => ({ name }));
}

/** What both lists name is included. */
function toPlaceFilters(
  { places, excluded_places }: SentenceReading,
  findPlace: (name: string) => string | undefined,
  note: Note,
) {
  const wanted = toPlaces(places, findPlace, note);
  const known = new Set(wanted.map(placeKey));
  const unwanted = toPlaces(excluded_places, findPlace, note).filter((place) => !known.has(placeKey(place)));
  return { prospect_location: wanted, excluded_location: unwanted };
}

function toIndustryFilters({ industries, excluded_industries }: SentenceReading, note: Note) {
  const wanted = toIndustries(industries, note);
  const known = new Set(wanted.map(industryKey));
  const unwanted = toIndustries(excluded_industries, note).filter((industry) => !known.has(industryKey(industry)));
  return { industry: wanted, excluded_industry: unwanted };
}

function toIndustries(named: readonly string[], note: Note): LeadFinderFilters['industry'] {
  const found = new Map<string, LeadFinderFilters['industry'][number]>();
  for (const name of named) {
    const industry = findIndustry(name);
    if (industry === null) note(`The finder has no industry “${name}”.`);
    else found.set(JSON.stringify(industry), industry);
  }
  return [...found.values()];
}

/** All bands that share numbers with the range: a band is never cut, and no one of the range is lost. */
function toBands<Label extends string>(
  what: string,
  bands: readonly Band<Label>[],
  min: number | null,
  max: number | null,
  note: Note,
): Label[] {
  if (min === null && max === null) return [];
  const [from, to] = [min ?? 0, max ?? Number.POSITIVE_INFINITY];
  const chosen = bands.filter((band) => band.min <= to && (band.max === null || band.max > from));
  const [first, last] = [chosen[0], chosen.at(-1)];
  if (first === undefined || last === undefined || from > to) {
    note(`No band of ${what} goes from ${from.toLocaleString('en')} to ${to.toLocaleString('en')}.`);
    return [];
  }
  const isWider = first.min < from || (max !== null && (last.max ?? Number.POSITIVE_INFINITY) > to + 1);
  if (isWider) note(`Bands of ${what} are wider than what you asked for: ${first.label} to ${last.label}.`);
  return chosen.map(({ label }) => label);
}

function toDomains(wanted: readonly string[], unwanted: readonly string[], note: Note) {
  const read = (given: readonly string[]) => {
    const all = given.flatMap((value) => {
      const { domains, problems } = parsePastedDomains(value);
      // One note for a value: of the name of a company its words would be named one by one.
      if (problems.length > 0) note(`“${value}” is not a domain.`);
      return problems.length > 0 ? [] : domains;
    });
    return [...new Set(all)];
  };
  const companies = read(wanted);
  return { in: companies, not_in: read(unwanted).filter((domain) => !companies.includes(domain)) };
}
