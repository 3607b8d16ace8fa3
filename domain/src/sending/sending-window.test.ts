import fc from 'fast-check';
import { DateTime } from 'luxon';
import { describe, expect, test } from 'vitest';
import { isTimeZone, labelTimeZone, listTimeZones } from '../time/timezones.ts';
import type { SendingWindow } from './sending-window.ts';
import {
  DEFAULT_SENDING_WINDOW,
  hullOf,
  isInsideWindow,
  localDay,
  nextLocalDay,
  nextWindowOpening,
  parseSendingWindow,
  parseWeekWindows,
  SENDING_WINDOW_TEXTS,
  windowClosing,
} from './sending-window.ts';
import { evenSpacingInMs, jitteredGapInMs } from './spacing.ts';

const ALL_DAYS = [1, 2, 3, 4, 5, 6, 7];
const at = (text: string, zone = 'utc') => DateTime.fromISO(text, { zone }).toJSDate();
const iso = (instant: Date | null) => instant?.toISOString() ?? null;

/** Forty zones: half-hour and 45-minute offsets, 30-minute summer time, changes at midnight, around the date line. */
const ZONES = [
  'UTC',
  'Europe/Amsterdam',
  'Europe/London',
  'Europe/Dublin',
  'Europe/Lisbon',
  'Europe/Athens',
  'Europe/Moscow',
  'Europe/Istanbul',
  'Europe/Chisinau',
  'Atlantic/Azores',
  'Atlantic/Reykjavik',
  'Africa/Casablanca',
  'Africa/Cairo',
  'Africa/Lagos',
  'Africa/Johannesburg',
  'Asia/Beirut',
  'Asia/Gaza',
  'Asia/Jerusalem',
  'Asia/Tehran',
  'Asia/Kolkata',
  'Asia/Kathmandu',
  'Asia/Shanghai',
  'Asia/Tokyo',
  'Asia/Yangon',
  'Australia/Sydney',
  'Australia/Adelaide',
  'Australia/Lord_Howe',
  'Australia/Eucla',
  'Pacific/Auckland',
  'Pacific/Chatham',
  'Pacific/Apia',
  'Pacific/Kiritimati',
  'Pacific/Pago_Pago',
  'America/New_York',
  'America/Los_Angeles',
  'America/St_Johns',
  'America/Havana',
  'America/Asuncion',
  'America/Santiago',
  'America/Sao_Paulo',
];

describe('reading a window', () => {
  test('days sorted, each once', () => {
    expect(parseSendingWindow({ days: [5, 1, 5], start: '08:00', end: '24:00' })).toEqual({
      ok: true,
      window: { days: [1, 5], start: '08:00', end: '24:00' },
    });
  });
  test.each([
    [null, SENDING_WINDOW_TEXTS.shape],
    ['mon-fri', SENDING_WINDOW_TEXTS.shape],
    [{ days: [], start: '08:00', end: '18:00' }, SENDING_WINDOW_TEXTS.days],
    [{ days: [0], start: '08:00', end: '18:00' }, SENDING_WINDOW_TEXTS.days],
    [{ days: [8], start: '08:00', end: '18:00' }, SENDING_WINDOW_TEXTS.days],
    [{ days: ['1'], start: '08:00', end: '18:00' }, SENDING_WINDOW_TEXTS.days],
    [{ days: [1.5], start: '08:00', end: '18:00' }, SENDING_WINDOW_TEXTS.days],
    [{ days: [1], start: '8:00', end: '18:00' }, SENDING_WINDOW_TEXTS.time],
    [{ days: [1], start: '08:60', end: '18:00' }, SENDING_WINDOW_TEXTS.time],
    [{ days: [1], start: 8, end: 18 }, SENDING_WINDOW_TEXTS.time],
    [{ days: [1], start: '18:00', end: '08:00' }, SENDING_WINDOW_TEXTS.order],
    [{ days: [1], start: '08:00', end: '08:00' }, SENDING_WINDOW_TEXTS.order],
  ])('%j: %s', (input, error) => {
    expect(parseSendingWindow(input)).toEqual({ ok: false, error });
  });
});

