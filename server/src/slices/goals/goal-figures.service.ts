import { periodBefore, periodOf, resolvePace } from '@overture/domain/campaign/goal-pace';
import type { GoalMetric } from '@overture/domain/campaign/goals';
import { type DateRange, shiftDay } from '@overture/domain/time/date-presets';
import { localDay } from '@overture/domain/time/local-time';
import { toZoneDay, toZoneSpan } from '@overture/domain/time/zone-span';
import type { ReadContext } from '../../kernel/context.ts';
import { type IntervalSums, listIntervalSums } from '../dashboard/index.ts';
import { countMeetings, type GoalRow, listGoals, type MeetingScope } from './goals.store.ts';

type Reader = Pick<ReadContext, 'db' | 'organization' | 'clock'>;
/** What a goal or a figure counts: everything, a campaign, or senders. */
type FigureScope = MeetingScope;

export const EVERYTHING: FigureScope = { campaign_id: null, account_ids: null };

/** What is asked for between the first and the last of some days. */
interface Question {
  scope: FigureScope;
  asks_meetings: boolean;
}

/** Counts what came from one of its days until (without) another one. */
type CountBetween = (scope: FigureScope, metric: GoalMetric, since: string, until: string) => number;

/**
 * Figures between some days of a zone, for any number of scopes. Weeks, months and finished days overlap: each is added up from what came
 * between neighboring days, and that is read once.
 */
export async function loadFigures(
  tx: Reader,
  someDays: readonly string[],
  zone: string,
  questions: readonly Question[],
): Promise<CountBetween> {
  const days = [...new Set(someDays)].sort();
  const starts = days.map((day) => toZoneDay(day, zone));
  const scopes = questions.map(({ scope }) => scope);
  const found = new Map<Key, IntervalSums[]>();
  for (const [key, together] of joinScopes(scopes))
    found.set(key, await listIntervalSums(tx, starts, { ...together, statuses: null }, key));
  const asked = questions.filter(({ asks_meetings }) => asks_meetings).map(({ scope }) => scope);
  const meetings: number[][] = [];
  for (const [place, start_date] of days.slice(0, -1).entries()) {
    const span = toZoneSpan({ start_date, end_date: shiftDay(days[place + 1]!, -1) }, zone);
    meetings.push(await countMeetings(tx, span, asked));
  }
  return (scope, metric, since, until) => {
    const places = days.flatMap((day, place) => (day >= since && day < until ? place : []));
    if (metric === 'meetings') {
      const own = asked.indexOf(scope);
      return places.reduce((total, place) => total + (meetings[place]?.[own] ?? 0), 0);
    }
    const isOwn = within(scope);
    const rows = (found.get(keyOf(scope)) ?? []).filter(({ place, id }) => places.includes(place) && isOwn(id));
    return rows.reduce((total, row) => total + row[metric], 0);
  };
}

/** The column that identifies the sums of a scope. */
type Key = 'campaign_id' | 'account_id' | null;
const keyOf = ({ campaign_id, account_ids }: FigureScope): Key =>
  campaign_id !== null ? 'campaign_id' : account_ids === null ? null : 'account_id';

function within({ campaign_id, account_ids }: FigureScope): (id: number) => boolean {
  if (campaign_id !== null) return (id) => id === campaign_id;
  const accounts = account_ids && new Set(account_ids);
  return (id) => accounts === null || accounts.has(id);
}

/** The scopes of each key as one, so each key is read once, and none that nothing needs. */
function joinScopes(scopes: readonly FigureScope[]) {
  const campaign_ids = [...new Set(scopes.flatMap(({ campaign_id }) => campaign_id ?? []))];
  const account_ids = [...new Set(scopes.flatMap((scope) => scope.account_ids ?? []))];
  const joined = new Map<Key, { campaign_ids: number[] | null; account_ids: number[] | null }>();
  if (scopes.some((scope) => keyOf(scope) === null)) joined.set(null, { campaign_ids: null, account_ids: null });
  if (campaign_ids.length > 0) joined.set('campaign_id', { campaign_ids, account_ids: null });
  if (account_ids.length > 0) joined.set('account_id', { campaign_ids: null, account_ids });
  return joined;
}

type Figures = ReturnType<typeof resolvePace> & { range: DateRange; done: number; done_before: number };

/** How goals are doing. The number of statements depends on the kinds of goals and periods, not on the number of goals. */
export async function loadProgress(tx: Reader, goals: readonly GoalRow[], zone: string): Promise<Map<number, Figures>> {
  if (goals.length === 0) return new Map();
  const today = localDay(tx.clock.now(), zone);
  const scopes = new Map(goals.map((goal) => [goal.id, toScope(goal)]));
  const periods = [...new Set(goals.map(({ period }) => period))];
  const days = periods.flatMap((period) => {
    const range = periodOf(today, period);
    return [periodBefore(range, period).start_date, range.start_date];
  });
  const questions = goals.map(({ id, metric }) => ({ scope: scopes.get(id)!, asks_meetings: metric === 'meetings' }));
  const count = await loadFigures(tx, [...days, today, shiftDay(today, 1)], zone, questions);
  return new Map(goals.map((goal) => [goal.id, measure(goal, scopes.get(goal.id)!, count, today, zone)]));
}

function measure(goal: GoalRow, scope: FigureScope, count: CountBetween, today: string, zone: string): Figures {
  const { metric, period, target } = goal;
  const range = periodOf(today, period);
  const before = periodBefore(range, period);
  const done_before_today = count(scope, metric, range.start_date, today);
  const done = done_before_today + count(scope, metric, today, shiftDay(today, 1));
  const progress = { target, period, range, today, zone, done, done_before_today };
  return {
    range,
    done,
    done_before: count(scope, metric, before.start_date, range.start_date),
    ...resolvePace(progress),
  };
}

function toScope({ kind, campaign, account_ids }: GoalRow): FigureScope {
  return {
    // A deleted campaign has no figures.
    campaign_id: kind === 'campaign' ? (campaign?.id ?? 0) : null,
    account_ids: kind === 'people' ? account_ids : null,
  };
}

const NO_PERSON = 0;

/** The weekly goals of the organization. */
export async function listWeeklyGoals(tx: Reader): Promise<{ metric: GoalMetric; target: number }[]> {
  const shown = await listGoals(tx, NO_PERSON);
  return shown.filter(({ kind, period }) => kind === 'organization' && period === 'week');
}
