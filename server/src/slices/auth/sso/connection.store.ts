import { type Kysely, sql } from 'kysely';
import type { DB } from '../../../kernel/db/__generated__/database.ts';

interface Tx {
  db: Kysely<DB>;
}

/** Who vouches for the people of an organization, as it was entered. */
export interface ProviderParts {
  kind: 'oidc' | 'saml';
  issuer: string;
  client_id: string | null;
  sealed_client_secret: Buffer | null;
  entry_point: string | null;
  certificates: string[];
}

export interface ConnectionRow extends ProviderParts {
  organization_id: number;
  lets_people_join: boolean;
  tested_at: Date | null;
  enforced_at: Date | null;
  break_glass_user_id: number | null;
}

export async function findConnection({ db }: Tx, organizationId: number): Promise<ConnectionRow | undefined> {
  const rows =
    await sql<ConnectionRow>`select * from sso_connections where organization_id = ${organizationId}`.execute(db);
  return rows.rows[0];
}

/** Who vouches for the people of a domain that was proven. */
export async function findConnectionOfDomain({ db }: Tx, domain: string): Promise<ConnectionRow | undefined> {
  const rows = await sql<ConnectionRow>`select c.* from sso_domains d join sso_connections c using (organization_id)
    where d.domain = ${domain} and d.verified_at is not null`.execute(db);
  return rows.rows[0];
}

/** @param novelty another provider has to be tried, and demanded, again; a new secret of the same one is tried, and stays demanded */
export async function upsertConnection(
  { db }: Tx,
  given: ProviderParts & { organization_id: number; lets_people_join: boolean },
  { is_another: isAnother, is_untried: isUntried }: { is_another: boolean; is_untried: boolean },
): Promise<void> {
  await sql`insert into sso_connections (organization_id, kind, issuer, client_id, sealed_client_secret, entry_point,
      certificates, lets_people_join)
    values (${given.organization_id}, ${given.kind}, ${given.issuer}, ${given.client_id}, ${given.sealed_client_secret},
      ${given.entry_point}, ${given.certificates}, ${given.lets_people_join})
    on conflict (organization_id) do update set kind = excluded.kind, issuer = excluded.issuer,
      client_id = excluded.client_id, sealed_client_secret = excluded.sealed_client_secret,
      entry_point = excluded.entry_point, certificates = excluded.certificates,
      lets_people_join = excluded.lets_people_join, updated_at = app_now(),
      tested_at = case when ${isUntried} then null else sso_connections.tested_at end,
      enforced_at = case when ${isAnother} then null else sso_connections.enforced_at end,
      break_glass_user_id = case when ${isAnother} then null else sso_connections.break_glass_user_id end`.execute(db);
}

export async function deleteConnection({ db }: Tx, organizationId: number): Promise<boolean> {
  const rows = await sql`delete from sso_connections where organization_id = ${organizationId}
    returning organization_id`.execute(db);
  return rows.rows.length > 0;
}

export async function markTested({ db }: Tx, organizationId: number): Promise<void> {
  await sql`update sso_connections set tested_at = app_now() where organization_id = ${organizationId}`.execute(db);
}

/** @param wayBack who may still come in otherwise; null: everybody may */
export async function updateRequired({ db }: Tx, organizationId: number, wayBack: number | null): Promise<void> {
  await sql`update sso_connections set enforced_at = case when ${wayBack}::bigint is null then null else app_now() end,
      break_glass_user_id = ${wayBack}, updated_at = app_now()
    where organization_id = ${organizationId}`.execute(db);
}
