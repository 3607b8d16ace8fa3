import { RIGHTS } from '@overture/domain/access/permissions';
import { GOAL_KINDS, GOAL_LIMITS, GOAL_METRICS, GOAL_PERIODS, GOAL_STATES } from '@overture/domain/campaign/goals';
import { z } from 'zod';
import { done, endpoint, idSchema, seenVersion, unused } from './endpoint.ts';

const count = z.number().int();
const named = z.object({ id: count, name: z.string() });

const goalSchema = z.object({
  id: count,
  kind: z.enum(GOAL_KINDS),
  /** Of the team, the person, the campaign or the organization. */
  name: z.string(),
  /** Null for other kinds, and after the campaign was deleted. */
  campaign: named.extend({ is_archived: z.boolean() }).nullable(),
  /** Whose senders count; those who left are not among them. */
  people: z.array(named).max(GOAL_LIMITS.people),
  metric: z.enum(GOAL_METRICS),
  period: z.enum(GOAL_PERIODS),
  target: count,
  version: count,
  /** The present week or month. */
  range: z.object({ start_date: z.iso.date(), end_date: z.iso.date() }),
  done: count,
  /** In the whole week or month before. */
  done_before: count,
  /** `not_counted`: its campaign was deleted, or all of its people left. */
  state: z.enum([...GOAL_STATES, 'not_counted']),
  /** Monday to Friday without public holidays. */
  working_days: count,
  working_days_over: count,
  /** The share of the target for the finished working days. */
  due: count,
  /** Null before the first working day is over. */
  forecast: count.nullable(),
  /** "11 of 40, 6 behind pace" */
  pace: z.string(),
  /** The forecast, and how it was made. */
  forecast_words: z.string(),
  may_change: z.boolean(),
});
export type Goal = z.output<typeof goalSchema>;

const goalBody = z.object({
  kind: z.enum(GOAL_KINDS),
  /** Of a goal for a campaign. */
  campaign_id: unused(idSchema),
  /** Of a goal for people: one, or a team. */
  user_ids: unused(z.array(idSchema).max(GOAL_LIMITS.people)),
  /** Of a team. */
  name: unused(z.string().trim().max(GOAL_LIMITS.name_max)),
  metric: z.enum(GOAL_METRICS),
  period: z.enum(GOAL_PERIODS),
  target: count.min(1).max(GOAL_LIMITS.max_target),
});
export type GoalBody = z.input<typeof goalBody>;

export const goalsEndpoints = {
  listGoals: endpoint('GET /goals/', {
    summary:
      'Goals of the organization, its people and campaigns with pace and forecast; goals of other people for organization admins only',
    shows: ['goals', 'figures'],
    ok: z.object({
      /** Weeks and months are those of this zone. */
      time_zone: z.string(),
      goals: z.array(goalSchema).max(GOAL_LIMITS.goals),
      max_goals: count,
    }),
  }),
  createGoal: endpoint('POST /goals/', {
    summary: 'Set a goal; organization admins for everyone, others for themselves',
    touches: ['goals'],
    roles: RIGHTS.work,
    body: goalBody,
    errors: ['bad_request', 'forbidden'],
    status: 201,
    ok: z.object({ goal: goalSchema }),
  }),
  updateGoal: endpoint('PUT /goals/{id}/', {
    summary: 'Change a goal; with the version it was read in, a change of someone else is not overwritten',
    touches: ['goals'],
    roles: RIGHTS.work,
    body: goalBody.extend({ version: seenVersion }),
    errors: ['changed_meanwhile', 'forbidden'],
    ok: z.object({ goal: goalSchema }),
  }),
  deleteGoal: endpoint('DELETE /goals/{id}/', {
    summary: 'Delete a goal; its figures stay',
    touches: ['goals'],
    roles: RIGHTS.work,
    errors: ['forbidden'],
    ok: done,
  }),
};
