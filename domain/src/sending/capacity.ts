import { inmailsPerDay, type LinkedinTier } from '../accounts.ts';
import { LINKEDIN_DAILY } from '../limits.ts';
import { LINKEDIN_ACTIONS, type LinkedinAction } from '../linkedin/linkedin-actions.ts';
import { type Phrase, phrase } from '../text/say.ts';
import { localDay } from '../time/local-time.ts';
import { type DayPlan, targetOf } from './day-plan.ts';
import { type Growth, type RampedCap, type RampState, rampedEmailCap, rampedLinkedinCap } from './ramps.ts';
import { type RiskBudget, type RiskUse, riskCap } from './risk-budget.ts';
import { jitteredGapInMs, linkedinGapInMs } from './spacing.ts';

/** Most mails planned ahead for one sender without a gap in one look. */
const BURST = 200;

interface LinkedinLimits {
  tier: LinkedinTier | null;
  linkedin_max_connections: number;
  linkedin_max_messages: number;
}

/** Most actions of a sort a sender takes in one of its days. */
function dailyCap(sender: LinkedinLimits, action: LinkedinAction): number {
  switch (action) {
    case 'invite':
      return sender.linkedin_max_connections;
    case 'message':
      return sender.linkedin_max_messages;
    case 'inmail':
      return inmailsPerDay(sender.tier);
    default:
      return LINKEDIN_DAILY[action];
  }
}

/** Default number of working days in a week. */
const WORKING_DAYS = 5;

export interface SenderLimits extends LinkedinLimits, RampState {
  email_max_messages: number;
  linkedin_weekly_invites: number;
  /** The week of invitations is handed out evenly over the working days. */
  spreads_weekly_invites: boolean;
  /** Local days (YYYY-MM-DD) on which nothing planned leaves. */
  days_off: readonly string[];
}

/** Neither growing nor left by a rhythm. */
const PLAIN = { growth: null, rhythm_of: null };

export interface CapFacts {
  now: Date;
  /** In which the sender's day runs. */
  zone: string;
  /** Invitations of the last days, today's left out. */
  week_used?: number;
  working_days?: number;
  /** Of the sender's day, where it keeps a rhythm. */
  plan?: DayPlan | null | undefined;
  /** What the sender did today, where its risk budget is enforced. */
  risk?: RiskFacts | null | undefined;
}

export interface RiskFacts {
  budget: RiskBudget;
  use: RiskUse;
}

/** What a sender may do of a sort today, why it is no more, and where that still grows. */
export interface TodaysCap {
  amount: number;
  rule: 'daily_limit' | 'weekly_limit' | 'day_off' | 'risk_limit';
  growth: Growth | null;
  /** The cap of which a natural rhythm leaves this much; null without one. */
  rhythm_of: number | null;
}

/**
 * The smallest of a sender's caps for today: its limit, its ramp, the day's share of the week of invitations and what is left of that
 * week. The engine, the rehearsal and the screens ask here. Caps of campaigns and of the own domain are budgets beside it.
 */
export function todaysCap(sender: SenderLimits, lane: 'email' | LinkedinAction, facts: CapFacts): TodaysCap {
  const { plan } = facts;
  if (!plan || lane === 'look') return withinRisk(lane, fullCap(sender, lane, facts), facts);
  // A raised limit applies from tomorrow; a lowered one immediately.
  const email_max_messages = Math.min(sender.email_max_messages, plan.email_max_messages);
  const cap = fullCap({ ...sender, email_max_messages }, lane, facts);
  const amount = targetOf(plan, cap.amount);
  const rhythmic = amount < cap.amount ? { ...cap, amount, rhythm_of: cap.amount } : cap;
  return withinRisk(lane, rhythmic, facts);
}

/** The smaller of a cap and what today's risk budget leaves of it. */
function withinRisk(lane: 'email' | LinkedinAction, cap: TodaysCap, { risk }: CapFacts): TodaysCap {
  const most = risk && lane !== 'email' ? riskCap(lane, risk.budget, risk.use) : null;
  return most === null || most >= cap.amount ? cap : { ...PLAIN, amount: most, rule: 'risk_limit' };
}

