import { expect, test } from 'vitest';
import { OPEN_RANGE } from './date-presets.ts';
import { localDay } from './local-time.ts';
import { listZoneDays, toZoneSpan } from './zone-span.ts';

const ZONES = [
  'UTC',
  'Europe/Berlin',
  'America/Los_Angeles',
  'Asia/Kathmandu',
  'Pacific/Auckland',
  'Pacific/Kiritimati',
  'Pacific/Pago_Pago',
  'Australia/Lord_Howe',
  'America/Havana',
];
const HOUR = 3_600_000;
/** Every quarter of an hour of the four days around a day. */
const quartersAround = (day: string) =>
  Array.from({ length: 4 * 96 }, (_, n) => Date.parse(`${day}T00:00:00Z`) + (n * HOUR) / 4 - 36 * HOUR);
const inDays = ({ start_date, end_date }: { start_date: string; end_date: string }, ms: number) => {
  const day = new Date(ms).toISOString().slice(0, 10);
  return day >= start_date && day <= end_date;
};

test.each(ZONES)('in %s stored days and edges are the local days, to the quarter of an hour', (zone) => {
  for (const range of [
    { start_date: '2026-03-08', end_date: '2026-03-08' },
    { start_date: '2026-03-29', end_date: '2026-04-05' },
    { start_date: '2026-03-08', end_date: '2026-10-25' },
  ]) {
    const { days, cover, edges, since, until } = toZoneSpan(range, zone);
    for (const ms of [...quartersAround(range.start_date), ...quartersAround(range.end_date)]) {
      const stored = inDays(days, ms) ? 1 : 0;
      const moved = edges.reduce((sum, edge) => sum + (ms >= +edge.since && ms < +edge.until ? edge.sign : 0), 0);
      const local = localDay(new Date(ms), zone);
      const isIn = local >= range.start_date && local <= range.end_date;
      if (stored + moved !== Number(isIn) || isIn !== (ms >= +since! && ms < +until!) || (isIn && !inDays(cover, ms)))
        expect.fail(`${new Date(ms).toISOString()} is ${stored} + ${moved}`);
    }
  }
});

test('the days between two beginnings have 23, 24 and 25 hours', () => {
  const hours = (day: string, zone: string) => {
    const { since, until } = toZoneSpan({ start_date: day, end_date: day }, zone);
    return (until!.getTime() - since!.getTime()) / HOUR;
  };
  expect(hours('2026-03-08', 'America/Los_Angeles')).toBe(23);
  expect(hours('2026-11-01', 'America/Los_Angeles')).toBe(25);
  expect(hours('2026-06-01', 'America/Los_Angeles')).toBe(24);
  expect(listZoneDays({ start_date: '2026-03-08', end_date: '2026-03-09' }, 'America/Los_Angeles')).toMatchObject([
    { utc_day: '2026-03-08', edge: { sign: -1 } },
    { utc_day: '2026-03-09', edge: { sign: -1 } },
    { utc_day: '2026-03-10', edge: { sign: -1 } },
  ]);
});

test('an open end has no instant and no edge', () => {
  const span = toZoneSpan({ ...OPEN_RANGE, start_date: '2026-03-01' }, 'Europe/Berlin');
  expect(span).toMatchObject({ until: null, days: { start_date: '2026-03-01', end_date: OPEN_RANGE.end_date } });
  expect(span.edges).toHaveLength(1);
});

test.each(['0001-01-01', '0202-11-29', '1899-12-31', '9998-12-31', '9999-12-31'])(
  'days of a year that is half typed or far away, as %s, are days of UTC',
  (day) => {
    const range = { start_date: day, end_date: day };
    for (const zone of ['Asia/Tokyo', 'America/Los_Angeles']) {
      expect(toZoneSpan(range, zone).days).toMatchObject({ start_date: day });
      expect(listZoneDays(range, zone)).toHaveLength(2);
    }
  },
);
