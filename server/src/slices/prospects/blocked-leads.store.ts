import type { BlockedLead } from '@overture/contract/prospects';
import { sql } from 'kysely';
import type { TransactionContext } from '../../kernel/context.ts';
import { isExcludedPerson } from '../excluded-domains/index.ts';
import { reachOfLead, suppressedBecause } from '../suppression-rules/index.ts';

type Tx = Pick<TransactionContext, 'db' | 'organization'>;

/** Leads that campaigns don't contact, by the same decisions that adding to a campaign and sending ask for. Whole people are suppressed by hand. */
export async function listBlockedLeads({ db, organization }: Tx, ids: readonly number[]): Promise<BlockedLead[]> {
  const isExcluded = isExcludedPerson({
    organization_id: sql`p.organization_id`,
    website: sql`p.company_website_url`,
    email: sql`p.email`,
  });
  const rows =
    await sql<BlockedLead>`select prospect_id, case reason when 'person' then 'manual' else reason end as reason from (
      select p.id as prospect_id, coalesce(${suppressedBecause(reachOfLead)}, case when ${isExcluded} then 'excluded_domain' end) as reason
      from prospects p where p.organization_id = ${organization.id} and p.id = any(${[...ids]}::bigint[]) offset 0) b
    where reason is not null order by prospect_id`.execute(db);
  return rows.rows;
}
