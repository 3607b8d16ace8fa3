import {
  DEFAULT_BASIS,
  DEFAULT_WEIGHING,
  type LegalBasis,
  PRIVACY_LIMITS,
  PRIVACY_PROFILE_FIELDS,
  type PrivacyProfileField,
} from '@overture/domain/privacy/privacy-notice';
import { sql } from 'kysely';
import type { ReadContext, SystemTransactionContext, TransactionContext } from '../../kernel/context.ts';
import { isNotParked } from '../../kernel/rounds/rounds.ts';
import { joinEmails } from '../lead-addresses/index.ts';

type Reader = Pick<ReadContext, 'db' | 'organization'>;
type Tx = Pick<TransactionContext, 'db' | 'organization' | 'user'>;

export type PrivacyProfile = Record<PrivacyProfileField, string>;

const profileColumns = sql.join(PRIVACY_PROFILE_FIELDS.map((field) => sql.ref(field)));

/** What the organization wrote of itself; empty where it wrote nothing. */
export async function getProfile({ db, organization }: Reader): Promise<PrivacyProfile> {
  const rows = await sql<PrivacyProfile>`select ${profileColumns} from privacy_profiles
    where organization_id = ${organization.id}`.execute(db);
  return rows.rows[0] ?? { controller: '', contact: '', purpose: '', recipients: '', kept_until: '', authority: '' };
}

export async function saveProfile({ db, organization }: Tx, profile: PrivacyProfile): Promise<void> {
  const values = sql.join(PRIVACY_PROFILE_FIELDS.map((field) => sql`${profile[field]}`));
  await sql`insert into privacy_profiles (organization_id, ${profileColumns}) values (${organization.id}, ${values})
    on conflict (organization_id) do update set
      ${sql.join(PRIVACY_PROFILE_FIELDS.map((field) => sql`${sql.ref(field)} = excluded.${sql.ref(field)}`))}`.execute(
    db,
  );
}

export interface StoredBasis {
  basis: LegalBasis;
  note: string;
  given_on: string | null;
}

type BasisOf = { search_id: number } | { prospect_id: number } | null;

const ofBasis = (of: BasisOf) =>
  of === null
    ? sql`search_id is null and prospect_id is null`
    : 'search_id' in of
      ? sql`search_id = ${of.search_id}`
      : sql`prospect_id = ${of.prospect_id}`;

/** Each kind has a unique index of its own. */
const keyOfBasis = (of: BasisOf) =>
  of === null
    ? sql`(organization_id) where search_id is null and prospect_id is null`
    : 'search_id' in of
      ? sql`(search_id) where search_id is not null`
      : sql`(prospect_id) where prospect_id is not null`;

const basisColumns = sql`basis, note, given_on::text`;

/** That of a list, of a lead, or of the organization (null). */
export async function findBasis({ db, organization }: Reader, of: BasisOf): Promise<StoredBasis | undefined> {
  const rows = await sql<StoredBasis>`select ${basisColumns} from legal_bases
    where organization_id = ${organization.id} and ${ofBasis(of)}`.execute(db);
  return rows.rows[0];
}

export const ownBasis = { basis: DEFAULT_BASIS, note: DEFAULT_WEIGHING, given_on: null } satisfies StoredBasis;

/** Null removes it. */
export async function saveBasis(
  { db, organization, user }: Tx,
  of: BasisOf,
  { basis, note, given_on }: Omit<StoredBasis, 'basis'> & { basis: LegalBasis | null },
): Promise<void> {
  if (basis === null) {
    await sql`delete from legal_bases where organization_id = ${organization.id} and ${ofBasis(of)}`.execute(db);
    return;
  }
  const search_id = of !== null && 'search_id' in of ? of.search_id : null;
  const prospect_id = of !== null && 'prospect_id' in of ? of.prospect_id : null;
  await sql`insert into legal_bases (organization_id, search_id, prospect_id, basis, note, given_on, set_by)
    values (${organization.id}, ${search_id}, ${prospect_id}, ${basis}, ${note}, ${given_on}::date, ${user?.id ?? null})
    on conflict ${keyOfBasis(of)} do update set basis = excluded.basis, note = excluded.note, given_on = excluded.given_on,
      set_by = excluded.set_by, set_at = app_now()`.execute(db);
}

