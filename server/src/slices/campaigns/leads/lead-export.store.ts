import type { Readable } from 'node:stream';
import { sql } from 'kysely';
import type { TransactionContext } from '../../../kernel/context.ts';
import { type LeadSelection, selectedLeads } from './leads.store.ts';

type Tx = Pick<TransactionContext, 'db' | 'organization' | 'copy'>;

/** Headings that the import's column guess recognises, each with its cell on `campaign_leads l`, `prospects p`, `n`. */
const COLUMNS = [
  ['First name', sql`p.first_name`],
  ['Last name', sql`p.last_name`],
  ['Email', sql`p.email`],
  ['Phone number', sql`p.phone_number`],
  ['LinkedIn URL', sql`p.linkedin_profile_url`],
  ['Headline', sql`p.headline`],
  ['Job title', sql`p.job_title`],
  ['Location', sql`p.location`],
  ['Company name', sql`p.company_name`],
  ['Company website URL', sql`p.company_website_url`],
  ['Company LinkedIn URL', sql`p.company_linkedin_url`],
  ['Company location', sql`p.company_location`],
  ['Company industry', sql`p.industry`],
  ['Company size', sql`p.company_amount_of_employees`],
  ['Company revenue', sql`p.company_revenue`],
  ['Campaign status', sql`l.status`],
  ['Next action', sql`n.type`],
  ['Scheduled for (UTC)', sql`to_char(l.next_at at time zone 'UTC', 'YYYY-MM-DD HH24:MI')`],
  ['Error', sql`l.error`],
] as const;

export const EXPORT_HEADING = COLUMNS.map(([heading]) => heading).join(',');
const cells = sql.join(COLUMNS.map(([, cell]) => sql`csv_cell(${cell})`));

/** The selected leads as CSV in the table's order, formulas made harmless. */
export function copyLeads({ db, organization, copy }: Tx, selection: LeadSelection): Readable {
  const rows = sql`with chosen as materialized (${selectedLeads({ organization }, selection)})
    select ${cells} from chosen join campaign_leads l using (id) join prospects p on p.id = l.prospect_id
    left join campaign_nodes n on n.id = l.next_node_id order by chosen.place`;
  return copy.outOf(rows.compile(db));
}