function fullCap(sender: SenderLimits, lane: 'email' | LinkedinAction, facts: CapFacts): TodaysCap {
  const { now, zone } = facts;
  if (sender.days_off.length > 0 && sender.days_off.includes(localDay(now, zone)))
    return { amount: 0, rule: 'day_off', ...PLAIN };
  if (lane === 'email')
    return { ...PLAIN, rule: 'daily_limit', ...rampedEmailCap(sender.email_max_messages, sender, now) };
  const cap = dailyCap(sender, lane);
  const ramped = isRamped(lane) ? rampedLinkedinCap(cap, sender, now) : { amount: cap, growth: null };
  return lane === 'invite' ? withinWeek(sender, ramped, facts) : { ...PLAIN, rule: 'daily_limit', ...ramped };
}

/** What people see grows with the account; looking up and taking back do not. */
function isRamped(action: LinkedinAction): boolean {
  return action !== 'look' && action !== 'withdraw';
}

/** The weekly invitation limit bounds the day's budget: invitations of the last days are subtracted. */
function withinWeek(sender: SenderLimits, { amount, growth }: RampedCap, facts: CapFacts): TodaysCap {
  const week = sender.linkedin_weekly_invites;
  const share = sender.spreads_weekly_invites ? Math.ceil(week / (facts.working_days ?? WORKING_DAYS)) : amount;
  const day = share < amount ? { amount: share, growth: null } : { amount, growth };
  const left = Math.max(0, week - (facts.week_used ?? 0));
  return left < day.amount
    ? { amount: left, rule: 'weekly_limit', ...PLAIN }
    : { ...PLAIN, ...day, rule: 'daily_limit' };
}

/** What the settings of a campaign allow a day; null where they say nothing. */
export function campaignCap(
  campaign: { linkedin_max_connections: number; linkedin_max_messages: number },
  action: LinkedinAction,
): number | null {
  if (action === 'invite') return campaign.linkedin_max_connections;
  return action === 'message' ? campaign.linkedin_max_messages : null;
}

/** Name of a sender's budget for a sort of action. */
export function scopeOf(action: LinkedinAction): string {
  return `account:${action}`;
}

/** Lookups are invisible to people and keep no gap. */
export function keepsGap(action: LinkedinAction): boolean {
  return action !== 'look';
}

/** Kinds of action that are spaced together with this one: all kinds with a gap, or lookups alone. */
export function spacedWith(action: LinkedinAction): LinkedinAction[] {
  return LINKEDIN_ACTIONS.filter((other) => (keepsGap(action) ? keepsGap(other) : other === action));
}

/** Milliseconds a sender pauses after an action; 0 without a gap. `random` is in [0, 1). */
export function pauseInMs(channel: 'email' | 'linkedin', gapInSeconds: number, random: number): number {
  if (gapInSeconds === 0) return 0;
  return (channel === 'email' ? jitteredGapInMs : linkedinGapInMs)(gapInSeconds, random);
}

/** Why a cap is smaller than the limit; null where it is not. */
export function phraseCap({ growth, rhythm_of }: Pick<TodaysCap, 'growth' | 'rhythm_of'>): Phrase | null {
  if (!growth) return rhythm_of ? phrase('natural rhythm leaves some of {rhythm_of}', { rhythm_of }) : null;
  const { unit, at, of } = growth;
  if (!rhythm_of)
    return unit === 'day'
      ? phrase('warming up, day {at} of {of}', { at, of })
      : phrase('warming up, week {at} of {of}', { at, of });
  const values = { at, of, rhythm_of };
  return unit === 'day'
    ? phrase('warming up, day {at} of {of}, natural rhythm leaves some of {rhythm_of}', values)
    : phrase('warming up, week {at} of {of}, natural rhythm leaves some of {rhythm_of}', values);
}

export interface SenderCapacity {
  gap_in_seconds: number;
  /** Left of the sender's day, what is planned but not debited taken off. */
  left: number;
  /** Planned or being sent now. */
  open: number;
}

/** How many more mails may be planned for a sender in this look. */
export function planCapacity({ gap_in_seconds, left, open }: SenderCapacity): number {
  if (gap_in_seconds > 0) return open > 0 ? 0 : Math.min(1, Math.max(0, left));
  return Math.max(0, Math.min(left, BURST - open));
}
