import type { FoundCompany, FoundLead } from '@overture/contract/quick-search';
import { sql } from 'kysely';
import type { ReplicaReadContext } from '../../kernel/context.ts';

type Tx = Pick<ReplicaReadContext, 'db' | 'organization'>;

const MAX_LEADS = 8;
const MAX_COMPANIES = 4;
/** Leads of a company that are checked for a list: a company of many leads costs no more than one of few. */
const MAX_CHECKED = 50;

/** Greater than every text that begins with `beginning`, in the collation "C". */
const endOf = (beginning: string): string => `${beginning}\u{10ffff}`;

const newestList = sql`join search_prospects m on m.prospect_id = p.id and m.status = 'IN_REVIEW'
  join searches s on s.id = m.search_id and s.status = 'active' order by s.created_at desc, s.id desc limit 1`;

/** Each of the four indexes is read in its order, up to eight entries: the cost doesn't depend on how many leads match. */
export async function findLeads({ db, organization }: Tx, beginning: string): Promise<FoundLead[]> {
  const end = endOf(beginning);
  const within = (rank: number, column: 'name_key' | 'last_name_key' | 'company_key') =>
    sql`(select id, ${sql.lit(rank)} as rank from prospects where organization_id = ${organization.id}
      and ${sql.ref(column)} >= ${beginning} and ${sql.ref(column)} < ${end} order by ${sql.ref(column)} limit ${MAX_LEADS})`;
  const rows = await sql<FoundLead>`with found as (${within(1, 'name_key')} union all ${within(2, 'last_name_key')}
      union all (select id, 3 from prospects where organization_id = ${organization.id} and email ~>=~ ${beginning}
        and email ~<~ ${end} order by email using ~<~ limit ${MAX_LEADS})
      union all ${within(4, 'company_key')}),
    best as (select id, min(rank) as rank from found group by id order by 2, 1 limit ${MAX_LEADS})
    select p.id, p.first_name, p.last_name, p.job_title, p.company_name, p.email,
      exists (select from chats c where c.prospect_id = p.id) as has_conversation,
      (select s.id from (select p.id) p ${newestList}) as search_id
    from best join prospects p on p.organization_id = ${organization.id} and p.id = best.id
    order by best.rank, p.name_key, p.id`.execute(db);
  return rows.rows;
}

/** Companies with a lead in a list; the next name is found by one step in the index, however many leads a company has. */
export async function findCompanies({ db, organization }: Tx, beginning: string): Promise<FoundCompany[]> {
  const end = endOf(beginning);
  const next = sql`select company_key from prospects where organization_id = ${organization.id} and company_key < ${end}`;
  const rows = await sql<FoundCompany>`with recursive names as (
      (select company_key, 1 as place from (${next} and company_key >= ${beginning} order by company_key limit 1) first)
      union all
      select following.company_key, names.place + 1 from names
        cross join lateral (${next} and company_key > names.company_key order by company_key limit 1) following
      where names.place < ${MAX_COMPANIES})
    select found.name, found.search_id from names cross join lateral (
      select p.name, s.id as search_id from (select id, company_name as name from prospects
        where organization_id = ${organization.id} and company_key = names.company_key limit ${MAX_CHECKED}) p ${newestList}) found
    order by names.place`.execute(db);
  return rows.rows;
}
