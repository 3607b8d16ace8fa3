import { MOST_LOCKS_COUNTED, type TouchLockReason } from '@overture/domain/campaign/touch-locks';
import { type RawBuilder, sql } from 'kysely';
import type { PageRange } from '../../kernel/api-keys/cursor.ts';
import type { ReadContext, SystemTransactionContext, TransactionContext } from '../../kernel/context.ts';
import { personKeys, touchSecret } from './claim.store.ts';

type Reader = Pick<ReadContext, 'db' | 'organization'>;
type Tx = Pick<TransactionContext, 'db' | 'organization'>;

export interface LockRow {
  campaign_lead_id: number;
  prospect_id: number;
  first_name: string;
  last_name: string;
  company_name: string | null;
  campaign_id: number;
  campaign_name: string;
  sender: string | null;
  state: 'held' | 'cooling';
  reason: TouchLockReason;
  /** Null while no end is known. */
  until: Date | null;
  taken_at: Date;
}

const stands = sql`(t.state = 'held' or t.until > app_now())`;

const lockColumns = sql`l.id as campaign_lead_id, p.id as prospect_id, p.first_name, p.last_name, p.company_name, c.id as campaign_id, c.name as campaign_name,
  coalesce(u.name, a.name) as sender, t.state, t.reason, case when isfinite(t.until) then t.until end as until, t.taken_at`;

const joined = sql`join campaign_leads l on l.id = t.campaign_lead_id join campaigns c on c.id = l.campaign_id
  join prospects p on p.id = l.prospect_id left join accounts a on a.id = coalesce(l.email_account_id, l.linkedin_account_id)
  left join users u on u.id = a.connected_by`;

/** Each lead with its lock once, the newest lead first. */
function locks(
  { organization }: Reader,
  state: 'held' | 'cooling' | null,
  after: PageRange['after'] = null,
): RawBuilder<unknown> {
  return sql`select distinct on (t.campaign_lead_id) t.campaign_lead_id, t.state, t.reason, t.until, t.taken_at from touch_locks t
    where t.organization_id = ${organization.id} and not t.is_shared and t.kind = 'person' and t.campaign_lead_id is not null and ${stands}
      ${state === null ? sql`` : sql`and t.state = ${state}`}
      ${after === null ? sql`` : sql`and t.campaign_lead_id < ${after[0]}::bigint`}
    order by t.campaign_lead_id desc`;
}

export async function listLocks(
  tx: Reader,
  state: 'held' | 'cooling' | null,
  { limit, offset, after }: PageRange,
): Promise<LockRow[]> {
  const rows =
    await sql<LockRow>`select ${lockColumns} from (${locks(tx, state, after)} limit ${limit} offset ${offset}) t
    ${joined} order by t.campaign_lead_id desc`.execute(tx.db);
  return rows.rows;
}

export async function countLocks(tx: Reader, state: 'held' | 'cooling' | null): Promise<number> {
  const rows = await sql<{
    amount: number;
  }>`select count(*)::int as amount from (${locks(tx, state)} limit ${MOST_LOCKS_COUNTED}) t`.execute(tx.db);
  return rows.rows[0]!.amount;
}

/** Locks whose lead was deleted, except of people who want no contact. */
const ofDeleted = ({
  organization,
}: Reader) => sql`t.organization_id = ${organization.id} and t.former_lead_id is not null
  and t.campaign_lead_id is null and t.until > app_now() and isfinite(t.until)`;

export async function countDeleted(tx: Reader): Promise<number> {
  const rows = await sql<{ amount: number }>`select count(*)::int as amount from (select distinct t.former_lead_id
    from touch_locks t where ${ofDeleted(tx)} limit ${MOST_LOCKS_COUNTED}) d`.execute(tx.db);
  return rows.rows[0]!.amount;
}

/** Returns how many people were released. */
export async function releaseDeleted(tx: Tx): Promise<number> {
  const rows = await sql<{ amount: number }>`with people as materialized (select distinct t.former_lead_id as id
      from touch_locks t where ${ofDeleted(tx)} limit ${MOST_LOCKS_COUNTED}),
    released as (delete from touch_locks t using people where ${ofDeleted(tx)} and t.former_lead_id = people.id
      returning t.former_lead_id)
    select count(distinct former_lead_id)::int as amount from released`.execute(tx.db);
  return rows.rows[0]!.amount;
}

interface PersonsLock {
  first_name: string;
  last_name: string;
  /** Null once the lead that took it is deleted. */
  campaign_id: number | null;
}

