import type { Prospect } from '@overture/contract/prospects';
import { type RawBuilder, sql } from 'kysely';
import type { TransactionContext } from '../../kernel/context.ts';

type Tx = Pick<TransactionContext, 'db' | 'organization'>;

/** The columns of `prospects p` that `presentProspect` needs. */
export const prospectColumns: RawBuilder<ProspectRow> = sql`p.id, p.first_name, p.last_name, p.headline, p.linkedin_profile_url,
  p.job_title, p.industry, p.location, p.email, p.phone_number, p.profile_picture_url, p.company_name, p.company_logo_url,
  p.company_linkedin_url, p.company_website_url, p.company_location, p.company_amount_of_employees, p.company_revenue`;

export interface ProspectRow {
  id: number;
  first_name: string;
  last_name: string;
  headline: string | null;
  linkedin_profile_url: string | null;
  job_title: string | null;
  industry: string | null;
  location: string | null;
  email: string | null;
  phone_number: string | null;
  profile_picture_url: string | null;
  company_name: string | null;
  company_logo_url: string | null;
  company_linkedin_url: string | null;
  company_website_url: string | null;
  company_location: string | null;
  company_amount_of_employees: string | null;
  company_revenue: string | null;
}

/** A row of `prospectColumns` as the API shows it. */
export function presentProspect(row: ProspectRow): Prospect {
  return {
    id: row.id,
    first_name: row.first_name,
    last_name: row.last_name,
    headline: row.headline,
    linkedin_profile_url: row.linkedin_profile_url,
    job_title: row.job_title,
    industry: row.industry,
    location: row.location,
    email: row.email,
    phone_number: row.phone_number,
    profile_picture_url: row.profile_picture_url,
    company: {
      name: row.company_name,
      logo_url: row.company_logo_url,
      linkedin_url: row.company_linkedin_url,
      website_url: row.company_website_url,
      location: row.company_location,
      industry: row.industry,
      amount_of_employees: row.company_amount_of_employees,
      revenue: row.company_revenue,
    },
  };
}

/** People by id, in the order of the ids; unknown ones are left out. */
export async function findProspects({ db, organization }: Tx, ids: readonly number[]): Promise<Prospect[]> {
  if (ids.length === 0) return [];
  const rows = await sql<ProspectRow>`select ${prospectColumns} from prospects p
    join unnest(${ids}::bigint[]) with ordinality as given (id, place) using (id)
    where p.organization_id = ${organization.id} order by given.place`.execute(db);
  return rows.rows.map(presentProspect);
}

export interface ContactChange {
  email?: string | null;
  phone_number?: string | null;
  company_website_url?: string | null;
}

/** Changes what is given (null clears); answers the person, or undefined when unknown. */
export async function updateContact(
  { db, organization }: Tx,
  id: number,
  change: ContactChange,
): Promise<Prospect | undefined> {
  const fields = Object.entries(change).filter(([, value]) => value !== undefined);
  const assignments = [...fields.map(([name, value]) => sql`${sql.ref(name)} = ${value}`), sql`updated_at = app_now()`];
  const rows = await sql<ProspectRow>`update prospects p set ${sql.join(assignments)}
    where p.organization_id = ${organization.id} and p.id = ${id} returning ${prospectColumns}`.execute(db);
  return rows.rows[0] && presentProspect(rows.rows[0]);
}

/**
 * Writes what a look-up found where the lead has nothing; what stands there, a person's own edit above all, stays. Answers
 * whether it was written. The caller raises the version, once for many.
 */
export async function fillContact(
  { db, organization }: Tx,
  id: number,
  field: keyof ContactChange,
  value: string,
): Promise<boolean> {
  const rows = await sql`update prospects p set ${sql.ref(field)} = ${value}, updated_at = app_now()
    where p.organization_id = ${organization.id} and p.id = ${id} and is_blank(${sql.ref(field)}) returning p.id`.execute(
    db,
  );
  return rows.rows.length > 0;
}

/** To be called with every change of people's fields, late in the transaction: it locks one row of the organisation. */
export async function raiseProspectVersion({ db, organization }: Tx): Promise<void> {
  await sql`insert into prospect_versions as v (organization_id, version) values (${organization.id}, 1)
    on conflict (organization_id) do update set version = v.version + 1`.execute(db);
}

/** Rises with every change of people's fields in the organisation. */
export async function readProspectVersion({ db, organization }: Tx): Promise<number> {
  const rows = await sql<{ version: number }>`select version from prospect_versions
    where organization_id = ${organization.id}`.execute(db);
  return rows.rows[0]?.version ?? 0;
}
