import { expect, test } from 'vitest';
import { computeCalendar } from './campaign-calendar.ts';
import { countryOfZone, isHoliday } from './holidays.ts';
import { ownDomain } from './own-domain.ts';
import { addDelay, firstWorkingDayAfter, getWorkingDays, type WorkingDays } from './working-days.ts';

const OFFICE: WorkingDays = { zone: 'Europe/Berlin', weekdays: [1, 2, 3, 4, 5], holidays_of: 'DE' };
const iso = (at: Date) => at.toISOString();

test.each([
  ['a Thursday and three days', '2026-11-19T09:00:00Z', 72, '2026-11-24T09:00:00.000Z'],
  ['a Friday and one day', '2026-11-20T09:00:00Z', 24, '2026-11-23T09:00:00.000Z'],
  ['hours are hours, on Saturday too', '2026-11-20T09:00:00Z', 20, '2026-11-21T05:00:00.000Z'],
  ['a day and a half', '2026-11-20T09:00:00Z', 36, '2026-11-23T21:00:00.000Z'],
  ['over Christmas', '2026-12-23T09:00:00Z', 48, '2026-12-28T09:00:00.000Z'],
  ['the same time of the day when the clock changes', '2026-10-23T08:00:00Z', 24, '2026-10-26T09:00:00.000Z'],
])('%s', (_, since, hours, due) => {
  expect(iso(addDelay(new Date(since), hours, OFFICE))).toBe(due);
});

test.each([
  ['a Wednesday', '2026-12-09', OFFICE, '2026-12-09T23:00:00.000Z'],
  ['a Friday', '2026-12-11', OFFICE, '2026-12-13T23:00:00.000Z'],
  ['the day before Christmas', '2026-12-24', OFFICE, '2026-12-27T23:00:00.000Z'],
  [
    'a zone far ahead',
    '2026-12-09',
    { zone: 'Pacific/Kiritimati', weekdays: [4], holidays_of: null },
    '2026-12-09T10:00:00.000Z',
  ],
  [
    'a zone far behind',
    '2026-12-09',
    { zone: 'Pacific/Pago_Pago', weekdays: [4], holidays_of: null },
    '2026-12-10T11:00:00.000Z',
  ],
  ['no working day at all', '2026-12-09', { zone: 'UTC', weekdays: [], holidays_of: null }, '2026-12-10T00:00:00.000Z'],
])('the first working day after %s', (_, day, days, begins) => {
  expect(iso(firstWorkingDayAfter(day, days))).toBe(begins);
});

test('all days count without a calendar of working days', () => {
  expect(iso(addDelay(new Date('2026-11-20T09:00:00Z'), 24, null))).toBe('2026-11-21T09:00:00.000Z');
  const campaign = {
    timezone: 'UTC',
    sending_window: null,
    counts_working_days: false,
    skips_holidays: true,
    holiday_calendar: null,
  };
  expect(getWorkingDays(campaign)).toBeNull();
  expect(getWorkingDays({ ...campaign, counts_working_days: true })?.weekdays).toEqual([1, 2, 3, 4, 5]);
});

test.each([
  ['2026-07-03', 'US', true],
  ['2026-11-26', 'US', true],
  ['2026-11-26', 'GB', false],
  ['2026-04-27', 'NL', true],
  ['2026-05-14', 'DE', true],
  ['1999-12-25', 'DE', false],
  ['2026-12-25', 'ZZ', false],
  ['2026-12-25', null, false],
])('%s in %s: %s', (day, country, is) => {
  expect(isHoliday(day, country)).toBe(is);
});

test('a zone knows the country most of it lies in', () => {
  expect(['Europe/Berlin', 'America/New_York', 'UTC', 'Nowhere/At_All'].map(countryOfZone)).toEqual([
    'DE',
    'US',
    null,
    null,
  ]);
});

test('a window opens after the holidays, and one without end closes when a holiday begins', () => {
  const window = { days: [1, 2, 3, 4, 5], start: '08:00', end: '18:00' };
  const campaign = { version: 1, timezone: 'Europe/Berlin', sending_window: window };
  const eve = new Date('2026-12-24T18:00:00Z');
  expect(iso(computeCalendar(campaign, eve).opens_at)).toBe('2026-12-25T07:00:00.000Z');
  expect(iso(computeCalendar({ ...campaign, skips_holidays: true }, eve).opens_at)).toBe('2026-12-28T07:00:00.000Z');
  const always = { ...campaign, sending_window: { days: [1, 2, 3, 4, 5, 6, 7], start: '00:00', end: '24:00' } };
  const noon = new Date('2026-12-24T12:00:00Z');
  expect(iso(computeCalendar({ ...always, skips_holidays: true }, noon).closes_at)).toBe('2026-12-24T23:00:00.000Z');
});

test('mailboxes at a provider share no domain', () => {
  expect(['ada@mail.corp.co.uk', 'ada@gmail.com', 'nobody', null].map(ownDomain)).toEqual([
    'corp.co.uk',
    null,
    null,
    null,
  ]);
});
