import { type RawBuilder, sql } from 'kysely';

/** What lists of activity and analytics say of a person. */
export interface PersonSummaryRow {
  id: number;
  first_name: string;
  last_name: string;
  job_title: string | null;
  linkedin_profile_url: string | null;
  profile_picture_url: string | null;
  company_name: string | null;
  company_logo_url: string | null;
  company_linkedin_url: string | null;
  company_website_url: string | null;
}

export const personSummaryColumns: RawBuilder<PersonSummaryRow> = sql`p.id, p.first_name, p.last_name, p.job_title,
  p.linkedin_profile_url, p.profile_picture_url, p.company_name, p.company_logo_url, p.company_linkedin_url, p.company_website_url`;

export function presentPersonSummary(row: PersonSummaryRow) {
  return {
    id: row.id,
    first_name: row.first_name,
    last_name: row.last_name,
    job_title: row.job_title,
    linkedin_profile_url: row.linkedin_profile_url,
    profile_picture_url: row.profile_picture_url,
    company: {
      name: row.company_name,
      logo_url: row.company_logo_url,
      linkedin_url: row.company_linkedin_url,
      website_url: row.company_website_url,
    },
  };
}
