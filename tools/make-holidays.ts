import { writeFileSync } from 'node:fs';
import Holidays from 'date-holidays';

/**
 * Writes `domain/src/sending/holiday-table.ts`: the public holidays of every country that date-holidays knows and of its regions. The library takes
 * seconds to read and 15 ms a year of a country; its table is read in a millisecond. Run with `node tools/make-holidays.ts` when the last year comes near.
 */
const FIRST_YEAR = 2026;
const YEARS = Array.from({ length: 10 }, (_, index) => FIRST_YEAR + index);
/** A holiday of so many of the regions is one of the country. */
const MOST_REGIONS = 2 / 3;
const DAY_IN_MS = 86_400_000;
/** The library knows these in German only. */
const GERMAN_STATES = {
  BY: 'Bavaria',
  HB: 'Bremen',
  HE: 'Hesse',
  HH: 'Hamburg',
  MV: 'Mecklenburg-Western Pomerania',
  NI: 'Lower Saxony',
  NW: 'North Rhine-Westphalia',
  RP: 'Rhineland-Palatinate',
  SN: 'Saxony',
  ST: 'Saxony-Anhalt',
  TH: 'Thuringia',
};

/** Days of public holidays in a year as MMDD. A day counts whose noon lies in the holiday: some begin at sunset, some last for days. */
function listHolidays(library: Holidays, year: number): string[] {
  const days = library.getHolidays(year).flatMap(({ type, date, start, end }) => {
    if (type !== 'public') return [];
    const midnight = Date.parse(`${date.slice(0, 10)}T00:00:00Z`);
    const from = midnight + Number(date.slice(11, 13)) * 3_600_000;
    const until = from + (end.getTime() - start.getTime());
    const found: string[] = [];
    for (let day = midnight; day < until; day += DAY_IN_MS) {
      const noon = day + DAY_IN_MS / 2;
      if (noon >= from && noon < until) found.push(new Date(day).toISOString().slice(0, 10));
    }
    return found;
  });
  return [...new Set(days)]
    .filter((day) => day.startsWith(String(year)))
    .map((day) => day.slice(5).replace('-', ''))
    .sort();
}

/** Days of every year once, then the further ones of each year: '0101 1225|0403 0406|0326 0329|…'. */
function writeDays(byYear: readonly (readonly string[])[]): string {
  const fixed = byYear[0]!.filter((day) => byYear.every((days) => days.includes(day)));
  const moving = byYear.map((days) => days.filter((day) => !fixed.includes(day)).join(' '));
  return [fixed.join(' '), ...moving].join('|').replace(/\|+$/, '');
}

function yearsOf(country: string, region?: string): string[][] {
  const library = region === undefined ? new Holidays(country) : new Holidays(country, region);
  return YEARS.map((year) => listHolidays(library, year));
}

const withMost = (own: readonly string[][], regions: readonly string[][][]): string[][] =>
  own.map((days, year) => {
    const all = new Set([...days, ...regions.flatMap((region) => region[year]!)]);
    const isOfMost = (day: string) =>
      regions.length > 0 &&
      regions.filter((region) => region[year]!.includes(day)).length >= regions.length * MOST_REGIONS;
    return [...all].filter((day) => days.includes(day) || isOfMost(day)).sort();
  });

function writeCountry(country: string): string[] {
  const own = yearsOf(country);
  const names: Record<string, string> = {
    ...library.getStates(country, 'en'),
    ...(country === 'DE' ? GERMAN_STATES : {}),
  };
  const regions = Object.entries(names).map(([code, name]) => ({ code, name, days: yearsOf(country, code) }));
  const usual = withMost(
    own,
    regions.map(({ days }) => days),
  );
  const line = `${country};;${writeDays(usual)}`;
  const same = writeDays(usual);
  return [
    line,
    ...regions.map(
      ({ code, name, days }) => `${country}-${code};${name};${writeDays(days) === same ? '=' : writeDays(days)}`,
    ),
  ];
}

const library = new Holidays();
const lines = Object.keys(library.getCountries())
  .sort()
  .map((country) => writeCountry(country).join('\t'));
const text = `/**
 * Made by tools/make-holidays.ts from date-holidays 3.37.0 (data CC-BY-3.0) on 28 November 2026. A line a country, parted by tabs from its regions: id, name of the
 * region, and days as MMDD, those of every year first, then the further ones of each year parted by bars. '=' keeps the country's days.
 */
export const FIRST_YEAR = ${FIRST_YEAR};
export const HOLIDAY_TABLE = \`
${lines.join('\n')}
\`;
`;
writeFileSync(new URL('../domain/src/sending/holiday-table.ts', import.meta.url), text);
