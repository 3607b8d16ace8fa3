import type { ChatMessage } from '@overture/contract/chats';

const LEAST_REPLIES = 2;
const MINUTES_OF_DAY = 1_440;
const SUNDAY = 0;
const SATURDAY = 6;

/**
 * The next time at which a lead usually replies: the middle of the times of day of their replies, by the reader's own clock, on a working
 * day. Null for a lead who has hardly written.
 */
export function usualReplyTime(
  messages: readonly Pick<ChatMessage, 'kind' | 'sent_by_prospect' | 'sent_at'>[],
  now: Date,
): Date | null {
  const minutes = messages
    .filter(({ kind, sent_by_prospect }) => sent_by_prospect && kind === 'REPLY')
    .map(({ sent_at }) => new Date(sent_at))
    .map((at) => at.getHours() * 60 + at.getMinutes())
    .sort((one, other) => one - other);
  if (minutes.length < LEAST_REPLIES) return null;
  const minute = findMiddle(minutes);
  for (let days = 0; ; days += 1) {
    const at = new Date(now.getFullYear(), now.getMonth(), now.getDate() + days, 0, minute);
    if (at > now && at.getDay() !== SUNDAY && at.getDay() !== SATURDAY) return at;
  }
}

/** The median from the largest gap on: replies at 23:50 and 00:10 are about midnight. */
function findMiddle(minutes: readonly number[]): number {
  const gaps = minutes.map((minute, index) => {
    const next = minutes[index + 1] ?? (minutes[0] ?? 0) + MINUTES_OF_DAY;
    return { after: index, size: next - minute };
  });
  const widest = gaps.reduce((one, other) => (other.size > one.size ? other : one));
  const start = (widest.after + 1) % minutes.length;
  const ordered = minutes.map((_, index) => minutes[(start + index) % minutes.length] ?? 0);
  const unrolled = ordered.map((minute) => (minute < (ordered[0] ?? 0) ? minute + MINUTES_OF_DAY : minute));
  const middle = (unrolled[(unrolled.length - 1) >> 1]! + unrolled[unrolled.length >> 1]!) / 2;
  return Math.floor(middle) % MINUTES_OF_DAY;
}
