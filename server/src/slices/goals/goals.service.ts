import type { Goal } from '@overture/contract/goals';
import { may } from '@overture/domain/access/permissions';
import { GOAL_LIMITS, type GoalKind, type GoalMetric, type GoalPeriod } from '@overture/domain/campaign/goals';
import { TEXT_LIMITS } from '@overture/domain/limits';
import { cleanText, toSingleLine } from '@overture/domain/text/text';
import { cutText } from '@overture/domain/text/text-bounds';
import type { ReadContext, TransactionContext } from '../../kernel/context.ts';
import { requireVersion } from '../../kernel/edits/requested-version.ts';
import { ApiError, orNotFound } from '../../kernel/errors.ts';
import type { SessionContext } from '../../kernel/slice.ts';
import { findZone } from '../organization/index.ts';
import { loadProgress } from './goal-figures.service.ts';
import * as store from './goals.store.ts';

interface GivenGoal {
  kind: GoalKind;
  campaign_id?: number | null | undefined;
  user_ids?: number[] | null | undefined;
  name?: string | null | undefined;
  metric: GoalMetric;
  period: GoalPeriod;
  target: number;
}

type Person = SessionContext['user'];

/** Organization admins set all goals, others their own. */
function mayChange(user: Person, goal: { kind: GoalKind; user_ids: readonly number[] }): boolean {
  return may(user, 'team') || (goal.kind === 'people' && goal.user_ids.length === 1 && goal.user_ids[0] === user.id);
}

/** Goals of other people are seen by organization admins only. */
export async function listGoals(ctx: SessionContext): Promise<{ time_zone: string; goals: Goal[]; max_goals: number }> {
  return ctx.read(async (tx) => {
    const time_zone = await loadZone(tx);
    const rows = await store.listGoals(tx, may(ctx.user, 'team') ? null : ctx.user.id);
    return { time_zone, goals: await present(tx, rows, ctx.user, time_zone), max_goals: GOAL_LIMITS.goals };
  });
}

/** @throws bad_request, forbidden, validation_failed */
export async function createGoal(ctx: SessionContext, given: GivenGoal): Promise<Goal> {
  const id = await ctx.transaction(async (tx) => {
    const goal = await resolveGoal(tx, ctx.user, given);
    if (!may(ctx.user, 'team')) await store.requireOwnRoom(tx, ctx.user.id);
    return store.insertGoal(tx, goal);
  });
  return getGoal(ctx, id);
}

/** @throws not_found, changed_meanwhile, forbidden, validation_failed */
export async function updateGoal(
  ctx: SessionContext,
  id: number,
  { version, ...given }: GivenGoal & { version?: number | null | undefined },
): Promise<Goal> {
  await ctx.transaction(async (tx) => {
    const current = await requireGoal(tx, ctx.user, id);
    await requireVersion(tx, { table: 'goals', id }, version, async () => {
      const [goal] = await present(tx, [orNotFound(await store.findGoal(tx, id))], ctx.user, await loadZone(tx));
      return { goal };
    });
    await store.updateGoal(tx, id, await resolveGoal(tx, ctx.user, given, current));
  });
  return getGoal(ctx, id);
}

/** @throws not_found, forbidden */
export async function deleteGoal(ctx: SessionContext, id: number): Promise<void> {
  await ctx.transaction(async (tx) => {
    await requireGoal(tx, ctx.user, id);
    await store.deleteGoal(tx, id);
  });
}

async function requireGoal(tx: TransactionContext, user: Person, id: number): Promise<store.GoalRow> {
  const goal = orNotFound(await store.findGoal(tx, id));
  if (mayChange(user, goal)) return goal;
  // Goals of others are not shown.
  throw new ApiError(goal.kind === 'people' ? 'not_found' : 'forbidden');
}

async function getGoal(ctx: SessionContext, id: number): Promise<Goal> {
  return ctx.read(async (tx) => {
    const row = orNotFound(await store.findGoal(tx, id));
    const [goal] = await present(tx, [row], ctx.user, await loadZone(tx));
    return goal!;
  });
}

const loadZone = async (tx: Pick<ReadContext, 'db' | 'organization'>): Promise<string> =>
  orNotFound(await findZone(tx, tx.organization.id)).time_zone;

/** @param current the goal that is changed: a campaign that is deleted by now stays its campaign */
async function resolveGoal(
  tx: TransactionContext,
  user: Person,
  given: GivenGoal,
  current?: store.GoalRow,
): Promise<store.NewGoal> {
  const { kind, metric, period, target } = given;
  const user_ids = kind === 'people' ? [...new Set(given.user_ids ?? [])] : [];
  const campaign_id = (kind === 'campaign' && given.campaign_id) || null;
  if (!mayChange(user, { kind, user_ids })) throw new ApiError('forbidden');
  const found = await store.findSubjects(tx, { user_ids, campaign_id });
  if (kind === 'people' && !areAllThere(user_ids, found.users))
    throw refusal('user_ids', 'Please choose people of your organization.');
  const name = kind === 'campaign' ? campaignName(found.campaign, campaign_id, current) : teamName(given, user_ids);
  return { kind, name, campaign_id, user_ids, metric, period, target };
}

const areAllThere = (ids: readonly number[], found: readonly unknown[]): boolean =>
  ids.length > 0 && found.length === ids.length;

function campaignName(found: string | null, id: number | null, current: store.GoalRow | undefined): string {
  if (found !== null) return cutText(found, TEXT_LIMITS.campaign_name_max);
  if (id === null && current?.kind === 'campaign') return current.name;
  throw refusal('campaign_id', 'Please choose a campaign.');
}

const teamName = ({ name }: GivenGoal, userIds: readonly number[]): string =>
  userIds.length > 1 ? toSingleLine(cleanText(name ?? '')) : '';

const refusal = (field: string, text: string): ApiError => new ApiError('validation_failed', {}, { [field]: text });

async function present(
  tx: Pick<ReadContext, 'db' | 'organization' | 'clock'>,
  rows: readonly store.GoalRow[],
  user: Person,
  zone: string,
): Promise<Goal[]> {
  const figures = await loadProgress(tx, rows, zone);
  return rows.map((row): Goal => {
    const { account_ids: _accounts, user_ids: _users, ...goal } = row;
    const lacksSubject =
      (row.kind === 'campaign' && !row.campaign) || (row.kind === 'people' && row.people.length === 0);
    const own = { ...goal, name: nameOf(row), may_change: mayChange(user, row), ...figures.get(row.id)! };
    return lacksSubject
      ? {
          ...own,
          state: 'not_counted',
          forecast: null,
          pace: 'no longer counted',
          forecast_words: describeMissing(row),
        }
      : own;
  });
}

function nameOf({ kind, name, people, campaign }: store.GoalRow): string {
  if (kind === 'organization') return 'Organization';
  if (kind === 'campaign') return campaign?.name ?? name;
  return name || people.map((person) => person.name).join(', ') || 'People who left';
}

const describeMissing = ({ kind }: store.GoalRow): string =>
  kind === 'campaign'
    ? 'Its campaign was deleted. Choose another campaign, or delete the goal.'
    : 'Its people have left the organization. Choose others, or delete the goal.';
