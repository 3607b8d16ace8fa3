import { describe, expect, test } from 'vitest';
import { createHistoryCalendar } from './load-history.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
/** Noon of a working day of the history, counted back from its last one. */
const noon = (daysBefore: number): number => -DAY * daysBefore + 12 * HOUR;
const FRIDAY = 1;
const THURSDAY = 2;
const MONDAY = 5;
const FRIDAY_BEFORE = 8;

const days = (now: string, ...instants: number[]): string[] => {
  const calendar = createHistoryCalendar(new Date(now));
  return instants.map((instant) => calendar(instant).toUTCString().slice(0, 22));
};

describe('the calendar of the history', () => {
  test('ends on the last working day before today and goes back by working days', () => {
    // 2026-11-25 is a Wednesday.
    expect(days('2026-11-25T09:00:00Z', noon(FRIDAY), noon(THURSDAY), noon(MONDAY), noon(FRIDAY_BEFORE))).toEqual([
      'Tue, 24 Nov 2026 12:00',
      'Mon, 23 Nov 2026 12:00',
      'Wed, 18 Nov 2026 12:00',
      'Tue, 17 Nov 2026 12:00',
    ]);
    expect(days('2026-11-23T09:00:00Z', noon(FRIDAY))).toEqual(['Fri, 20 Nov 2026 12:00']);
    expect(days('2026-11-28T09:00:00Z', noon(FRIDAY))).toEqual(['Fri, 27 Nov 2026 12:00']);
    expect(days('2026-11-29T09:00:00Z', noon(FRIDAY))).toEqual(['Fri, 27 Nov 2026 12:00']);
  });

  test('what was due on the Monday after comes on the next working day', () => {
    const monday = 2 * DAY + 12 * HOUR;
    expect(days('2026-11-25T09:00:00Z', monday)).toEqual(['Wed, 25 Nov 2026 12:00']);
    expect(days('2026-11-28T09:00:00Z', monday)).toEqual(['Mon, 30 Nov 2026 12:00']);
  });

  test('keeps the order of everything, on every day of a week', () => {
    for (let day = 0; day < 7; day += 1) {
      const calendar = createHistoryCalendar(new Date(Date.UTC(2026, 10, 23 + day, 9)));
      let before = Number.NEGATIVE_INFINITY;
      for (let instant = -21 * DAY; instant < 14 * DAY; instant += HOUR / 2) {
        const found = calendar(instant).getTime();
        expect(found).toBeGreaterThanOrEqual(before);
        before = found;
      }
    }
  });

  test('nothing that has happened lies ahead', () => {
    const now = new Date('2026-11-25T00:05:00Z');
    expect(createHistoryCalendar(now)(2 * HOUR).getTime()).toBeLessThan(now.getTime());
  });
});
