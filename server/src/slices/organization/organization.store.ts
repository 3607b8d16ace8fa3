import { type Kysely, sql } from 'kysely';
import type { DB } from '../../kernel/db/__generated__/database.ts';

interface Tx {
  db: Kysely<DB>;
}

export interface OrganizationRow {
  organization_id: number;
  name: string;
  website_url: string | null;
  email_credits: number;
  active_subscription: boolean;
  had_subscription: boolean;
  trial_ends_at: Date;
  is_whitelabel: boolean;
  is_agency: boolean;
  agency_id: number | null;
  extra_linkedin_accounts: number;
  extra_email_accounts: number;
  referral_code: string | null;
  referral_code_in_use: boolean;
  has_website: boolean;
  product_description: string | null;
  icp_description: string | null;
  usp_description: string | null;
  case_studies: string | null;
  /** As the database writes decimals. */
  annual_revenue: string | number | null;
  employee_count: number | null;
  competitors: string | null;
  objections: string | null;
  pain_points: string | null;
  branding: Record<string, unknown>;
  disabled_features: string[];
}

/** A new organisation on its 14-day trial with 100 credits; answers its id. */
export async function insertOrganization({ db }: Tx, name: string): Promise<number> {
  const rows = await sql<{ organization_id: number }>`insert into organizations (name) values (${name})
    returning organization_id`.execute(db);
  return rows.rows[0]!.organization_id;
}

export async function findOrganization({ db }: Tx, id: number): Promise<OrganizationRow | undefined> {
  const rows = await sql<OrganizationRow>`select * from organizations where organization_id = ${id}`.execute(db);
  return rows.rows[0];
}

export type KnowledgeBaseChange = Partial<
  Pick<
    OrganizationRow,
    | 'name'
    | 'website_url'
    | 'product_description'
    | 'icp_description'
    | 'usp_description'
    | 'case_studies'
    | 'annual_revenue'
    | 'employee_count'
    | 'competitors'
    | 'objections'
    | 'pain_points'
  >
>;

/** Changes the fields given; the others stay. */
export async function updateOrganization({ db }: Tx, id: number, change: KnowledgeBaseChange): Promise<void> {
  const fields = Object.entries(change).filter(([, value]) => value !== undefined);
  if (fields.length === 0) return;
  const sets = fields.map(([field, value]) => sql`${sql.ref(field)} = ${value}`);
  await sql`update organizations set ${sql.join(sets)} where organization_id = ${id}`.execute(db);
}

export async function markOnboarded({ db }: Tx, id: number): Promise<void> {
  await sql`update organizations set onboarded_at = coalesce(onboarded_at, app_now()) where organization_id = ${id}`.execute(
    db,
  );
}

/** Branding of a verified host name; null for hosts nobody branded. */
export async function findBrandingByDomain({ db }: Tx, domain: string): Promise<Record<string, unknown> | null> {
  const rows = await sql<{ branding: Record<string, unknown> }>`select o.branding from branded_domains d
    join organizations o using (organization_id)
    where d.domain = ${domain.toLowerCase()} and d.verified_at is not null`.execute(db);
  return rows.rows[0]?.branding ?? null;
}
