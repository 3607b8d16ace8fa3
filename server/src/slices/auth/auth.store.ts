import type { Role } from '@overture/domain/permissions';
import { type Kysely, sql } from 'kysely';
import type { DB } from '../../kernel/db/__generated__/database.ts';
import type { OrganizationRow } from '../organization/index.ts';

interface Tx {
  db: Kysely<DB>;
}

export interface UserRow {
  id: number;
  organization_id: number;
  email: string;
  name: string;
  role: Role;
  password_hash: string | null;
  active: boolean;
  verified_at: Date | null;
  picture_url: string | null;
}

export type CodePurpose = 'verify' | 'reset';

export async function findUserByEmail({ db }: Tx, email: string): Promise<UserRow | undefined> {
  const rows = await sql<UserRow>`select * from users where email = ${email}`.execute(db);
  return rows.rows[0];
}

export async function findUser({ db }: Tx, id: number): Promise<UserRow | undefined> {
  const rows = await sql<UserRow>`select * from users where id = ${id}`.execute(db);
  return rows.rows[0];
}

export async function lockUser({ db }: Tx, id: number): Promise<UserRow | undefined> {
  const rows = await sql<UserRow>`select * from users where id = ${id} for update`.execute(db);
  return rows.rows[0];
}

export async function insertUser(
  { db }: Tx,
  user: { organization_id: number; email: string; name: string; role: Role; password_hash: string },
): Promise<number> {
  const rows = await sql<{ id: number }>`insert into users (organization_id, email, name, role, password_hash)
    values (${user.organization_id}, ${user.email}, ${user.name}, ${user.role}, ${user.password_hash}) returning id`.execute(
    db,
  );
  return rows.rows[0]!.id;
}

export async function updateUser(
  { db }: Tx,
  id: number,
  change: { email?: string; name?: string; password_hash?: string; verified?: boolean },
): Promise<void> {
  await sql`update users set email = coalesce(${change.email ?? null}, email), name = coalesce(${change.name ?? null}, name),
    password_hash = coalesce(${change.password_hash ?? null}, password_hash),
    verified_at = case when ${change.verified ?? false} then coalesce(verified_at, app_now()) else verified_at end
    where id = ${id}`.execute(db);
}

/** One waiting code a person and purpose: a new one replaces the old. */
export async function replaceCode(
  { db }: Tx,
  code: {
    organization_id: number;
    user_id: number;
    purpose: CodePurpose;
    code_hash: Buffer;
    lifetime_in_minutes: number;
  },
): Promise<void> {
  await sql`delete from one_time_codes where user_id = ${code.user_id} and purpose = ${code.purpose}`.execute(db);
  await sql`insert into one_time_codes (organization_id, user_id, purpose, code_hash, expires_at)
    values (${code.organization_id}, ${code.user_id}, ${code.purpose}, ${code.code_hash},
      app_now() + make_interval(mins => ${code.lifetime_in_minutes}))`.execute(db);
}

/** Uses up one try of a person's code; answers whether it was the right one, and removes it then. */
export async function tryCode({ db }: Tx, userId: number, purpose: CodePurpose, codeHash: Buffer): Promise<boolean> {
  const rows = await sql<{ id: number; is_right: boolean }>`update one_time_codes set tries_left = tries_left - 1
    where user_id = ${userId} and purpose = ${purpose} and tries_left > 0 and expires_at > app_now()
    returning id, code_hash = ${codeHash} as is_right`.execute(db);
  const row = rows.rows[0];
  if (!row?.is_right) return false;
  await sql`delete from one_time_codes where id = ${row.id}`.execute(db);
  return true;
}

/** Takes a link token: only one of many parallel uses gets the person. */
export async function takeResetCode({ db }: Tx, codeHash: Buffer): Promise<number | null> {
  const rows = await sql<{ user_id: number }>`delete from one_time_codes
    where code_hash = ${codeHash} and purpose = 'reset' and expires_at > app_now() returning user_id`.execute(db);
  return rows.rows[0]?.user_id ?? null;
}

export interface NewSession {
  token_hash: Buffer;
  organization_id: number;
  user_id: number;
  lifetime_in_days: number;
}

export async function insertSession({ db }: Tx, session: NewSession): Promise<void> {
  await sql`insert into sessions (token_hash, organization_id, user_id, expires_at)
    values (${session.token_hash}, ${session.organization_id}, ${session.user_id},
      app_now() + make_interval(days => ${session.lifetime_in_days}))`.execute(db);
}

export async function deleteSession({ db }: Tx, tokenHash: Buffer): Promise<void> {
  await sql`delete from sessions where token_hash = ${tokenHash}`.execute(db);
}

export async function deleteSessionsOfUser({ db }: Tx, userId: number, except: Buffer | null): Promise<void> {
  await sql`delete from sessions where user_id = ${userId}
    and (${except}::bytea is null or token_hash <> ${except}::bytea)`.execute(db);
}

export interface SessionRow {
  user_id: number;
  actor_user_id: number | null;
  organization_id: number;
  role: Role;
  disabled_features: string[];
}

/** The live session of a token; deactivated people and expired sessions have none. */
export async function findSessionRow({ db }: Tx, tokenHash: Buffer): Promise<SessionRow | undefined> {
  const rows = await sql<SessionRow>`select s.user_id, s.actor_user_id, u.organization_id, u.role, o.disabled_features
    from sessions s join users u on u.id = s.user_id join organizations o on o.organization_id = u.organization_id
    where s.token_hash = ${tokenHash} and s.expires_at > app_now() and u.active`.execute(db);
  return rows.rows[0];
}

export async function findUserWithOrganization(
  { db }: Tx,
  userId: number,
): Promise<{ user: UserRow; organization: OrganizationRow } | undefined> {
  const rows = await sql<{ user: UserRow; organization: OrganizationRow & { trial_ends_at: string } }>`
    select to_jsonb(u) as user, to_jsonb(o) as organization
    from users u join organizations o using (organization_id) where u.id = ${userId}`.execute(db);
  const row = rows.rows[0];
  if (!row) return undefined;
  return {
    user: row.user,
    organization: { ...row.organization, trial_ends_at: new Date(row.organization.trial_ends_at) },
  };
}

export async function insertTicket(
  { db }: Tx,
  ticket: { ticket_hash: Buffer; organization_id: number; user_id: number; lifetime_in_seconds: number },
): Promise<void> {
  await sql`delete from live_tickets where expires_at < statement_timestamp()`.execute(db);
  await sql`insert into live_tickets (ticket_hash, organization_id, user_id, expires_at)
    values (${ticket.ticket_hash}, ${ticket.organization_id}, ${ticket.user_id},
      statement_timestamp() + make_interval(secs => ${ticket.lifetime_in_seconds}))`.execute(db);
}

export async function takeTicketRow(
  { db }: Tx,
  ticketHash: Buffer,
): Promise<{ organization_id: number; user_id: number } | null> {
  const rows = await sql<{ organization_id: number; user_id: number; is_live: boolean }>`delete from live_tickets
    where ticket_hash = ${ticketHash}
    returning organization_id, user_id, expires_at > statement_timestamp() as is_live`.execute(db);
  const row = rows.rows[0];
  return row?.is_live ? { organization_id: row.organization_id, user_id: row.user_id } : null;
}
