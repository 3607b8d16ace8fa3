import { describe, expect, test } from 'vitest';
import { shiftMonth } from '../money/agency-bills.ts';
import { listTimeZones } from '../time/timezones.ts';
import {
  bestMessages,
  dayStarts,
  mailedMonth,
  monthAt,
  monthInstants,
  monthInTheMail,
  reportDays,
  sumFigures,
} from './month-report.ts';

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

  test('sums count the first and the last day, and none beside them', () => {
    const days = ['2026-09-30', '2026-10-01', '2026-10-31', '2026-11-01'].map((date) => ({
      ...none,
      date,
      replies: 1,
    }));
    expect(sumFigures(days, { start_date: '2026-10-01', end_date: '2026-10-31' })).toEqual({ ...none, replies: 2 });
  });
});

describe('months by the clock of the client', () => {
  test.each([
    // Auckland is 13 hours ahead in its summer, 12 in its winter: September ends in the one, April begins in the other.
    ['2026-09', 'Pacific/Auckland', '2026-08-31T12:00:00Z', '2026-09-30T11:00:00Z'],
    ['2026-04', 'Pacific/Auckland', '2026-03-31T11:00:00Z', '2026-04-30T12:00:00Z'],
    ['2026-12', 'Pacific/Auckland', '2026-11-30T11:00:00Z', '2026-12-31T11:00:00Z'],
    ['2026-03', 'America/Los_Angeles', '2026-03-01T08:00:00Z', '2026-04-01T07:00:00Z'],
    ['2026-11', 'America/Los_Angeles', '2026-11-01T07:00:00Z', '2026-12-01T08:00:00Z'],
    ['2026-10', 'Europe/Amsterdam', '2026-09-30T22:00:00Z', '2026-10-31T23:00:00Z'],
    ['2026-10', 'UTC', '2026-10-01T00:00:00Z', '2026-11-01T00:00:00Z'],
    ['2026-01', 'Pacific/Kiritimati', '2025-12-31T10:00:00Z', '2026-01-31T10:00:00Z'],
    ['2026-01', 'Pacific/Pago_Pago', '2026-01-01T11:00:00Z', '2026-02-01T11:00:00Z'],
    // Havana puts its clock back at one in the night of the 1st: midnight comes once.
    ['2026-11', 'America/Havana', '2026-11-01T04:00:00Z', '2026-12-01T05:00:00Z'],
    // Beirut's summer begins at midnight: the 29th of March has none.
    ['2026-03', 'Asia/Beirut', '2026-02-28T22:00:00Z', '2026-03-31T21:00:00Z'],
  ])('%s in %s', (month, zone, since, until) => {
    const found = monthInstants(month, zone);
    expect([found.since, found.until]).toEqual([new Date(since), new Date(until)]);
  });

  test.each([
    ['Pacific/Auckland', '2026-09-27', 23],
    ['Pacific/Auckland', '2026-04-05', 25],
    ['America/Los_Angeles', '2026-03-08', 23],
    ['America/Los_Angeles', '2026-11-01', 25],
    ['Australia/Lord_Howe', '2026-10-04', 23.5],
    ['Asia/Beirut', '2026-03-29', 23],
    ['UTC', '2026-03-29', 24],
  ])('in %s the %s has %s hours', (zone, day, hours) => {
    const [start, end] = dayStarts({ start_date: day, end_date: day }, zone) as [Date, Date];
    expect((end.getTime() - start.getTime()) / 3_600_000).toBe(hours);
  });

  test.each([2026])('no instant of %s is in two months or in none', (year) => {
    for (const zone of listTimeZones())
      for (let number = 1; number <= 12; number += 1) {
        const month = `${year}-${String(number).padStart(2, '0')}`;
        const { since, until } = monthInstants(month, zone);
        const around = [-1, 0].flatMap((by) => [since, until].map((at) => monthAt(new Date(at.getTime() + by), zone)));
        expect([zone, ...around]).toEqual([zone, shiftMonth(month, -1), month, month, shiftMonth(month, 1)]);
      }
  });

  test.each([
    ['Pacific/Auckland', '2026-11-30T16:59:59Z', undefined],
    ['Pacific/Auckland', '2026-11-30T17:00:00Z', '2026-11'],
    ['Pacific/Auckland', '2026-12-03T16:59:59Z', '2026-11'],
    ['Pacific/Auckland', '2026-12-03T17:00:00Z', undefined],
    ['America/Los_Angeles', '2026-12-01T13:59:59Z', undefined],
    ['America/Los_Angeles', '2026-12-01T14:00:00Z', '2026-11'],
    // Its clock goes back at two on the 1st of November: six o'clock is seven hours after midnight.
    ['America/Los_Angeles', '2026-11-01T13:59:59Z', undefined],
    ['America/Los_Angeles', '2026-11-01T14:00:00Z', '2026-10'],
    ['UTC', '2026-11-01T05:59:59Z', undefined],
    ['UTC', '2026-11-01T06:00:00Z', '2026-10'],
    ['UTC', '2026-11-04T05:59:59Z', '2026-10'],
    ['UTC', '2026-11-04T06:00:00Z', undefined],
    ['UTC', '2027-01-01T12:00:00Z', '2026-12'],
  ])('in %s at %s reports of %s are mailed', (zone, now, month) =>
    expect(mailedMonth(new Date(now), zone)?.month).toBe(month),
  );

  test('whenever a zone mails a month, that month is the one in the mail', () => {
    const zones = ['Pacific/Kiritimati', 'Pacific/Auckland', 'UTC', 'America/Los_Angeles', 'Pacific/Pago_Pago'];
    for (let hour = 0; hour < 90 * 24; hour += 1) {
      const now = new Date(Date.UTC(2026, 9, 1, hour));
      const months = new Set(zones.flatMap((zone) => mailedMonth(now, zone)?.month ?? []));
      if (months.size > 0) expect([...months]).toEqual([monthInTheMail(now)]);
    }
    expect(monthInTheMail(new Date('2026-11-15T00:00:00Z'))).toBeNull();
  });
});

describe('best messages', () => {
  const message = (id: string, sent: number, replies: number) => ({ id, sent, replies });
  const order = (...messages: ReturnType<typeof message>[]) => bestMessages(messages).map(({ id }) => id);

  test('too seldom sent or never answered is none', () => {
    expect(order(message('rare', 49, 40), message('enough', 50, 5), message('silent', 900, 0))).toEqual(['enough']);
    expect(order()).toEqual([]);
  });

  test('many sends with a lower rate rank before few sends with a higher rate', () => {
    expect(order(message('few', 50, 11), message('many', 300, 60))).toEqual(['many', 'few']);
    expect(bestMessages([message('few', 50, 11)])[0]).toMatchObject({ reply_rate: 22, reply_rate_low: 12.8 });
  });

  test('five at most, and more replies than sends are no more than all', () => {
    expect(order(...[1, 2, 3, 4, 5, 6].map((n) => message(String(n), 100, n * 10)))).toEqual(['6', '5', '4', '3', '2']);
    expect(bestMessages([message('late', 50, 60)])[0]!.reply_rate).toBe(100);
  });
});
