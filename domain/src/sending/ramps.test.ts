import { describe, expect, test } from 'vitest';
import { todaysCap } from './capacity.ts';
import { countDays, type RampState, rampedEmailCap, rampedLinkedinCap } from './ramps.ts';

const DAY_IN_MS = 86_400_000;
const START = new Date('2026-11-02T00:00:00Z'); // a Monday
const dayOf = (day: number) => new Date(START.getTime() + day * DAY_IN_MS);
const NEW: RampState = {
  ramp: 'new',
  ramp_since: START,
  ramp_cap: null,
  ramp_counted_at: null,
  ramp_active_at: null,
  ramp_stands_until: null,
};

/** Caps by day when as much as allowed is sent on the given days. */
function walk(state: RampState, days: readonly number[], sends: (cap: number) => number = (cap) => cap): number[] {
  let ramp = state;
  return days.map((day) => {
    const { amount } = rampedEmailCap(40, ramp, new Date(dayOf(day).getTime() + 10 * 3_600_000));
    ramp = countDays(ramp, [{ used: sends(amount), ends_at: dayOf(day + 1) }]);
    return amount;
  });
}

describe('a mailbox', () => {
  test('new on an old domain: 10, 12, 14, 16, 18, then 20 on Monday, never above 40', () => {
    expect(walk(NEW, [0, 1, 2, 3, 4, 7])).toEqual([10, 12, 14, 16, 18, 20]);
    const weeks = Array.from({ length: 60 }, (_, day) => day).filter((day) => day % 7 < 5);
    expect(Math.max(...walk(NEW, weeks))).toBe(40);
  });
  test('rests two weeks: begins again at half, and never below its start', () => {
    expect(walk(NEW, [0, 1, 2, 3, 4, 7, 8, 9, 10, 11, 28, 29])).toEqual([
      10, 12, 14, 16, 18, 20, 22, 24, 26, 28, 15, 17,
    ]);
    expect(walk(NEW, [0, 1, 20])).toEqual([10, 12, 10]);
  });
  test('grows only with days on which half of it was used', () => {
    expect(walk(NEW, [0, 1, 2], (cap) => Math.floor(cap / 2) - 1)).toEqual([10, 10, 10]);
    expect(walk(NEW, [0, 1, 2], (cap) => cap / 2)).toEqual([10, 12, 14]);
  });
  test('of a young domain stays at 20 for thirty days', () => {
    const caps = walk(
      { ...NEW, ramp: 'young' },
      Array.from({ length: 40 }, (_, day) => day),
    );
    expect(caps.slice(0, 3)).toEqual([5, 6, 7]);
    expect(Math.max(...caps.slice(0, 30))).toBe(20);
    expect(caps[30]).toBe(35);
  });
  test('doesn’t move during a warning, and counts no day twice', () => {
    expect(walk({ ...NEW, ramp_stands_until: dayOf(2) }, [0, 1, 2, 3])).toEqual([10, 10, 10, 12]);
    const day = { used: 10, ends_at: dayOf(1) };
    expect(countDays(NEW, [day, day]).ramp_cap).toBe(12);
  });
  test('says how far it has come', () => {
    const { growth } = rampedEmailCap(40, { ...NEW, ramp_cap: 14 }, START);
    expect(growth).toEqual({ unit: 'day', at: 3, of: 16 });
    expect(rampedEmailCap(12, { ...NEW, ramp_cap: 14 }, START)).toEqual({ amount: 12, growth: null });
    expect(rampedEmailCap(40, { ...NEW, ramp: 'off' }, START)).toEqual({ amount: 40, growth: null });
  });
});

describe('a LinkedIn account', () => {
  test.each([
    ['new', 25, [7, 12, 18, 25]],
    ['used', 25, [12, 18, 25, 25]],
    ['new', 10, [5, 5, 7, 10]],
    ['new', 3, [3, 3, 3, 3]],
    ['off', 25, [25, 25, 25, 25]],
  ] as const)('%s, %d a day: %j by week', (ramp, cap, weeks) => {
    expect([0, 7, 14, 21].map((day) => rampedLinkedinCap(cap, { ramp, ramp_since: START }, dayOf(day)).amount)).toEqual(
      weeks,
    );
  });
  const seat = {
    ...NEW,
    ramp: 'off' as const,
    tier: 'CLASSIC' as const,
    email_max_messages: 0,
    linkedin_max_connections: 25,
    linkedin_max_messages: 50,
    linkedin_weekly_invites: 60,
    spreads_weekly_invites: true,
    days_off: ['2026-11-04'],
  };
  test('60 a week over five days: 12 a day, never more than is left', () => {
    const on = (week_used: number) =>
      todaysCap(seat, 'invite', { now: START, zone: 'UTC', week_used, working_days: 5 });
    expect([0, 48, 55, 60].map((used) => on(used).amount)).toEqual([12, 12, 5, 0]);
    expect(on(55).rule).toBe('weekly_limit');
  });
  test('without spreading the limit of the day holds, as before', () => {
    const plain = { ...seat, spreads_weekly_invites: false };
    expect(todaysCap(plain, 'invite', { now: START, zone: 'UTC', week_used: 0 }).amount).toBe(25);
  });
  test('a day off', () => {
    expect(todaysCap(seat, 'message', { now: dayOf(2), zone: 'UTC' })).toMatchObject({ amount: 0, rule: 'day_off' });
    expect(todaysCap(seat, 'message', { now: dayOf(2), zone: 'Pacific/Kiritimati' }).rule).toBe('day_off');
    expect(todaysCap(seat, 'message', { now: dayOf(2), zone: 'America/Los_Angeles' }).rule).toBe('daily_limit');
  });
});
