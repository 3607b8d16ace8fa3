import type { Role } from '@overture/domain/access/permissions';
import { RESUME_IN_HOURS } from '@overture/domain/security/impersonation';
import { type Kysely, sql } from 'kysely';
import type { DB } from '../../../kernel/db/__generated__/database.ts';

interface Tx {
  db: Kysely<DB>;
}

export interface ActingSession {
  token_hash: Buffer;
  organization_id: number;
  user_id: number;
  actor_user_id: number;
  parent_session_id: number;
  lifetime_in_minutes: number;
}

/** Kept like a session of the person, with the browser and the method of the one it comes from. */
export async function insertActingSession({ db }: Tx, given: ActingSession): Promise<void> {
  await sql`insert into sessions (token_hash, organization_id, user_id, actor_user_id, parent_session_id, ip, user_agent, method, expires_at)
    select ${given.token_hash}, ${given.organization_id}, ${given.user_id}, ${given.actor_user_id}, s.id, s.ip, s.user_agent, s.method,
      app_now() + make_interval(mins => ${given.lifetime_in_minutes})
    from sessions s where s.id = ${given.parent_session_id}`.execute(db);
}

export interface ActingTarget {
  id: number;
  organization_id: number;
  email: string;
  role: Role;
  active: boolean;
  agency_id: number | null;
  is_suspended: boolean;
  is_closed_to_agency: boolean;
}

export async function lockTarget({ db }: Tx, id: number): Promise<ActingTarget | undefined> {
  const rows =
    await sql<ActingTarget>`select u.id, u.organization_id, u.email::text as email, u.role, u.active, o.agency_id,
      o.suspended_at is not null as is_suspended, o.closed_to_agency_at is not null as is_closed_to_agency
    from users u join organizations o using (organization_id) where u.id = ${id} for update of u for share of o`.execute(
      db,
    );
  return rows.rows[0];
}

export interface ClientWorkspace {
  name: string;
  agency_id: number | null;
  is_suspended: boolean;
  is_closed_to_agency: boolean;
  has_users: boolean;
}

/** Locked: two who open a workspace at the same time get the same user. */
export async function lockWorkspace({ db }: Tx, organizationId: number): Promise<ClientWorkspace | undefined> {
  const rows = await sql<ClientWorkspace>`select o.name, o.agency_id, o.suspended_at is not null as is_suspended,
      o.closed_to_agency_at is not null as is_closed_to_agency,
      exists (select from users u where u.organization_id = o.organization_id and not u.is_workspace_user) as has_users
    from organizations o where o.organization_id = ${organizationId} for no key update`.execute(db);
  return rows.rows[0];
}

/** The one user an agency works as in a client's organization; named after the agency as of now. */
export async function upsertWorkspaceUser(
  { db }: Tx,
  { client_id, agency_id, email }: { client_id: number; agency_id: number; email: string },
): Promise<number> {
  const rows = await sql<{ id: number }>`insert into users (organization_id, email, name, active, is_workspace_user)
    select ${client_id}, ${email}, name, false, true from organizations where organization_id = ${agency_id}
    on conflict (organization_id) where is_workspace_user do update set name = excluded.name returning id`.execute(db);
  return rows.rows[0]!.id;
}

export async function findActor(
  { db }: Tx,
  sessionId: number,
): Promise<{ name: string; ends_at: Date; is_workspace: boolean } | undefined> {
  const rows = await sql<{
    name: string;
    ends_at: Date;
    is_workspace: boolean;
  }>`select a.name, s.expires_at as ends_at, u.is_workspace_user as is_workspace
    from sessions s join users a on a.id = s.actor_user_id join users u on u.id = s.user_id
    where s.id = ${sessionId}`.execute(db);
  return rows.rows[0];
}

/** Ends the acting session and gives the one it came from another token. @returns whose that is; undefined where it has ended */
export async function returnToParent(
  { db }: Tx,
  sessionId: number,
  tokenHash: Buffer,
): Promise<{ user_id: number; organization_id: number } | undefined> {
  const rows = await sql<{ user_id: number; organization_id: number }>`update sessions own set token_hash = ${tokenHash}
    from sessions s where s.id = ${sessionId} and own.id = s.parent_session_id and own.expires_at > app_now()
    returning own.user_id, own.organization_id`.execute(db);
  await sql`delete from sessions where id = ${sessionId}`.execute(db);
  return rows.rows[0];
}

interface ExpiredActing {
  id: number;
  organization_id: number;
  user_id: number;
  actor_id: number;
  own_hash: Buffer;
}

/** An impersonation that ran out, by its token. Others that ended have no row left. */
export async function findExpiredActing({ db }: Tx, tokenHash: Buffer): Promise<ExpiredActing | undefined> {
  const rows = await sql<ExpiredActing>`
    select s.id, s.organization_id, s.user_id, s.actor_user_id as actor_id, own.token_hash as own_hash
    from sessions s join sessions own on own.id = s.parent_session_id
    where s.token_hash = ${tokenHash} and s.actor_user_id is not null and s.expires_at <= app_now()
      and s.expires_at > app_now() - make_interval(hours => ${RESUME_IN_HOURS}) for update`.execute(db);
  return rows.rows[0];
}

export async function findAgencyAccess({ db }: Tx, organizationId: number): Promise<boolean | null> {
  const rows = await sql<{ is_open: boolean }>`select closed_to_agency_at is null as is_open from organizations
    where organization_id = ${organizationId} and agency_id is not null`.execute(db);
  return rows.rows[0]?.is_open ?? null;
}

/** @returns whether it has an agency */
export async function updateAgencyAccess({ db }: Tx, organizationId: number, isOpen: boolean): Promise<boolean> {
  const rows = await sql`update organizations
    set closed_to_agency_at = case when not ${isOpen} then coalesce(closed_to_agency_at, app_now()) end
    where organization_id = ${organizationId} and agency_id is not null`.execute(db);
  return rows.numAffectedRows === 1n;
}

/** Operators of the installation stay. */
export async function deleteSessionsOfAgency({ db }: Tx, organizationId: number): Promise<void> {
  await sql`delete from sessions s using users a
    where s.organization_id = ${organizationId} and a.id = s.actor_user_id and a.role <> 'ADMIN'`.execute(db);
}