/** The lock of the organization on a person, by anything they are known by; undefined where there is none. */
export async function findLock({ db, organization }: Reader, prospectId: number): Promise<PersonsLock | undefined> {
  const rows = await sql<PersonsLock>`select p.first_name, p.last_name, l.campaign_id from prospects p
      cross join lateral ${personKeys(touchSecret)} as k (key)
      join touch_locks t on t.scope_id = p.organization_id and not t.is_shared and t.kind = 'person' and t.key_hash = k.key
      left join campaign_leads l on l.id = t.campaign_lead_id
      where p.id = ${prospectId} and p.organization_id = ${organization.id} and (${stands} or coalesce(t.rests_from, t.until) > app_now()
        - make_interval(days => (select max((c.touch_rules->>'rest_days')::int) from campaigns c
          where c.organization_id = ${organization.id} and c.touch_rules is not null and c.status in ('ACTIVE', 'PAUSED'))))
      order by t.until desc nulls first limit 1`.execute(db);
  return rows.rows[0];
}

export interface LeadLockRow {
  prospect_id: number;
  is_foreign: boolean;
  campaign_name: string | null;
  sender: string | null;
  reason: TouchLockReason;
  until: Date | null;
}

/** Leads among these that are held: by the organization itself, or else by another client of its agency. */
export async function listLeadLocks(tx: Reader, prospectIds: readonly number[]): Promise<LeadLockRow[]> {
  const rows =
    await sql<LeadLockRow>`with keys as materialized (select p.id, k.key from prospects p cross join lateral ${personKeys(touchSecret)} as k (key)
      where p.id = any(${[...prospectIds]}::bigint[]) and p.organization_id = ${tx.organization.id} and k.key is not null),
    own as materialized (select distinct on (k.id) k.id, t.campaign_lead_id, t.reason, t.until from keys k
      join touch_locks t on t.scope_id = ${tx.organization.id} and not t.is_shared and t.kind = 'person' and t.key_hash = k.key and ${stands}
      order by k.id, t.until desc nulls first)
    select o.id as prospect_id, false as is_foreign, c.name as campaign_name, coalesce(u.name, a.name) as sender, o.reason,
        case when isfinite(o.until) then o.until end as until
      from own o left join campaign_leads l on l.id = o.campaign_lead_id left join campaigns c on c.id = l.campaign_id
      left join accounts a on a.id = coalesce(l.email_account_id, l.linkedin_account_id) left join users u on u.id = a.connected_by
    union all
    select f.id, true, null, null, 'in_contact', case when isfinite(f.until) then f.until end
      from (select k.id, max(foreign_touch_until(k.key)) as until from keys k
        where (select r.is_shared from touch_lock_rules r where r.organization_id = ${tx.organization.id})
          and not exists (select from own o where o.id = k.id) group by k.id) f where f.until is not null
    order by 1`.execute(tx.db);
  return rows.rows;
}

/**
 * SQL that is true for a lead (`prospects p`) whom a first message of the campaign would not reach now, because the person is in contact or
 * rests: false where the organization has no lock.
 */
export function isTouchLocked({ organization }: Pick<Reader, 'organization'>, campaignId: number): RawBuilder<boolean> {
  const rule = (column: string) =>
    sql`(select r.${sql.ref(column)} from touch_lock_rules r where r.organization_id = ${organization.id} and r.is_on)`;
  const asked = sql`(select (c.touch_rules->>'rest_days')::int from campaigns c where c.id = ${campaignId} and c.organization_id = ${organization.id})`;
  return sql<boolean>`case when ${rule('is_on')} then exists (select from ${personKeys(touchSecret)} as k (key)
        join touch_locks t on t.scope_id = p.organization_id and not t.is_shared and t.kind = 'person' and t.key_hash = k.key
          and (${stands} or coalesce(t.rests_from, t.until) + make_interval(days => ${asked}) > app_now()))
      or case when ${rule('is_shared')} then exists (select from ${personKeys(touchSecret)} as k (key)
        where foreign_touch_until(k.key) is not null) else false end
    else false end`;
}

/** A lock that a person of the team released: its row says until when contacts no longer count, for a later recording of contacts. */
const isReleased = sql`t.state = 'cooling' and t.rests_from = '-infinity'`;

/** Ends every lock of the organization on a person, but one for good. Returns how many there were. */
export async function releaseLocks(tx: Tx, prospectId: number): Promise<number> {
  const rows =
    await sql`with keys as materialized (select k.key from prospects p cross join lateral ${personKeys(touchSecret)} as k (key)
      where p.id = ${prospectId} and p.organization_id = ${tx.organization.id} and k.key is not null)
    update touch_locks t set state = 'cooling', reason = 'finished', until = app_now(), rests_from = '-infinity', campaign_lead_id = null,
      former_lead_id = null, company_hash = null from keys k
    where t.organization_id = ${tx.organization.id} and t.kind = 'person' and t.key_hash = k.key
      and (t.until is null or isfinite(t.until)) and not (${isReleased})`.execute(tx.db);
  return Number(rows.numAffectedRows ?? 0);
}

