import { TRIAL, UNLIMITED_CREDITS } from '@overture/domain/limits';
import { ORGANIZATION_SETTINGS } from '@overture/domain/organization/settings';
import { DEFAULT_TIME_ZONE, isTimeZone } from '@overture/domain/time/timezones';
import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { DB } from '../../kernel/db/__generated__/database.ts';
import { hasPayments, isSubscribed, isUnlimited } from '../plans/index.ts';

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
  /** As JSON has it where it came that way. */
  subscription_grace_until: Date | string | null;
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
  edit_version: number;
  /** The installation sells nothing: neither a plan nor credits are wanting. */
  is_unlimited: boolean;
  /** Plans are sold by the installation. */
  has_payments: boolean;
}

/** The zone an organization goes by. */
export interface Zone {
  time_zone: string;
  /** The same, chosen by a user. */
  chosen_time_zone: string | null;
}

/** The zone of an organization, in a query, by its id there: chosen, else that of its first campaign. */
export const zoneOf = (organization: RawBuilder<unknown>): RawBuilder<string> =>
  sql`(select coalesce(z.chosen, z.of_campaigns, ${DEFAULT_TIME_ZONE}) from zone_of_organization(${organization}) z)`;

/** Undefined for one that is neither the asking organization nor a client of it. */
export async function findZone({ db }: Tx, id: number): Promise<Zone | undefined> {
  const rows = await sql<Zone>`select z.chosen as chosen_time_zone,
      coalesce(z.chosen, z.of_campaigns, ${DEFAULT_TIME_ZONE}) as time_zone
    from zone_of_organization(${id}::bigint) z`.execute(db);
  return rows.rows[0];
}

/** In a query, whether a person looks after an organization that lets its agency in, by the names both have there. */
export function isOfAgency(person: string, organization: string): RawBuilder<boolean> {
  const actor = (field: string) => sql.ref(`${person}.${field}`);
  const client = (field: string) => sql.ref(`${organization}.${field}`);
  return sql`(${actor('role')} = 'USER' and ${client('agency_id')} = ${actor('organization_id')}
    and ${client('closed_to_agency_at')} is null and ${client('suspended_at')} is null)`;
}

/**
 * A new organization on its 14-day trial with 100 credits, or with the amount of unsold credits; returns its id. It informs leads in the
 * first email; the default of the column is off for organizations from before (decision 0406).
 * @param browserZone of the browser in which it signs up
 */
export async function insertOrganization({ db }: Tx, name: string, browserZone?: string | null): Promise<number> {
  const zone = browserZone && isTimeZone(browserZone) ? browserZone : null;
  const rows = await sql<{
    organization_id: number;
  }>`insert into organizations (name, time_zone, email_credits, adds_privacy_link)
    values (${name}, ${zone}, case when ${isUnlimited} then ${UNLIMITED_CREDITS}::int else ${TRIAL.credits}::int end,
      ${ORGANIZATION_SETTINGS.adds_privacy_link.default})
    returning organization_id`.execute(db);
  return rows.rows[0]!.organization_id;
}

export async function findOrganization({ db }: Tx, id: number): Promise<OrganizationRow | undefined> {
  const rows =
    await sql<OrganizationRow>`select o.*, o.disabled_features || o.agency_disabled_features as disabled_features,
      ${isSubscribed('o')} as active_subscription, ${isUnlimited} as is_unlimited,
      ${hasPayments} as has_payments
    from organizations o
    where o.organization_id = ${id}`.execute(db);
  return rows.rows[0];
}

export type KnowledgeBaseChange = Partial<
  Pick<
    OrganizationRow,
    | 'name'
    | 'website_url'
    | 'has_website'
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
