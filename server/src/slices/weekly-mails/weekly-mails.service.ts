import { randomBytes } from 'node:crypto';
import { GOAL_METRICS, type GoalMetric } from '@overture/domain/campaign/goals';
import { type DueWeek, nextWeeklyMail, weeklyMail } from '@overture/domain/campaign/weekly-mail';
import { type DateRange, shiftDay } from '@overture/domain/time/date-presets';
import type { SystemContext, TransactionContext } from '../../kernel/context.ts';
import { runUnits } from '../../kernel/rounds/rounds.ts';
import type { SessionContext } from '../../kernel/slice.ts';
import { getOrganizationBrand } from '../brands/index.ts';
import { EVERYTHING, listWeeklyGoals, loadFigures } from '../goals/index.ts';
import { insertNotice } from '../notices/index.ts';
import { getOwnZone } from '../organization/index.ts';
import { findDueWeeks } from './due-weeks.service.ts';
import { findOpenPoints } from './open-points.store.ts';
import * as store from './weekly-mails.store.ts';

export const STOP_PAGE = '/weekly-email';
const KEY_BYTES = 24;

export interface WeeklyChoice {
  is_on: boolean;
  time_zone: string;
  next_at: string;
}

export async function getWeeklyMail(ctx: SessionContext): Promise<WeeklyChoice> {
  const { time_zone } = await getOwnZone(ctx);
  const is_on = await ctx.read((tx) => store.isChosen(tx, ctx.user.id));
  return { is_on, time_zone, next_at: nextWeeklyMail(ctx.clock.now(), time_zone).toISOString() };
}

export async function setWeeklyMail(ctx: SessionContext, isOn: boolean): Promise<WeeklyChoice> {
  const { id } = ctx.user;
  await ctx.transaction((tx) =>
    isOn ? store.choose(tx, id, randomBytes(KEY_BYTES).toString('base64url')) : store.stop(tx, id),
  );
  return getWeeklyMail(ctx);
}

/**
 * Writes the Monday email of those who chose it, once a week. Its row and its notice are written in one transaction: a worker that dies
 * leaves both or none. Notices are mailed at most once, and never after Tuesday.
 */
export async function writeWeeklyMails(ctx: SystemContext, signal: AbortSignal): Promise<void> {
  for await (const units of findDueWeeks(ctx, signal, store.listOrganizations)) {
    await runUnits(
      ctx,
      {
        loop: 'weekly-mails',
        units,
        share: 1,
        at_once: 2,
        time_box_in_ms: 60_000,
        async run({ organization_id, time_zone, week }) {
          const { url } = await getOrganizationBrand(ctx, organization_id);
          await ctx.forOrganization(organization_id).transaction((tx) => writeMails(tx, week, time_zone, url));
        },
      },
      signal,
    );
  }
}

async function writeMails(tx: TransactionContext, due: DueWeek, zone: string, url: string): Promise<void> {
  const readers = await store.claimWeek(tx, due);
  if (readers.length === 0) return;
  const { week, before, until } = due;
  const figuresOf = await loadWeeks(tx, [before, week], zone);
  const figures = figuresOf(week);
  const goals = await listWeeklyGoals(tx);
  const mail = weeklyMail({
    week,
    zone,
    figures,
    before: figuresOf(before),
    goals: goals.map(({ metric, target }) => ({ metric, target, done: figures[metric] })),
    points: await findOpenPoints(tx, due.since),
    url,
  });
  for (const { user_id, stop_key } of readers)
    await insertNotice(tx, {
      user_id,
      ...mail,
      path: '/dashboard',
      stop_path: `${STOP_PAGE}/${stop_key}`,
      not_after: until,
    });
}

/** All that a goal can count, so a week is read once. */
async function loadWeeks(tx: TransactionContext, weeks: readonly DateRange[], zone: string) {
  const days = weeks.flatMap(({ start_date, end_date }) => [start_date, shiftDay(end_date, 1)]);
  const count = await loadFigures(tx, days, zone, [{ scope: EVERYTHING, asks_meetings: true }]);
  return ({ start_date, end_date }: DateRange) => {
    const figures = GOAL_METRICS.map((name) => [name, count(EVERYTHING, name, start_date, shiftDay(end_date, 1))]);
    return Object.fromEntries(figures) as Record<GoalMetric, number>;
  };
}
