import { REOPEN_WITHIN_IN_DAYS, SOONEST_MOVE_IN_MINUTES } from '@overture/domain/flow/flow-changes';
import { REVISION_LIMITS } from '@overture/domain/limits';
import { type RawBuilder, sql } from 'kysely';
import type { TransactionContext } from '../../../kernel/context.ts';
import { toJson } from '../../../kernel/db/to-json.ts';
import { reachOfLead, suppressedBecause } from '../../suppression-rules/index.ts';

type Tx = Pick<TransactionContext, 'db'>;

/** A delay is counted by days that are only known here per quarter of an hour: none holds midnight or a change of the clocks. */
const BUCKET_IN_SECONDS = 900;

/** Where leads go that wait at a node, as the statement needs it. */
export interface RouteRow {
  from_node_id: number;
  to_node_id: number | null;
  is_forced: boolean;
  lane: string | null;
  seconds: number;
  /** The delay is the maximum wait for an event. */
  is_wait: boolean;
  /** What is waited for: a click, an open, or an accepted invite. */
  event: 'click' | 'open' | 'invite' | null;
  /** The link that counts; null for any. */
  link_url: string | null;
  /** The leads' node still exists in the flow. */
  is_kept: boolean;
}

/** The length of a delay for leads whose last step ended in a quarter of an hour; it depends on the working days. */
export interface BucketShift {
  to_node_id: number;
  bucket: number;
  seconds: number;
}

export interface Routing {
  campaign_id: number;
  routes: readonly RouteRow[];
  shifts: readonly BucketShift[];
  /** Only leads whose last step ended since then. */
  done_since?: Date | null;
}

/** Evaluated once per statement: as a function call in each of 100,000 rows it takes longer than the rows themselves. */
const NOW = sql`(select app_now())`;
const MOVING = sql`l.archived_at is null and l.status in ('SCHEDULED', 'SCHEDULING', 'ACTIVE', 'PAUSED') and not l.is_in_flight`;
/** The lead waits for its time only; waits for data, an event, a retry or a user are kept. */
const WAITS_FOR_TIME = sql`(l.waiting_rule is null or l.waiting_rule = 'delay' or (l.waiting_rule = 'condition' and r.is_wait))
  and l.next_lane <> 'person'`;

/** The leads of a routing, with their new node and time. Leads that already passed the new node stay. */
function routed({ campaign_id, routes, shifts, done_since = null }: Routing): RawBuilder<unknown> {
  return sql`routes as materialized (select * from json_to_recordset(${toJson(routes)}::json)
      as r (from_node_id bigint, to_node_id bigint, is_forced boolean, lane text, seconds bigint, is_wait boolean, event text,
        link_url text, is_kept boolean)),
    shifts as materialized (select * from json_to_recordset(${toJson(shifts)}::json)
      as s (to_node_id bigint, bucket bigint, seconds bigint)),
    standing as materialized (
      select l.id, l.prospect_id, l.next_at, r.to_node_id, r.is_forced, r.lane, r.is_wait, r.seconds,
        coalesce((select max(s.finished_at) from campaign_step_runs s where s.campaign_lead_id = l.id), l.started_at,
          ${NOW}) as since,
        r.is_wait and case r.event when 'click' then exists (select from link_clicks h join tracked_links u on u.id = h.tracked_link_id
            where h.campaign_lead_id = l.id and h.class = 'person' and (r.link_url is null or u.url = r.link_url))
          when 'open' then exists (select from mail_opens o where o.campaign_lead_id = l.id and o.class = 'person')
          else exists (select from linkedin_relations k join campaigns c
            on c.id = l.campaign_id and k.account_id = coalesce(l.linkedin_account_id, c.linkedin_account_id)
            where k.prospect_id = l.prospect_id and k.connected_at is not null) end as is_answered
      from routes r join campaign_leads l on l.next_node_id = r.from_node_id
      where l.campaign_id = ${campaign_id} and ${MOVING} and (r.is_forced or ${WAITS_FOR_TIME})
        and not (r.is_kept and r.is_forced and exists (select from campaign_step_runs d
          where d.campaign_lead_id = l.id and d.node_id = r.to_node_id and d.given_up = 0))),
    due as (
      select t.*, t.since + make_interval(secs => coalesce(s.seconds, t.seconds)) as at,
        ${NOW} + make_interval(mins => ${SOONEST_MOVE_IN_MINUTES}) as soonest
      from standing t left join shifts s on s.to_node_id = t.to_node_id
        and s.bucket = floor(extract(epoch from t.since) / ${BUCKET_IN_SECONDS})
      where ${done_since}::timestamptz is null or t.since >= ${done_since}),
    routed as (
      select id, prospect_id, next_at, to_node_id, is_forced, is_wait, lane, case when to_node_id is null then null
        when is_answered then ${NOW} when at >= soonest then at
        when is_forced then soonest else greatest(at, least(next_at, soonest)) end as to_at
      from due)`;
}

/** Quarters of an hour in which something was done last for leads of a routing. */
export async function listBuckets({ db }: Tx, routing: Omit<Routing, 'shifts'>): Promise<number[]> {
  const rows = await sql<{ bucket: number }>`with ${routed({ ...routing, shifts: [] })}
    select distinct floor(extract(epoch from since) / ${BUCKET_IN_SECONDS})::bigint as bucket from standing`.execute(
    db,
  );
  return rows.rows.map(({ bucket }) => bucket);
}

