import { type Kysely, sql } from 'kysely';
import type { DB } from '../../../kernel/db/__generated__/database.ts';

interface Tx {
  db: Kysely<DB>;
}

export interface DomainRow {
  id: number;
  organization_id: number;
  domain: string;
  token: string;
  token_expires_at: Date;
  verified_at: Date | null;
  missing_since: Date | null;
}

/** At most as many as may be added. */
export async function listDomains({ db }: Tx, organizationId: number): Promise<DomainRow[]> {
  const rows = await sql<DomainRow>`select * from sso_domains where organization_id = ${organizationId}
    order by domain limit 100`.execute(db);
  return rows.rows;
}

export async function findDomain({ db }: Tx, id: number): Promise<DomainRow | undefined> {
  const rows = await sql<DomainRow>`select * from sso_domains where id = ${id}`.execute(db);
  return rows.rows[0];
}

/** Whose domain it is by proof; asked over all organizations. */
export async function findVerified({ db }: Tx, domain: string): Promise<DomainRow | undefined> {
  const rows =
    await sql<DomainRow>`select * from sso_domains where domain = ${domain} and verified_at is not null`.execute(db);
  return rows.rows[0];
}

/** A new domain, or the one that is there. */
export async function insertDomain(
  { db }: Tx,
  given: { organization_id: number; domain: string; token: string; lifetime_in_days: number },
): Promise<DomainRow> {
  const rows = await sql<DomainRow>`insert into sso_domains (organization_id, domain, token, token_expires_at)
    values (${given.organization_id}, ${given.domain}, ${given.token},
      app_now() + make_interval(days => ${given.lifetime_in_days}))
    on conflict (organization_id, domain) do update set domain = excluded.domain returning *`.execute(db);
  return rows.rows[0] as DomainRow;
}

export async function renewToken(
  { db }: Tx,
  id: number,
  given: { token: string; lifetime_in_days: number },
): Promise<void> {
  await sql`update sso_domains set token = ${given.token}, checked_at = app_now(),
    token_expires_at = app_now() + make_interval(days => ${given.lifetime_in_days})
    where id = ${id} and verified_at is null`.execute(db);
}

/** What was found in the domain's DNS. A proven domain whose record is gone stays proven for now. */
export async function noteCheck({ db }: Tx, id: number, isThere: boolean): Promise<void> {
  await sql`update sso_domains set checked_at = app_now(),
    verified_at = case when ${isThere} then coalesce(verified_at, app_now()) else verified_at end,
    missing_since = case when ${isThere} or verified_at is null then null else coalesce(missing_since, app_now()) end,
    warned_at = case when ${isThere} then null else warned_at end where id = ${id}`.execute(db);
}

export async function deleteDomain({ db }: Tx, id: number): Promise<DomainRow | undefined> {
  const rows = await sql<DomainRow>`delete from sso_domains where id = ${id} returning *`.execute(db);
  return rows.rows[0];
}
