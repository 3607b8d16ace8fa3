import type { LeadPlaces } from '@overture/contract/lead-places';
import { LIST_LIMITS } from '@overture/domain/list-limits';
import { sql } from 'kysely';
import type { ReadContext } from '../../kernel/context.ts';
import { isExcludedPerson } from '../excluded-domains/index.ts';
import { isAddress, reachOfLead, suppressedBecause } from '../suppression-rules/index.ts';

type Tx = Pick<ReadContext, 'db' | 'organization'>;

export async function listLists({ db }: Tx, prospectId: number): Promise<LeadPlaces['lists']> {
  const { rows } = await sql<LeadPlaces['lists'][number]>`select s.id, s.name, s.status from search_prospects m
    join searches s on s.id = m.search_id where m.prospect_id = ${prospectId} and m.status = 'IN_REVIEW'
    order by m.created_at desc, s.id desc limit ${LIST_LIMITS.places_of_lead}`.execute(db);
  return rows;
}

export async function listCampaigns({ db }: Tx, prospectId: number): Promise<LeadPlaces['campaigns']> {
  const { rows } = await sql<LeadPlaces['campaigns'][number]>`select c.id, c.name, l.status from campaign_leads l
    join campaigns c on c.id = l.campaign_id where l.prospect_id = ${prospectId} and l.archived_at is null
    order by l.created_at desc, l.id desc limit ${LIST_LIMITS.places_of_lead}`.execute(db);
  return rows;
}

export async function listBoards({ db }: Tx, prospectId: number): Promise<LeadPlaces['boards']> {
  const { rows } = await sql<
    LeadPlaces['boards'][number]
  >`select b.id, b.name, c.name as column_name from kanban_cards k
    join kanban_boards b on b.id = k.board_id join kanban_columns c on c.id = k.column_id where k.prospect_id = ${prospectId}
    order by k.entered_at desc, k.id desc limit ${LIST_LIMITS.places_of_lead}`.execute(db);
  return rows;
}

/** By the same decisions that adding to a campaign and sending ask for. */
export async function findBlock({ db, organization }: Tx, prospectId: number): Promise<LeadPlaces['blocked']> {
  const isExcluded = isExcludedPerson({
    organization_id: sql`p.organization_id`,
    website: sql`p.company_website_url`,
    email: sql`p.email`,
  });
  const { rows } = await sql<
    NonNullable<LeadPlaces['blocked']>
  >`select coalesce(case b.reason when 'person' then 'manual' else b.reason end, case when ${isExcluded} then 'excluded_domain' end) as reason, e.since, e.detail
    from prospects p cross join lateral (select ${suppressedBecause(reachOfLead)} as reason offset 0) b
    left join lateral (select to_char(x.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as since, x.detail from (
        select x.* from suppressions x where x.organization_id = p.organization_id and ${isAddress('x', sql`p.email`)}
        union all select x.* from suppressions x where x.organization_id = p.organization_id and x.phone_key = p.phone_key
        union all select x.* from suppressions x where x.organization_id = p.organization_id and x.linkedin_key = p.linkedin_key) x
      where x.erased_key is null and b.reason is not null order by x.created_at limit 1) e on true
    where p.organization_id = ${organization.id} and p.id = ${prospectId}`.execute(db);
  const block = rows[0];
  return block?.reason ? block : null;
}
