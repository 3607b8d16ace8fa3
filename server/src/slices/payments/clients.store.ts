import type { ClientPlans } from '@overture/domain/money/pricing';
import { sql } from 'kysely';
import type { SystemTransactionContext, TransactionContext } from '../../kernel/context.ts';
import { isNotParked } from '../../kernel/rounds/rounds.ts';
import { runningMonth } from './client-months.store.ts';

type Tx = Pick<TransactionContext, 'db' | 'organization'>;
type SystemTx = Pick<SystemTransactionContext, 'db'>;

/** The terms of active clients: each with its newest. */
const wantedOf = (organizationId: ReturnType<typeof sql>) => sql`select count(*)::int as clients,
    coalesce(sum(t.linkedin_accounts), 0)::int as linkedin_accounts,
    coalesce(sum(t.email_accounts), 0)::int as email_accounts, coalesce(sum(t.credits), 0)::int as credits
  from agency_clients c
    left join lateral (select * from client_terms t where t.client_id = c.client_id order by t.valid_from desc limit 1) t on true
  where c.organization_id = ${organizationId} and c.cancelled_at is null`;

export async function countClientPlans({ db, organization }: Tx): Promise<ClientPlans> {
  const rows = await sql<ClientPlans>`${wantedOf(sql`${organization.id}`)}`.execute(db);
  return rows.rows[0] as ClientPlans;
}

export const CLIENTS_LOOP = 'clients-on-subscriptions';

/** Organizations whose subscription pays for something else than what their clients have, or whose clients wait for their month. */
export async function listDiffering({ db }: SystemTx, limit: number): Promise<number[]> {
  const rows = await sql<{ organization_id: number }>`select b.organization_id
    from billing_customers b cross join lateral (${wantedOf(sql`b.organization_id`)}) w
    where b.status in ('active', 'past_due') and ((w.clients, w.linkedin_accounts, w.email_accounts, w.credits)
      is distinct from (b.clients, b.client_linkedin_accounts, b.client_email_accounts, b.client_credits)
      or exists (select from client_months m where m.organization_id = b.organization_id and m.payment_id is null)
      or exists (select from payments p where p.organization_id = b.organization_id and p.clients_served_at is null
        and p.client_months + p.client_packs > 0)
      or b.status = 'active' and exists (select from agency_clients c cross join lateral ${runningMonth} month
        where c.organization_id = b.organization_id and c.cancelled_at is null and month.is_served and not exists (
          select from client_months m where m.organization_id = b.organization_id and m.month_id = month.month_id
            and m.recipient_id = c.client_id)))
      and ${isNotParked(CLIENTS_LOOP, sql.ref('b.organization_id'), sql`'clients'`)}
    order by b.organization_id limit ${limit}`.execute(db);
  return rows.rows.map(({ organization_id }) => organization_id);
}
