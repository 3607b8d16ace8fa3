import type { Variant } from '../flow/flow.ts';
import { type StepType, stepKind } from '../flow/step-types.ts';
import { monthBounds, shiftMonth } from '../money/agency-bills.ts';
import { say } from '../text/say.ts';
import { countDays, type DateRange, shiftDay } from '../time/date-presets.ts';
import { localDay, startOfDay } from '../time/local-time.ts';
import { morningOf } from '../time/mornings.ts';
import { AB_MINIMUM, changeInPercent, wilsonInterval } from './analytics.ts';

/** Figures of a month in the order in which they are read. */
export const REPORT_FIGURES = [
  'emails_sent',
  'linkedin_messages_sent',
  'invites_sent',
  'contacted',
  'replies',
  'interested',
] as const;
export type ReportFigure = (typeof REPORT_FIGURES)[number];
export type ReportFigures = Record<ReportFigure, number>;

export const REPORT_FIGURE_LABELS: Record<ReportFigure, string> = {
  emails_sent: 'Emails sent',
  linkedin_messages_sent: 'LinkedIn messages sent',
  invites_sent: 'LinkedIn invites sent',
  contacted: 'People contacted',
  replies: 'Replies',
  interested: 'Interested',
};

/** Sent less often in a month, a message's rate says nothing. */
export const BEST_MESSAGE_MINIMUM = AB_MINIMUM.sent;
const BEST_MESSAGES_SHOWN = 5;

export interface ReportDays {
  /** Of the month, up to today while it lasts. */
  month: DateRange;
  /** What it is compared with: the month before, or as many of its days. */
  before: DateRange;
  is_over: boolean;
}

/** @param today YYYY-MM-DD by the client's clock, not before the month's first day */
export function reportDays(month: string, today: string): ReportDays {
  const { first, next } = monthBounds(month);
  const before = monthBounds(shiftMonth(month, -1));
  const lastBefore = shiftDay(before.next, -1);
  if (today >= next) {
    return {
      month: { start_date: first, end_date: shiftDay(next, -1) },
      before: { start_date: before.first, end_date: lastBefore },
      is_over: true,
    };
  }
  // The 30th of March is compared with all of February.
  const sameDay = `${before.first.slice(0, 8)}${today.slice(8)}`;
  return {
    month: { start_date: first, end_date: today },
    before: { start_date: before.first, end_date: sameDay < lastBefore ? sameDay : lastBefore },
    is_over: false,
  };
}

/** The first instant of each day of a range in a zone, and of the day behind it: what counts for a day lies between two of them. */
export function dayStarts(range: DateRange, zone: string): Date[] {
  return Array.from({ length: countDays(range) + 1 }, (_, day) => startOfDay(shiftDay(range.start_date, day), zone));
}

/** The first instant of a month in a zone, and that of the next. */
export function monthInstants(month: string, zone: string): { since: Date; until: Date } {
  const { first, next } = monthBounds(month);
  return { since: startOfDay(first, zone), until: startOfDay(next, zone) };
}

/** The month that a zone has. */
export const monthAt = (now: Date, zone: string): string => localDay(now, zone).slice(0, 7);

const DAY_IN_MS = 86_400_000;
/** After a stop of the installation they are made up for this long. */
const MADE_UP_IN_MS = 3 * DAY_IN_MS;

/** The moment from which the report of a month is mailed in a zone. */
export const mailedFrom = (month: string, zone: string): Date => morningOf(monthBounds(month).next, zone);

/** The month whose reports are mailed now in a zone, and since when; null while none are. */
export function mailedMonth(now: Date, zone: string): { month: string; since: Date } | null {
  const month = shiftMonth(monthAt(now, zone), -1);
  const since = mailedFrom(month, zone);
  const age = now.getTime() - since.getTime();
  return age >= 0 && age < MADE_UP_IN_MS ? { month, since } : null;
}

/** The largest offset of a time zone from UTC. */
const FURTHEST_ZONE_IN_MS = 14 * 3_600_000;

/** The month whose reports are mailed now in some zone of the world; null while none are in any. */
export function monthInTheMail(now: Date): string | null {
  const month = shiftMonth(new Date(now.getTime() + FURTHEST_ZONE_IN_MS).toISOString().slice(0, 7), -1);
  const first = Date.parse(`${monthBounds(month).next}T00:00:00Z`);
  return now.getTime() - first < MADE_UP_IN_MS + DAY_IN_MS ? month : null;
}

export function sumFigures(days: readonly (ReportFigures & { date: string })[], range: DateRange): ReportFigures {
  const within = days.filter(({ date }) => date >= range.start_date && date <= range.end_date);
  const sumOf = (figure: ReportFigure) => within.reduce((sum, day) => sum + day[figure], 0);
  return Object.fromEntries(REPORT_FIGURES.map((figure) => [figure, sumOf(figure)])) as ReportFigures;
}

interface SentMessage {
  sent: number;
  replies: number;
}

/**
 * The messages with the best reply rates, ordered by the lower end of the 95 % interval: 60 replies of 300 rank before
 * 11 of 50. Messages with too few sends or without replies are left out.
 */
export function bestMessages<Message extends SentMessage>(
  messages: readonly Message[],
): (Message & { reply_rate: number; reply_rate_low: number })[] {
  return messages
    .filter(({ sent, replies }) => sent >= BEST_MESSAGE_MINIMUM && replies > 0)
    .map((message) => {
      const { rate, low } = wilsonInterval(message.replies, message.sent);
      return { ...message, reply_rate: rate, reply_rate_low: low };
    })
    .toSorted((one, other) => other.reply_rate_low - one.reply_rate_low || other.sent - one.sent)
    .slice(0, BEST_MESSAGES_SHOWN);
}

/** Words of ours in another language. */
type SayWords = (words: string) => string;

/** `Email, step 2, version B`. */
export function nameMessage(
  { step_type, step, variant }: { step_type: StepType; step: number | null; variant: Variant | null },
  sayWords: SayWords = (words) => words,
): string {
  const place = step === null ? say('deleted since') : say('step {step}', { step });
  const version = variant ? [say('version {version}', { version: variant.toUpperCase() })] : [];
  return [say(stepKind(step_type).label), place, ...version].map(sayWords).join(', ');
}

/** Of a client that keeps its agency out the names of campaigns are not known. */
export const nameCampaign = (
  campaign: { campaign_id: number; name: string | null },
  sayWords: SayWords = (words) => words,
): string => campaign.name ?? sayWords(say('Campaign {id}', { id: campaign.campaign_id }));

/** `+25%`; undefined where nothing was before. */
export function nameChange(
  now: number,
  before: number,
  formatPercent = (value: number): string => `${value}%`,
): string | undefined {
  const change = changeInPercent(now, before);
  return change === null ? undefined : `${change > 0 ? '+' : ''}${formatPercent(change)}`;
}
