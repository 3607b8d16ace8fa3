import { INDUSTRIES } from '@overture/domain/finder/industries';
import { locationKeys } from '@overture/domain/finder/lead-finder';
import { foldWords } from '@overture/domain/finder/lead-words';
import { loadPlaces } from '../../../lead-data/locations.ts';
import * as words from '../../../lead-data/sample-words.ts';
import { industryTerms, termOf } from '../schema/lead-terms.transform.ts';

/** One entry of a list the generator draws from; `folded` are its words as filters compare them, where the generator asks for them. */
export type ListRow = { list: string; place: number; times: number; value: string; folded: string };

/** An entry and how many places of its list it fills, one after the other. */
type Filled = readonly [entry: string, times: number];

/** Common entries occur more often in a list than rare ones, which makes a uniform draw skewed. */
const PLACE_SLOTS = 20_000;
const INDUSTRY_SLOTS = 4000;
const TITLE_SLOTS = 8000;

/**
 * Titles have the form `title|seniority|department`, industries `main|sub`, terms one per line; the engine splits them.
 */
export function listRows(): ListRow[] {
  const industries = industrySlots();
  const places = placeSlots();
  return [
    ...rowsOf('first_names', skew(words.FIRST_NAMES, 1000, 0.7), fold),
    ...rowsOf('last_names', skew(words.LAST_NAMES, 1000, 0.6), fold),
    ...rowsOf('titles', titleSlots(), (entry) => fold(entry.split('|')[0] ?? '')),
    ...rowsOf('specialties', once(words.SPECIALTIES), fold),
    ...rowsOf('prefixes', once(words.TITLE_PREFIXES), fold),
    ...rowsOf('regions', once(words.TITLE_REGIONS), fold),
    ...rowsOf('starts', once(words.COMPANY_STARTS)),
    ...rowsOf('ends', once(words.COMPANY_ENDS)),
    ...rowsOf('forms', once(words.COMPANY_FORMS), fold),
    ...rowsOf('domains', once(words.COMPANY_DOMAINS)),
    ...rowsOf('industries', industries, fold),
    ...rowsOf('industry_terms', renamed(industries, termsOfIndustry)),
    ...rowsOf('places', places),
    ...rowsOf('place_terms', renamed(places, termsOfPlace)),
  ];
}

const fold = (text: string): string => foldWords(text).join(' ');

const once = (entries: readonly string[]): Filled[] => entries.map((entry) => [entry, 1]);

const renamed = (entries: readonly Filled[], textOf: (entry: string) => string): Filled[] =>
  entries.map(([entry, times]) => [textOf(entry), times]);

const termsOfPlace = (name: string): string => locationKeys(name).map(termOf.place).join('\n');

function termsOfIndustry(slot: string): string {
  const [main = '', sub = ''] = slot.split('|');
  return industryTerms(main, sub).join('\n');
}

function rowsOf(list: string, entries: readonly Filled[], folded: (entry: string) => string = () => ''): ListRow[] {
  return entries.map(([value, times], place) => ({ list, place, times, value, folded: folded(value) }));
}

/** The entry of rank r gets a share in proportion to 1 / (r + 1) ** steepness, at least one place. */
function skew(entries: readonly string[], slots: number, steepness: number): Filled[] {
  return spread(
    entries.map((entry, rank) => [entry, 1 / (rank + 1) ** steepness]),
    slots,
  );
}

function spread(weighted: readonly (readonly [entry: string, weight: number])[], slots: number): Filled[] {
  const sum = weighted.reduce((total, [, weight]) => total + weight, 0);
  return weighted.map(([entry, weight]) => [entry, Math.max(1, Math.round((slots * weight) / sum))]);
}

function titleSlots(): Filled[] {
  const functions = Object.entries(words.JOB_FUNCTIONS).flatMap(([department, names]) =>
    names.map((name) => [department, name] as const),
  );
  const composed = words.JOB_LEVELS.flatMap(({ seniority, share, titles }) => {
    const each = share / (titles.length * functions.length);
    return functions.flatMap(([department, name]) =>
      titles.map((title) => [`${title.replace('*', name)}|${seniority}|${department}`, each] as const),
    );
  });
  const whole = words.WHOLE_TITLES.map(([seniority, department, title]) => {
    return [`${title}|${seniority}|${department}`, 8 / words.WHOLE_TITLES.length] as const;
  });
  return spread([...composed, ...whole], TITLE_SLOTS);
}

function industrySlots(): Filled[] {
  const pairs = Object.entries(INDUSTRIES).flatMap(([main, parts]) =>
    (parts.length === 0 ? [main] : parts).map((part) => `${main}|${part}`),
  );
  // The large ones come first, as in the world; the alphabet says nothing about the others: a fixed shuffle orders them.
  const rank = (pair: string) => {
    const place = words.LARGEST_INDUSTRIES.indexOf(pair.split('|')[1] ?? '');
    return place === -1 ? words.LARGEST_INDUSTRIES.length + shuffleKey(pair) : place;
  };
  const shuffled = pairs.toSorted((a, b) => rank(a) - rank(b));
  return skew(shuffled, INDUSTRY_SLOTS, 0.8);
}

function shuffleKey(text: string): number {
  let key = 7;
  for (const letter of text) key = (key * 31 + (letter.codePointAt(0) ?? 0)) % 1_000_003;
  return key;
}

function placeSlots(): Filled[] {
  const cities = loadPlaces().filter(({ city }) => city !== null);
  return spread(
    cities.slice(0, 6000).map(({ name, population }) => [name, population ** 0.8]),
    PLACE_SLOTS,
  );
}
