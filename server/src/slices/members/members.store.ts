import type { Invitation, Member } from '@overture/contract/members';
import type { Role } from '@overture/domain/access/permissions';
import { LIST_LIMITS } from '@overture/domain/list-limits';
import { TENANT_LIMITS } from '@overture/domain/tenant-limits';
import { type Kysely, sql } from 'kysely';
import type { DB } from '../../kernel/db/__generated__/database.ts';
import { type InvitationTo, SSO_ISSUERS } from '../auth/index.ts';

interface Tx {
  db: Kysely<DB>;
}

const invitationColumns = sql`i.id, i.email::text as email, i.role,
  (select u.name from users u where u.id = i.invited_by) as invited_by, i.created_at as invited_at, i.expires_at,
  i.expires_at <= app_now() as is_expired`;

type Row<Entity> = Omit<Entity, 'joined_at' | 'last_seen_at' | 'invited_at' | 'expires_at'>;
type MemberRow = Row<Member> & { joined_at: Date; last_seen_at: Date | null };
export type InvitationRow = Row<Invitation> & { invited_at: Date; expires_at: Date };

/** Everybody of the organization, in the order they came; a team has a few, the bound keeps a runaway script harmless. */
export async function listMembers({ db }: Tx): Promise<MemberRow[]> {
  const rows = await sql<MemberRow>`select u.id, u.name, u.email::text as email, u.role, u.picture_url,
      u.created_at as joined_at, (select max(s.last_seen_at) from sessions s where s.user_id = u.id) as last_seen_at,
      exists (select from user_identities i where i.user_id = u.id and starts_with(i.issuer, ${SSO_ISSUERS})) as has_sso
    from users u where u.active order by u.created_at, u.id limit ${LIST_LIMITS.members}`.execute(db);
  return rows.rows;
}

export async function listInvitations({ db }: Tx): Promise<InvitationRow[]> {
  const rows = await sql<InvitationRow>`select ${invitationColumns} from invitations i
    order by i.created_at desc, i.id desc limit ${TENANT_LIMITS.open_invitations}`.execute(db);
  return rows.rows;
}

/** Of these addresses, those that belong to a member or are invited already, lapsed invitations apart. */
export async function listKnownEmails({ db }: Tx, emails: readonly string[]): Promise<string[]> {
  const rows = await sql<{
    email: string;
  }>`select email::text as email from users where email = any(${[...emails]}::citext[])
    union select email::text from invitations where email = any(${[...emails]}::citext[]) and expires_at > app_now()`.execute(
    db,
  );
  return rows.rows.map((row) => row.email);
}

export async function countInvitations({ db }: Tx): Promise<number> {
  const rows = await sql<{ count: number }>`select count(*) as count from invitations`.execute(db);
  return rows.rows[0]?.count ?? 0;
}

/** A lapsed invitation of the same address is replaced. */
export async function insertInvitation(
  { db, organization, user }: Tx & { organization: { id: number }; user: { id: number } | null },
  given: { email: string; role: Role; token_hash: Buffer; lifetime_in_days: number; is_handed?: boolean },
): Promise<number> {
  const rows = await sql<{ id: number }>`insert into invitations as i
      (organization_id, email, role, token_hash, invited_by, is_handed, expires_at)
    values (${organization.id}, ${given.email}, ${given.role}, ${given.token_hash}, ${user?.id ?? null}, ${given.is_handed ?? false},
      app_now() + make_interval(days => ${given.lifetime_in_days}))
    on conflict (organization_id, email) do update set role = excluded.role, token_hash = excluded.token_hash,
      invited_by = excluded.invited_by, is_handed = excluded.is_handed, created_at = excluded.created_at, expires_at = excluded.expires_at
    returning id`.execute(db);
  return rows.rows[0]!.id;
}

export async function findInvitation({ db }: Tx, id: number): Promise<InvitationRow | undefined> {
  const rows = await sql<InvitationRow>`select ${invitationColumns} from invitations i where i.id = ${id}`.execute(db);
  return rows.rows[0];
}

