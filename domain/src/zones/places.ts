import { CITIES, LONE_CITIES } from './city-table.ts';
import { COUNTRIES } from './country-table.ts';
import { CITIES_APART, STATES } from './state-table.ts';

/** Longer than any address; text before it is cut, since the country comes last. */
const LONGEST_PLACE = 200;
/** Parts of an address that are looked at, from its end. */
const MOST_PARTS = 6;

/** What a place says about its zone. */
export interface PlaceZone {
  zone: string | null;
  /** By what of it. */
  by: 'city' | 'state' | 'country';
  /** ISO code; null where the place names no country. */
  country: string | null;
}

/** Countries whose states may be given by name alone; elsewhere a state's name is often also another place. */
const STATES_KNOWN_ALONE = ['US', 'CA', 'AU'];
/** Names and codes of a state that mean something else without its country. */
const NOT_ALONE = [
  'georgia',
  'victoria',
  'washington',
  'CA/NL',
  'AU/SA',
  'AU/NT',
  'AU/WA',
  'AU/ACT',
  'AU/TAS',
  'AU/VIC',
];
/** A country, and a state of the United States: told apart by the city alone. */
const TWO_MEANINGS = 'georgia';

type Named = Readonly<Record<string, string>>;

const countryNames = new Map<string, string>(
  Object.entries(COUNTRIES).flatMap(([code, [, names]]) => names.split('|').map((name) => [name, code] as const)),
);
const invert = (zones: Named) =>
  new Map(Object.entries(zones).flatMap(([zone, names]) => names.split('|').map((name) => [name, zone] as const)));
/** Leads of one list live in the same places: what was worked out is kept for the next one. */
const remembered = new Map<string, PlaceZone | null>();
const MOST_REMEMBERED = 5000;

const loneCities = invert(LONE_CITIES);
const citiesOf = new Map(
  [...new Set([...Object.keys(CITIES), ...Object.keys(CITIES_APART)])].map((country) => {
    const apart = Object.entries(CITIES_APART[country] ?? {});
    return [country, new Map([...invert(CITIES[country] ?? {}), ...apart])] as const;
  }),
);

/** The zone of a place as people write it: 'Austin, Texas, United States', 'Greater London', 'Utrecht, Nederland'. */
export function findPlaceZone(place: string): PlaceZone | null {
  const text = place.slice(-LONGEST_PLACE);
  const known = remembered.get(text);
  if (known !== undefined) return known;
  if (remembered.size >= MOST_REMEMBERED) remembered.clear();
  const found = parsePlace(text);
  remembered.set(text, found);
  return found;
}

function parsePlace(place: string): PlaceZone | null {
  const parts = partsOf(place);
  if (parts.length === 0) return null;
  const country = findCountry(parts);
  const rest = country === null ? parts : parts.filter((part) => part !== country.part);
  const state = findState(rest, country?.code ?? null, parts.length > 1);
  const code = country?.code ?? state?.country ?? null;
  const apart = findIn(rest, (part) => (code === null ? undefined : CITIES_APART[code]?.[part]));
  if (apart) return { zone: apart, by: 'city', country: code };
  const city = findIn(rest, (part) => (code === null ? loneCities.get(part) : citiesOf.get(code)?.get(part)));
  if (state) return { zone: state.zone, by: city === state.zone ? 'city' : 'state', country: code };
  if (city) return { zone: city, by: 'city', country: code };
  if (code === null) return null;
  return { zone: COUNTRIES[code]?.[0] || null, by: 'country', country: code };
}

function partsOf(place: string): string[] {
  return plainPlace(place)
    .split(/[,;|/\n]/)
    .map((part) => part.trim())
    .filter((part) => part !== '')
    .slice(-MOST_PARTS);
}

/** As the tables spell places: no accents, capitals or dots. */
function plainPlace(text: string): string {
  return text
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[’`]/g, "'")
    .replace(/[().]/g, '')
    .replace(/\s/g, ' ');
}

function findCountry(parts: readonly string[]): { code: string; part: string } | null {
  for (const part of parts.toReversed()) {
    const code = part === TWO_MEANINGS ? undefined : countryNames.get(part);
    if (code !== undefined) return { code, part };
  }
  return null;
}

/** @param hasMore a code alone ('CA') is a state only behind something else */
function findState(
  parts: readonly string[],
  country: string | null,
  hasMore: boolean,
): { zone: string; country: string } | null {
  for (const part of parts.toReversed()) {
    for (const of of country === null ? STATES_KNOWN_ALONE : [country]) {
      const found = STATES[of]?.find(([code, name]) => {
        const isName = name === part && (country !== null || !NOT_ALONE.includes(name));
        const isCode = code !== '' && code.toLowerCase() === codeOf(part) && hasMore;
        return isName || (isCode && (country !== null || !NOT_ALONE.includes(`${of}/${code}`)));
      });
      if (found) return { zone: found[2], country: of };
    }
  }
  return null;
}

/** 'tx 78701' is the code with the number of the post. */
const codeOf = (part: string): string => part.split(' ')[0]!;

/** Looks up each part as it is written, then without words for areas around cities. */
function findIn(parts: readonly string[], find: (part: string) => string | undefined): string | undefined {
  for (const part of parts) {
    const found = find(part) ?? find(withoutArea(part)) ?? find(`${withoutArea(part)} city`);
    if (found) return found;
  }
  return undefined;
}

const AREA_WORDS = ['area', 'metropolitan', 'metro', 'metroplex', 'region', 'bay', 'greater', 'city'];

function withoutArea(part: string): string {
  const words = part.split(' ').filter((word) => !AREA_WORDS.includes(word));
  // 'Dallas-Fort Worth': the first of several.
  return words.join(' ').split(/-fort worth|-st paul/)[0]!;
}
