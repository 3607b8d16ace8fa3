import { type Kysely, sql } from 'kysely';
import type { DB } from '../../kernel/db/__generated__/database.ts';
import { isNotParked } from '../../kernel/rounds/rounds.ts';
import { isInUse } from '../brand-hosts/index.ts';

export const HOSTS_LOOP = 'brand-hosts';
export const MAIL_LOOP = 'brand-mail';

interface Tx {
  db: Kysely<DB>;
}

interface Proof {
  organization_id: number;
  verified_at: Date | null;
  checked_at: Date | null;
  missing_since: Date | null;
  is_in_use: boolean;
}

export interface HostRow extends Proof {
  host: string;
  token: string;
  reached_at: Date | null;
}

export interface MailRow extends Proof {
  address: string;
  domain: string;
  selector: string;
  /** Made when the domain is first checked. */
  public_key: string | null;
}

export async function findHost({ db }: Tx, organizationId: number): Promise<HostRow | undefined> {
  const rows = await sql<HostRow>`select h.*, ${isInUse('h')} as is_in_use from brand_hosts h
    where h.organization_id = ${organizationId}`.execute(db);
  return rows.rows[0];
}

/** Whose a proven host is; asked over all organizations. */
export async function findHostOwner({ db }: Tx, host: string): Promise<number | undefined> {
  const rows = await sql<{ organization_id: number }>`select organization_id from brand_hosts
    where host = ${host} and verified_at is not null`.execute(db);
  return rows.rows[0]?.organization_id;
}

/** Another host starts over, with a verification of its own. */
export async function upsertHost(
  { db }: Tx,
  given: { organization_id: number; host: string; token: string },
): Promise<void> {
  await sql`insert into brand_hosts (organization_id, host, token)
    values (${given.organization_id}, ${given.host}, ${given.token})
    on conflict (organization_id) do update set host = excluded.host, token = excluded.token, verified_at = null,
      checked_at = null, missing_since = null, created_at = app_now() where brand_hosts.host <> excluded.host`.execute(
    db,
  );
}

export async function deleteHost({ db }: Tx, organizationId: number): Promise<void> {
  await sql`delete from brand_hosts where organization_id = ${organizationId}`.execute(db);
}

type Proven = 'brand_hosts' | 'brand_mail_domains';

/**
 * Stores DNS results. A verified host stays so for three days without its records; after that it must be verified again. The
 * row must still be the one that was looked up.
 */
export async function recordCheck(
  { db }: Tx,
  table: Proven,
  { organization_id, isThere, name }: { organization_id: number; isThere: boolean; name: string },
): Promise<void> {
  const column = sql.ref(table === 'brand_hosts' ? 'host' : 'domain');
  await sql`update ${sql.table(table)} t set checked_at = app_now(),
    verified_at = case when ${isThere} then coalesce(t.verified_at, app_now()) when ${isInUse('t')} then t.verified_at end,
    missing_since = case when ${isThere} or t.verified_at is null then null else coalesce(t.missing_since, app_now()) end
    where t.organization_id = ${organization_id} and ${column} = ${name}`.execute(db);
}

/** Verified hosts unchecked for a day; they count as checked from now on. */
export async function claimDue({ db }: Tx, table: Proven, limit: number): Promise<number[]> {
  const rows = await sql<{ organization_id: number }>`update ${sql.table(table)} set checked_at = app_now()
    where organization_id in (select organization_id from ${sql.table(table)}
      where verified_at is not null and coalesce(checked_at, verified_at) < app_now() - interval '1 day'
        and ${isNotParked(table === 'brand_hosts' ? HOSTS_LOOP : MAIL_LOOP, sql.ref('organization_id'), sql`'check'`)}
      order by checked_at limit ${limit} for update skip locked) returning organization_id`.execute(db);
  return rows.rows.map((row) => row.organization_id);
}

export async function insertFile(
  { db }: Tx,
  file: { token: string; organization_id: number; file_key: string },
): Promise<void> {
  await sql`insert into brand_files (token, organization_id, file_key)
    values (${file.token}, ${file.organization_id}, ${file.file_key})`.execute(db);
}

/** @returns where it was kept */
export async function deleteFile({ db }: Tx, token: string): Promise<string | undefined> {
  const rows = await sql<{
    file_key: string;
  }>`delete from brand_files where token = ${token} returning file_key`.execute(db);
  return rows.rows[0]?.file_key;
}

export async function findFile({ db }: Tx, token: string): Promise<string | undefined> {
  const rows = await sql<{ file_key: string }>`select file_key from brand_files where token = ${token}`.execute(db);
  return rows.rows[0]?.file_key;
}

export async function findMail({ db }: Tx, organizationId: number): Promise<MailRow | undefined> {
  const rows =
    await sql<MailRow>`select m.organization_id, m.address, m.domain, m.selector, m.public_key, m.verified_at, m.checked_at,
      m.missing_since, ${isInUse('m')} as is_in_use
    from brand_mail_domains m where m.organization_id = ${organizationId}`.execute(db);
  return rows.rows[0];
}

export async function findMailDomainOwner({ db }: Tx, domain: string): Promise<number | undefined> {
  const rows = await sql<{ organization_id: number }>`select organization_id from brand_mail_domains
    where domain = ${domain} and verified_at is not null`.execute(db);
  return rows.rows[0]?.organization_id;
}

export interface NewMail {
  organization_id: number;
  address: string;
  domain: string;
  selector: string;
}

/** Another domain begins without a key; another address of the same keeps key and proof. */
export async function upsertMail({ db }: Tx, mail: NewMail): Promise<void> {
  await sql`insert into brand_mail_domains (organization_id, address, domain, selector)
    values (${mail.organization_id}, ${mail.address}, ${mail.domain}, ${mail.selector})
    on conflict (organization_id) do update set address = excluded.address, domain = excluded.domain, selector = excluded.selector,
      sealed_private_key = null, public_key = null, verified_at = null, checked_at = null, missing_since = null`.execute(
    db,
  );
}

/** Of two parallel checks one creates the key. */
export async function insertMailKey(
  { db }: Tx,
  key: { organization_id: number; domain: string; sealed_private_key: Buffer; public_key: string },
): Promise<void> {
  await sql`update brand_mail_domains set sealed_private_key = ${key.sealed_private_key}, public_key = ${key.public_key}
    where organization_id = ${key.organization_id} and domain = ${key.domain} and public_key is null`.execute(db);
}

export async function updateMailAddress({ db }: Tx, organizationId: number, address: string): Promise<void> {
  await sql`update brand_mail_domains set address = ${address} where organization_id = ${organizationId}`.execute(db);
}

export async function deleteMail({ db }: Tx, organizationId: number): Promise<void> {
  await sql`delete from brand_mail_domains where organization_id = ${organizationId}`.execute(db);
}
