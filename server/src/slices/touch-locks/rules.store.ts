import {
  DEFAULT_TOUCH_LOCK_RULES,
  MOST_LOCKS_COUNTED,
  type TouchLockRules,
} from '@overture/domain/campaign/touch-locks';
import { type RawBuilder, sql } from 'kysely';
import type { ReadContext, TransactionContext } from '../../kernel/context.ts';
import { byAnyEmail, joinEmails } from '../lead-addresses/index.ts';

type Tx = Pick<TransactionContext, 'db' | 'organization'>;

export interface StoredRules extends TouchLockRules {
  is_recording: boolean;
}

export async function getRules({ db, organization }: Pick<ReadContext, 'db' | 'organization'>): Promise<StoredRules> {
  const rows =
    await sql<StoredRules>`select is_on, is_shared, finished_days, not_interested_days, holds_companies, company_people,
      company_gap_days, company_reply_days, is_on and recorded_to is not null as is_recording
    from touch_lock_rules where organization_id = ${organization.id}`.execute(db);
  return rows.rows[0] ?? { ...DEFAULT_TOUCH_LOCK_RULES, is_recording: false };
}

/** Reads the rules and locks them: two changes at the same time run one after the other. */
export async function lockRules(tx: Tx): Promise<StoredRules> {
  await sql`insert into touch_lock_rules (organization_id, recorded_to) values (${tx.organization.id}, null)
    on conflict (organization_id) do nothing`.execute(tx.db);
  await sql`select from touch_lock_rules where organization_id = ${tx.organization.id} for no key update`.execute(
    tx.db,
  );
  return getRules(tx);
}

/** A lock that is turned on, or the company rules, records earlier contacts first. */
export async function saveRules({ db, organization }: Tx, rules: TouchLockRules): Promise<void> {
  await sql`insert into touch_lock_rules as r (organization_id, is_on, is_shared, finished_days, not_interested_days, holds_companies,
      company_people, company_gap_days, company_reply_days, recorded_to)
    values (${organization.id}, ${rules.is_on}, ${rules.is_shared}, ${rules.finished_days}, ${rules.not_interested_days},
      ${rules.holds_companies}, ${rules.company_people}, ${rules.company_gap_days}, ${rules.company_reply_days}, case when ${rules.is_on} then 0 end)
    on conflict (organization_id) do update set is_on = excluded.is_on, is_shared = excluded.is_shared, finished_days = excluded.finished_days,
      not_interested_days = excluded.not_interested_days, holds_companies = excluded.holds_companies,
      company_people = excluded.company_people, company_gap_days = excluded.company_gap_days, company_reply_days = excluded.company_reply_days,
      recorded_to = case when excluded.is_on and (not r.is_on or excluded.holds_companies and not r.holds_companies and not r.has_campaign_rules)
        then 0 else r.recorded_to end,
      recorded_mails_to = case when r.is_on then r.recorded_mails_to else 0 end`.execute(db);
}

export interface LockPreview {
  waiting_leads: number;
  people_in_two_campaigns: number;
}

/** What the lock would do now: leads that would wait, and people whom two campaigns contact today. Counted up to `MOST_LOCKS_COUNTED`. */
export async function countPreview(
  { db, organization }: Pick<ReadContext, 'db' | 'organization'>,
  days: number,
): Promise<LockPreview> {
  const rows = await sql<LockPreview>`with running as materialized (
      select l.id, l.prospect_id, l.contacted_at from campaigns c join campaign_leads l on l.campaign_id = c.id
      where c.organization_id = ${organization.id} and c.status in ('ACTIVE', 'PAUSED') and l.archived_at is null
        and l.status in ('SCHEDULED', 'SCHEDULING', 'ACTIVE', 'PAUSED') limit ${MOST_LOCKS_COUNTED * 10})
    select (select count(*)::int from (select from running r where r.contacted_at is null and exists (
          select from campaign_leads o where o.prospect_id = r.prospect_id and o.id <> r.id
            and coalesce(o.replied_at, o.completed_at, case when o.contacted_at is not null then app_now() end) > app_now() - make_interval(days => ${days})
            and o.contacted_at is not null) limit ${MOST_LOCKS_COUNTED}) w) as waiting_leads,
      (select count(*)::int from (select from running r where r.contacted_at is not null
        group by r.prospect_id having count(*) > 1 limit ${MOST_LOCKS_COUNTED}) t) as people_in_two_campaigns`.execute(
    db,
  );
  return rows.rows[0]!;
}

/** Leads that wait for a lock are due again; of one person, or of all (null). Returns their campaigns. */
export function releaseWaiting(tx: Tx, prospectId: number | null): Promise<number[]> {
  const people =
    prospectId === null
      ? sql`true`
      : sql`l.prospect_id in (select ${prospectId}::bigint union
          select s.id from prospects p cross join lateral ${byAnyEmail(sql`p.organization_id`, joinEmails('p'))} s where p.id = ${prospectId}
          union select o.id from prospects p join prospects o on o.organization_id = p.organization_id and o.phone_key = p.phone_key
            where p.id = ${prospectId})`;
  return releaseWhere(tx, people);
}

/** Leads of a campaign that wait for a lock are due again. */
export async function releaseWaitingLeads(tx: Tx, campaignId: number): Promise<void> {
  await releaseWhere(tx, sql`l.campaign_id = ${campaignId}`);
}

async function releaseWhere({ db, organization }: Tx, isMeant: RawBuilder<unknown>): Promise<number[]> {
  const rows = await sql<{
    campaign_id: number;
  }>`update campaign_leads l set next_at = app_now(), waiting_rule = null, waiting_until = null,
      missing_data = null
    where l.organization_id = ${organization.id} and l.waiting_rule = 'touch_lock' and l.archived_at is null and not l.is_in_flight
      and l.status in ('SCHEDULED', 'ACTIVE') and ${isMeant}
    returning l.campaign_id`.execute(db);
  return [...new Set(rows.rows.map((row) => row.campaign_id))].sort((a, b) => a - b);
}
