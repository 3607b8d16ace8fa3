import type { Role } from '@overture/domain/access/permissions';
import { LIST_LIMITS } from '@overture/domain/list-limits';
import { RESUME_IN_HOURS } from '@overture/domain/security/impersonation';
import { SECOND_FACTOR_GRACE_IN_DAYS, type SecondFactorPolicy } from '@overture/domain/security/second-factor';
import { type Kysely, sql } from 'kysely';
import type { DB } from '../../kernel/db/__generated__/database.ts';
import { keptPlan } from '../../kernel/db/kept-plan.ts';
import { brandedHost } from '../brand-hosts/index.ts';
import { isOfAgency } from '../organization/index.ts';
import { endedPlan } from '../plans/index.ts';

interface Tx {
  db: Kysely<DB>;
}

/** How the person showed who they are. */
export type SignInMethod = 'password' | 'code' | 'link' | 'passkey' | 'google' | 'sso';

/** A session unused for this long has ended, independent of its last day. */
const IDLE_LIMIT = sql`case u.role when 'ADMIN' then interval '12 hours' else interval '14 days' end`;

/** From when on a person (`u`, of organization `o`) can do nothing without a second factor; null while that is no matter. */
const dueAt = (policy: SecondFactorPolicy) => {
  const byInstallation = sql`(${policy}::text = 'all' or ${policy}::text = 'admins' and u.role = 'ADMIN')`;
  return sql`case
    when o.second_factor_required_at is null and not ${byInstallation} then null
    when exists (select from user_totp f where f.user_id = u.id and f.confirmed_at is not null)
      or exists (select from user_passkeys f where f.user_id = u.id) then null
    when ${byInstallation} then u.created_at
    else greatest(o.second_factor_required_at, u.created_at) + make_interval(days => ${SECOND_FACTOR_GRACE_IN_DAYS}) end`;
};

/** The actor of an impersonation (of organization `o`) must still be allowed to, and still be signed in. */
const isHeld = sql`(s.actor_user_id is null or exists (select from sessions own join users a on a.id = own.user_id
  where own.id = s.parent_session_id and own.expires_at > app_now() and a.active
    and (a.role = 'ADMIN' or ${isOfAgency('a', 'o')})))`;

/** Inactive users have no session. The workspace user of a client is inactive: only an agency acts as that user. */
const mayHaveSession = sql`(u.active or u.is_workspace_user and s.actor_user_id is not null)`;

/** An impersonation that ran out leads back to its own session (`resumeOwnSession`); its row is kept until then. */
const leadsBack = sql`(s.actor_user_id is not null and s.expires_at > app_now() - make_interval(hours => ${RESUME_IN_HOURS}))`;

export async function findSecondFactorDue(
  { db }: Tx,
  userId: number,
  policy: SecondFactorPolicy,
): Promise<Date | null> {
  const rows = await sql<{ due_at: Date | null }>`select ${dueAt(policy)} as due_at
    from users u join organizations o on o.organization_id = u.organization_id where u.id = ${userId}`.execute(db);
  return rows.rows[0]?.due_at ?? null;
}

export interface NewSession {
  token_hash: Buffer;
  organization_id: number;
  user_id: number;
  ip: string;
  user_agent: string;
  method: SignInMethod;
  has_second_factor: boolean;
  lifetime_in_days: number;
  /** Where it was asked for; kept where a brand is at home there. */
  host: string | null;
}

export async function insertSession({ db }: Tx, session: NewSession): Promise<void> {
  await sql`insert into sessions (token_hash, organization_id, user_id, ip, user_agent, method, mfa_at, confirmed_at, expires_at, host)
    values (${session.token_hash}, ${session.organization_id}, ${session.user_id}, ${session.ip}, ${session.user_agent},
      ${session.method}, case when ${session.has_second_factor} then app_now() end, app_now(),
      app_now() + make_interval(days => ${session.lifetime_in_days}), ${brandedHost(session.host)})`.execute(db);
}

/** The person, held until the session is written: a deactivation or suspension at the same moment waits and then ends it. */
export async function lockPerson(
  { db }: Tx,
  id: number,
): Promise<{ organization_id: number; active: boolean; is_suspended: boolean; is_cancelled: boolean } | undefined> {
  const rows = await sql<{ organization_id: number; active: boolean; is_suspended: boolean; is_cancelled: boolean }>`
    select u.organization_id, u.active, o.suspended_at is not null as is_suspended, o.cancelled_at is not null as is_cancelled
    from users u join organizations o using (organization_id) where u.id = ${id} for update of u for share of o`.execute(
    db,
  );
  return rows.rows[0];
}

/** @returns whose it was, if there was one */
export async function deleteSession(
  { db }: Tx,
  tokenHash: Buffer,
): Promise<{ user_id: number; organization_id: number; actor_id: number | null } | undefined> {
  const rows = await sql<{
    user_id: number;
    organization_id: number;
    actor_id: number | null;
    parent_session_id: number | null;
  }>`delete from sessions where token_hash = ${tokenHash}
    returning user_id, organization_id, actor_user_id as actor_id, parent_session_id`.execute(db);
  const row = rows.rows[0];
  if (!row) return undefined;
  const { parent_session_id, ...ended } = row;
  if (parent_session_id !== null) await sql`delete from sessions where id = ${parent_session_id}`.execute(db);
  return ended;
}