export interface LeadBasis extends StoredBasis {
  set_for: 'lead' | 'list' | 'organization';
  list_name: string | null;
}

/** Why a lead is held: its own basis, else the one last set for a list it is in, else the organization's. */
export async function getLeadBasis({ db, organization }: Reader, prospectId: number): Promise<LeadBasis> {
  const rows = await sql<LeadBasis>`select ${basisColumns}, s.name as list_name,
      case when b.prospect_id is not null then 'lead' when b.search_id is not null then 'list' else 'organization' end as set_for
    from legal_bases b left join searches s on s.id = b.search_id
    where b.organization_id = ${organization.id} and (b.prospect_id = ${prospectId} or b.search_id is null and b.prospect_id is null
      or b.search_id in (select m.search_id from search_prospects m where m.prospect_id = ${prospectId}))
    order by b.prospect_id nulls last, b.search_id is null, b.set_at desc limit 1`.execute(db);
  return rows.rows[0] ?? { ...ownBasis, set_for: 'organization', list_name: null };
}

export interface NoticeLead {
  id: number;
  organization_id: number;
  email: string | null;
  /** All addresses. */
  emails: string[];
  /** What is held, in words. */
  held: string[];
  created_at: Date;
  organization_name: string;
}

/** The lead of a notice, in any organization. */
export async function findNoticeLead(
  { db }: Pick<SystemTransactionContext, 'db'>,
  prospectId: number,
): Promise<NoticeLead | undefined> {
  const rows =
    await sql<NoticeLead>`select p.id, p.organization_id, p.email::text, ${joinEmails('p')}::text[] as emails, p.created_at, o.name as organization_name,
      array_remove(array['your name',
        case when p.email is not null then 'your email address' end,
        case when p.other_emails <> '{}' then 'further email addresses of yours' end, case when p.phone_number is not null then 'your phone number' end,
        case when p.linkedin_key is not null then 'your LinkedIn profile' end, case when p.job_title is not null or p.headline is not null then 'your job' end,
        case when p.company_name is not null then 'the company you work for' end, case when p.location is not null then 'your location' end,
        case when exists (select from chats c where c.prospect_id = p.id) then 'messages between us' end,
        case when exists (select from enrichment_answers a where a.prospect_id = p.id) then 'research about your work from public sources' end], null) as held
    from prospects p join organizations o using (organization_id) where p.id = ${prospectId}`.execute(db);
  return rows.rows[0];
}

/** Leads that messages with the link were delivered to are informed from then on; an invite to a connected lead delivers none. */
export async function insertNotices(
  { db }: Pick<SystemTransactionContext, 'db'>,
  given: readonly { intent_id: number; path: string }[],
): Promise<void> {
  if (given.length === 0) return;
  await sql`insert into privacy_notices (prospect_id, organization_id, given_by, given_at)
    select i.prospect_id, i.organization_id, 'message', app_now()
    from unnest(${given.map(({ intent_id }) => intent_id)}::bigint[], ${given.map(({ path }) => path)}::text[]) as g (id, path)
    join outbound_intents i on i.id = g.id and i.prospect_id is not null and position(g.path in i.body_text) > 0
      and i.code is distinct from 'nothing_to_do'
    where not (i.channel = 'email' and exists (select from suppressions x where x.organization_id = i.organization_id
      and x.email::text collate "C" = lower(i.to_email::text) and x.reason = 'hard_bounce'))
    order by i.prospect_id on conflict do nothing`.execute(db);
}

/**
 * Mails that came back for good: leads whose only message with the link was one of them are not informed. Another one that was delivered
 * counts.
 */
export async function deleteNotices(
  { db, organization }: Reader,
  given: readonly { intent_id: number; path: string }[],
): Promise<void> {
  const bounced = given.map(({ intent_id }) => intent_id);
  await sql`delete from privacy_notices n
    using unnest(${bounced}::bigint[], ${given.map(({ path }) => path)}::text[]) as g (id, path)
      join outbound_intents i on i.id = g.id and position(g.path in i.body_text) > 0
    where n.organization_id = ${organization.id} and n.prospect_id = i.prospect_id and n.given_by = 'message'
      and not exists (select from outbound_intents o where o.organization_id = ${organization.id} and o.prospect_id = i.prospect_id
        and o.state = 'confirmed' and o.code is distinct from 'nothing_to_do' and position(g.path in o.body_text) > 0
        and o.id <> all(${bounced}::bigint[]) and not exists (select from campaign_step_runs r where o.kind = 'campaign_step'
          and r.campaign_lead_id = o.ref_id and r.node_id = o.ref_part and r.is_hard_bounce))`.execute(db);
}

