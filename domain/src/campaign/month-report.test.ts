import { describe, expect, test } from 'vitest';
import { bestMessages, mailedMonth, reportDays, sumFigures } from './month-report.ts';

const none = { emails_sent: 0, linkedin_messages_sent: 0, invites_sent: 0, contacted: 0, replies: 0, interested: 0 };

describe('the days of a report', () => {
  test.each([
    // A month that is over, whole, with all of the one before.
    ['2026-10', '2026-11-26', '2026-10-01', '2026-10-31', '2026-09-01', '2026-09-30', true],
    ['2026-01', '2026-02-01', '2026-01-01', '2026-01-31', '2025-12-01', '2025-12-31', true],
    // One that lasts, up to today, with as many days of the one before.
    ['2026-11', '2026-11-01', '2026-11-01', '2026-11-01', '2026-10-01', '2026-10-01', false],
    ['2026-11', '2026-11-30', '2026-11-01', '2026-11-30', '2026-10-01', '2026-10-30', false],
    ['2026-03', '2026-03-30', '2026-03-01', '2026-03-30', '2026-02-01', '2026-02-28', false],
    ['2028-03', '2028-03-31', '2028-03-01', '2028-03-31', '2028-02-01', '2028-02-29', false],
  ])('%s on %s', (month, today, from, to, beforeFrom, beforeTo, is_over) => {
    expect(reportDays(month, today)).toEqual({
      month: { start_date: from, end_date: to },
      before: { start_date: beforeFrom, end_date: beforeTo },
      is_over,
    });
  });

  test.each([
    ['2026-11-01T05:59:59Z', undefined],
    ['2026-11-01T06:00:00Z', '2026-10'],
    ['2026-11-04T05:59:59Z', '2026-10'],
    ['2026-11-04T06:00:00Z', undefined],
    ['2026-10-31T23:59:59Z', undefined],
    ['2027-01-01T12:00:00Z', '2026-12'],
  ])('at %s reports of %s are mailed', (now, month) => expect(mailedMonth(new Date(now))?.month).toBe(month));

  test('sums count the first and the last day, and none beside them', () => {
    const days = ['2026-09-30', '2026-10-01', '2026-10-31', '2026-11-01'].map((date) => ({
      ...none,
      date,
      replies: 1,
    }));
    expect(sumFigures(days, { start_date: '2026-10-01', end_date: '2026-10-31' })).toEqual({ ...none, replies: 2 });
  });
});

describe('best messages', () => {
  const message = (id: string, sent: number, replies: number) => ({ id, sent, replies });
  const order = (...messages: ReturnType<typeof message>[]) => bestMessages(messages).map(({ id }) => id);

  test('too seldom sent or never answered is none', () => {
    expect(order(message('rare', 49, 40), message('enough', 50, 5), message('silent', 900, 0))).toEqual(['enough']);
    expect(order()).toEqual([]);
  });

  test('many sends with a lower rate stand before few with a higher one that may be luck', () => {
    expect(order(message('few', 50, 11), message('many', 300, 60))).toEqual(['many', 'few']);
    expect(bestMessages([message('few', 50, 11)])[0]).toMatchObject({ reply_rate: 22, reply_rate_low: 12.8 });
  });

  test('five at most, and more replies than sends are no more than all', () => {
    expect(order(...[1, 2, 3, 4, 5, 6].map((n) => message(String(n), 100, n * 10)))).toEqual(['6', '5', '4', '3', '2']);
    expect(bestMessages([message('late', 50, 60)])[0]!.reply_rate).toBe(100);
  });
});
