import { INDUSTRIES } from '@overture/domain/finder/industries';
import { locationKeys } from '@overture/domain/finder/lead-finder';
import { foldWords } from '@overture/domain/finder/lead-words';
import { readPlaces } from '../../../lead-data/locations.ts';
import * as words from '../../../lead-data/sample-words.ts';
import { industryTerms, termOf } from '../schema/lead-terms.transform.ts';

/** One entry of a list the generator draws from; `folded` are its words as filters compare them. */
export type ListRow = { list: string; place: number; value: string; folded: string };

/** Common entries fill more places of a list than rare ones, so that drawing a place is a skewed draw. */
const PLACE_SLOTS = 20_000;
const INDUSTRY_SLOTS = 4000;
const TITLE_SLOTS = 8000;

/** Titles stand as `title|seniority|department`, industries as `main|sub`, terms one a line; all are taken apart in the engine. */
export function listRows(): ListRow[] {
  return [
    ...rowsOf('first_names', skew(words.FIRST_NAMES, 1000, 0.7)),
    ...rowsOf('last_names', skew(words.LAST_NAMES, 1000, 0.6)),
    ...rowsOf('titles', titleSlots(), (entry) => entry.split('|')[0] ?? ''),
    ...rowsOf('specialties', words.SPECIALTIES),
    ...rowsOf('prefixes', words.TITLE_PREFIXES),
    ...rowsOf('regions', words.TITLE_REGIONS),
    ...rowsOf('starts', words.COMPANY_STARTS),
    ...rowsOf('ends', words.COMPANY_ENDS),
    ...rowsOf('forms', words.COMPANY_FORMS),
    ...rowsOf('domains', words.COMPANY_DOMAINS),
    ...rowsOf('industries', industrySlots()),
    ...rowsOf('industry_terms', industrySlots().map(termsOfIndustry)),
    ...rowsOf('places', placeSlots()),
    ...rowsOf('place_terms', placeSlots().map(termsOfPlace)),
  ];
}

const termsOfPlace = (name: string): string => locationKeys(name).map(termOf.place).join('\n');

function termsOfIndustry(slot: string): string {
  const [main = '', sub = ''] = slot.split('|');
  return industryTerms(main, sub).join('\n');
}

function rowsOf(
  list: string,
  entries: readonly string[],
  textOf: (entry: string) => string = (entry) => entry,
): ListRow[] {
  return entries.map((value, place) => ({ list, place, value, folded: foldWords(textOf(value)).join(' ') }));
}

/** The entry of rank r gets a share in proportion to 1 / (r + 1) ** steepness, at least one place. */
function skew(entries: readonly string[], slots: number, steepness: number): string[] {
  return spread(
    entries.map((entry, rank) => [entry, 1 / (rank + 1) ** steepness]),
    slots,
  );
}

function spread(weighted: readonly (readonly [entry: string, weight: number])[], slots: number): string[] {
  const sum = weighted.reduce((total, [, weight]) => total + weight, 0);
  return weighted.flatMap(([entry, weight]) =>
    Array.from({ length: Math.max(1, Math.round((slots * weight) / sum)) }, () => entry),
  );
}

function titleSlots(): string[] {
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

function industrySlots(): string[] {
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

function placeSlots(): string[] {
  const cities = readPlaces().filter(({ city }) => city !== null);
  return spread(
    cities.slice(0, 6000).map(({ name, population }) => [name, population ** 0.8]),
    PLACE_SLOTS,
  );
}
