import { describe, expect, test } from 'vitest';
import { windowWords } from './window-words.ts';

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