export const bucketStart = (bucket: number): Date => new Date(bucket * BUCKET_IN_SECONDS * 1000);

/** Moves leads to where the new revision sends them, in id order. Returns how many moved or got another time. */
export async function routeLeads({ db }: Tx, routing: Routing): Promise<number> {
  if (routing.routes.length === 0) return 0;
  const done = await sql`with ${routed(routing)},
    locked as materialized (select l.id from campaign_leads l where l.id in (select id from routed
      where is_forced or to_at is distinct from next_at) and ${MOVING} order by l.id for no key update)
    update campaign_leads l set next_node_id = r.to_node_id, next_lane = r.lane, next_at = r.to_at, tries = 0,
      missing_data = null,
      waiting_rule = case when r.to_at > ${NOW} then case when r.is_wait then 'condition' else 'delay' end end,
      waiting_until = case when r.to_at > ${NOW} then r.to_at end,
      status = case when r.to_node_id is null then 'COMPLETED' else l.status end,
      completed_at = case when r.to_node_id is null then ${NOW} else l.completed_at end
    from routed r join locked k on k.id = r.id where l.id = r.id and not l.is_in_flight`.execute(db);
  return Number(done.numAffectedRows ?? 0);
}

export interface RoutedLead {
  prospect_id: number;
  name: string;
  from: Date;
  to: Date;
}

/** How many leads a routing moves, and the first of them. Writes nothing. */
export async function previewRoutes({ db }: Tx, routing: Routing): Promise<{ moving: number; examples: RoutedLead[] }> {
  if (routing.routes.length === 0) return { moving: 0, examples: [] };
  const rows = await sql<RoutedLead & { moving: number }>`with ${routed(routing)},
    changed as materialized (select * from routed where to_at is distinct from next_at),
    first as (select * from changed where to_at is not null and next_at is not null order by to_at, id
      limit ${REVISION_LIMITS.examples})
    select (select count(*) from changed)::int as moving, f.prospect_id, concat_ws(' ', p.first_name, p.last_name) as name,
      f.next_at as from, f.to_at as to
    from (select 1) as one left join first f on true left join prospects p on p.id = f.prospect_id
    order by f.to_at, f.id`.execute(db);
  return {
    moving: rows.rows[0]?.moving ?? 0,
    examples: rows.rows.flatMap(({ moving: _, ...lead }) => (lead.prospect_id === null ? [] : [lead])),
  };
}

/** The end at which leads were done, and the step that is there now. */
export interface NewEnd {
  parent_id: number;
  branch: 'yes' | 'no' | null;
  to_node_id: number;
  lane: string;
  due_at: Date;
}

/**
 * Leads that reached an end without replying, recently enough to continue. Excluded: suppressed leads, and leads that ended for a reason or
 * by hand (`error`), which are at this end only because later steps were deleted.
 */
function finishedAt(
  campaignId: number,
  { parent_id, branch }: Pick<NewEnd, 'parent_id' | 'branch'>,
): RawBuilder<unknown> {
  return sql`campaign_step_runs r join campaign_leads l on l.id = r.campaign_lead_id join prospects p on p.id = l.prospect_id
    where r.campaign_id = ${campaignId} and r.node_id = ${parent_id} and r.given_up = 0 and r.outcome <> 'failed'
      and (${branch}::text is null or r.branch = ${branch}) and l.status = 'COMPLETED' and l.error is null
      and l.replied_at is null
      and l.archived_at is null and ${suppressedBecause(reachOfLead)} is null`;
}

const RECENT = sql`r.finished_at > ${NOW} - make_interval(days => ${REOPEN_WITHIN_IN_DAYS})`;

export async function countFinished(
  { db }: Tx,
  campaignId: number,
  end: Pick<NewEnd, 'parent_id' | 'branch'>,
): Promise<{ finished: number; reopenable: number }> {
  const rows = await sql<{ finished: number; reopenable: number }>`select count(*)::int as finished,
    (count(*) filter (where ${RECENT}))::int as reopenable from ${finishedAt(campaignId, end)}`.execute(db);
  return rows.rows[0] ?? { finished: 0, reopenable: 0 };
}

/** The first of those leads that may continue, by id. */
export async function listReopenable({ db }: Tx, campaignId: number, end: NewEnd, limit: number): Promise<number[]> {
  const rows = await sql<{ id: number }>`select distinct l.id from ${finishedAt(campaignId, end)} and ${RECENT}
    order by l.id limit ${limit}`.execute(db);
  return rows.rows.map(({ id }) => id);
}

/** Continues those leads at the new step, in id order. Returns how many. */
export async function reopenFinished({ db }: Tx, campaignId: number, end: NewEnd): Promise<number> {
  const reopened = await sql`with locked as materialized (select k.id from campaign_leads k
      where k.id in (select l.id from ${finishedAt(campaignId, end)} and ${RECENT}) and k.status = 'COMPLETED'
      order by k.id for no key update)
    update campaign_leads l set status = 'ACTIVE', next_node_id = ${end.to_node_id}, next_lane = ${end.lane},
      next_at = ${end.due_at}, waiting_rule = 'delay', waiting_until = ${end.due_at}, completed_at = null, tries = 0,
      missing_data = null, is_in_flight = false
    from locked where l.id = locked.id`.execute(db);
  return Number(reopened.numAffectedRows ?? 0n);
}
