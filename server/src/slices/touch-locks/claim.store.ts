import type { CampaignTouchRules, TouchLockReason, TouchLockRules } from '@overture/domain/campaign/touch-locks';
import { type RawBuilder, sql } from 'kysely';
import type { SystemTransactionContext } from '../../kernel/context.ts';
import { shareLock } from '../../kernel/db/advisory-locks.ts';
import { keptPlan } from '../../kernel/db/kept-plan.ts';
import { toJson } from '../../kernel/db/to-json.ts';

type Tx = Pick<SystemTransactionContext, 'db'>;

/** What a person is known by, as SQL over `prospects p`. The lead itself is one: it may be known by nothing else. */
export const personKeys = (secret: RawBuilder<unknown>): RawBuilder<unknown> => sql`(select * from (values
  (touch_key(${secret}, 'lead', p.id::text)), (touch_key(${secret}, 'email', lower(p.email))),
  (touch_key(${secret}, 'linkedin', p.linkedin_key)), (touch_key(${secret}, 'phone', p.phone_key)) offset 0) as v (key)
  union all select touch_key(${secret}, 'email', lower(o.email)) from unnest(p.other_emails) as o (email))`;

export const touchSecret = sql`(select i.touch_secret from installation i)`;

/** The name of a lead's company (`prospects p`) as companies are known by. */
export const companyName = sql<string | null>`fold_case(btrim(left(p.company_name, 300)))`;

/** When a user last accepted a lead (`prospects p`) whom a reply named, as SQL; null for others. */
export const referredAt = sql<Date | null>`(select max(m.referred_at) from message_classes m
  where m.organization_id = p.organization_id and m.referral_prospect_id = p.id)`;

/** A lead that is about to be contacted, in an organization with the lock. */
export interface Touch
  extends Pick<TouchLockRules, 'holds_companies' | 'company_people' | 'company_gap_days' | 'company_reply_days'> {
  lead_id: number;
  organization_id: number;
  /** Contacts of companies are written down, for campaigns that hold companies. */
  tracks_companies: boolean;
  /** Days that the person must have rested for this campaign; null where the end of a lock decides. */
  rest_days: number | null;
  /** Never contacted, and it holds no lock yet. */
  is_first: boolean;
  email: string | null;
  company_name: string | null;
  /** A reply named the lead: what happened at the company before doesn't hold it. */
  referred_at: Date | null;
  /** Leads that were contacted before the lock was turned on are still being recorded. */
  is_recording: boolean;
}

/**
 * SQL that is true, and locks what these leads' organizations say of the touch lock: a change of the rules waits for the dispatches that began
 * before it, and what statements after this one read (`hasTouchLock`) is the change.
 */
export const sharesTouchRules = (leadIds: readonly number[]): RawBuilder<boolean> =>
  sql<boolean>`(select count(${shareLock('touch_locks', sql`g.id`)}) from (select distinct organization_id as id from campaign_leads
    where id = any(${[...leadIds]}::bigint[])) g) >= 0`;

/** SQL that is true for an organization with the touch lock. */
export const hasTouchLock = (organizationId: RawBuilder<unknown>): RawBuilder<boolean> =>
  sql<boolean>`exists (select from touch_lock_rules r where r.organization_id = ${organizationId} and r.is_on)`;

/** A rule of the lead's campaign (`campaigns c`), as SQL; null where its organization's rule (`touch_lock_rules r`) decides. */
export const ownRule = (name: keyof CampaignTouchRules): RawBuilder<unknown> =>
  sql`(c.touch_rules->>${sql.lit(name)})::int`;

/** How a campaign (`campaigns c`) holds companies under the rules of its organization (`touch_lock_rules r`): the stricter one counts. */
export const holdsCompanies = sql`(r.holds_companies or coalesce((c.touch_rules->>'holds_companies')::boolean, false))`;

/** Those of the leads that a lock may keep back: first touches, and all where companies are held. The stricter rule counts. */
export async function listTouches(tx: Tx, leadIds: readonly number[]): Promise<Touch[]> {
  const rows = await sql<Touch>`${keptPlan}select t.* from (
      select l.id as lead_id, l.organization_id, p.email::text as email, ${companyName} as company_name,
        ${referredAt} as referred_at, r.recorded_to is not null as is_recording, r.holds_companies or r.has_campaign_rules as tracks_companies,
        ${holdsCompanies} as holds_companies,
        least(r.company_people, ${ownRule('company_people')})::int as company_people,
        greatest(r.company_gap_days, ${ownRule('company_gap_days')})::int as company_gap_days,
        greatest(r.company_reply_days, ${ownRule('company_reply_days')})::int as company_reply_days, ${ownRule('rest_days')} as rest_days,
        l.contacted_at is null and not exists (select from touch_locks t
          where t.organization_id = l.organization_id and t.campaign_lead_id = l.id) as is_first
      from campaign_leads l join touch_lock_rules r on r.organization_id = l.organization_id and r.is_on
      join campaigns c on c.id = l.campaign_id join prospects p on p.id = l.prospect_id
      where l.id = any((select ${[...leadIds]}::bigint[])::bigint[])) t
    where t.is_first or t.holds_companies order by t.lead_id`.execute(tx.db);
  return rows.rows;
}

