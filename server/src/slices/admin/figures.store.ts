import type { CostFacts } from '@overture/domain/money/admin-costs';
import type { DateRange } from '@overture/domain/time/date-presets';
import { type RawBuilder, sql } from 'kysely';
import type { SystemTransactionContext } from '../../kernel/context.ts';
import { mailboxTypes } from '../accounts/index.ts';
import { isSubscribed, isUnlimited } from '../plans/index.ts';

type Tx = Pick<SystemTransactionContext, 'db'>;

/** Whether an instant lies in the range, by days of UTC. */
const isWithin = (instant: RawBuilder<unknown>, { start_date, end_date }: DateRange): RawBuilder<boolean> =>
  sql`(${instant} >= ${start_date}::date at time zone 'UTC' and ${instant} < (${end_date}::date + 1) at time zone 'UTC')`;

export interface DayCount {
  date: string;
  count: number;
}

/** Leads that came to lists, by the day. */
export async function countListedByDay({ db }: Tx, id: number, range: DateRange): Promise<DayCount[]> {
  const rows =
    await sql<DayCount>`select to_char(created_at at time zone 'UTC', 'YYYY-MM-DD') as date, count(*)::int as count
    from search_prospects where organization_id = ${id} and ${isWithin(sql`created_at`, range)} group by 1 order by 1`.execute(
      db,
    );
  return rows.rows;
}

/** Those of them that came from files. */
export async function countImportedByDay({ db }: Tx, id: number, range: DateRange): Promise<DayCount[]> {
  const rows = await sql<DayCount>`select to_char(created_at at time zone 'UTC', 'YYYY-MM-DD') as date,
      sum(added_prospects)::int as count
    from imports where organization_id = ${id} and kind = 'csv' and ${isWithin(sql`created_at`, range)}
    group by 1 having sum(added_prospects) > 0 order by 1`.execute(db);
  return rows.rows;
}

/** Leads that came to its campaigns in the range, and those of them with an address. */
export async function countCampaignLeads(
  { db }: Tx,
  id: number,
  range: DateRange,
): Promise<{ total_prospects: number; prospects_with_emails: number }> {
  const rows = await sql<{ total_prospects: number; prospects_with_emails: number }>`
    select count(*)::int as total_prospects, (count(*) filter (where p.email is not null))::int as prospects_with_emails
    from campaign_leads l join prospects p on p.id = l.prospect_id
    where l.organization_id = ${id} and ${isWithin(sql`l.created_at`, range)}`.execute(db);
  return rows.rows[0]!;
}

export async function findCostFacts({ db }: Tx, id: number, range: DateRange): Promise<CostFacts | undefined> {
  const rows = await sql<CostFacts>`select ${isSubscribed('o')} and not ${isUnlimited} as has_plan,
      o.extra_linkedin_accounts, o.extra_email_accounts,
      coalesce((select b.is_partner from billing_customers b where b.organization_id = ${id}), false) as is_partner,
      -- Leads and addresses that a customer imports cost nothing.
      greatest(0, (select count(*) from search_prospects p where p.organization_id = ${id} and ${isWithin(sql`p.created_at`, range)})
        - (select coalesce(sum(i.added_prospects), 0) from imports i where i.organization_id = ${id} and ${isWithin(sql`i.created_at`, range)})
        )::int as total_prospects_found,
      (select count(distinct l.prospect_id)::int from contact_lookups l where l.organization_id = ${id} and l.lookup = 'FIND_EMAIL'
        and l.outcome = 'found' and ${isWithin(sql`l.asked_at`, range)}) as prospects_with_emails,
      (select count(*)::int from accounts a where a.organization_id = ${id} and (a.account_type = 'LINKEDIN' or a.account_type in ${mailboxTypes})
        and a.created_at < (${range.end_date}::date + 1) at time zone 'UTC'
        and coalesce(a.deleted_at >= ${range.start_date}::date at time zone 'UTC', true)) as active_sender_accounts
    from organizations o where o.organization_id = ${id}`.execute(db);
  return rows.rows[0];
}
