import type { Role } from '@overture/domain/access/permissions';
import { type Kysely, sql } from 'kysely';
import type { DB } from '../../kernel/db/__generated__/database.ts';
import type { OrganizationRow } from '../organization/index.ts';
import { hasPayments, isSubscribed, isUnlimited } from '../plans/index.ts';

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
  user: { organization_id: number; email: string; name: string; role: Role; password_hash: string | null },
): Promise<number> {
  const rows = await sql<{ id: number }>`insert into users (organization_id, email, name, role, password_hash)
    values (${user.organization_id}, ${user.email}, ${user.name}, ${user.role}, ${user.password_hash}) returning id`.execute(
    db,
  );
  return rows.rows[0]!.id;
}

type NewPerson = { organization_id: number; email: string; name: string; role: Role; password_hash: string | null };

/** A user with a verified address; null if the address is taken, or was until recently. */
export async function addPerson(tx: Tx, person: NewPerson): Promise<number | null> {
  const id = await addUnproven(tx, person);
  if (id === null) return null;
  await updateUser(tx, id, { verified: true });
  await sql`delete from registrations where email = ${person.email}`.execute(tx.db);
  return id;
}

/** The same before the address is verified: the first one to verify it owns it. */
export async function addUnproven(tx: Tx, person: NewPerson): Promise<number | null> {
  if ((await isAddressTaken(tx, person.email)) || (await findUserByEmail(tx, person.email))) return null;
  return insertUser(tx, person);
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

/** An inactive user cannot sign in; their open sessions end (trigger `users_end_sessions`). Returns whether it changed. */
export async function setActive({ db }: Tx, id: number, isActive: boolean): Promise<boolean> {
  const done = await sql`update users set active = ${isActive} where id = ${id} and active <> ${isActive}`.execute(db);
  return done.numAffectedRows === 1n;
}

/** An address is proven: name and password are those of the registration that did it. */
export async function setRegistered(
  { db }: Tx,
  id: number,
  given: { name: string; password_hash: string | null },
): Promise<void> {
  await sql`update users set name = ${given.name}, password_hash = ${given.password_hash},
    verified_at = coalesce(verified_at, app_now()) where id = ${id}`.execute(db);
}

/** Whether a verified address is taken, or was until recently and its owner can take it back. */
export async function isAddressTaken({ db }: Tx, email: string, exceptUserId: number | null = null): Promise<boolean> {
  const rows = await sql<{
    is_taken: boolean;
  }>`select exists (select from users where email = ${email} and verified_at is not null
      and id is distinct from ${exceptUserId}::bigint)
    or exists (select from email_changes where old_email = ${email} and confirmed_at is not null and ended_at is null
      and undo_expires_at > app_now() and user_id is distinct from ${exceptUserId}::bigint) as is_taken`.execute(db);
  return rows.rows[0]?.is_taken ?? false;
}

/** Sign-in by password is off until another is chosen by a mailed link. */
export async function clearPassword({ db }: Tx, id: number): Promise<void> {
  await sql`update users set password_hash = null where id = ${id}`.execute(db);
}

/** Open links stay valid: a request for another person's account must not close theirs. The newest ten are kept. */
export async function insertResetCode(
  { db }: Tx,
  code: {
    organization_id: number;
    user_id: number;
    code_hash: Buffer;
    lifetime_in_minutes: number;
    /** The link goes through other hands than the mailbox. */
    is_handed?: boolean;
  },
): Promise<void> {
  await sql`delete from one_time_codes where user_id = ${code.user_id} and purpose = 'reset' and (expires_at < app_now()
    or id not in (select id from one_time_codes where user_id = ${code.user_id} and purpose = 'reset' order by id desc limit 9))`.execute(
    db,
  );
  await sql`insert into one_time_codes (organization_id, user_id, purpose, code_hash, is_handed, expires_at)
    values (${code.organization_id}, ${code.user_id}, 'reset', ${code.code_hash}, ${code.is_handed ?? false},
      app_now() + make_interval(mins => ${code.lifetime_in_minutes}))`.execute(db);
}

/** After every change of how a user signs in: earlier mailed links become invalid. */
export async function deleteResetCodes({ db }: Tx, userId: number): Promise<void> {
  await sql`delete from one_time_codes where user_id = ${userId} and purpose = 'reset'`.execute(db);
}

export interface ResetOwner extends UserRow {
  is_handed: boolean;
}

export async function findResetOwner({ db }: Tx, codeHash: Buffer): Promise<ResetOwner | undefined> {
  const rows = await sql<ResetOwner>`select u.*, c.is_handed from one_time_codes c join users u on u.id = c.user_id
    where c.code_hash = ${codeHash} and c.purpose = 'reset' and c.expires_at > app_now()`.execute(db);
  return rows.rows[0];
}

/** Takes a link token: only one of many parallel uses gets the person. */
export async function consumeResetCode({ db }: Tx, codeHash: Buffer): Promise<number | null> {
  const rows = await sql<{ user_id: number }>`delete from one_time_codes
    where code_hash = ${codeHash} and purpose = 'reset' and expires_at > app_now() returning user_id`.execute(db);
  return rows.rows[0]?.user_id ?? null;
}

export async function deleteSessionsOfUser({ db }: Tx, userId: number, except: Buffer | null): Promise<void> {
  await sql`delete from sessions where user_id = ${userId}
    and (${except}::bytea is null or token_hash <> ${except}::bytea)`.execute(db);
}

export async function findUserWithOrganization(
  { db }: Tx,
  userId: number,
): Promise<{ user: UserRow & { is_founder: boolean }; organization: OrganizationRow } | undefined> {
  const rows = await sql<{
    user: UserRow & { is_founder: boolean };
    organization: OrganizationRow & { trial_ends_at: string };
  }>`
    select to_jsonb(u) || jsonb_build_object('is_founder', not u.is_workspace_user and not exists (select from users x
      where x.organization_id = u.organization_id and x.id < u.id and not x.is_workspace_user)) as user, to_jsonb(o) || jsonb_build_object('disabled_features', o.disabled_features || o.agency_disabled_features, 
      'active_subscription', ${isSubscribed('o')}, 'is_unlimited', ${isUnlimited}, 'has_payments', ${hasPayments}) as organization
    from users u join organizations o using (organization_id) where u.id = ${userId}`.execute(db);
  const row = rows.rows[0];
  if (!row) return undefined;
  return {
    user: row.user,
    organization: { ...row.organization, trial_ends_at: new Date(row.organization.trial_ends_at) },
  };
}

/** The organization of the user with this address; null if unknown. */
export async function findUserOrganization({ db }: { db: Kysely<DB> }, email: string): Promise<number | null> {
  const rows = await sql<{ organization_id: number }>`select organization_id from users where email = ${email}`.execute(
    db,
  );
  return rows.rows[0]?.organization_id ?? null;
}
