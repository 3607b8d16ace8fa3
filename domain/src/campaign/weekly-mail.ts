import { type DateRange, shiftDay } from '../time/date-presets.ts';
import { instantOfWall, localDay, startOfDay, wallClockAt } from '../time/local-time.ts';
import { GOAL_METRIC_LABELS, type GoalMetric } from './goals.ts';

/** The figures of the Monday email, in their order. */
const WEEKLY_FIGURES = [
  'emails_sent',
  'linkedin_messages_sent',
  'contacted',
  'replies',
  'interested',
  'meetings',
] as const satisfies readonly GoalMetric[];
type WeeklyFigures = Record<(typeof WEEKLY_FIGURES)[number], number>;

const WEEKLY_HOUR = '08:00';
const MONDAY = 1;
const TUESDAY = 2;

export interface DueWeek {
  /** The Monday on which it is written. */
  monday: string;
  /** 08:00 of that day. */
  since: Date;
  /** The email is worth nothing from then on. */
  until: Date;
  week: DateRange;
  before: DateRange;
}

/** The Monday email that is due: from Monday 08:00 to the end of Tuesday, for programs that did not run. Null at other times. */
export function findDueWeek(now: Date, zone: string): DueWeek | null {
  const { weekday } = wallClockAt(now.getTime(), zone);
  if (weekday !== MONDAY && weekday !== TUESDAY) return null;
  const monday = shiftDay(localDay(now, zone), MONDAY - weekday);
  const since = mondayMorning(monday, zone);
  if (now < since) return null;
  const ago = (weeks: number) => shiftDay(monday, -7 * weeks);
  return {
    monday,
    since,
    until: startOfDay(shiftDay(monday, 2), zone),
    week: { start_date: ago(1), end_date: shiftDay(monday, -1) },
    before: { start_date: ago(2), end_date: shiftDay(ago(1), -1) },
  };
}

/** When the next Monday email is written for a person who chooses it now. */
export function nextWeeklyMail(now: Date, zone: string): Date {
  const { weekday } = wallClockAt(now.getTime(), zone);
  const monday = shiftDay(localDay(now, zone), MONDAY - weekday);
  const morning = mondayMorning(monday, zone);
  return now < morning ? morning : mondayMorning(shiftDay(monday, 7), zone);
}

/** In zones that skip that day or hour, the first moment after it. */
const mondayMorning = (monday: string, zone: string): Date =>
  instantOfWall(`${monday}T${WEEKLY_HOUR}`, zone) ?? startOfDay(monday, zone);

interface WeeklyContent {
  week: DateRange;
  zone: string;
  figures: WeeklyFigures;
  before: WeeklyFigures;
  /** Weekly goals of the organization, with what the week brought. */
  goals: readonly { metric: GoalMetric; target: number; done: number }[];
}

/** The words of the Monday email. */
export function weeklyMail({ week, zone, figures, before, goals }: WeeklyContent): {
  subject: string;
  paragraphs: string[];
} {
  const { replies, interested } = figures;
  return {
    subject: `Your week: ${things(replies, 'reply', 'replies')}, ${count(interested)} positive`,
    paragraphs: [
      `${week.start_date} to ${week.end_date} (${zone}), compared with the week before.`,
      ...WEEKLY_FIGURES.map((name) => `${GOAL_METRIC_LABELS[name]}: ${compare(figures[name], before[name])}`),
      ...goals.map(({ metric, target, done }) => {
        const outcome = done >= target ? 'reached' : 'missed';
        return `Goal for ${GOAL_METRIC_LABELS[metric].toLowerCase()}: ${count(done)} of ${count(target)}, ${outcome}`;
      }),
    ],
  };
}

function compare(now: number, before: number): string {
  if (now === before) return `${count(now)}, the same as before`;
  return `${count(now)}, ${now > before ? 'up' : 'down'} from ${count(before)}`;
}

const count = (value: number): string => value.toLocaleString('en');
const things = (value: number, one: string, many: string): string => `${count(value)} ${value === 1 ? one : many}`;
