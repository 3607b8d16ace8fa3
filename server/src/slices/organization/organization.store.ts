import { TRIAL, UNLIMITED_CREDITS } from '@overture/domain/limits';
import { PAID_BILLING } from '@overture/domain/money/pricing';
import { DEFAULT_TIME_ZONE } from '@overture/domain/time/timezones';
import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { DB } from '../../kernel/db/__generated__/database.ts';
import { ApiError } from '../../kernel/errors.ts';

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

/** Whether this installation sells nothing (BILLING), in a query. */
export const isUnlimited: RawBuilder<boolean> = sql`(select billing = 'unlimited' from installation)`;

/** Whether it sells plans, in a query. */
export const hasPayments: RawBuilder<boolean> = sql`(select billing = ${PAID_BILLING} from installation)`;

/** Whether an organization needs no trial, in a query, by the name it has there. */
export function isSubscribed(organization: string): RawBuilder<boolean> {
  const field = (name: string) => sql.ref(`${organization}.${name}`);
  return sql`(${field('active_subscription')} and coalesce(${field('subscription_grace_until')} > app_now(), true)
    or ${isUnlimited})`;
}

/** In a query, whether a person looks after an organization that lets its agency in, by the names both have there. */
export function isOfAgency(person: string, organization: string): RawBuilder<boolean> {
  const actor = (field: string) => sql.ref(`${person}.${field}`);
  const client = (field: string) => sql.ref(`${organization}.${field}`);
  return sql`(${actor('role')} = 'USER' and ${client('agency_id')} = ${actor('organization_id')}
    and ${client('closed_to_agency_at')} is null and ${client('suspended_at')} is null)`;
}

/**
 * Why an organization of a query may not spend and send, by its alias there; null while it may. Users of a suspended one cannot
 * sign in to read it.
 */
export function endedPlan(organization: string): RawBuilder<'trial' | 'subscription' | null> {
  const field = (name: string) => sql.ref(`${organization}.${name}`);
  return sql`case when ${field('suspended_at')} is not null then 'subscription'
    when ${isSubscribed(organization)} or ${field('trial_ends_at')} > app_now() then null
    when ${field('had_subscription')} then 'subscription' else 'trial' end`;
}

/** @throws subscription_required when neither a trial nor a subscription runs */
export async function requirePlan({ db, organization }: Tx & { organization: { id: number } }): Promise<void> {
  const rows = await sql<{ what: string | null }>`select ${endedPlan('o')} as what from organizations o
    where o.organization_id = ${organization.id}`.execute(db);
  const what = rows.rows[0]?.what;
  if (what) throw new ApiError('subscription_required', { what });
}

/** Starts a subscription (`days` null) or a trial of so many days; returns the organization's name, null for an unknown address. */
export async function updateToPlan({ db }: Tx, email: string, days: number | null): Promise<string | null> {
  const rows = await sql<{ name: string }>`update organizations o set active_subscription = ${days === null},
      had_subscription = o.had_subscription or ${days === null},
      trial_ends_at = case when ${days}::int is null then o.trial_ends_at else app_now() + make_interval(days => ${days}::int) end
    from users u where u.organization_id = o.organization_id and lower(u.email) = lower(${email}) returning o.name`.execute(
    db,
  );
  return rows.rows[0]?.name ?? null;
}

export async function updateToNoPlan({ db }: Tx, email: string): Promise<string | null> {
  const rows = await sql<{ name: string }>`update organizations o set active_subscription = false,
      trial_ends_at = least(o.trial_ends_at, app_now())
    from users u where u.organization_id = o.organization_id and lower(u.email) = lower(${email}) returning o.name`.execute(
    db,
  );
  return rows.rows[0]?.name ?? null;
}

/** A new organization on its 14-day trial with 100 credits, or with the amount of unsold credits; returns its id. */
export async function insertOrganization({ db }: Tx, name: string): Promise<number> {
  const rows = await sql<{ organization_id: number }>`insert into organizations (name, email_credits)
    values (${name}, case when ${isUnlimited} then ${UNLIMITED_CREDITS}::int else ${TRIAL.credits}::int end)
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
