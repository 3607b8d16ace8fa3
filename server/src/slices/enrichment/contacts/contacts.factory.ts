import type { Prospect } from '@overture/contract/prospects';
import { sql } from 'kysely';
import type { Context } from '../../../kernel/context.ts';
import { findProspects } from '../../prospects/index.ts';

export interface LeadFields {
  first_name?: string;
  last_name?: string;
  email?: string | null;
  phone_number?: string | null;
  company_name?: string | null;
  company_website_url?: string | null;
  linkedin_profile_url?: string | null;
}

/** People of the organisation, as look-ups get them. */
export async function makeLeads(ctx: Context, leads: readonly LeadFields[]): Promise<Prospect[]> {
  return ctx.transaction(async (tx) => {
    const rows = await sql<{ id: number }>`insert into prospects
        (organization_id, first_name, last_name, email, phone_number, company_name, company_website_url, linkedin_profile_url)
      select ${ctx.organization.id}, coalesce(first_name, ''), coalesce(last_name, ''), email, phone_number, company_name,
        company_website_url, linkedin_profile_url
      from json_to_recordset(${JSON.stringify(leads)}::json) as given (first_name text, last_name text, email text,
        phone_number text, company_name text, company_website_url text, linkedin_profile_url text) returning id`.execute(
      tx.db,
    );
    return findProspects(
      tx,
      rows.rows.map(({ id }) => id),
    );
  });
}

/** Colleagues at a domain whose addresses are made as first.last@. */
export function colleaguesAt(domain: string): LeadFields[] {
  return ['Anna Smith', 'Ben Jones', 'Cleo Park', 'Dan Wolf', 'Eva Lind'].map((name) => {
    const [first_name = '', last_name = ''] = name.split(' ');
    return { first_name, last_name, email: `${first_name}.${last_name}@${domain}`.toLowerCase() };
  });
}

/** Addresses this organisation must not write to. */
export async function suppress(ctx: Context, email: string, reason: string): Promise<void> {
  await ctx.transaction(async ({ db }) => {
    await sql`insert into suppressions (organization_id, email, reason) values (${ctx.organization.id}, ${email}, ${reason})`.execute(
      db,
    );
  });
}
