import { expect, test } from 'vitest';
import { trimReply } from '../../mail/reply-trim.ts';
import { classifyReply } from '../classify-reply.ts';
import { isSureClass } from '../reply-classes.ts';
import { INTERESTED_WITH_TIME, LATER_BESIDE_NEGATION, NOT_LATER } from '../testing/later-replies.ts';
import { REPLY_CORPUS } from '../testing/reply-corpus.ts';
import { findLaterDay, findLaterWish } from './later-wish.ts';

const trimmed = (text: string): string => trimReply(text).reply;
const classify = (text: string) => classifyReply({ kind: 'reply', subject: null, text: trimmed(text) });
const replies = REPLY_CORPUS.filter(({ kind }) => kind === 'reply');
const later = replies.filter(({ later_day }) => later_day !== undefined);

test('a wish for later is a question, surely, and never a refusal', () => {
  expect(later.length).toBeGreaterThan(80);
  const wrong = later.filter(({ text }) => {
    const found = classify(text);
    return found?.class !== 'neutral' || !isSureClass(found.confidence) || findLaterWish(trimmed(text)) === null;
  });
  expect(wrong.map(({ name, text }) => `${name} -> ${classify(text)?.class}`)).toEqual([]);
});

test('no other reply of the corpus is taken for a wish for later', () => {
  const wrong = replies.filter(
    ({ later_day, expected, text }) =>
      later_day === undefined && expected !== 'interested' && findLaterWish(trimmed(text)) !== null,
  );
  expect(wrong.map(({ name }) => name)).toEqual([]);
});

test.each(NOT_LATER)('no wish for later: %s', (text) => {
  expect(findLaterWish(text)).toBeNull();
});

test.each(LATER_BESIDE_NEGATION)('a wish beside a negation: %s', (text) => {
  expect(classify(text)?.class).toBe('neutral');
  expect(findLaterWish(text)).not.toBeNull();
});

test.each(INTERESTED_WITH_TIME)('interest stays interest: %s', (text) => {
  expect(classify(text)?.class).toBe('interested');
});

const dayOf = (text: string, at: string) => {
  const wish = findLaterWish(text);
  return wish && findLaterDay(wish, new Date(at));
};

test.each([
  // The first of March 2025 is a Saturday.
  ['Ask me again in March.', '2024-11-25', '2025-03-03'],
  ['Ask me again in March.', '2027-03-01', '2028-03-01'],
  ['Ask me again at the end of March.', '2026-11-25', '2027-03-25'],
  ['Ask me again after March.', '2026-11-25', '2027-04-01'],
  ['Ask me again after December.', '2026-11-25', '2027-01-04'],
  ['Ask me again next week.', '2026-11-29', '2026-11-30'],
  ['Ask me again next week.', '2026-11-25', '2026-11-30'],
  ['Ask me again next month.', '2026-12-25', '2027-01-04'],
  ['Ask me again in half a year.', '2026-11-25', '2027-05-25'],
  ['Ask me again in a couple of months.', '2026-11-25', '2027-01-25'],
  ['Ask me again in the second quarter.', '2026-11-25', '2027-04-01'],
  ['Fragen Sie im 2. Quartal wieder an.', '2026-11-25', '2027-04-01'],
  ['Ask me again next year.', '2026-11-25', '2027-01-04'],
  ['Ask me again after the winter.', '2026-11-25', '2027-03-01'],
])('%s (%s)', (text, at, day) => {
  expect(dayOf(text, `${at}T10:00:00Z`)).toBe(day);
});

test('an endless reply is read in a moment', () => {
  const begun = performance.now();
  for (const part of ['ask me again ', 'in ', '1.', 'march ', 'in three ', 'next ']) findLaterWish(part.repeat(20_000));
  expect(performance.now() - begun).toBeLessThan(1000);
});
