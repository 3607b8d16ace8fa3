import { readFileSync, writeFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { getAllCountries, getAllTimezones, getTimezone } from 'countries-and-timezones';
import { type CountryCode, getCountries, getCountryCallingCode } from 'libphonenumber-js';
import { CITIES_APART, STATES } from '../domain/src/zones/state-table.ts';

/**
 * Writes `country-table.ts`, `calling-code-table.ts` and `city-table.ts` of `domain/src/zones`: what places and calling codes say about a lead's time zone. Made from
 * the zones of countries (`countries-and-timezones`), the calling codes of `libphonenumber-js` and the cities that the lead finder
 * offers (`adapters/src/lead-data`). Run with `node tools/make-lead-zones.ts` when a country has changed its clocks.
 */

/** Countries nearly all of whose people live by one clock; who lives by another is a city or region of its own in the tables. */
const MAIN_ZONES: Record<string, string> = {
  CL: 'America/Santiago',
  CN: 'Asia/Shanghai',
  EC: 'America/Guayaquil',
  ES: 'Europe/Madrid',
  MN: 'Asia/Ulaanbaatar',
  NZ: 'Pacific/Auckland',
  PF: 'Pacific/Tahiti',
  PG: 'Pacific/Port_Moresby',
  PT: 'Europe/Lisbon',
  UA: 'Europe/Kyiv',
};
/** The one that people name where a country has several of one clock. */
const NAMED_ZONES: Record<string, string> = {
  AR: 'America/Argentina/Buenos_Aires',
  CY: 'Asia/Nicosia',
  DE: 'Europe/Berlin',
  GB: 'Europe/London',
  KZ: 'Asia/Almaty',
  MA: 'Africa/Casablanca',
  MY: 'Asia/Kuala_Lumpur',
  UZ: 'Asia/Tashkent',
};
const LANGUAGES = ['en', 'de', 'fr', 'es', 'nl', 'it', 'pt'];
const MORE_NAMES: Record<string, string[]> = {
  AE: ['uae'],
  BA: ['bosnia'],
  CD: ['congo drc', 'dr congo'],
  CZ: ['czech republic'],
  GB: ['uk', 'great britain', 'england', 'scotland', 'wales', 'northern ireland', 'greater london'],
  HK: ['hong kong sar', 'hong kong'],
  KR: ['korea', 'republic of korea'],
  MK: ['macedonia'],
  MM: ['burma'],
  MO: ['macao sar', 'macau'],
  NL: ['the netherlands', 'holland'],
  PH: ['the philippines'],
  PS: ['palestine'],
  RU: ['russian federation'],
  TR: ['turkey', 'turkiye'],
  US: ['usa', 'us', 'united states of america', 'america'],
  VN: ['viet nam'],
};
const SMALLEST_CITY = 100_000;
/**
 * Population from which a city is recognized by its name alone, and the required ratio to the next largest city of that
 * name.
 */
const LONE_CITY = { smallest: 100_000, times: 10 };

/** What people there call cities that the lead finder knows by their English names. */
const MORE_LONE: Record<string, string[]> = {
  'Europe/Amsterdam': ['den haag'],
  'Europe/Berlin': ['koln', 'munchen', 'nurnberg', 'hannover'],
  'Europe/Brussels': ['brussel', 'bruxelles', 'antwerpen', 'gent'],
  'Europe/Copenhagen': ['kobenhavn'],
  'Europe/Lisbon': ['lisboa'],
  'Europe/Prague': ['praha'],
  'Europe/Rome': ['roma', 'milano', 'torino', 'napoli', 'firenze'],
  'Europe/Vienna': ['wien'],
  'Europe/Warsaw': ['warszawa'],
  'Europe/Zurich': ['geneve', 'genf'],
};

const plain = (name: string) =>
  name
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[’`]/g, "'")
    .replace(/[().]/g, '')
    .replace(/\s+/g, ' ')
    .trim();

function zoneOf(country: string): string {
  const known = MAIN_ZONES[country] ?? NAMED_ZONES[country];
  if (known) return known;
  const zones = (getAllCountries() as Record<string, { timezones: string[] }>)[country]?.timezones ?? [];
  const current = zones
    .flatMap((name) => getTimezone(name) ?? [])
    .filter((zone) => !('deprecated' in zone && zone.deprecated));
  const clocks = new Set(current.map((zone) => `${zone.utcOffset}/${zone.dstOffset}`));
  if (clocks.size !== 1) return '';
  const own = Object.values(getAllTimezones({ deprecated: true })).filter((zone) => zone.countries[0] === country);
  // 'Europe/Amsterdam' goes by the clock of Brussels and is what people there call theirs.
  const alias = own.find((zone) => current.some(({ name }) => name === zone.aliasOf) && zone.name.includes('/'));
  return (current.find((zone) => zone.countries[0] === country) ?? alias ?? current[0]!).name;
}

interface City {
  name: string;
  country: string;
  zone: string;
  population: number;
}

function readCities(): City[] {
  const text = gunzipSync(
    readFileSync(new URL('../adapters/src/lead-data/locations.tsv.gz', import.meta.url)),
  ).toString();
  const cities: City[] = [];
  let country = '';
  let region = '';
  for (const line of text.split('\n')) {
    const [first = '', second = '', third = ''] = line.split('\t');
    if (first === 'C') country = third;
    else if (first === 'R') region = plain(second);
    else {
      const name = plain(first);
      const state = STATES[country]?.find(([, stateName]) => stateName === region);
      const zone = CITIES_APART[country]?.[name] ?? state?.[2] ?? (STATES[country] ? '' : zoneOf(country));
      cities.push({ name, country, zone, population: Number(second) });
    }
  }
  return cities;
}

/** The zone of a name where one of its bearers outgrows all of them that keep another. */
function settle(cities: readonly City[], times: number): Map<string, { zone: string; population: number }> {
  const found = new Map<string, { zone: string; population: number }>();
  for (const [name, all] of Map.groupBy(cities, (city) => city.name)) {
    const [largest, ...others] = all.toSorted((a, b) => b.population - a.population);
    const rival = Math.max(
      0,
      ...others.filter(({ zone }) => zone !== largest!.zone).map(({ population }) => population),
    );
    const { zone, population } = largest!;
    if (zone !== '' && population >= rival * times) found.set(name, { zone, population });
  }
  return found;
}

function writeNames(of: ReadonlyMap<string, { zone: string }>, indent: string): string {
  const zones = Map.groupBy(of, ([, { zone }]) => zone);
  return [...zones]
    .sort(([a], [b]) => a.localeCompare(b))
    .map(([zone, names]) => {
      const list = names.map(([name]) => name).sort((a, b) => a.localeCompare(b, 'en'));
      return `${indent}'${zone}': ${JSON.stringify(list.join('|'))},`;
    })
    .join('\n');
}

function write(file: string, text: string): void {
  writeFileSync(new URL(`../domain/src/zones/${file}`, import.meta.url), text);
}

const SOURCE = 'Made by tools/make-lead-zones.ts';
const codes = (Object.keys(getAllCountries()) as string[])
  .filter((code) => !['AQ', 'HM', 'TF', 'UM', 'BV'].includes(code))
  .sort();
const countries = codes.map((code) => {
  const display = LANGUAGES.map((language) => new Intl.DisplayNames(language, { type: 'region' }).of(code) ?? code);
  const names = [...new Set([...display, ...(MORE_NAMES[code] ?? [])].map(plain))].filter((name) => name.length > 1);
  return `  ${code}: [${JSON.stringify(zoneOf(code))}, ${JSON.stringify(names.join('|'))}],`;
});
const calling = Map.groupBy(getCountries(), (code: CountryCode) => getCountryCallingCode(code));
const callingZones = [...calling].flatMap(([code, of]) => {
  const zones = of.map(zoneOf);
  const clocks = new Set(
    zones.map((zone) => (zone === '' ? '' : `${getTimezone(zone)?.utcOffset}/${getTimezone(zone)?.dstOffset}`)),
  );
  // The country a code is known for comes first, with one exception.
  const first = code === '44' ? 'Europe/London' : zones[0]!;
  return code === '1' || clocks.size !== 1 || clocks.has('') ? [] : [`  ${code}: '${first}',`];
});
write(
  'country-table.ts',
  `/** ${SOURCE} from countries-and-timezones (MIT): by ISO code the zone of a country with one clock, '' for one with several, and its names. */
// biome-ignore format: one line a country
export const COUNTRIES: Readonly<Record<string, readonly [zone: string, names: string]>> = {
${countries.join('\n')}
};
`,
);
write(
  'calling-code-table.ts',
  `/** ${SOURCE} from libphonenumber-js (MIT): calling codes whose numbers are all in one zone; +1 has area codes. */
export const CALLING_ZONES: Readonly<Record<string, string>> = {
${callingZones.join('\n')}
};
`,
);

const cities = readCities();
const several = [...Object.keys(STATES)].map((country) => {
  const settled = settle(
    cities.filter((city) => city.country === country && city.population >= SMALLEST_CITY / 4),
    1.5,
  );
  const large = new Map([...settled].filter(([, { population }]) => population >= SMALLEST_CITY));
  return `  ${country}: {\n${writeNames(large, '    ')}\n  },`;
});
const lone = new Map(
  [...settle(cities, LONE_CITY.times)].filter(([, { population }]) => population >= LONE_CITY.smallest),
);
for (const [zone, names] of Object.entries(MORE_LONE)) {
  for (const name of names) if (!lone.has(name)) lone.set(name, { zone, population: 0 });
}
write(
  'city-table.ts',
  `/** ${SOURCE} from the cities of the lead finder (GeoNames, CC-BY): large cities of countries with several zones, by zone. */
// biome-ignore format: one line a zone
export const CITIES: Readonly<Record<string, Readonly<Record<string, string>>>> = {
${several.join('\n')}
};

/** Cities that are meant when nothing but their name is given: no other of the name is nearly as large. */
// biome-ignore format: one line a zone
export const LONE_CITIES: Readonly<Record<string, string>> = {
${writeNames(lone, '  ')}
};
`,
);
