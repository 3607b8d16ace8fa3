import { isFreeMail } from '@overture/domain/addresses/free-mail';
import type { TouchLockRules } from '@overture/domain/campaign/touch-locks';
import { type RawBuilder, sql } from 'kysely';
import type { SystemTransactionContext, TransactionContext } from '../../kernel/context.ts';
import { toJson } from '../../kernel/db/to-json.ts';
import { companyName, holdsCompanies, ownRule, referredAt, touchSecret } from './claim.store.ts';

type Tx = Pick<SystemTransactionContext, 'db'>;

/** A company is known by the domain of its people's addresses, otherwise by its name. */
export function toCompany(email: string | null, name: string | null): string | null {
  if (email !== null && !isFreeMail(email)) return email.slice(email.lastIndexOf('@') + 1).toLowerCase();
  return name ? `name ${name}` : null;
}

export interface CompanyHold {
  lead_id: number;
  /** Null while as many people of the company are in contact as may be. */
  until: Date | null;
  is_reply: boolean;
}

export interface CompanyTouch
  extends Pick<TouchLockRules, 'holds_companies' | 'company_people' | 'company_gap_days' | 'company_reply_days'> {
  lead_id: number;
  organization_id: number;
  company: string;
  referred_at: Date | null;
}

const companiesOf = (touches: readonly CompanyTouch[]): RawBuilder<unknown> => sql`
  json_to_recordset(${toJson(touches)}::json) as g (lead_id bigint, organization_id bigint, company text, holds_companies boolean,
    company_people int, company_gap_days int, company_reply_days int, referred_at timestamptz)
  cross join lateral (select touch_key(${touchSecret}, 'company', g.company) as key offset 0) k`;

/** Locks the companies' rows in one order: one worker after the other decides about a company. */
export async function lockCompanies(tx: Tx, touches: readonly CompanyTouch[]): Promise<void> {
  await sql`insert into touch_locks (organization_id, scope_id, kind, key_hash, state, reason, until, taken_at)
    select distinct on (g.organization_id, k.key) g.organization_id, g.organization_id, 'company', k.key, 'cooling', 'finished',
      '-infinity'::timestamptz, '-infinity'::timestamptz
    from ${companiesOf(touches)} order by g.organization_id, k.key
    on conflict (scope_id, is_shared, kind, key_hash) do update set organization_id = excluded.organization_id`.execute(
    tx.db,
  );
}

/** SQL that is true for a company (`touch_locks t`) that replied after this time, or where the lead was never referred. */
const repliedAfter = (at: RawBuilder<unknown>, days: RawBuilder<unknown>): RawBuilder<boolean> =>
  sql<boolean>`(${at} is null or coalesce(t.rests_from, t.until - make_interval(days => ${days})) > ${at})`;

/**
 * Why companies take no further person now; companies with room are left out, and campaigns that don't hold companies. Their rows are
 * locked. A campaign that asks for more days counts them from the last first touch, or reply. A lead whom a reply named waits only for a
 * reply of the company that came after it was accepted.
 */
export async function listCompanyHolds(tx: Tx, touches: readonly CompanyTouch[]): Promise<CompanyHold[]> {
  const rows = await sql<CompanyHold>`select g.lead_id, case when h.replied_until > app_now() then h.replied_until
        when h.touched_until > app_now() then h.touched_until end as until,
      coalesce(h.replied_until > app_now(), false) as is_reply
    from ${companiesOf(touches)}
    join touch_locks t on t.scope_id = g.organization_id and not t.is_shared and t.kind = 'company' and t.key_hash = k.key
    cross join lateral (select case when ${repliedAfter(sql`g.referred_at`, sql`g.company_reply_days`)}
        then greatest(case when t.reason = 'replied' then t.until end, t.rests_from + make_interval(days => g.company_reply_days)) end
        as replied_until,
      case when g.referred_at is null then greatest(t.until, t.taken_at + make_interval(days => g.company_gap_days)) end as touched_until) h
    where g.holds_companies and (h.replied_until > app_now() or h.touched_until > app_now()
      or g.referred_at is null and g.company_people <= (select count(distinct p.campaign_lead_id) from touch_locks p
        where p.scope_id = g.organization_id and not p.is_shared and p.company_hash = k.key and p.kind = 'person' and p.state = 'held'))`.execute(
    tx.db,
  );
  return rows.rows;
}

/**
 * SQL that is true for a lead (`prospects p`) whose first message the campaign would hold now because of its company. People with a
 * personal address are not counted by their company's name. The key is computed first: under row security it is no condition of the index
 * otherwise, and each lead reads all companies.
 */
