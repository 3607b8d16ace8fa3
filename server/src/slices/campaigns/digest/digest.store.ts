import { DATA_DIGEST_LIMITS } from '@overture/domain/campaign/data-digest';
import { type RawBuilder, sql } from 'kysely';
import type { SystemTransactionContext, TransactionContext } from '../../../kernel/context.ts';
import { zoneOf } from '../../organization/index.ts';
import { endedPlan } from '../../plans/index.ts';
import type { StepNeed } from '../missing-data/incomplete-leads.store.ts';

type SystemTx = Pick<SystemTransactionContext, 'db'>;
type Tx = Pick<TransactionContext, 'db' | 'organization'>;

const READ_AT_ONCE = 200;
/** A worker that claimed a day so long ago and did not begin to hand its mail over is dead. */
const LEASE: RawBuilder<Date> = sql`(app_now() - interval '15 minutes')`;
/** Two mails are at least 12 hours apart, even when the organization's time zone changes. */
const APART: RawBuilder<Date> = sql`(app_now() - interval '12 hours')`;

/** Leads of a campaign `c` that wait for data, in a query. */
const waitingLeads = sql`campaign_leads l where l.organization_id = c.organization_id and l.campaign_id = c.id
  and l.waiting_rule = 'missing_data' and l.archived_at is null`;

/** Of a person, in a query, by the name it has there: signs in. */
const isHere = (person: string): RawBuilder<boolean> =>
  sql`(${sql.ref(`${person}.active`)} and ${sql.ref(`${person}.verified_at`)} is not null)`;

/** True when user `u` gets the digest of campaign `c`: its creator, else the longest-serving manager of the organization. */
const isReader = sql<boolean>`(u.id = c.created_by or not exists (select from users m where m.id = c.created_by and ${isHere('m')})
  and u.id in (select m.id from users m where m.organization_id = c.organization_id and m.role <> 'RESTRICTED' and ${isHere('m')}
    order by m.created_at, m.id limit ${DATA_DIGEST_LIMITS.managers}))`;

/** The person's day `d` is not claimed by another worker and was not just closed. */
const isFree = sql<boolean>`(case when d.closed_at is null then d.claimed_at <= ${LEASE} else d.closed_at <= ${APART} end)`;

export interface DigestReader {
  user_id: number;
  organization_id: number;
  address: string;
  time_zone: string;
  /** YYYY-MM-DD, the last day that was checked; null before the first check. */
  day: string | null;
  is_closed: boolean;
}

/**
 * The next people, by id, who have campaigns with leads waiting for data. Only organizations with a plan, and only people no worker has
 * claimed.
 */
export async function listReaders({ db }: SystemTx, afterId: number): Promise<DigestReader[]> {
  const rows = await sql<DigestReader>`with waiting as materialized (
      select c.organization_id, c.created_by from campaigns c join organizations o on o.organization_id = c.organization_id
      where c.status = 'ACTIVE' and ${endedPlan('o')} is null and exists (select from ${waitingLeads})
      group by c.organization_id, c.created_by),
    readers as (select distinct u.id from waiting c join users u on u.organization_id = c.organization_id and ${isHere('u')}
      and ${isReader} where u.id > ${afterId} order by u.id limit ${READ_AT_ONCE})
    select u.id as user_id, u.organization_id, u.email::text as address, ${zoneOf(sql`u.organization_id`)} as time_zone,
      d.day::text as day, d.closed_at is not null as is_closed
    from readers r join users u on u.id = r.id left join data_digests d on d.user_id = u.id
    order by u.id`.execute(db);
  return rows.rows;
}

interface WaitingCampaign {
  id: number;
  name: string;
  leads: number;
  is_own: boolean;
}

export interface WaitingCampaigns {
  campaigns: WaitingCampaign[];
  total_campaigns: number;
  total_leads: number;
  /** Since when the last of them has waited. */
  newest: Date | null;
  reported_until: Date | null;
}