/** Every key of these leads' people in every scope of their organization. */
const wantedKeys = (leadIds: readonly number[]): RawBuilder<unknown> => sql`
  select l.id as lead_id, l.organization_id, s.scope_id, s.is_shared, k.key
  from unnest(${[...leadIds]}::bigint[]) as g (id) join campaign_leads l on l.id = g.id join prospects p on p.id = l.prospect_id
  cross join lateral (select l.organization_id as scope_id, false as is_shared
    union all select m.group_id, true from touch_lock_groups m where m.organization_id = l.organization_id) s
  cross join lateral ${personKeys(touchSecret)} as k (key)
  where k.key is not null`;

/**
 * Takes all keys of each lead's person that are free. The unique index decides between workers; keys are taken in one order: two
 * workers wait for each other in one direction only.
 * @returns how many keys each lead wanted and got
 */
export async function claimKeys(
  tx: Tx,
  leads: readonly { lead_id: number; company: string | null }[],
): Promise<{ lead_id: number; wanted: number; got: number }[]> {
  const rows = await sql<{ lead_id: number; wanted: number; got: number }>`
    with wanted as materialized (${wantedKeys(leads.map(({ lead_id }) => lead_id))}),
    companies as materialized (select g.lead_id, touch_key(${touchSecret}, 'company', g.company) as company_hash
      from json_to_recordset(${toJson(leads)}::json) as g (lead_id bigint, company text)),
    ordered as materialized (select distinct on (scope_id, is_shared, key) * from wanted order by scope_id, is_shared, key, lead_id),
    taken as (
      insert into touch_locks as t (organization_id, scope_id, is_shared, kind, key_hash, campaign_lead_id, company_hash)
      select o.organization_id, o.scope_id, o.is_shared, 'person', o.key, o.lead_id, c.company_hash
      from ordered o left join companies c on c.lead_id = o.lead_id order by o.scope_id, o.is_shared, o.key
      on conflict (scope_id, is_shared, kind, key_hash) do update set organization_id = excluded.organization_id,
        campaign_lead_id = excluded.campaign_lead_id, company_hash = excluded.company_hash, state = 'held', reason = 'in_contact',
        rests_from = coalesce(t.rests_from, t.until), until = null, taken_at = app_now()
        where t.state = 'cooling' and t.until <= app_now()
      returning campaign_lead_id)
    select w.lead_id, count(*)::int as wanted,
      (select count(*)::int from taken where taken.campaign_lead_id = w.lead_id) as got
    from wanted w group by w.lead_id`.execute(tx.db);
  return rows.rows;
}

/** Gives back what leads took in this transaction: a person rests from an earlier contact as before. */
export async function releaseKeys(tx: Tx, leadIds: readonly number[]): Promise<void> {
  if (leadIds.length === 0) return;
  await sql`select return_touch_locks(l.organization_id, array_agg(l.id)) from campaign_leads l
    where l.id = any(${[...leadIds]}::bigint[]) group by l.organization_id`.execute(tx.db);
}

/** Of leads that have all their keys those whose person has not rested as long as their campaign asks, and until when. */
export async function listUnrested(
  tx: Tx,
  leads: readonly { lead_id: number; rest_days: number }[],
): Promise<{ lead_id: number; until: Date }[]> {
  const rows = await sql<{
    lead_id: number;
    until: Date;
  }>`select g.lead_id, max(t.rests_from) + make_interval(days => g.rest_days) as until
    from json_to_recordset(${toJson(leads)}::json) as g (lead_id bigint, rest_days int)
    join campaign_leads l on l.id = g.lead_id
    join touch_locks t on t.organization_id = l.organization_id and t.campaign_lead_id = l.id
    group by g.lead_id, g.rest_days having max(t.rests_from) + make_interval(days => g.rest_days) > app_now()`.execute(
    tx.db,
  );
  return rows.rows;
}

export interface Blocker {
  lead_id: number;
  is_foreign: boolean;
  reason: TouchLockReason;
  /** Null while it is held. */
  until: Date | null;
  campaign_name: string | null;
  sender: string | null;
  /** No campaign of ours: emails outside of campaigns. */
  is_mail: boolean;
}

/** Of each lead the lock that keeps it back longest. */
export async function listBlockers(tx: Tx, leadIds: readonly number[]): Promise<Blocker[]> {
  const rows = await sql<Blocker>`with wanted as materialized (${wantedKeys(leadIds)})
    select distinct on (w.lead_id) w.lead_id, t.organization_id <> w.organization_id as is_foreign, t.reason,
      case when isfinite(t.until) then t.until end as until,
      case when t.organization_id = w.organization_id then c.name end as campaign_name,
      case when t.organization_id = w.organization_id then coalesce(u.name, a.name) end as sender,
      t.reason = 'finished' and t.campaign_lead_id is null and t.former_lead_id is null as is_mail
    from wanted w join touch_locks t on t.scope_id = w.scope_id and t.is_shared = w.is_shared and t.kind = 'person' and t.key_hash = w.key
      and t.campaign_lead_id is distinct from w.lead_id and (t.state = 'held' or t.until > app_now())
    left join campaign_leads l on l.id = t.campaign_lead_id
    left join campaigns c on c.id = l.campaign_id
    left join accounts a on a.id = coalesce(l.email_account_id, l.linkedin_account_id)
    left join users u on u.id = a.connected_by
    order by w.lead_id, t.is_shared, t.until desc nulls first`.execute(tx.db);
  return rows.rows;
}
