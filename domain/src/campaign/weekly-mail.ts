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
  points: OpenPoints;
  /** Of the application, for the links. */
  url: string;
}

/** How many of a kind are open, and the campaign if all are of one. */
interface CampaignPoint {
  count: number;
  campaign_id: number | null;
}

/** What waits for people in an organization; each is counted up to a bound. */
export interface OpenPoints {
  /** Replies of interested leads without a message since. */
  interested_replies: number;
  /** Senders that are disconnected or paused by the guard. */
  senders: number;
  /** Campaigns with fewer new leads left than they contacted in the week. */
  ending: CampaignPoint;
  /** Leads held because data is missing. */
  missing: CampaignPoint;
  drafts: number;
}

const MOST_THINGS = 3;
const THINGS_TITLES = ['One thing to do:', 'Two things to do:', 'Three things to do:'];

const campaignPath = ({ campaign_id }: CampaignPoint): string =>
  campaign_id === null ? '/campaigns' : `/campaigns/${campaign_id}`;

/** The open points that matter most, each with the page where it is done; empty where nothing waits. */
function listThingsToDo({ interested_replies, senders, ending, missing, drafts }: OpenPoints) {
  const points: [number, string, string][] = [
    [
      interested_replies,
      `${things(interested_replies, 'interested lead waits', 'interested leads wait')} for your message`,
      '/inbox',
    ],
    [senders, `${things(senders, 'sender needs', 'senders need')} attention and may not send`, '/senders'],
    [
      ending.count,
      `${things(ending.count, 'campaign runs', 'campaigns run')} out of new leads within a week`,
      campaignPath(ending),
    ],
    [
      missing.count,
      `${things(missing.count, 'lead is', 'leads are')} held because data is missing`,
      campaignPath(missing),
    ],
    [drafts, `${things(drafts, 'draft waits', 'drafts wait')} for you in the inbox`, '/inbox'],
  ];
  return points
    .filter(([open]) => open > 0)
    .slice(0, MOST_THINGS)
    .map(([, words, path]) => ({ words, path }));
}

function toDoParagraphs(points: OpenPoints, url: string): string[] {
  const found = listThingsToDo(points);
  const title = THINGS_TITLES[found.length - 1];
  return title === undefined
    ? []
    : [title, ...found.map(({ words, path }, index) => `${index + 1}. ${words}: ${url}${path}`)];
}

/** The words of the Monday email. */
export function weeklyMail({ week, zone, figures, before, goals, points, url }: WeeklyContent): {
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
      ...toDoParagraphs(points, url),
    ],
  };
}

function compare(now: number, before: number): string {
  if (now === before) return `${count(now)}, the same as before`;
  return `${count(now)}, ${now > before ? 'up' : 'down'} from ${count(before)}`;
}

const count = (value: number): string => value.toLocaleString('en');
const things = (value: number, one: string, many: string): string => `${count(value)} ${value === 1 ? one : many}`;