describe('moments', () => {
  const AMS = 'Europe/Amsterdam';
  test.each([
    ['2026-03-02T07:59:59.999', false],
    ['2026-03-02T08:00:00.000', true],
    ['2026-03-02T17:59:59.999', true],
    ['2026-03-02T18:00:00.000', false],
    ['2026-03-07T12:00:00.000', false],
  ])('%s in Amsterdam: %s', (local, isInside) => {
    expect(isInsideWindow(at(local, AMS), DEFAULT_SENDING_WINDOW, AMS)).toBe(isInside);
  });
  test.each([
    ['the weekend', AMS, '2026-03-06T18:00', DEFAULT_SENDING_WINDOW, '2026-03-09T08:00'],
    ['across the spring change', AMS, '2026-03-27T18:00', DEFAULT_SENDING_WINDOW, '2026-03-30T08:00'],
    ['inside already', AMS, '2026-03-06T17:00', DEFAULT_SENDING_WINDOW, '2026-03-06T17:00'],
    ['one day a week', AMS, '2026-03-03T12:00', { days: [1], start: '08:00', end: '09:00' }, '2026-03-09T08:00'],
    [
      'midnight does not exist',
      'Africa/Cairo',
      '2026-04-23T12:00',
      { days: [5], start: '00:00', end: '02:00' },
      '2026-04-24T01:00',
    ],
  ] as [string, string, string, SendingWindow, string][])('%s', (_, zone, from, window, opening) => {
    expect(iso(nextWindowOpening(at(from, zone), window, zone))).toBe(iso(at(opening, zone)));
  });
  test('an opening inside an hour that does not exist begins when that hour is over', () => {
    const window = { days: [7], start: '02:30', end: '03:30' };
    expect(iso(nextWindowOpening(at('2026-03-29T00:00Z'), window, AMS))).toBe('2026-03-29T01:00:00.000Z');
  });
  test('a window that lies wholly in that hour waits a week', () => {
    const window = { days: [7], start: '02:15', end: '02:45' };
    expect(iso(nextWindowOpening(at('2026-03-29T00:00Z'), window, AMS))).toBe('2026-04-05T00:15:00.000Z');
  });
  test('an hour that comes twice opens twice', () => {
    const window = { days: [7], start: '02:00', end: '03:00' };
    expect(iso(nextWindowOpening(at('2026-10-24T23:00Z'), window, AMS))).toBe('2026-10-25T00:00:00.000Z');
    expect(iso(windowClosing(at('2026-10-25T00:00Z'), window, AMS))).toBe('2026-10-25T02:00:00.000Z');
  });
  test('thirty minutes on Lord Howe', () => {
    const zone = 'Australia/Lord_Howe';
    const window = { days: [7], start: '02:00', end: '03:00' };
    expect(iso(nextWindowOpening(at('2026-10-03T12:00', zone), window, zone))).toBe('2026-10-03T15:30:00.000Z');
    expect(iso(windowClosing(at('2026-10-03T15:30Z'), window, zone))).toBe('2026-10-03T16:00:00.000Z');
  });
  test('Apia skipped Friday 30 December 2011', () => {
    const zone = 'Pacific/Apia';
    expect(localDay(at('2011-12-30T09:59Z'), zone)).toBe('2011-12-29');
    expect(iso(nextLocalDay(at('2011-12-29T12:00Z'), zone))).toBe('2011-12-30T10:00:00.000Z');
    expect(localDay(at('2011-12-30T10:00Z'), zone)).toBe('2011-12-31');
    const friday = { days: [5], start: '08:00', end: '18:00' };
    expect(iso(nextWindowOpening(at('2011-12-29T12:00Z'), friday, zone))).toBe(iso(at('2012-01-06T08:00', zone)));
  });
  test('a window without end never closes', () => {
    const always = { days: ALL_DAYS, start: '00:00', end: '24:00' };
    expect(windowClosing(at('2026-03-02T12:00Z'), always, AMS)).toBeNull();
    expect(windowClosing(at('2026-03-07T12:00Z'), DEFAULT_SENDING_WINDOW, AMS)).toBeNull();
  });
});

