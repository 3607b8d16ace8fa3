import { getTimezone } from 'countries-and-timezones';
import { FIRST_YEAR, HOLIDAY_TABLE } from './holiday-table.ts';

/** Public holidays of a country ('DE') or of one of its regions ('DE-BY'). */
export interface HolidayCalendar {
  id: string;
  /** ISO 3166 code. */
  country: string;
  /** In English where the table knows it so; null for the country as a whole. */
  region: string | null;
}

interface Entry {
  calendar: HolidayCalendar;
  /** MMDD of every year, then those of each year beginning with `FIRST_YEAR`. */
  days: string;
}

/** Zones that lie in one region of a country whose regions keep different days. */
const REGIONS_OF_ZONES: Readonly<Record<string, string>> = {
  'GB-ENG': 'Europe/London',
  'CA-ON': 'America/Toronto',
  'CA-BC': 'America/Vancouver America/Dawson_Creek America/Fort_Nelson',
  'CA-AB': 'America/Edmonton',
  'CA-SK': 'America/Regina America/Swift_Current',
  'CA-MB': 'America/Winnipeg',
  'CA-NB': 'America/Moncton',
  'CA-NS': 'America/Halifax America/Glace_Bay',
  'CA-NL': 'America/St_Johns America/Goose_Bay',
  'CA-YT': 'America/Whitehorse America/Dawson',
  'CA-NT': 'America/Inuvik',
  'CA-NU': 'America/Iqaluit America/Rankin_Inlet America/Resolute America/Cambridge_Bay',
  'AU-NSW': 'Australia/Sydney Australia/Broken_Hill Australia/Lord_Howe',
  'AU-VIC': 'Australia/Melbourne',
  'AU-QLD': 'Australia/Brisbane Australia/Lindeman',
  'AU-SA': 'Australia/Adelaide',
  'AU-WA': 'Australia/Perth Australia/Eucla',
  'AU-TAS': 'Australia/Hobart',
  'AU-NT': 'Australia/Darwin',
  'US-HI': 'Pacific/Honolulu',
  'US-AK':
    'America/Anchorage America/Juneau America/Nome America/Sitka America/Yakutat America/Metlakatla America/Adak',
  'ES-CN': 'Atlantic/Canary',
  'PT-20': 'Atlantic/Azores',
  'PT-30': 'Atlantic/Madeira',
};
const regionOfZone = new Map(
  Object.entries(REGIONS_OF_ZONES).flatMap(([id, zones]) => zones.split(' ').map((zone) => [zone, id] as const)),
);

let entries: Map<string, Entry> | undefined;

/** The table, read once: a line a country, its regions behind it. */
function allEntries(): Map<string, Entry> {
  entries ??= new Map(HOLIDAY_TABLE.trim().split('\n').flatMap(parseLine));
  return entries;
}

function parseLine(line: string): [string, Entry][] {
  const cells = line.split('\t').map((cell) => cell.split(';'));
  const usual = cells[0]?.[2] ?? '';
  return cells.map(([id = '', name = '', days = '']) => [
    id,
    {
      calendar: { id, country: id.slice(0, 2), region: name === '' ? null : name },
      days: days === '=' ? usual : days,
    },
  ]);
}

const daysOf = new Map<string, ReadonlySet<string>>();

function listDays(calendar: string, year: number): ReadonlySet<string> {
  const key = `${calendar} ${year}`;
  const known = daysOf.get(key);
  if (known !== undefined) return known;
  const [fixed = '', ...moving] = allEntries().get(calendar)?.days.split('|') ?? [];
  const isCovered = year >= FIRST_YEAR && year < FIRST_YEAR + 10;
  const days = new Set(isCovered ? `${fixed} ${moving[year - FIRST_YEAR] ?? ''}`.split(' ') : []);
  daysOf.set(key, days);
  return days;
}

/** True for a public holiday of a calendar; false where the calendar or the year is not known. @param day `YYYY-MM-DD` */
export function isHoliday(day: string, calendar: string | null): boolean {
  if (calendar === null || !allEntries().has(calendar)) return false;
  return listDays(calendar, Number(day.slice(0, 4))).has(`${day.slice(5, 7)}${day.slice(8, 10)}`);
}

/** Country (ISO 3166) that most of a zone lies in; null where a zone is no country's. */
export function countryOfZone(zone: string): string | null {
  return getTimezone(zone)?.countries[0] ?? null;
}

/** True for the id of a calendar. */
export function isHolidayCalendar(id: string): boolean {
  return allEntries().has(id);
}

/** The calendars that a campaign of a zone can keep: its country's, then its regions' by name. */
export function listCalendars(zone: string): HolidayCalendar[] {
  const country = countryOfZone(zone);
  return [...allEntries().values()].flatMap(({ calendar }) => (calendar.country === country ? [calendar] : []));
}

/** The calendar of a zone, or the chosen one where it is of the zone's country; null where there is none. */
export function calendarOf(zone: string, chosen: string | null): string | null {
  const country = countryOfZone(zone);
  if (country === null) return null;
  const isOfCountry = chosen !== null && allEntries().get(chosen)?.calendar.country === country;
  const own = isOfCountry ? chosen : (regionOfZone.get(getTimezone(zone)?.name ?? zone) ?? country);
  return allEntries().has(own) ? own : null;
}
