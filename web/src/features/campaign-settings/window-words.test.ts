import { describe, expect, test } from 'vitest';
import { hoursWords, isUnusual, windowWords } from './window-words.ts';

const hours = { start: '08:00', end: '18:00' };

describe('a sending window in words', () => {
  test.each([
    [[1, 2, 3, 4, 5], 'Monday to Friday 08:00 to 18:00 Europe/Amsterdam'],
    [[5, 4, 3, 2, 1], 'Monday to Friday 08:00 to 18:00 Europe/Amsterdam'],
    [[1, 2, 3, 4, 5, 6, 7], 'Every day 08:00 to 18:00 Europe/Amsterdam'],
    [[1, 3, 5], 'Monday, Wednesday and Friday 08:00 to 18:00 Europe/Amsterdam'],
    [[6, 7], 'Saturday and Sunday 08:00 to 18:00 Europe/Amsterdam'],
    [[2], 'Tuesday 08:00 to 18:00 Europe/Amsterdam'],
  ])('%j', (days, words) => {
    expect(windowWords({ days, ...hours }, 'Europe/Amsterdam')).toBe(words);
  });

  test('zones are written with spaces', () => {
    expect(windowWords({ days: [1], ...hours }, 'America/New_York')).toBe('Monday 08:00 to 18:00 America/New York');
  });
});

test('windows by weekday are said one by one, days of the same hours together', () => {
  const sending_window = { days: [1, 2, 5], start: '09:00', end: '17:00' };
  const morning = { start: '09:00', end: '12:00' };
  const windows = { '1': [morning, { start: '13:00', end: '17:00' }], '2': [morning], '5': [morning] };
  expect(hoursWords({ sending_window, windows, timezone: 'Europe/Berlin' })).toBe(
    'Monday 09:00 to 12:00 and 13:00 to 17:00, Tuesday and Friday 09:00 to 12:00 Europe/Berlin',
  );
  expect(isUnusual({ sending_window, windows })).toBe(false);
  expect(isUnusual({ sending_window: { days: [1], start: '00:00', end: '24:00' }, windows: null })).toBe(true);
  expect(isUnusual({ sending_window: { days: [7], start: '09:00', end: '12:00' }, windows: null })).toBe(true);
});