describe('two years in forty zones, sampled', () => {
  const START = Date.parse('2025-06-01T00:00:00Z');
  const MINUTES = 2 * 365 * 24 * 60;
  const zone = fc.constantFrom(...ZONES);
  const minute = fc.integer({ min: 0, max: MINUTES }).map((count) => new Date(START + count * 60_000));
  const time = fc.integer({ min: 0, max: 1439 });
  const clock = (value: number) =>
    `${String(Math.floor(value / 60)).padStart(2, '0')}:${String(value % 60).padStart(2, '0')}`;
  const window = fc
    .record({ days: fc.uniqueArray(fc.integer({ min: 1, max: 7 }), { minLength: 1 }), a: time, b: time })
    .filter(({ a, b }) => a !== b)
    .map(({ days, a, b }) => ({ days: days.sort(), start: clock(Math.min(a, b)), end: clock(Math.max(a, b)) }));
  const RUNS = { numRuns: 400 };

  test('inside and local day agree with luxon', () => {
    fc.assert(
      fc.property(minute, window, zone, (instant, candidate, name) => {
        const local = DateTime.fromJSDate(instant, { zone: name });
        const expected =
          candidate.days.includes(local.weekday) &&
          local.toFormat('HH:mm') >= candidate.start &&
          local.toFormat('HH:mm') < candidate.end;
        expect(isInsideWindow(instant, candidate, name)).toBe(expected);
        expect(localDay(instant, name)).toBe(local.toISODate());
      }),
      RUNS,
    );
  });
  test('the opening is inside, and no quarter of an hour before it is', () => {
    fc.assert(
      fc.property(minute, window, zone, (instant, candidate, name) => {
        const opening = nextWindowOpening(instant, candidate, name);
        expect(isInsideWindow(opening, candidate, name)).toBe(true);
        for (let ms = instant.getTime(); ms < opening.getTime(); ms += 900_000) {
          expect(isInsideWindow(new Date(ms), candidate, name)).toBe(false);
        }
        if (opening > instant) expect(isInsideWindow(new Date(opening.getTime() - 1), candidate, name)).toBe(false);
        expect(opening.getTime() - instant.getTime()).toBeLessThan(15 * 86_400_000);
      }),
      RUNS,
    );
  });
  test('the closing is outside, and a moment before it is inside', () => {
    fc.assert(
      fc.property(minute, window, zone, (instant, candidate, name) => {
        const opening = nextWindowOpening(instant, candidate, name);
        const closing = windowClosing(opening, candidate, name);
        if (closing === null) return;
        expect(isInsideWindow(closing, candidate, name)).toBe(false);
        expect(isInsideWindow(new Date(closing.getTime() - 1), candidate, name)).toBe(true);
      }),
      RUNS,
    );
  });
  test('the next local day is a later day and begins there', () => {
    fc.assert(
      fc.property(minute, zone, (instant, name) => {
        const next = nextLocalDay(instant, name);
        expect(localDay(next, name) > localDay(instant, name)).toBe(true);
        expect(localDay(new Date(next.getTime() - 1), name)).toBe(localDay(instant, name));
      }),
      RUNS,
    );
  });
  test('around every clock change', () => {
    for (const name of ZONES) {
      for (const change of clockChanges(name)) {
        for (let ms = change - 3 * 3_600_000; ms <= change + 3 * 3_600_000; ms += 15 * 60_000) {
          const local = DateTime.fromMillis(ms, { zone: name });
          expect(localDay(new Date(ms), name)).toBe(local.toISODate());
          const window = { days: ALL_DAYS, start: '00:00', end: '03:00' };
          expect(isInsideWindow(new Date(ms), window, name)).toBe(local.hour < 3);
        }
      }
    }
  });
  function clockChanges(name: string): number[] {
    const changes: number[] = [];
    for (let ms = START; ms < START + MINUTES * 60_000; ms += 86_400_000) {
      const offset = (instant: number) => DateTime.fromMillis(instant, { zone: name }).offset;
      if (offset(ms) !== offset(ms + 86_400_000)) changes.push(ms, ms + 43_200_000);
    }
    return changes;
  }
});

