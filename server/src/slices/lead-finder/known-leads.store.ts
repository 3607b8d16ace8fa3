import type { StoredLead } from '@overture/adapters/lead-database/lead-database.port';
import type { InspectedLead } from '@overture/contract/lead-finder';
import { sql } from 'kysely';
import type { ReadContext } from '../../kernel/context.ts';
import { isExcludedPerson } from '../excluded-domains/index.ts';
import { suppressedBecause } from '../suppression-rules/index.ts';

/** Why campaigns would not contact a lead of the database, by the decisions that they ask for; null where they may. */
export async function findBlock(
  { db, organization }: Pick<ReadContext, 'db' | 'organization'>,
  { email, phone_number, linkedin_key, company }: StoredLead,
): Promise<InspectedLead['blocked']> {
  const organization_id = sql`g.organization_id`;
  const reach = {
    organization_id,
    email: sql`g.email`,
    phone_key: sql`g.phone_key`,
    linkedin_key: sql`g.linkedin_key`,
  };
  const isExcluded = isExcludedPerson({ organization_id, website: sql`g.website`, email: sql`g.email` });
  const rows = await sql<{
    reason: InspectedLead['blocked'];
  }>`select coalesce(${suppressedBecause(reach)}, case when ${isExcluded} then 'excluded_domain' end) as reason
    from (select ${organization.id}::bigint as organization_id, ${email}::text as email, phone_key(${phone_number}::text) as phone_key,
      ${linkedin_key}::text as linkedin_key, ${company.domain ?? company.website_url}::text as website offset 0) g`.execute(
    db,
  );
  return rows.rows[0]?.reason ?? null;
}
