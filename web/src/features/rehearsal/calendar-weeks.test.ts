import { describe, expect, test } from 'vitest';
import { buildWeeks, pickShade } from './calendar-weeks.ts';

const day = (date: string, total: number) => ({ date, total, others: 0, emails: total });

describe('weeks of a calendar', () => {
  test('begin on Monday, hold quiet weeks, and sum up', () => {
    const weeks = buildWeeks([day('2026-11-19', 3), day('2026-11-22', 1), day('2026-12-07', 5)]);
    expect(weeks.map(({ monday, sums }) => [monday, sums.emails ?? 0])).toEqual([
      ['2026-11-16', 4],
      ['2026-11-23', 0],
      ['2026-11-30', 0],
      ['2026-12-07', 5],
    ]);
    expect(weeks[0]!.days.map((one) => one?.total ?? 0)).toEqual([0, 0, 0, 3, 0, 0, 1]);
    expect(weeks[0]!.dates.at(-1)).toBe('2026-11-22');
  });
  test('the end of a year is no end', () => {
    expect(buildWeeks([day('2026-12-31', 1), day('2027-01-01', 1)])).toHaveLength(1);
  });
  test('nothing gives nothing', () => expect(buildWeeks([])).toEqual([]));
});

test.each([
  [0, 40, 0],
  [1, 40, 1],
  [20, 40, 2],
  [40, 40, 4],
  [5, 0, 0],
])('%i of %i is shade %i', (total, most, shade) => expect(pickShade(total, most)).toBe(shade));