test('zones', () => {
  expect(ZONES).toHaveLength(40);
  expect(['Europe/Amsterdam', 'UTC', 'Mars/Base', '+02:00', '', '../etc', "'; --"].map(isTimeZone)).toEqual([
    true,
    true,
    false,
    false,
    false,
    false,
    false,
  ]);
  expect(listTimeZones()[0]).toBe('UTC');
  expect(listTimeZones().length).toBeGreaterThan(300);
  expect(labelTimeZone('America/St_Johns', at('2026-01-01T00:00Z'))).toBe('America/St Johns (UTC-03:30)');
});

test('spacing', () => {
  expect([0, 0.5, 0.999].map((random) => jitteredGapInMs(60, random))).toEqual([60_000, 75_000, 89_970]);
  expect(jitteredGapInMs(0, 0.9)).toBe(0);
  expect(evenSpacingInMs(3_600_000, 10, 60)).toBe(360_000);
  expect(evenSpacingInMs(60_000, 10, 60)).toBe(60_000);
  expect(evenSpacingInMs(0, 0, 5)).toBe(5000);
});

describe('several windows a weekday', () => {
  const parts = {
    '1': [
      { start: '13:00', end: '17:00' },
      { start: '09:00', end: '11:00' },
    ],
    '3': [],
  };
  const parsed = parseWeekWindows(parts);
  const windows = parsed.ok ? parsed.windows : {};
  test('in order, days without any left out, and what lies around them', () => {
    expect(windows).toEqual({
      '1': [
        { start: '09:00', end: '11:00' },
        { start: '13:00', end: '17:00' },
      ],
    });
    expect(hullOf(windows)).toEqual({ days: [1], start: '09:00', end: '17:00' });
  });
  test.each([
    [null, SENDING_WINDOW_TEXTS.days],
    [[], SENDING_WINDOW_TEXTS.days],
    [{}, SENDING_WINDOW_TEXTS.days],
    [{ '1': [] }, SENDING_WINDOW_TEXTS.days],
    [{ '8': [{ start: '09:00', end: '10:00' }] }, SENDING_WINDOW_TEXTS.days],
    [{ __proto__: 1, mon: [] }, SENDING_WINDOW_TEXTS.days],
    [{ '1': 'always' }, SENDING_WINDOW_TEXTS.many],
    [{ '1': Array(4).fill({ start: '09:00', end: '10:00' }) }, SENDING_WINDOW_TEXTS.many],
    [{ '1': [null] }, SENDING_WINDOW_TEXTS.time],
    [{ '1': [{ start: '10:00', end: '09:00' }] }, SENDING_WINDOW_TEXTS.order],
    [
      {
        '1': [
          { start: '09:00', end: '12:00' },
          { start: '11:00', end: '13:00' },
        ],
      },
      SENDING_WINDOW_TEXTS.overlap,
    ],
  ])('%j: %s', (input, error) => {
    expect(parseWeekWindows(input)).toEqual({ ok: false, error });
  });
  test('opens and closes with each', () => {
    const zone = 'Europe/Amsterdam';
    const opening = (local: string) => iso(nextWindowOpening(at(local, zone), windows, zone));
    expect(opening('2026-03-02T08:00')).toBe(iso(at('2026-03-02T09:00', zone)));
    expect(opening('2026-03-02T11:00')).toBe(iso(at('2026-03-02T13:00', zone)));
    expect(opening('2026-03-02T17:00')).toBe(iso(at('2026-03-09T09:00', zone)));
    expect(iso(windowClosing(at('2026-03-02T10:00', zone), windows, zone))).toBe(iso(at('2026-03-02T11:00', zone)));
  });
});
