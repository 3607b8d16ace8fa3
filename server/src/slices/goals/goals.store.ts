import { GOAL_LIMITS, type GoalKind, type GoalMetric, type GoalPeriod } from '@overture/domain/campaign/goals';
import type { ZoneSpan } from '@overture/domain/time/zone-span';
import { sql } from 'kysely';
import type { ReadContext, TransactionContext } from '../../kernel/context.ts';
import { toJson } from '../../kernel/db/to-json.ts';
import { requireRoom } from '../../kernel/limits/room.ts';

type Reader = Pick<ReadContext, 'db' | 'organization'>;
type Tx = Pick<TransactionContext, 'db' | 'organization'>;

export interface GoalRow {
  id: number;
  kind: GoalKind;
  name: string;
  campaign: { id: number; name: string; is_archived: boolean } | null;
  people: { id: number; name: string }[];
  /** Those who left included. */
  user_ids: number[];
  /** Senders that these people connected. */
  account_ids: number[];
  metric: GoalMetric;
  period: GoalPeriod;
  target: number;
  version: number;
}

export interface NewGoal {
  kind: GoalKind;
  name: string;
  campaign_id: number | null;
  user_ids: readonly number[];
  metric: GoalMetric;
  period: GoalPeriod;
  target: number;
}

const selectGoals = sql`select g.id, g.kind, g.name, g.user_ids, g.metric, g.period, g.target, g.edit_version as version,
    case when c.id is not null then json_build_object('id', c.id, 'name', c.name, 'is_archived', c.status = 'ARCHIVED') end as campaign,
    coalesce((select json_agg(json_build_object('id', u.id, 'name', u.name) order by lower(u.name), u.id) from users u
      where u.organization_id = g.organization_id and u.id = any(g.user_ids) and u.active), '[]') as people,
    array(select a.id from accounts a where a.organization_id = g.organization_id and a.connected_by = any(g.user_ids)) as account_ids
  from goals g left join campaigns c on c.organization_id = g.organization_id and c.id = g.campaign_id`;

/** All goals, or those that a person may see: without the ones of other people. */
export async function listGoals({ db, organization }: Reader, seenBy: number | null): Promise<GoalRow[]> {
  const rows = await sql<GoalRow>`${selectGoals}
    where g.organization_id = ${organization.id}
      and (${seenBy}::bigint is null or g.kind <> 'people' or ${seenBy}::bigint = any(g.user_ids))
    order by array_position('{organization,people,campaign}', g.kind), g.id limit ${GOAL_LIMITS.goals}`.execute(db);
  return rows.rows;
}

export async function findGoal({ db, organization }: Reader, id: number): Promise<GoalRow | undefined> {
  const rows = await sql<GoalRow>`${selectGoals} where g.organization_id = ${organization.id} and g.id = ${id}`.execute(
    db,
  );
  return rows.rows[0];
}

/** The people among these who are there, and the name of a campaign that is; undefined for one that is not. */
export async function findSubjects(
  { db, organization }: Reader,
  { user_ids, campaign_id }: { user_ids: readonly number[]; campaign_id: number | null },
): Promise<{ users: { id: number; name: string }[]; campaign: string | null }> {
  const rows = await sql<{ users: { id: number; name: string }[]; campaign: string | null }>`select
      coalesce((select json_agg(json_build_object('id', id, 'name', name)) from users
        where organization_id = ${organization.id} and active and id = any(${[...user_ids]}::bigint[])), '[]') as users,
      (select name from campaigns where organization_id = ${organization.id} and id = ${campaign_id}::bigint) as campaign`.execute(
    db,
  );
  return rows.rows[0]!;
}

/** @throws bad_request when a person has as many goals as they may set for themselves */
export async function requireOwnRoom(tx: Tx, userId: number): Promise<void> {
  const own = sql`select from goals where organization_id = ${tx.organization.id} and created_by = ${userId}`;
  await requireRoom(tx, own, { limit: GOAL_LIMITS.own, things: 'goals of your own' });
}

/** @throws bad_request when there are as many as there may be */
export async function insertGoal(tx: Tx & Pick<TransactionContext, 'user'>, goal: NewGoal): Promise<number> {
  const { db, organization, user } = tx;
  const room = { limit: GOAL_LIMITS.goals, things: 'goals' };
  await requireRoom(tx, sql`select from goals where organization_id = ${organization.id}`, room);
  const rows = await sql<{ id: number }>`insert into goals
      (organization_id, kind, name, campaign_id, user_ids, metric, period, target, created_by)
    values (${organization.id}, ${goal.kind}, ${goal.name}, ${goal.campaign_id}, ${[...goal.user_ids]}::bigint[], ${goal.metric},
      ${goal.period}, ${goal.target}, ${user?.id ?? null}) returning id`.execute(db);
  return rows.rows[0]!.id;
}

export async function updateGoal({ db, organization }: Tx, id: number, goal: NewGoal): Promise<void> {
  await sql`update goals set kind = ${goal.kind}, name = ${goal.name}, campaign_id = ${goal.campaign_id},
      user_ids = ${[...goal.user_ids]}::bigint[], metric = ${goal.metric}, period = ${goal.period}, target = ${goal.target}
    where organization_id = ${organization.id} and id = ${id}`.execute(db);
}

export async function deleteGoal({ db, organization }: Tx, id: number): Promise<void> {
  await sql`delete from goals where organization_id = ${organization.id} and id = ${id}`.execute(db);
}

/** Whose meetings are counted; null for everyone's. */
export interface MeetingScope {
  campaign_id: number | null;
  account_ids: readonly number[] | null;
}

/**
 * Meetings booked within a span and not cancelled, for each scope in its order. A meeting belongs to the campaigns and senders that had
 * contacted its lead before.
 */
export async function countMeetings(
  { db, organization }: Reader,
  { since, until }: Pick<ZoneSpan, 'since' | 'until'>,
  scopes: readonly MeetingScope[],
): Promise<number[]> {
  if (scopes.length === 0) return [];
  const rows = await sql<{ meetings: number }>`select count(m.id)::int as meetings
    from jsonb_to_recordset(${toJson(scopes.map((scope, place) => ({ ...scope, place })))}::jsonb)
        as g (place integer, campaign_id bigint, account_ids bigint[])
      left join meetings m on m.organization_id = ${organization.id} and m.created_at >= ${since}::timestamptz
        and m.created_at < ${until}::timestamptz and m.status <> 'cancelled'
        and (g.campaign_id is null and g.account_ids is null or exists (select from campaign_leads l
          where l.organization_id = m.organization_id and l.prospect_id = m.prospect_id and l.contacted_at <= m.created_at
            and (l.campaign_id = g.campaign_id or l.email_account_id = any(g.account_ids) or l.linkedin_account_id = any(g.account_ids))))
    group by g.place order by g.place`.execute(db);
  return rows.rows.map(({ meetings }) => meetings);
}
