import { placeOfZone } from '@overture/domain/time/zone-place';
import { expect, test } from 'vitest';
import { formatDayTime, localInput, reminderTimes } from './reminder-times.ts';

const offered = (now: Date) => reminderTimes(now).map(({ id, at }) => `${id} ${localInput(at)}`);

test('one and three hours, this evening, tomorrow and next Monday by the own clock', () => {
  expect(offered(new Date(2026, 10, 25, 14, 10))).toEqual([
    'hour 2026-11-25T15:10',
    'hours 2026-11-25T17:10',
    'evening 2026-11-25T18:00',
    'tomorrow 2026-11-26T08:00',
    'monday 2026-11-30T08:00',
  ]);
  // Late on a Sunday: no evening is left, and Monday is tomorrow already.
  expect(offered(new Date(2026, 10, 29, 17, 30))).toEqual([
    'hour 2026-11-29T18:30',
    'hours 2026-11-29T20:30',
    'tomorrow 2026-11-30T08:00',
    'monday 2026-12-07T08:00',
  ]);
  // Three hours from now is after the evening, or in the morning.
  expect(offered(new Date(2026, 10, 25, 16, 0)).slice(1, 3)).toEqual([
    'evening 2026-11-25T18:00',
    'hours 2026-11-25T19:00',
  ]);
  expect(offered(new Date(2026, 10, 25, 6, 0)).slice(0, 3)).toEqual([
    'hour 2026-11-25T07:00',
    'hours 2026-11-25T09:00',
    'evening 2026-11-25T18:00',
  ]);
});

test('the presets follow the clock of the lead, also where it changes between now and then', () => {
  // Saturday evening in Berlin, noon in New York; its clocks go back on 1 November.
  const now = new Date('2026-10-31T16:10:00Z');
  expect(reminderTimes(now, 'America/New_York').map(({ id, at }) => `${id} ${at.toISOString()}`)).toEqual([
    'hour 2026-10-31T17:10:00.000Z',
    'hours 2026-10-31T19:10:00.000Z',
    'evening 2026-10-31T22:00:00.000Z',
    'tomorrow 2026-11-01T13:00:00.000Z',
    'monday 2026-11-02T13:00:00.000Z',
  ]);
  expect(formatDayTime(new Date('2026-11-02T13:00:00Z'), 'America/New_York')).toBe('Mon 08:00');
  expect(placeOfZone('America/Argentina/Buenos_Aires')).toBe('Buenos Aires');
});