/** A new link replaces the one before. */
export async function renewInvitation(
  { db }: Tx,
  id: number,
  given: { token_hash: Buffer; lifetime_in_days: number },
): Promise<void> {
  await sql`update invitations set token_hash = ${given.token_hash}, is_handed = false,
    expires_at = app_now() + make_interval(days => ${given.lifetime_in_days}) where id = ${id}`.execute(db);
}

/** Answers whether there was one. */
export async function deleteInvitations({ db }: Tx, ids: readonly number[]): Promise<boolean> {
  const rows = await sql`delete from invitations where id = any(${[...ids]}::bigint[])`.execute(db);
  return (rows.numAffectedRows ?? 0n) > 0n;
}

export interface OpenInvitation {
  id: number;
  /** Its link went through other hands than the mailbox. */
  is_handed: boolean;
  organization_id: number;
  organization_name: string;
  email: string;
  role: Role;
  invited_by: string | null;
}

/** The invitation of a mailed link, of any organization; undefined if expired, renewed or withdrawn. */
export async function findOpenInvitation({ db }: Tx, tokenHash: Buffer): Promise<OpenInvitation | undefined> {
  const rows =
    await sql<OpenInvitation>`select i.id, i.is_handed, i.organization_id, o.name as organization_name, i.email::text as email,
      i.role, (select u.name from users u where u.id = i.invited_by) as invited_by
    from invitations i join organizations o using (organization_id)
    where i.token_hash = ${tokenHash} and i.expires_at > app_now()`.execute(db);
  return rows.rows[0];
}

/** Claims it: of parallel requests one gets it. */
export async function consumeInvitation({ db }: Tx, tokenHash: Buffer): Promise<boolean> {
  const rows = await sql`delete from invitations where token_hash = ${tokenHash} and expires_at > app_now()`.execute(
    db,
  );
  return rows.numAffectedRows === 1n;
}

/** One to this address: by its id, or the newest of one organization. */
export async function consumeUserInvitation(
  { db }: Tx,
  email: string,
  which: { invitation_id: number } | { organization_id: number },
): Promise<{ organization_id: number; role: Role } | undefined> {
  const isIt =
    'invitation_id' in which ? sql`id = ${which.invitation_id}` : sql`organization_id = ${which.organization_id}`;
  const rows = await sql<{ organization_id: number; role: Role }>`delete from invitations where id = (
      select id from invitations where email = ${email} and expires_at > app_now() and ${isIt} order by id desc limit 1)
    returning organization_id, role`.execute(db);
  return rows.rows[0];
}

/** More than a page shows. */
const MAX_SHOWN = 20;

/** Open invitations to an address, of any organization, newest first. */
export async function listInvitationsTo({ db }: Tx, email: string): Promise<InvitationTo[]> {
  const rows = await sql<InvitationTo>`select i.id, o.name as organization_name,
      (select u.name from users u where u.id = i.invited_by) as invited_by
    from invitations i join organizations o using (organization_id)
    where i.email = ${email} and i.expires_at > app_now() and o.suspended_at is null order by i.id desc limit ${MAX_SHOWN}`.execute(
    db,
  );
  return rows.rows;
}

/** Locks all users of the organization: two parallel changes cannot both remove the last manager. */
export async function lockMembers({ db }: Tx): Promise<{ id: number; role: Role; name: string; email: string }[]> {
  const rows = await sql<{
    id: number;
    role: Role;
    name: string;
    email: string;
  }>`select id, role, name, email::text as email
    from users where active order by id for update`.execute(db);
  return rows.rows;
}

export async function updateRole({ db }: Tx, id: number, role: Role): Promise<void> {
  await sql`update users set role = ${role} where id = ${id}`.execute(db);
}

/** What they made stays and belongs to the organization; their sessions, factors and open links go with them. */
export async function deleteMember({ db }: Tx, id: number): Promise<void> {
  await sql`delete from users where id = ${id}`.execute(db);
}
