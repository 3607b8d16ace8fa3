import { sql } from 'kysely';
import type { TransactionContext } from '../../../kernel/context.ts';

type Tx = Pick<TransactionContext, 'db' | 'organization'>;

/** Addresses of the senders who write to these leads, in the campaign that began last; those without one are left out. */
export async function listSenderEmails(
  { db, organization }: Tx,
  prospectIds: readonly number[],
): Promise<{ prospect_id: number; email: string }[]> {
  const rows = await sql<{ prospect_id: number; email: string }>`select distinct on (l.prospect_id) l.prospect_id,
      lower(a.email::text) as email
    from campaign_leads l join accounts a on a.id = coalesce(l.email_account_id, l.linkedin_account_id)
    where l.organization_id = ${organization.id} and l.prospect_id = any(${[...prospectIds]}::bigint[]) and a.email is not null
    order by l.prospect_id, l.started_at desc nulls last, l.id desc`.execute(db);
  return rows.rows;
}
