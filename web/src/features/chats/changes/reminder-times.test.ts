import { expect, test } from 'vitest';
import { localInput, reminderTimes } from './reminder-times.ts';

const offered = (now: Date) => reminderTimes(now).map(({ id, at }) => `${id} ${localInput(at)}`);

test('an hour, this evening, tomorrow and next Monday by the own clock', () => {
  expect(offered(new Date(2026, 10, 25, 14, 10))).toEqual([
    'hour 2026-11-25T15:10',
    'evening 2026-11-25T18:00',
    'tomorrow 2026-11-26T08:00',
    'monday 2026-11-30T08:00',
  ]);
  // Late on a Sunday: no evening is left, and Monday is tomorrow already.
  expect(offered(new Date(2026, 10, 29, 17, 30))).toEqual([
    'hour 2026-11-29T18:30',
    'tomorrow 2026-11-30T08:00',
    'monday 2026-12-07T08:00',
  ]);
});
