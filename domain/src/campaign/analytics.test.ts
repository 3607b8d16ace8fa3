import { describe, expect, test } from 'vitest';
import {
  changeInPercent,
  compareVariants,
  type DailyMetrics,
  fillDays,
  groupDays,
  parsePipelineKey,
  previousRange,
  rateInPercent,
  wilsonInterval,
} from './analytics.ts';

const zero = {
  emails_sent: 0,
  linkedin_messages_sent: 0,
  invites_sent: 0,
  invites_accepted: 0,
  replies: 0,
  interested: 0,
};
const days = (range: { start_date: string; end_date: string }): DailyMetrics[] =>
  fillDays<DailyMetrics>(range, [], { ...zero, emails_sent: 1 });

describe('days and weeks', () => {
  test('every day of a range is there, over months and leap days', () => {
    const range = { start_date: '2028-02-28', end_date: '2028-03-01' };
    const filled = fillDays<DailyMetrics>(range, [{ ...zero, date: '2028-02-29', replies: 2 }], zero);
    expect(filled.map((day) => [day.date, day.replies])).toEqual([
      ['2028-02-28', 0],
      ['2028-02-29', 2],
      ['2028-03-01', 0],
    ]);
  });

  test('ten days stay days, eleven become weeks, and nothing is lost', () => {
    const ten = { start_date: '2026-11-01', end_date: '2026-11-10' };
    const eleven = { start_date: '2026-11-01', end_date: '2026-11-11' };
    expect(groupDays(ten, days(ten))).toHaveLength(10);
    const weeks = groupDays(eleven, days(eleven));
    expect(weeks.map((week) => [week.date, week.end_date, week.emails_sent])).toEqual([
      ['2026-11-01', '2026-11-07', 7],
      ['2026-11-08', '2026-11-11', 4],
    ]);
  });

  test('the range before is as long and does not overlap', () => {
    expect(previousRange({ start_date: '2026-11-01', end_date: '2026-11-07' })).toEqual({
      start_date: '2026-10-25',
      end_date: '2026-10-31',
    });
  });

  test('rates and changes without a base are unknown, not zero', () => {
    expect([changeInPercent(5, 0), changeInPercent(5, 4), changeInPercent(0, 4)]).toEqual([null, 25, -100]);
    expect([rateInPercent(1, 0), rateInPercent(1, 3)]).toEqual([null, 33.3]);
  });
});

describe('pipeline names', () => {
  test.each([
    ['not_started', { kind: 'state', state: 'not_started' }],
    ['12', { kind: 'waiting', node_id: 12 }],
    ['completion_12', { kind: 'completion', node_id: 12, branch: null }],
    ['completion_yes_12', { kind: 'completion', node_id: 12, branch: 'yes' }],
    ['complained_12', { kind: 'outcome', outcome: 'complained', node_id: 12, variant: null }],
    ['bounced_12', { kind: 'outcome', outcome: 'bounced', node_id: 12, variant: null }],
    ['failed_12', { kind: 'outcome', outcome: 'failed', node_id: 12, variant: null }],
    ['replied_b_12', { kind: 'outcome', outcome: 'replied', node_id: 12, variant: 'b' }],
    ['sent_f_12', { kind: 'outcome', outcome: 'sent', node_id: 12, variant: 'f' }],
    ['sent_a_12', { kind: 'outcome', outcome: 'sent', node_id: 12, variant: 'a' }],
    ['completion_no_3', { kind: 'completion', node_id: 3, branch: 'no' }],
  ])('%s', (key, meaning) => expect(parsePipelineKey(key)).toEqual(meaning));
  test.each([
    '',
    'bounced_',
    'bounced_0',
    'bounced_yes_3',
    'sent_3',
    'sent_g_3',
    'replied_a_',
    'not_started_3',
    '0',
    '-1',
    'completion_',
    'completion_maybe_3',
    'yes_3',
    "12' or 1=1",
    '9'.repeat(16),
    '12\n',
  ])('refuses %j', (key) => expect(parsePipelineKey(key)).toBeNull());
});

describe('A/B', () => {
  test("Wilson's interval: known values, and honest ends", () => {
    expect(wilsonInterval(10, 100)).toEqual({ rate: 10, low: 5.5, high: 17.4 });
    expect(wilsonInterval(0, 20)).toMatchObject({ rate: 0, low: 0, high: 16.1 });
    expect(wilsonInterval(20, 20)).toMatchObject({ rate: 100, high: 100 });
    expect(wilsonInterval(0, 0)).toEqual({ rate: 0, low: 0, high: 100 });
  });
  test.each([
    [49, 20, 200, 20, 'not_enough_data'],
    [100, 4, 100, 5, 'not_enough_data'],
    [100, 10, 100, 12, 'no_difference'],
    [200, 60, 200, 20, 'a'],
    [200, 20, 200, 60, 'b'],
  ] as const)('A %i/%i, B %i/%i: %s', (sentA, repliesA, sentB, repliesB, verdict) => {
    const a = { sent: sentA, replies: repliesA, interested: 0 };
    const b = { sent: sentB, replies: repliesB, interested: 0 };
    expect(compareVariants(a, b)).toBe(verdict);
  });
});
