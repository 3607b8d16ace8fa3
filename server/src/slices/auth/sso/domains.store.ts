import { MANAGERS } from '@overture/domain/access/permissions';
import { LIST_LIMITS } from '@overture/domain/list-limits';
import { type Kysely, sql } from 'kysely';
import type { DB } from '../../../kernel/db/__generated__/database.ts';
import { isNotParked } from '../../../kernel/rounds/rounds.ts';

export const RECHECK_LOOP = 'sso-domains';

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
    order by domain limit ${LIST_LIMITS.sso_domains}`.execute(db);
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
export async function recordCheck({ db }: Tx, id: number, isThere: boolean): Promise<void> {
  await sql`update sso_domains set checked_at = app_now(),
    verified_at = case when ${isThere} then coalesce(verified_at, app_now()) else verified_at end,
    missing_since = case when ${isThere} or verified_at is null then null else coalesce(missing_since, app_now()) end,
    warned_at = case when ${isThere} then null else warned_at end where id = ${id}`.execute(db);
}

/** Domains whose day is over, claimed by noting the check. */
export async function claimDueDomains({ db }: Tx, limit: number): Promise<{ id: number; organization_id: number }[]> {
  const rows = await sql<{ id: number; organization_id: number }>`update sso_domains set checked_at = app_now()
    where id in (select id from sso_domains
      where verified_at is not null and coalesce(checked_at, verified_at) < app_now() - interval '1 day'
        and ${isNotParked(RECHECK_LOOP, sql.ref('organization_id'), sql`id::text`)}
      order by checked_at limit ${limit} for update skip locked) returning id, organization_id`.execute(db);
  return rows.rows;
}

/** Notices to managers about a missing record: first that it is missing, then that the domain is not verified any longer. */
export type DomainNotice = 'missing' | 'ended';

export async function claimDueNotice(
  { db }: Tx,
  id: number,
  { warn_after, end_after }: { warn_after: number; end_after: number },
): Promise<DomainNotice | null> {
  const rows = await sql<{ is_over: boolean }>`update sso_domains set warned_at = coalesce(warned_at, app_now()),
      verified_at = case when missing_since <= app_now() - make_interval(days => ${end_after}) then null else verified_at end
    where id = ${id} and verified_at is not null and (
      warned_at is null and missing_since <= app_now() - make_interval(days => ${warn_after})
      or missing_since <= app_now() - make_interval(days => ${end_after}))
    returning verified_at is null as is_over`.execute(db);
  const [row] = rows.rows;
  if (!row) return null;
  if (row.is_over) await unproveDomain({ db }, id);
  return row.is_over ? 'ended' : 'missing';
}

/** @returns whether it was proven until now */
export async function unproveDomain({ db }: Tx, id: number): Promise<boolean> {
  const done = await sql`update sso_domains set verified_at = null, missing_since = null, warned_at = null
    where id = ${id} and (verified_at is not null or missing_since is not null)`.execute(db);
  return done.numAffectedRows === 1n;
}

const MAX_NOTICES = 20;

/** Addresses of an organization's managers, who came first before others. */
export async function listManagerEmails({ db }: Tx, organizationId: number): Promise<string[]> {
  const rows = await sql<{ email: string }>`select email::text as email from users
    where organization_id = ${organizationId} and active and verified_at is not null and role = any(${[...MANAGERS]}::text[])
    order by created_at, id limit ${MAX_NOTICES}`.execute(db);
  return rows.rows.map(({ email }) => email);
}

export async function deleteDomain({ db }: Tx, id: number): Promise<DomainRow | undefined> {
  const rows = await sql<DomainRow>`delete from sso_domains where id = ${id} returning *`.execute(db);
  return rows.rows[0];
}
