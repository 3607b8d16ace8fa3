import { CAMPAIGN_DAILY_LIMITS } from '../limits.ts';

const HOUR_IN_MS = 3_600_000;
const DAY_IN_MS = 24 * HOUR_IN_MS;

/** How a sender's limits grow: not at all, as one new here, as one of a young domain, or as one that sends every day already. */
export const RAMPS = ['off', 'new', 'young', 'used'] as const;
export type Ramp = (typeof RAMPS)[number];

/** Mails a day: where a mailbox begins, and how much a day that was used adds. */
const EMAIL_PACES: Record<Exclude<Ramp, 'off'>, { start: number; step: number }> = {
  new: { start: 10, step: 2 },
  young: { start: 5, step: 1 },
  used: { start: 20, step: 2 },
};
/** A young domain stays below this for this long, regardless of use. */
const YOUNG_DOMAIN = { most: 20, in_days: 30 } as const;
/** A mailbox that rested so long begins again at half. */
const IDLE_IN_DAYS = 14;

/** Share of LinkedIn's caps, in percent, week by week. */
const LINKEDIN_SHARES: Record<Exclude<Ramp, 'off'>, readonly number[]> = {
  new: [30, 50, 75, 100],
  young: [30, 50, 75, 100],
  used: [50, 75, 100],
};
/** No share makes a cap smaller than this. */
const LINKEDIN_LEAST = 5;

/** How far a ramp has come, as it is stored. Days that are over and not counted in it come beside it. */
export interface RampState {
  ramp: Ramp;
  ramp_since: Date | null;
  /** Mails a day reached with the days counted so far; null before the first. */
  ramp_cap: number | null;
  /** Days that ended until then are counted. */
  ramp_counted_at: Date | null;
  /** End of the last day on which anything was sent. */
  ramp_active_at: Date | null;
  /** A warning: days that end before do not make it grow. */
  ramp_stands_until: Date | null;
}

/** A sender's day that is over. */
export interface UsedUp {
  used: number;
  ends_at: Date;
}

/** A mailbox's ramp after the days that ended since it was last counted, oldest first. */
export function countDays<State extends RampState>(state: State, days: readonly UsedUp[]): State {
  return days.reduce((before, day) => countDay(before, day), state);
}

function countDay<State extends RampState>(state: State, { used, ends_at }: UsedUp): State {
  if (state.ramp === 'off' || (state.ramp_counted_at !== null && ends_at <= state.ramp_counted_at)) return state;
  const { step } = EMAIL_PACES[state.ramp];
  const cap = rested(state, new Date(ends_at.getTime() - DAY_IN_MS));
  const stands = state.ramp_stands_until !== null && ends_at <= state.ramp_stands_until;
  const grown = !stands && used > 0 && used * 2 >= cap ? cap + step : cap;
  return {
    ...state,
    ramp_cap: Math.min(grown, CAMPAIGN_DAILY_LIMITS.email_max_messages.max),
    ramp_counted_at: ends_at,
    ramp_active_at: used > 0 ? ends_at : state.ramp_active_at,
  };
}

/** The ramp's limit on a day: half after a long rest, never below its start. */
function rested(state: RampState, day: Date): number {
  const { start } = EMAIL_PACES[state.ramp as Exclude<Ramp, 'off'>];
  const cap = state.ramp_cap ?? start;
  const isIdle =
    state.ramp_active_at !== null && day.getTime() - state.ramp_active_at.getTime() >= IDLE_IN_DAYS * DAY_IN_MS;
  return isIdle ? Math.max(start, Math.floor(cap / 2)) : cap;
}

/** A limit that still grows: its value, and when it is fully grown. */
export interface Growth {
  unit: 'day' | 'week';
  at: number;
  of: number;
}

export interface RampedCap {
  amount: number;
  /** Null where the limit itself holds. */
  growth: Growth | null;
}

/** Mails a day of a mailbox: its limit, or what its ramp allows of it so far. `state` has counted all days that are over. */
export function rampedEmailCap(limit: number, state: RampState, now: Date): RampedCap {
  if (state.ramp === 'off') return { amount: limit, growth: null };
  const { start, step } = EMAIL_PACES[state.ramp];
  const reached = rested(state, now);
  const isYoung =
    state.ramp === 'young' &&
    state.ramp_since !== null &&
    now.getTime() - state.ramp_since.getTime() < YOUNG_DOMAIN.in_days * DAY_IN_MS;
  const amount = isYoung ? Math.min(reached, YOUNG_DOMAIN.most) : reached;
  if (amount >= limit) return { amount: limit, growth: null };
  const stepsTo = (cap: number) => Math.max(0, Math.ceil((cap - start) / step)) + 1;
  return { amount, growth: { unit: 'day', at: stepsTo(amount), of: stepsTo(limit) } };
}

/** Actions a day of a LinkedIn account: its cap, or the share of it that its age here allows. */
export function rampedLinkedinCap(cap: number, state: Pick<RampState, 'ramp' | 'ramp_since'>, now: Date): RampedCap {
  if (state.ramp === 'off' || state.ramp_since === null) return { amount: cap, growth: null };
  const shares = LINKEDIN_SHARES[state.ramp];
  const week = Math.max(0, Math.floor((now.getTime() - state.ramp_since.getTime()) / (7 * DAY_IN_MS)));
  const amount = Math.max(Math.min(LINKEDIN_LEAST, cap), Math.floor((cap * (shares[week] ?? 100)) / 100));
  if (amount >= cap) return { amount: cap, growth: null };
  return { amount, growth: { unit: 'week', at: week + 1, of: shares.length } };
}
