import { LIST_LIMITS } from '@overture/domain/list-limits';
import { type Kysely, sql } from 'kysely';
import type { DB } from '../../../kernel/db/__generated__/database.ts';

interface Tx {
  db: Kysely<DB>;
}

/** How the issuers begin that organizations brought themselves (room `sso`). */
export const SSO_ISSUERS = 'sso:';

export interface IdentityRow {
  id: number;
  issuer: string;
  email: string;
  created_at: Date;
  last_used_at: Date;
}

/** Whose identity it is, noted as used now. */
export async function useIdentity(
  { db }: Tx,
  { issuer, subject }: { issuer: string; subject: string },
): Promise<number | null> {
  const rows = await sql<{ user_id: number }>`update user_identities set last_used_at = app_now()
    where issuer = ${issuer} and subject = ${subject} returning user_id`.execute(db);
  return rows.rows[0]?.user_id ?? null;
}

/** If the user has another identity of the same provider, both count. An identity of another user stays theirs: false. */
export async function insertIdentity(
  { db }: Tx,
  identity: { user_id: number; issuer: string; subject: string; email: string },
): Promise<boolean> {
  const { user_id, issuer, subject, email } = identity;
  const rows = await sql<{
    is_own: boolean;
  }>`insert into user_identities (organization_id, user_id, issuer, subject, email)
    select organization_id, id, ${issuer}, ${subject}, ${email} from users where id = ${user_id}
    on conflict (issuer, subject) do update set last_used_at = app_now() returning user_id = ${user_id} as is_own`.execute(
    db,
  );
  return rows.rows[0]?.is_own ?? false;
}

/** At most a handful; the bound is for who links without end. */

export async function listIdentityRows({ db }: Tx, userId: number): Promise<IdentityRow[]> {
  const rows = await sql<IdentityRow>`select id, issuer, email::text as email, created_at, last_used_at
    from user_identities where user_id = ${userId} order by id limit ${LIST_LIMITS.identities}`.execute(db);
  return rows.rows;
}

/** Whether the person is known by another account of this provider. */
export async function hasIdentity({ db }: Tx, userId: number, issuer: string): Promise<boolean> {
  const rows = await sql<{ has_one: boolean }>`select exists (select from user_identities
    where user_id = ${userId} and issuer = ${issuer}) as has_one`.execute(db);
  return rows.rows[0]?.has_one ?? false;
}

/** Forgets who a person of the organization is at providers whose issuers begin so. @returns how many were forgotten */
export async function deleteMemberIdentities({ db }: Tx, userId: number, prefix: string): Promise<number> {
  const done =
    await sql`delete from user_identities where user_id = ${userId} and starts_with(issuer, ${prefix})`.execute(db);
  return Number(done.numAffectedRows ?? 0n);
}

/** People of an organization with an account at providers whose issuers begin so. An organization has fewer members than the bound. */
export async function listLinkedPeople(
  { db }: Tx,
  organizationId: number,
  prefix: string,
): Promise<{ id: number; email: string }[]> {
  const rows = await sql<{ id: number; email: string }>`select id, email::text as email from users u
    where organization_id = ${organizationId}
      and exists (select from user_identities i where i.user_id = u.id and starts_with(i.issuer, ${prefix}))
    order by id limit 100000`.execute(db);
  return rows.rows;
}

export async function deleteIdentity({ db }: Tx, userId: number, id: number): Promise<{ email: string } | null> {
  const rows = await sql<{
    email: string;
  }>`delete from user_identities where id = ${id} and user_id = ${userId} returning email::text as email`.execute(db);
  return rows.rows[0] ?? null;
}

/** Forgets whom a provider knew under a prefix of issuers, but for one of them. */
export async function deleteIdentities(
  { db }: Tx,
  organizationId: number,
  prefix: string,
  except: string | null,
): Promise<void> {
  await sql`delete from user_identities where organization_id = ${organizationId}
    and starts_with(issuer, ${prefix}) and issuer is distinct from ${except}`.execute(db);
}

/** Remaining ways for a user to sign in: the password, passkeys, other identities. Locks the user. */
export async function countWaysIn({ db }: Tx, userId: number): Promise<number> {
  const rows = await sql<{
    count: number;
  }>`with person as (select id, password_hash from users where id = ${userId} for update)
    select ((password_hash is not null)::int + (select count(*) from user_passkeys where user_id = person.id)
      + (select count(*) from user_identities where user_id = person.id))::int as count from person`.execute(db);
  return rows.rows[0]?.count ?? 0;
}
