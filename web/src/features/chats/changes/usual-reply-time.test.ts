import { expect, test } from 'vitest';
import { usualReplyTime } from './usual-reply-time.ts';

const reply = (sent_at: Date) => ({ kind: 'REPLY' as const, sent_by_prospect: true, sent_at: sent_at.toISOString() });
/** A Wednesday. */
const now = new Date(2026, 10, 25, 12, 0);
const at = (day: number, hour: number, minute = 0) => new Date(2026, 10, day, hour, minute);

test.each([
  ['today, where it is still to come', [at(23, 15), at(24, 16), at(24, 17)], at(25, 16)],
  ['tomorrow, where it is over', [at(23, 9), at(24, 9, 30)], at(26, 9, 15)],
  ['about midnight, not about noon', [at(23, 23, 50), at(24, 0, 10)], at(26, 0, 0)],
])('%s', (_, replies, expected) => {
  expect(usualReplyTime(replies.map(reply), now)).toEqual(expected);
});

test('on a working day, and not for a lead who has hardly written', () => {
  const friday = new Date(2026, 10, 27, 18, 0);
  expect(usualReplyTime([reply(at(23, 9)), reply(at(24, 9))], friday)).toEqual(at(30, 9));
  expect(usualReplyTime([reply(at(23, 9))], now)).toBeNull();
  const ours = { ...reply(at(24, 9)), sent_by_prospect: false };
  expect(usualReplyTime([reply(at(23, 9)), ours], now)).toBeNull();
});