export async function findNoticeDate({ db }: Pick<Reader, 'db'>, prospectId: number): Promise<Date | null> {
  const rows = await sql<{
    at: Date;
  }>`select given_at as at from privacy_notices where prospect_id = ${prospectId}`.execute(db);
  return rows.rows[0]?.at ?? null;
}

export async function markNotified({ db, organization }: Tx, prospectIds: readonly number[]): Promise<number> {
  const rows = await sql`insert into privacy_notices (prospect_id, organization_id, given_by)
    select p.id, p.organization_id, 'person' from prospects p
    where p.organization_id = ${organization.id} and p.id = any(${[...prospectIds]}::bigint[]) order by p.id on conflict do nothing`.execute(
    db,
  );
  return Number(rows.numAffectedRows ?? 0n);
}

/** Leads `p` that are held for long without notice. Example leads are no people. */
const isOverdue = sql`p.created_at < app_now() - make_interval(days => ${sql.lit(PRIVACY_LIMITS.notice_after_days)})
  and not exists (select from privacy_notices n where n.prospect_id = p.id)
  and not exists (select from lead_sources s where s.id = p.source_id and s.kind = 'example')`;

export interface UnnotifiedRow {
  id: number;
  name: string;
  email: string | null;
  company_name: string | null;
  held_since: Date;
}

export async function listUnnotified(
  { db, organization }: Reader,
  { limit, offset }: { limit: number; offset: number },
): Promise<UnnotifiedRow[]> {
  const rows =
    await sql<UnnotifiedRow>`select p.id, trim(p.first_name || ' ' || p.last_name) as name, p.email::text, p.company_name,
      p.created_at as held_since
    from prospects p where p.organization_id = ${organization.id} and ${isOverdue} order by p.id limit ${limit} offset ${offset}`.execute(
      db,
    );
  return rows.rows;
}

/** Up to `PRIVACY_LIMITS.counted`. */
export async function countUnnotified({ db, organization }: Reader): Promise<number> {
  const rows = await sql<{ count: number }>`select count(*)::int as count from (select from prospects p
    where p.organization_id = ${organization.id} and ${isOverdue} limit ${PRIVACY_LIMITS.counted}) p`.execute(db);
  return rows.rows[0]!.count;
}

export const OVERDUE_LOOP = 'privacy-overdue';

/** Organizations that send notices and were not checked for a day. */
export async function listToCheck({
  db,
}: Pick<SystemTransactionContext, 'db'>): Promise<{ organization_id: number; key: string }[]> {
  const rows = await sql<{
    organization_id: number;
    key: string;
  }>`select o.organization_id, '1' as key from organizations o
    left join privacy_profiles f using (organization_id)
    where (o.adds_privacy_link or f.organization_id is not null) and o.suspended_at is null
      and coalesce(f.overdue_checked_at, '-infinity') < app_now() - interval '1 day'
      and ${isNotParked(OVERDUE_LOOP, sql.ref('o.organization_id'), sql`'1'`)}
    order by f.overdue_checked_at nulls first limit 100`.execute(db);
  return rows.rows;
}

/** @returns true if there are some now and managers were not informed of them */
export async function saveOverdueCheck({ db, organization }: Tx, count: number): Promise<boolean> {
  const before = await sql<{ at: Date | null }>`select overdue_noticed_at as at from privacy_profiles
    where organization_id = ${organization.id} for update`.execute(db);
  await sql`insert into privacy_profiles (organization_id, overdue_checked_at, overdue_noticed_at)
    values (${organization.id}, app_now(), case when ${count} > 0 then app_now() end)
    on conflict (organization_id) do update set overdue_checked_at = app_now(),
      overdue_noticed_at = case when ${count} > 0 then coalesce(privacy_profiles.overdue_noticed_at, app_now()) end`.execute(
    db,
  );
  return count > 0 && !before.rows[0]?.at;
}