export function isCompanyHeld(
  { organization }: Pick<TransactionContext, 'organization'>,
  campaignId: number,
): RawBuilder<boolean> {
  const isAsked = sql`(select ${holdsCompanies} from touch_lock_rules r join campaigns c on c.organization_id = r.organization_id
    where r.organization_id = ${organization.id} and r.is_on and c.id = ${campaignId})`;
  const replyDays = sql`greatest(r.company_reply_days, ${ownRule('company_reply_days')})`;
  return sql<boolean>`case when ${isAsked} then exists (select from touch_lock_rules r
    join campaigns c on c.id = ${campaignId} and c.organization_id = r.organization_id
    cross join lateral (select touch_key(${touchSecret}, 'company', coalesce(p.email_domain, 'name ' || ${companyName})) as key offset 0) k
    join touch_locks t on t.scope_id = r.organization_id and not t.is_shared and t.kind = 'company' and t.key_hash = k.key
    where r.organization_id = ${organization.id}
      and case when ${referredAt} is not null then ${repliedAfter(referredAt, replyDays)}
          and (t.reason = 'replied' and t.until > app_now() or t.rests_from + make_interval(days => ${replyDays}) > app_now())
        else (t.until > app_now()
        or t.taken_at + make_interval(days => greatest(r.company_gap_days, ${ownRule('company_gap_days')})) > app_now()
        or t.rests_from + make_interval(days => ${replyDays}) > app_now()
        or least(r.company_people, ${ownRule('company_people')}) <= (select count(distinct o.campaign_lead_id) from touch_locks o
          where o.scope_id = t.scope_id and not o.is_shared and o.company_hash = t.key_hash and o.kind = 'person' and o.state = 'held')) end) else false end`;
}

/** First touches go out: the next person of each company waits for the gap. A longer rest stays. */
export async function restCompanies(tx: Tx, touches: readonly CompanyTouch[]): Promise<void> {
  if (touches.length === 0) return;
  await sql`update touch_locks t set taken_at = app_now(), until = greatest(t.until, g.rest_until),
      reason = case when t.until > coalesce(g.rest_until, app_now()) then t.reason else 'finished' end
    from (select g.organization_id, k.key, max(case when g.holds_companies
        then app_now() + make_interval(days => g.company_gap_days) end) as rest_until
      from ${companiesOf(touches)} group by 1, 2) g
    where t.scope_id = g.organization_id and not t.is_shared and t.kind = 'company' and t.key_hash = g.key`.execute(
    tx.db,
  );
}

interface EarlierContact {
  lead_id: number;
  email: string | null;
  company_name: string | null;
  touched_at: Date | null;
  replied_at: Date | null;
}

/** Contacted leads between these ids whose company may be held by a rule: none where no rule of the organization holds companies. */
export async function listCompanyContacts(
  tx: Tx,
  organizationId: number,
  { after, last }: { after: number; last: number },
): Promise<EarlierContact[]> {
  const rows =
    await sql<EarlierContact>`select l.id as lead_id, p.email::text as email, ${companyName} as company_name, l.contacted_at as touched_at, l.replied_at
    from campaign_leads l join prospects p on p.id = l.prospect_id
    where l.organization_id = ${organizationId} and l.id > ${after} and l.id <= ${last}
      and (l.contacted_at is not null or l.email_touched_at is not null or l.linkedin_touched_at is not null)
      and exists (select from touch_lock_rules r where r.organization_id = ${organizationId}
        and (r.holds_companies or r.has_campaign_rules))
    order by l.id`.execute(tx.db);
  return rows.rows;
}

/** Earlier contacts count for their companies: who is in contact, the last first touch and the last reply. */
export async function recordCompanies(
  tx: Tx,
  organizationId: number,
  contacts: readonly (Omit<EarlierContact, 'email' | 'company_name'> & { company: string })[],
): Promise<void> {
  if (contacts.length === 0) return;
  await sql`with given as materialized (select g.*, touch_key(${touchSecret}, 'company', g.company) as key
      from json_to_recordset(${toJson(contacts)}::json) as g (lead_id bigint, company text, touched_at timestamptz, replied_at timestamptz)),
    companies as (insert into touch_locks as t (organization_id, scope_id, kind, key_hash, state, reason, until, taken_at, rests_from)
      select ${organizationId}::bigint, ${organizationId}::bigint, 'company', g.key, 'cooling', 'finished', '-infinity',
        coalesce(max(g.touched_at), '-infinity'), max(g.replied_at)
      from given g group by g.key order by g.key
      on conflict (scope_id, is_shared, kind, key_hash) do update set taken_at = greatest(t.taken_at, excluded.taken_at),
        rests_from = greatest(t.rests_from, excluded.rests_from))
    update touch_locks t set company_hash = g.key from given g
    where t.organization_id = ${organizationId} and t.campaign_lead_id = g.lead_id and t.kind = 'person' and t.company_hash is null`.execute(
    tx.db,
  );
}