/** What a person said decides how long they rest: 'infinity' for good. */
export async function restPeople(
  tx: Tx,
  prospectIds: readonly number[],
  { state, reason, days }: { state: 'held' | 'cooling'; reason: TouchLockReason; days: number | 'infinity' | null },
): Promise<void> {
  const until =
    days === null
      ? sql`null`
      : days === 'infinity'
        ? sql`'infinity'::timestamptz`
        : sql`app_now() + make_interval(days => greatest(${days}::int, (select (c.touch_rules->>'rest_days')::int
            from campaign_leads l join campaigns c on c.id = l.campaign_id where l.id = t.campaign_lead_id)))`;
  await sql`with keys as materialized (select k.key from prospects p cross join lateral ${personKeys(touchSecret)} as k (key)
      where p.id = any(${[...prospectIds]}::bigint[]) and p.organization_id = ${tx.organization.id} and k.key is not null)
    update touch_locks t set state = ${state}, reason = ${reason}, until = ${until}, rests_from = app_now() from keys k
    where t.organization_id = ${tx.organization.id} and t.kind = 'person' and t.key_hash = k.key and (t.until is null or isfinite(t.until))
      and (${days === 'infinity'} or not (${isReleased}))`.execute(tx.db);
}

/** People who want no contact are held for good, for the others of the group too, unless one of those holds them. */
export async function holdForGood(
  tx: Tx,
  prospectIds: readonly number[],
  reason: 'unsubscribed' | 'erased',
): Promise<void> {
  await restPeople(tx, prospectIds, { state: 'cooling', reason, days: 'infinity' });
  await sql`with rules as materialized (select r.organization_id, r.recorded_group from touch_lock_rules r
      where r.organization_id = ${tx.organization.id} and r.is_on),
    keys as materialized (select distinct k.key, s.scope_id, s.is_shared from rules r join prospects p on p.organization_id = r.organization_id
        and p.id = any(${[...prospectIds]}::bigint[])
      cross join lateral ${personKeys(touchSecret)} as k (key)
      cross join lateral (select r.organization_id as scope_id, false as is_shared
        union all select r.recorded_group, true where r.recorded_group is not null) s
      where k.key is not null)
    insert into touch_locks (organization_id, scope_id, is_shared, kind, key_hash, state, reason, until)
    select ${tx.organization.id}::bigint, k.scope_id, k.is_shared, 'person', k.key, 'cooling', ${reason}, 'infinity' from keys k
    order by k.scope_id, k.is_shared, k.key
    on conflict (scope_id, is_shared, kind, key_hash) do nothing`.execute(tx.db);
}

/** People with whom one of ours exchanged emails rest from that time on, as after a campaign. A reply or a release since counts more. */
export async function restAfterMail({ db, organization }: Tx, prospectIds: readonly number[], at: Date): Promise<void> {
  const mails = sql`select id as prospect_id, ${at}::timestamptz as at from unnest(${[...prospectIds]}::bigint[]) as g (id)`;
  await insertMailRests({ db }, organization.id, mails);
}

/** @param mails rows of `prospect_id` and `at` */
export async function insertMailRests(
  { db }: Pick<Tx, 'db'> | Pick<SystemTransactionContext, 'db'>,
  organizationId: number,
  mails: RawBuilder<unknown>,
): Promise<void> {
  await sql`with keys as materialized (select k.key, max(m.at) as at, max(m.at + make_interval(days => r.finished_days)) as until
      from touch_lock_rules r cross join (${mails}) m
      join prospects p on p.id = m.prospect_id and p.organization_id = r.organization_id
      cross join lateral ${personKeys(touchSecret)} as k (key)
      where r.organization_id = ${organizationId} and r.is_on and k.key is not null
        and m.at + make_interval(days => r.finished_days) > app_now() group by k.key)
    insert into touch_locks as t (organization_id, scope_id, kind, key_hash, state, reason, until, rests_from)
    select ${organizationId}::bigint, ${organizationId}::bigint, 'person', key, 'cooling', 'finished', until, at from keys order by key
    on conflict (scope_id, is_shared, kind, key_hash) do update set until = excluded.until, rests_from = excluded.rests_from
      where t.state = 'cooling' and t.reason = 'finished' and t.until < excluded.until
        and not (t.rests_from = '-infinity' and t.until >= excluded.rests_from)`.execute(db);
}

/** People of an archived campaign rest although their leads have not ended. They are in contact again once it is restored. */
export async function followArchiving(
  { db, organization }: Tx,
  campaignId: number,
  isArchived: boolean,
): Promise<void> {
  const change = isArchived
    ? sql`state = 'cooling', reason = 'finished', rests_from = app_now(),
        until = app_now() + make_interval(days => touch_rest_days(${organization.id}, ${campaignId}))`
    : sql`state = 'held', reason = 'in_contact', until = null`;
  const reason = isArchived ? 'in_contact' : 'finished';
  await sql`update touch_locks t set ${change} from campaign_leads l
    where l.campaign_id = ${campaignId} and l.archived_at is null and l.status not in ('COMPLETED', 'FAILED', 'REPLIED')
      and t.organization_id = ${organization.id} and t.campaign_lead_id = l.id and t.reason = ${reason}`.execute(db);
}
