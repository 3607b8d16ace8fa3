import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { DB } from '../../../kernel/db/__generated__/database.ts';
import { toJson } from '../../../kernel/db/to-json.ts';

interface Reading {
  db: Kysely<DB>;
}

/** How long a proven host or address whose records are gone is still used. */
const ABSENCE = sql`interval '3 days'`;

/**
 * Whether a host or mail domain counts, in a query, by the name it has there: proven, not gone for long, and of an organization that still
 * is an agency.
 */
export function isInUse(name: string): RawBuilder<boolean> {
  const field = (column: string) => sql.ref(`${name}.${column}`);
  return sql`(${field('verified_at')} is not null
    and coalesce(${field('missing_since')} > app_now() - ${ABSENCE}, true)
    and exists (select from organizations iu where iu.organization_id = ${field('organization_id')} and iu.is_agency and iu.is_whitelabel))`;
}

/** The organization whose brand a host carries, in a query; null for the installation's own addresses and all unknown ones. */
function brandOfHost(host: string | null): RawBuilder<number | null> {
  return sql`(select bh.organization_id from brand_hosts bh where bh.host = ${host} and ${isInUse('bh')})`;
}

/** The host itself where it carries a brand, else null, in a query. */
export function brandedHost(host: string | null): RawBuilder<string | null> {
  return sql`(select bh.host from brand_hosts bh where bh.host = ${host} and ${isInUse('bh')})`;
}

/** Where strangers find what an organization sends them, in a query; null: at the installation's address. */
export function linkHost(organization: RawBuilder<unknown>): RawBuilder<string | null> {
  return sql`link_host_of(${organization})`;
}

export async function findLinkHost({ db }: Reading, organizationId: number): Promise<string | null> {
  const rows = await sql<{ host: string | null }>`select ${linkHost(sql`${organizationId}::bigint`)} as host`.execute(
    db,
  );
  return rows.rows[0]?.host ?? null;
}

export interface BrandRow {
  organization_id: number;
  name: string;
  branding: Record<string, unknown>;
  host: string | null;
  mail_address: string | null;
  mail_domain: string | null;
  mail_selector: string | null;
  sealed_private_key: Buffer | null;
}

const brandColumns = sql`b.organization_id, b.name, b.branding, h.host, m.address as mail_address, m.domain as mail_domain,
  m.selector as mail_selector, m.sealed_private_key`;
const brandParts = sql`left join brand_hosts h on h.organization_id = b.organization_id and ${isInUse('h')}
  left join brand_mail_domains m on m.organization_id = b.organization_id and ${isInUse('m')}`;

/** The brand under which an organization knows the product: its agency's, or its own where it is one. */
export async function findOrganizationBrand({ db }: Reading, organizationId: number): Promise<BrandRow | undefined> {
  const rows = await sql<BrandRow>`select ${brandColumns} from organizations o
    join organizations b on b.organization_id = coalesce(o.agency_id, o.organization_id) ${brandParts}
    where o.organization_id = ${organizationId} and o.is_whitelabel and b.is_agency`.execute(db);
  return rows.rows[0];
}

export async function findBrandByHost({ db }: Reading, host: string): Promise<BrandRow | undefined> {
  const rows = await sql<BrandRow>`select ${brandColumns} from organizations b ${brandParts}
    where b.organization_id = ${brandOfHost(host)}`.execute(db);
  return rows.rows[0];
}

/** Who belongs to a brand: the agency and its clients. */
export async function isOfBrand({ db }: Reading, organizationId: number, brandId: number): Promise<boolean> {
  const rows = await sql`select from organizations where organization_id = ${organizationId}
    and ${brandId}::bigint in (organization_id, agency_id)`.execute(db);
  return rows.rows.length > 0;
}

/** For certificates: one indexed read. */
export async function findServedHost({ db }: Reading, host: string): Promise<string | null> {
  const rows = await sql<{ host: string | null }>`select ${brandedHost(host)} as host`.execute(db);
  return rows.rows[0]?.host ?? null;
}

export async function findHostBrandId({ db }: Reading, host: string | null): Promise<number | null> {
  const rows = await sql<{ id: number | null }>`select ${brandOfHost(host)} as id`.execute(db);
  return rows.rows[0]?.id ?? null;
}

export async function updateBranding({ db }: Reading, id: number, branding: Record<string, unknown>): Promise<void> {
  await sql`update organizations set branding = ${toJson(branding)}::jsonb where organization_id = ${id}`.execute(db);
}
