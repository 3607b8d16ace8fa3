import { periodBefore, periodOf, resolvePace } from '@overture/domain/campaign/goal-pace';
import type { GoalMetric, GoalPeriod } from '@overture/domain/campaign/goals';
import { type DateRange, shiftDay } from '@overture/domain/time/date-presets';
import { localDay } from '@overture/domain/time/local-time';
import { toZoneSpan } from '@overture/domain/time/zone-span';
import type { ReadContext } from '../../kernel/context.ts';
import { listScopeSums, type ScopeSums } from '../dashboard/index.ts';
import { countMeetings, type GoalRow, listGoals, type MeetingScope } from './goals.store.ts';

type Reader = Pick<ReadContext, 'db' | 'organization' | 'clock'>;
/** What a goal or a figure counts: everything, a campaign, or senders. */
type FigureScope = MeetingScope;

export const EVERYTHING: FigureScope = { campaign_id: null, account_ids: null };

/** The figures of one span, for any number of scopes. */
interface Span {
  sums: ScopeSums[];
  meetings: Map<FigureScope, number>;
}

function within({ campaign_id, account_ids }: FigureScope): (row: ScopeSums) => boolean {
  const accounts = account_ids && new Set(account_ids);
  return (row) =>
    (campaign_id === null || row.campaign_id === campaign_id) && (accounts === null || accounts.has(row.account_id));
}

/** @param scopes those of which meetings are asked for */
export async function loadSpan(
  tx: Reader,
  range: DateRange,
  zone: string,
  scopes: readonly FigureScope[],
): Promise<Span> {
  if (range.end_date < range.start_date) return { sums: [], meetings: new Map() };
  const span = toZoneSpan(range, zone);
  const meetings = await countMeetings(tx, span, scopes);
  return {
    sums: await listScopeSums(tx, span),
    meetings: new Map(scopes.map((scope, place) => [scope, meetings[place] ?? 0])),
  };
}

export function countFigure({ sums, meetings }: Span, scope: FigureScope, metric: GoalMetric): number {
  if (metric === 'meetings') return meetings.get(scope) ?? 0;
  return sums.filter(within(scope)).reduce((total, row) => total + row[metric], 0);
}

interface Period {
  range: DateRange;
  before: Span;
  /** Up to yesterday. */
  finished: Span;
  today: Span;
}

type Figures = ReturnType<typeof resolvePace> & { range: DateRange; done: number; done_before: number };

/** How goals are doing. The number of statements depends on the kinds of periods, not on the number of goals. */
export async function loadProgress(tx: Reader, goals: readonly GoalRow[], zone: string): Promise<Map<number, Figures>> {
  const day = localDay(tx.clock.now(), zone);
  const scopes = new Map(goals.map((goal) => [goal.id, toScope(goal)]));
  const asked = (period: GoalPeriod | null) =>
    goals
      .filter((goal) => goal.metric === 'meetings' && (period === null || goal.period === period))
      .map(({ id }) => scopes.get(id)!);
  const today = goals.length === 0 ? null : await loadSpan(tx, { start_date: day, end_date: day }, zone, asked(null));
  const periods = new Map<GoalPeriod, Period>();
  for (const period of new Set(goals.map((goal) => goal.period))) {
    const range = periodOf(day, period);
    const finished = { start_date: range.start_date, end_date: shiftDay(day, -1) };
    periods.set(period, {
      range,
      before: await loadSpan(tx, periodBefore(range, period), zone, asked(period)),
      finished: await loadSpan(tx, finished, zone, asked(period)),
      today: today!,
    });
  }
  return new Map(
    goals.map((goal) => [goal.id, measure(goal, scopes.get(goal.id)!, periods.get(goal.period)!, day, zone)]),
  );
}

function measure(goal: GoalRow, scope: FigureScope, period: Period, day: string, zone: string): Figures {
  const { range, before, finished, today } = period;
  const done_before_today = countFigure(finished, scope, goal.metric);
  const done = done_before_today + countFigure(today, scope, goal.metric);
  const progress = { target: goal.target, period: goal.period, range, today: day, zone, done, done_before_today };
  return { range, done, done_before: countFigure(before, scope, goal.metric), ...resolvePace(progress) };
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