/** A reader's campaigns with leads that have waited since before the morning; most leads first, as many as one mail lists. */
export async function listWaiting({ db, organization }: Tx, userId: number, morning: Date): Promise<WaitingCampaigns> {
  const rows = await sql<WaitingCampaigns>`with waiting as materialized (
      select c.id, c.name, c.created_by = u.id as is_own, w.leads, w.newest
      from campaigns c join users u on u.id = ${userId} and u.organization_id = c.organization_id and ${isHere('u')} and ${isReader}
        cross join lateral (select count(*)::int as leads, max(l.missing_since) as newest
          from ${waitingLeads} and l.missing_since < ${morning}) w
      where c.organization_id = ${organization.id} and c.status = 'ACTIVE' and w.leads > 0)
    select (select count(*)::int from waiting) as total_campaigns,
      (select coalesce(sum(leads), 0)::int from waiting) as total_leads, (select max(newest) from waiting) as newest,
      (select reported_until from data_digests where user_id = ${userId}) as reported_until,
      coalesce((select json_agg(f) from (select id, name, leads, coalesce(is_own, false) as is_own from waiting
        order by leads desc, id limit ${DATA_DIGEST_LIMITS.campaigns}) f), '[]') as campaigns`.execute(db);
  return rows.rows[0]!;
}

/** How many waiting leads lack each field at their current step. */
export async function countNeeds(
  { db, organization }: Tx,
  campaignId: number,
  needs: readonly StepNeed[],
  morning: Date,
): Promise<number[]> {
  if (needs.length === 0) return [];
  const counts = needs.map(
    ({ node, lacking }) => sql`count(*) filter (where l.next_node_id = ${node.id} and ${lacking})::int`,
  );
  const rows = await sql<{ counts: number[] }>`select array[${sql.join(counts)}] as counts
    from campaign_leads l join prospects p on p.id = l.prospect_id and p.organization_id = ${organization.id}
    where l.organization_id = ${organization.id} and l.campaign_id = ${campaignId} and l.waiting_rule = 'missing_data'
      and l.archived_at is null and l.missing_since < ${morning}`.execute(db);
  return rows.rows[0]?.counts ?? [];
}

/**
 * Claims the day. Returns the time of the claim, which identifies its holder; undefined when another worker has the day or it is closed.
 * With `isOver` the day is closed without a mail.
 */
export async function claimDay(
  { db }: SystemTx,
  { user_id }: Pick<DigestReader, 'user_id'>,
  day: string,
  isOver = false,
): Promise<string | undefined> {
  const closed = isOver ? sql`app_now()` : sql`null::timestamptz`;
  const rows = await sql<{ claim: string }>`insert into data_digests as d (organization_id, user_id, day, closed_at)
    select u.organization_id, u.id, ${day}::date, ${closed} from users u where u.id = ${user_id} and ${isHere('u')}
    on conflict (user_id) do update set day = excluded.day, claimed_at = app_now(), closed_at = excluded.closed_at
      where ${isFree} and (d.day < excluded.day or d.day = excluded.day and d.closed_at is null)
    returning claimed_at::text as claim`.execute(db);
  return rows.rows[0]?.claim;
}

/** Marks that the mail may have been sent from here on. Returns false when another worker has taken the claim: then it must not be sent. */
export async function beginMail({ db }: SystemTx, userId: number, claim: string): Promise<boolean> {
  const begun = await sql`update data_digests set closed_at = app_now()
    where user_id = ${userId} and claimed_at = ${claim}::timestamptz and closed_at is null`.execute(db);
  return (begun.numAffectedRows ?? 0n) > 0n;
}

/** The day is over without a mail: the mail server refused it. */
export async function closeDay({ db }: SystemTx, userId: number, claim: string): Promise<void> {
  await sql`update data_digests set closed_at = coalesce(closed_at, app_now())
    where user_id = ${userId} and claimed_at = ${claim}::timestamptz`.execute(db);
}

export async function markReported({ db }: SystemTx, userId: number, claim: string, morning: Date): Promise<void> {
  await sql`update data_digests set reported_until = ${morning}
    where user_id = ${userId} and claimed_at = ${claim}::timestamptz`.execute(db);
}

/** Releases a day whose mail certainly was not sent, for the next round. */
export async function releaseDay({ db }: SystemTx, userId: number, claim: string): Promise<void> {
  await sql`update data_digests set claimed_at = ${LEASE}, closed_at = null
    where user_id = ${userId} and claimed_at = ${claim}::timestamptz`.execute(db);
}
