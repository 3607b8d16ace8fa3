import type { Prospect } from '@overture/contract/prospects';
import { type RawBuilder, sql } from 'kysely';
import type { TransactionContext } from '../../kernel/context.ts';
import { type PersonSummaryRow, personSummaryColumns, presentPersonSummary } from './person-summary.store.ts';

type Tx = Pick<TransactionContext, 'db' | 'organization'>;

/** The columns of `prospects p` that `presentProspect` needs. */
export const prospectColumns: RawBuilder<ProspectRow> = sql`${personSummaryColumns}, p.headline, p.industry, p.location, p.email,
  p.phone_number, p.company_location, p.company_amount_of_employees, p.company_revenue`;

export interface ProspectRow extends PersonSummaryRow {
  headline: string | null;
  industry: string | null;
  location: string | null;
  email: string | null;
  phone_number: string | null;
  company_location: string | null;
  company_amount_of_employees: string | null;
  company_revenue: string | null;
}

/** A row of `prospectColumns` as the API shows it. */
export function presentProspect(row: ProspectRow): Prospect {
  const { company, ...person } = presentPersonSummary(row);
  return {
    ...person,
    headline: row.headline,
    industry: row.industry,
    location: row.location,
    email: row.email,
    phone_number: row.phone_number,
    company: {
      ...company,
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