/** @returns whether the person had such a session */
export async function deleteSessionById({ db }: Tx, userId: number, id: number): Promise<boolean> {
  const rows = await sql`delete from sessions where user_id = ${userId} and id = ${id} returning id`.execute(db);
  return rows.rows.length > 0;
}

/** @returns how many ended */
export async function deleteOtherSessions({ db }: Tx, userId: number, exceptId: number | null): Promise<number> {
  const rows = await sql`delete from sessions where user_id = ${userId}
    and (${exceptId}::bigint is null or id <> ${exceptId}::bigint) returning id`.execute(db);
  return rows.rows.length;
}

export interface SessionRow {
  id: number;
  user_id: number;
  actor_user_id: number | null;
  organization_id: number;
  role: Role;
  is_agency: boolean;
  disabled_features: string[];
  ended_plan: 'trial' | 'subscription' | null;
  mfa_at: Date | null;
  confirmed_at: Date | null;
  second_factor_due_at: Date | null;
  /** Used again after more than five minutes: the time of use is worth writing. */
  is_seen_late: boolean;
}

/** A session is valid on its own host only; an impersonation stays on the actor's host. */
export const isAtHome = (
  host: string | null,
) => sql`(coalesce(s.host, (select own.host from sessions own where own.id = s.parent_session_id))
  is not distinct from ${brandedHost(host)})`;

/** The live session of a token on a host; deactivated people, expired and idle sessions have none. */
export async function findSessionRow(
  { db }: Tx,
  tokenHash: Buffer,
  policy: SecondFactorPolicy,
  host: string | null,
): Promise<SessionRow | undefined> {
  const rows =
    await sql<SessionRow>`${keptPlan}select s.id, s.user_id, s.actor_user_id, u.organization_id, u.role, o.is_agency and o.is_whitelabel as is_agency, o.disabled_features || o.agency_disabled_features as disabled_features, ${endedPlan('o')} as ended_plan,
      s.mfa_at, s.confirmed_at, case when s.actor_user_id is null then ${dueAt(policy)} end as second_factor_due_at, s.last_seen_at < app_now() - interval '5 minutes' as is_seen_late
    from sessions s join users u on u.id = s.user_id join organizations o on o.organization_id = u.organization_id
    where s.token_hash = ${tokenHash} and s.expires_at > app_now() and s.last_seen_at > app_now() - ${IDLE_LIMIT}
      and ${mayHaveSession} and (o.suspended_at is null or s.actor_user_id is not null) and ${isHeld} and ${isAtHome(host)}`.execute(
      db,
    );
  return rows.rows[0];
}

export async function markSeen({ db }: Tx, id: number): Promise<void> {
  await sql`update sessions set last_seen_at = app_now()
    where id = ${id} and last_seen_at < app_now() - interval '5 minutes'`.execute(db);
}

export interface ListedSession {
  id: number;
  ip: string;
  user_agent: string;
  method: SignInMethod;
  mfa_at: Date | null;
  created_at: Date;
  last_seen_at: Date;
  /** The actor of an impersonation. */
  actor_name: string | null;
}

/** The newest hundred live sessions of a user, with those of impersonations. */
export async function listSessionRows({ db }: Tx, userId: number): Promise<ListedSession[]> {
  const rows =
    await sql<ListedSession>`select s.id, s.ip, s.user_agent, s.method, s.mfa_at, s.created_at, s.last_seen_at,
      case when s.actor_user_id is not null then coalesce(x.agency_name, 'Support') end as actor_name
    from sessions s join users u on u.id = s.user_id
      left join outside_actors((select array_agg(actor_user_id) from sessions where user_id = ${userId})) x on x.id = s.actor_user_id
    where s.user_id = ${userId} and s.expires_at > app_now()
      and s.last_seen_at > app_now() - ${IDLE_LIMIT}
    order by s.last_seen_at desc, s.id desc limit ${LIST_LIMITS.sessions}`.execute(db);
  return rows.rows;
}

/** When sessions end if nothing happens until then; what is missing has ended. */
export async function findSessionEnds({ db }: Tx, ids: number[]): Promise<{ id: number; ends_at: Date }[]> {
  const rows = await sql<{ id: number; ends_at: Date }>`
    select s.id, least(s.expires_at, s.last_seen_at + ${IDLE_LIMIT}) as ends_at
    from sessions s join users u on u.id = s.user_id
    where s.id = any(${ids}::bigint[]) and s.expires_at > app_now() and s.last_seen_at > app_now() - ${IDLE_LIMIT}
      and ${mayHaveSession}`.execute(db);
  return rows.rows;
}

/** Forgets what has run out: sessions, codes and links, tickets. A bounded batch a run. */
export async function deleteExpired({ db }: Tx): Promise<void> {
  await sql`delete from sessions where id in (select s.id from sessions s join users u on u.id = s.user_id
    where (s.expires_at <= app_now() or s.last_seen_at <= app_now() - ${IDLE_LIMIT}) and not ${leadsBack} limit 10000)`.execute(
    db,
  );
  await sql`delete from one_time_codes where id in
    (select id from one_time_codes where expires_at <= app_now() limit 10000)`.execute(db);
  await sql`delete from live_tickets where expires_at < statement_timestamp()`.execute(db);
}

export async function deleteSessionsOfOrganization({ db }: Tx, organizationId: number): Promise<void> {
  await sql`delete from sessions where organization_id = ${organizationId}`.execute(db);
  await sql`delete from live_tickets where organization_id = ${organizationId}`.execute(db);
}
