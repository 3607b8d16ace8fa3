import type { Role } from '@overture/domain/access/permissions';
import type { InterfaceLanguage } from '@overture/domain/text/interface-languages';
import { type Kysely, sql } from 'kysely';
import type { DB } from '../../kernel/db/__generated__/database.ts';
import { acquireLock } from '../../kernel/db/advisory-locks.ts';
import type { OrganizationRow } from '../organization/index.ts';
import { hasPayments, isSubscribed, isUnlimited } from '../plans/index.ts';
import { deleteOtherSessions } from '../sessions/index.ts';

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
  language: string | null;
}

/** @param proven who asks owns the address, and joins this organization (null: one of their own) */
export async function findUserByEmail(
  { db }: Tx,
  email: string,
  proven?: { organization_id: number | null },
): Promise<UserRow | undefined> {
  if (proven) await freeAddress({ db }, email, proven.organization_id);
  const rows = await sql<UserRow>`select * from users where email = ${email}`.execute(db);
  return rows.rows[0];
}

/** A person who moved into another organization with an archive, and was never activated there, gives the address up to its owner. */
async function freeAddress({ db }: Tx, email: string, organizationId: number | null): Promise<void> {
  await sql`update users set email = 'moved-in-' || id || '@invalid' where email = ${email} and not active
    and verified_at is null and password_hash is null and not is_workspace_user
    and organization_id is distinct from ${organizationId}::bigint`.execute(db);
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

/**
 * A user; null if the address is taken, or was until recently.
 * @param is_proven false: the address is not verified yet, and the first one to verify it owns it
 */
export async function addPerson(tx: Tx, person: NewPerson, { is_proven = true } = {}): Promise<number | null> {
  const proven = is_proven ? { organization_id: person.organization_id } : undefined;
  if ((await isAddressTaken(tx, person.email)) || (await findUserByEmail(tx, person.email, proven))) return null;
  const id = await insertUser(tx, person);
  if (!is_proven) return id;
  await updateUser(tx, id, { verified: true });
  await sql`delete from registrations where email = ${person.email}`.execute(tx.db);
  return id;
}

/** @param locks whether other starts wait until the transaction ends */
export async function hasUsers({ db }: Pick<Tx, 'db'>, { locks = false } = {}): Promise<boolean> {
  if (locks) await sql`select ${acquireLock('first_start', 0)}`.execute(db);
  const rows = await sql<{ found: boolean }>`select exists (select from users) as found`.execute(db);
  return rows.rows[0]!.found;
}

export async function updateUser(
  { db }: Tx,
  id: number,
  /** The language null is that of the browser. */
  change: {
    email?: string;
    name?: string;
    password_hash?: string;
    verified?: boolean;
    language?: InterfaceLanguage | null;
  },
): Promise<void> {
  await sql`update users set email = coalesce(${change.email ?? null}, email), name = coalesce(${change.name ?? null}, name),
    password_hash = coalesce(${change.password_hash ?? null}, password_hash),
    verified_at = case when ${change.verified ?? false} then coalesce(verified_at, app_now()) else verified_at end,
    language = case when ${change.language !== undefined} then ${change.language ?? null}::text else language end
    where id = ${id}`.execute(db);
}

/**
 * Ends the apps that people connected until now, or every way in that they have open: sessions too. All of it is for recoveries of an
 * account, where another person may hold one of them (decision 0374). @returns how many sessions ended
 */
export async function endAccess(tx: Tx, ids: readonly number[], what: 'apps' | 'all'): Promise<number> {
  await sql`update users set apps_ended_at = app_now() where id = any(${[...ids]}::bigint[])`.execute(tx.db);
  let ended = 0;
  if (what === 'all') for (const id of ids) ended += await deleteOtherSessions(tx, id, null);
  return ended;
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

/** For commands of the operator. @throws Error in words */
export async function requirePersonByEmail(tx: Tx, email: string): Promise<UserRow> {
  const person = await findUserByEmail(tx, email);
  if (!person) throw new Error(`No user has the address ${email}.`);
  return person;
}
