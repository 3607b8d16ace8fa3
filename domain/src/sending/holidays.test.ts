import Holidays from 'date-holidays';
import { expect, test } from 'vitest';
import { isTimeZone } from '../time/timezones.ts';
import { calendarOf, isHoliday, isHolidayCalendar, listCalendars } from './holidays.ts';

const restsAt = (zone: string, day: string, chosen: string | null = null): boolean =>
  isHoliday(day, calendarOf(zone, chosen));

test.each([
  ['Europe/London', '2026-08-31', 'summer bank holiday of England'],
  ['Europe/London', '2026-12-28', 'in place of Boxing Day'],
  ['America/Toronto', '2026-10-12', 'Thanksgiving'],
  ['Europe/Zurich', '2026-01-01', 'New Year'],
  ['Europe/Vienna', '2026-05-14', 'Ascension'],
  ['Europe/Stockholm', '2026-12-25', 'Christmas'],
  ['Europe/Lisbon', '2026-12-25', 'Christmas'],
  ['Europe/Amsterdam', '2026-04-27', "King's Day"],
  ['Europe/Berlin', '2026-10-03', 'Unity Day'],
  ['America/New_York', '2026-11-26', 'Thanksgiving'],
  ['America/New_York', '2026-07-03', 'observed for the 4th'],
  ['Australia/Melbourne', '2026-11-03', 'Melbourne Cup'],
  ['Asia/Tokyo', '2026-05-05', "Children's Day"],
  ['Europe/Istanbul', '2026-05-29', 'the third day of a feast of four'],
])('%s rests on %s: %s', (zone, day) => {
  expect(restsAt(zone, day)).toBe(true);
});

test.each([
  ['Europe/Berlin', '2026-01-06', null],
  ['Australia/Sydney', '2026-11-03', null],
  ['Europe/London', '2026-11-30', null],
  ['UTC', '2026-12-25', null],
  ['Nowhere/At_All', '2026-12-25', null],
  ['Europe/Berlin', '1999-12-25', null],
  ['Europe/Berlin', '2026-08-31', 'GB-ENG'],
])('%s works on %s (chosen: %s)', (zone, day, chosen) => {
  expect(restsAt(zone, day, chosen)).toBe(false);
});

test('a region of the country can be chosen; one of another country has no effect', () => {
  expect(restsAt('Europe/Berlin', '2026-01-06', 'DE-BY')).toBe(true);
  expect(restsAt('Europe/London', '2026-11-30', 'GB-SCT')).toBe(true);
  expect(calendarOf('Europe/Berlin', 'GB-ENG')).toBe('DE');
  expect(calendarOf('America/Toronto', 'CA')).toBe('CA');
  expect([calendarOf('Europe/London', null), calendarOf('America/Vancouver', null)]).toEqual(['GB-ENG', 'CA-BC']);
  const german = listCalendars('Europe/Berlin');
  expect([german[0], german.length]).toEqual([{ id: 'DE', country: 'DE', region: null }, 17]);
  expect(german).toContainEqual({ id: 'DE-BY', country: 'DE', region: 'Bavaria' });
  expect(listCalendars('UTC')).toEqual([]);
  expect(isHolidayCalendar('DE-XX')).toBe(false);
});

const library = new Holidays();

test('every country and region that the library knows has days in every year of the table', () => {
  const ids = Object.keys(library.getCountries()).flatMap((country) => {
    const regions = Object.keys(library.getStates(country) ?? {});
    return [country, ...regions.map((region) => `${country}-${region}`)];
  });
  expect(ids.length).toBeGreaterThan(500);
  const hasDays = (id: string, year: number): boolean =>
    Array.from({ length: 366 }, (_, day) => new Date(Date.UTC(year, 0, 1 + day)).toISOString().slice(0, 10)).some(
      (day) => isHoliday(day, id),
    );
  expect(ids.filter((id) => !isHolidayCalendar(id))).toEqual([]);
  expect(ids.filter((id) => !hasDays(id, 2026) || !hasDays(id, 2035))).toEqual([]);
});

// All countries and regions of ten years are compared by `node tools/make-holidays.ts`, which changes nothing where the table is right.
test.each(['AT', 'BR', 'CH', 'DE', 'ES', 'FR', 'IN', 'JP', 'NL', 'PL', 'SE', 'US'])(
  '%s keeps the days that the library says',
  (country) => {
    const holidays = new Holidays(country, { types: ['public'] });
    for (let year = 2026; year <= 2030; year += 1) {
      const said = holidays
        .getHolidays(year)
        .flatMap(({ date }) => (/ (?:1[2-9]|2)\d?:/.test(date) ? [] : [date.slice(0, 10)]));
      expect(said.filter((day) => !isHoliday(day, country))).toEqual([]);
    }
  },
);

test('zones of regions are zones, and their regions are in the table', () => {
  for (const zone of ['Europe/London', 'America/St_Johns', 'Australia/Perth', 'Pacific/Honolulu', 'Atlantic/Canary']) {
    expect(isTimeZone(zone)).toBe(true);
    expect(calendarOf(zone, null)).toMatch(/^[A-Z]{2}-/);
  }
});
