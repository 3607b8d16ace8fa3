import type { DeliverabilityCheck } from '@overture/domain/deliverability/deliverability';
import { type Kysely, sql } from 'kysely';
import type { DB } from '../../../kernel/db/__generated__/database.ts';

interface Tx {
  db: Kysely<DB>;
  organization: { id: number };
}

export interface DeliverabilityRow {
  checks: DeliverabilityCheck[] | null;
  checked_at: Date | null;
  seen_selectors: string[];
  /** Of real time, at the database; null before the first check. */
  age_in_seconds: number | null;
}

const MOST_SELECTORS = 5;

export async function findDeliverability({ db }: Tx, accountId: number): Promise<DeliverabilityRow | undefined> {
  const rows = await sql<DeliverabilityRow>`select checks, checked_at, seen_selectors,
    extract(epoch from now() - checked_at)::float8 as age_in_seconds
    from account_deliverability where account_id = ${accountId}`.execute(db);
  return rows.rows[0];
}

/** Domains of connected mailboxes with how many there are, and one of them to ask for. */
export async function listSendingDomains(
  { db }: Pick<Tx, 'db'>,
  limit: number,
): Promise<{ domain: string; mailboxes: number; organization_id: number; id: number }[]> {
  const rows = await sql<{ domain: string; mailboxes: number; organization_id: number; id: number }>`
    select domain, mailboxes, organization_id, id from (
      select lower(split_part(email, '@', 2)) as domain, count(*) over same::int as mailboxes, organization_id, id,
        row_number() over (same order by id desc) as place
      from accounts where deleted_at is null and account_type <> 'LINKEDIN' and email like '%@%'
      window same as (partition by lower(split_part(email, '@', 2)))) as senders
    where place = 1 order by mailboxes desc, domain limit ${limit}`.execute(db);
  return rows.rows;
}

/** Answers when the checks were stored. */
export async function saveDeliverability(
  { db, organization }: Tx,
  accountId: number,
  checks: readonly DeliverabilityCheck[],
): Promise<Date> {
  const rows = await sql<{ checked_at: Date }>`insert into account_deliverability
      (account_id, organization_id, checks, checked_at)
    values (${accountId}, ${organization.id}, ${JSON.stringify(checks)}::jsonb, now())
    on conflict (account_id) do update set checks = excluded.checks, checked_at = excluded.checked_at
    returning checked_at`.execute(db);
  return rows.rows[0]?.checked_at as Date;
}

/** Remembers a selector; nothing is written for one that is known. */
export async function rememberSelector({ db, organization }: Tx, accountId: number, selector: string): Promise<void> {
  await sql`insert into account_deliverability as known (account_id, organization_id, seen_selectors)
    values (${accountId}, ${organization.id}, array[${selector}::text])
    on conflict (account_id) do update
      set seen_selectors = (array[${selector}::text] || known.seen_selectors)[1:${sql.lit(MOST_SELECTORS)}]
      where not ${selector}::text = any(known.seen_selectors)`.execute(db);
}
