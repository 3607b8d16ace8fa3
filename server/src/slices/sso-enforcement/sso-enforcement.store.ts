import { type Kysely, sql } from 'kysely';
import type { DB } from '../../kernel/db/__generated__/database.ts';
import { ApiError } from '../../kernel/errors.ts';

interface Tx {
  db: Kysely<DB>;
}

const domainOf = (email: ReturnType<typeof sql.ref>) => sql`lower(substring(${email}::text from '[^@]+$'))`;

/** Domains whose people come by Single Sign-On and in no other way. */
const closedDomains = sql`sso_domains d join sso_connections c using (organization_id)
  where c.enforced_at is not null and d.verified_at is not null`;

/** The person's domain, where their organization lets its people in by Single Sign-On only; null for everybody else. */
export async function findSsoOnlyDomain({ db }: Tx, userId: number): Promise<string | null> {
  const rows = await sql<{ domain: string }>`select u.domain from
    (select id, organization_id, role, ${domainOf(sql.ref('email'))} as domain from users where id = ${userId}) u
    where u.role <> 'ADMIN' and exists (select from ${closedDomains} and d.domain = u.domain
      and c.organization_id = u.organization_id and c.break_glass_user_id <> u.id)`.execute(db);
  return rows.rows[0]?.domain ?? null;
}

/** Whether users of an address's domain must use Single Sign-On, in any organization. */
export async function isSsoOnlyDomain({ db }: Tx, domain: string): Promise<boolean> {
  const rows = await sql<{ is_only: boolean }>`select exists (select from ${closedDomains}
    and d.domain = ${domain}) as is_only`.execute(db);
  return rows.rows[0]?.is_only === true;
}

/** Whether it is this person who may still come in otherwise. */
export async function isBreakGlassUser({ db }: Tx, userId: number): Promise<boolean> {
  const rows = await sql<{ is_it: boolean }>`select exists (select from sso_connections
    where enforced_at is not null and break_glass_user_id = ${userId}) as is_it`.execute(db);
  return rows.rows[0]?.is_it === true;
}

/** Ends every non-SSO session except impersonations and those of the break-glass user. */
export async function endSessionsOutsideSso({ db }: Tx, organizationId: number): Promise<void> {
  await sql`delete from sessions s using users u where u.id = s.user_id and u.organization_id = ${organizationId}
    and s.method <> 'sso' and s.actor_user_id is null and u.role <> 'ADMIN'
    and exists (select from ${closedDomains} and c.organization_id = u.organization_id
      and d.domain = ${domainOf(sql.ref('u.email'))} and c.break_glass_user_id <> u.id)`.execute(db);
}

/** People of an organization who now sign in by Single Sign-On only. */
export async function listSsoOnlyUsers({ db }: Tx, organizationId: number): Promise<number[]> {
  const rows = await sql<{
    id: number;
  }>`select u.id from users u where u.organization_id = ${organizationId} and u.role <> 'ADMIN'
    and exists (select from ${closedDomains} and c.organization_id = u.organization_id
      and d.domain = ${domainOf(sql.ref('u.email'))} and c.break_glass_user_id <> u.id)`.execute(db);
  return rows.rows.map(({ id }) => id);
}

/** Where an organization demands Single Sign-On, nothing else signs its people in. @throws ApiError sso_only */
export async function requireOwnWay(tx: Tx, userId: number): Promise<void> {
  const domain = await findSsoOnlyDomain(tx, userId);
  if (domain !== null) throw new ApiError('sso_only', { domain });
}
