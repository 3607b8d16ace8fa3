import { type Kysely, sql } from 'kysely';
import type { DB } from '../../kernel/db/__generated__/database.ts';
import { toJson } from '../../kernel/db/to-json.ts';
import { brandOfHost, isInUse } from '../brand-hosts/index.ts';

interface Reading {
  db: Kysely<DB>;
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

/** Changes what the organization stores of its brand. @param change gets what is stored, locked: others may save at the same time */
export async function changeBranding(
  { db }: Reading,
  id: number,
  change: (stored: Record<string, unknown>) => Promise<Record<string, unknown>>,
): Promise<void> {
  const { rows } = await sql<{ branding: Record<string, unknown> }>`select branding from organizations
    where organization_id = ${id} for no key update`.execute(db);
  const branding = await change(rows[0]!.branding);
  await sql`update organizations set branding = ${toJson(branding)}::jsonb where organization_id = ${id}`.execute(db);
}
