import { describe, expect, test } from 'vitest';
import { type InviteDay, sumWeek } from './budget-days.ts';
import { todaysCap } from './capacity.ts';

const at = (text: string) => new Date(`2026-11-${text}Z`);
const MONDAY: InviteDay = {
  used: 3,
  starts_at: at('02T09:00'),
  ends_at: at('03T00:00'),
  times: [at('02T09:10'), at('02T12:00'), at('02T17:50')],
};
const TUESDAY: InviteDay = { used: 2, starts_at: at('03T09:00'), ends_at: at('04T00:00'), times: [] };

describe('the week of invitations', () => {
  test.each([
    ['02T20:00', 0, null],
    ['05T12:00', 5, '09T09:00'],
    ['09T09:10', 4, '09T12:00'],
    ['09T12:30', 3, '09T17:50'],
    ['09T18:00', 2, '10T09:00'],
    // Without times the day counts until all of it is a week old.
    ['10T23:00', 2, '11T00:00'],
    ['11T00:00', 0, null],
  ])('on %s it holds %d', (now, used, eases) => {
    expect(sumWeek([MONDAY, TUESDAY], at(now))).toEqual({ used, eases_at: eases && at(eases) });
  });

  test('one invitation without a time counts until the day is a week old', () => {
    const day = { ...MONDAY, used: 4 };
    expect(sumWeek([day], at('09T18:00'))).toEqual({ used: 1, eases_at: at('10T00:00') });
  });
});

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
const SEAT = {
  ...{ ramp: 'off' as const, ramp_since: null, ramp_cap: null, ramp_counted_at: null, ramp_active_at: null },
  ...{ ramp_stands_until: null, tier: 'CLASSIC' as const, email_max_messages: 0, days_off: [] },
  ...{ linkedin_max_connections: 25, linkedin_max_messages: 50, linkedin_weekly_invites: 60 },
  spreads_weekly_invites: true,
};

/** Small numbers with a fixed seed. */
function createRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return state / 2_147_483_648;
  };
}

/** Invitations of a seat that has enough to do: 9 to 17, Monday to Friday, a gap of 60 to 180 seconds or a rhythm over the day. */
function inviteFor(weeks: number, seed: number, pauseInMinutes: (random: number) => number): Date[] {
  const random = createRandom(seed);
  const days: (InviteDay & { times: Date[] })[] = [];
  for (let date = at('02T00:00').getTime(); date < at('02T00:00').getTime() + weeks * 7 * DAY; date += DAY) {
    if ([0, 6].includes(new Date(date).getUTCDay())) continue;
    const today = {
      used: 0,
      starts_at: new Date(date + 9 * 60 * MINUTE),
      ends_at: new Date(date + DAY),
      times: [] as Date[],
    };
    let now = date + (9 * 60 + 25 * random()) * MINUTE;
    while (now < date + 17 * 60 * MINUTE) {
      const week = sumWeek(days, new Date(now));
      const cap = todaysCap(SEAT, 'invite', { now: new Date(now), zone: 'UTC', week_used: week.used, working_days: 5 });
      if (today.used < cap.amount) {
        today.used += 1;
        today.times.push(new Date(now));
        now += pauseInMinutes(random()) * MINUTE;
      } else if (cap.rule === 'weekly_limit' && week.eases_at) now = Math.max(now + 1000, week.eases_at.getTime());
      else break;
    }
    days.push(today);
  }
  return days.flatMap(({ times }) => times);
}

describe('60 a week over five days', () => {
  test.each([
    ['at the least gap', (random: number) => 1 + 2 * random],
    ['in a rhythm over the day', (random: number) => 38 * (0.6 + 0.8 * random)],
  ])('%s: at most 12 a day and 60 in any 7 times 24 hours, and really about 60', (_, pause) => {
    for (const seed of [1, 2, 3]) {
      const sent = inviteFor(12, seed, pause);
      const perDay = Object.values(Object.groupBy(sent, (time) => time.toISOString().slice(0, 10)));
      expect(Math.max(...perDay.map((times) => times!.length))).toBe(12);
      for (const [index, first] of sent.entries()) {
        const week = sent.slice(index).filter((other) => other.getTime() < first.getTime() + 7 * DAY);
        expect(week.length).toBeLessThanOrEqual(60);
      }
      expect(sent.length / 12).toBeGreaterThan(57);
    }
  });
});
