import { AGENCY_LIMITS } from '@overture/domain/limits';
import type { ClientCreditSource } from '@overture/domain/money/client-months';
import { PLAN_INCLUDES } from '@overture/domain/money/pricing';
import { sql } from 'kysely';
import type { ReadContext } from '../../../kernel/context.ts';
import { isNotParked } from '../../../kernel/rounds/rounds.ts';
import { runningMonth } from '../../payments/index.ts';
import { endedPlan, isUnlimited } from '../../plans/index.ts';

type Tx = Pick<ReadContext, 'db'>;

/** Where the credits of an agency's clients come from now. */
export async function findCreditSource({ db }: Tx, agencyId: number): Promise<ClientCreditSource> {
  const rows = await sql<{ source: ClientCreditSource }>`select case when ${isUnlimited} then 'unlimited'
      when b.status in ('active', 'past_due') then 'invoice' when ${endedPlan('o')} is not null then 'none'
      when o.active_subscription then 'balance' else 'trial' end as source
    from organizations o left join billing_customers b using (organization_id)
    where o.organization_id = ${agencyId}`.execute(db);
  return rows.rows[0]?.source ?? 'none';
}

/** In a query over `agency_clients c`: credits that moved from the agency to a client as extras of a month (YYYY-MM). */
const movedExtras = (month: string) => sql<number>`(select coalesce(sum(e.credits), 0)::int from credit_entries e
  where e.organization_id = c.organization_id and e.kind = 'take'
    and starts_with(e.key, 'client-extras:' || c.client_id || ${`:${month}:`}))`;

export const extrasKey = (clientId: number, month: string, extraCredits: number): string =>
  `client-extras:${clientId}:${month}:${extraCredits}`;

export async function sumMovedExtras(
  { db }: Tx,
  agencyId: number,
  { client_id, month }: { client_id: number; month: string },
): Promise<number> {
  const rows = await sql<{ credits: number }>`select ${movedExtras(month)} as credits from agency_clients c
    where c.organization_id = ${agencyId} and c.client_id = ${client_id}`.execute(db);
  return rows.rows[0]?.credits ?? 0;
}

export interface DueCredits {
  client_id: number;
  credits: number;
  /** Where the invoice can be paid by hand. */
  url: string | null;
}

/** Credits of clients in force (one, or all) that the agency's invoice of this month still brings. */
export async function listDueByInvoice({ db }: Tx, only: number | null): Promise<DueCredits[]> {
  const rows =
    await sql<DueCredits>`select c.client_id, coalesce(m.credits, ${PLAN_INCLUDES.client_credits} + c.extra_credits) as credits,
      coalesce(m.invoice_url, b.unpaid_invoice_url) as url
    from agency_clients c join billing_customers b using (organization_id) left join lateral ${runningMonth} month on true
      left join client_months m on m.organization_id = c.organization_id and m.month_id = month.month_id and m.recipient_id = c.client_id
    where c.cancelled_at is null and b.period_starts_at is not null and m.granted_at is null
      and c.client_id = coalesce(${only}::bigint, c.client_id) limit ${AGENCY_LIMITS.clients}`.execute(db);
  return rows.rows;
}

/** Extra credits of this month for which the agency's balance was too low. */
export async function listDueByBalance({ db }: Tx, month: string, only: number | null): Promise<DueCredits[]> {
  const rows = await sql<DueCredits>`select c.client_id, c.extra_credits - ${movedExtras(month)} as credits, null as url
    from agency_clients c where c.cancelled_at is null and c.extra_credits > ${movedExtras(month)}
      and c.client_id = coalesce(${only}::bigint, c.client_id) limit ${AGENCY_LIMITS.clients}`.execute(db);
  return rows.rows;
}

export const EXTRAS_LOOP = 'monthly-extras';

export interface ClientWithoutExtras {
  agency_id: number;
  client_id: number;
  extra_credits: number;
}

/** Clients whose agency's plan is set by hand, without their extras of a month, where its balance has enough for them. */
export async function listWithoutExtras({ db }: Tx, month: string, limit: number): Promise<ClientWithoutExtras[]> {
  const rows = await sql<ClientWithoutExtras>`select c.organization_id as agency_id, c.client_id, c.extra_credits
    from agency_clients c join organizations o on o.organization_id = c.client_id
      join organizations a on a.organization_id = c.organization_id
    where c.cancelled_at is null and o.active_subscription and o.suspended_at is null and not ${isUnlimited}
      and not exists (select from billing_customers b where b.organization_id = c.organization_id and b.status in ('active', 'past_due'))
      and c.extra_credits > ${movedExtras(month)} and a.email_credits >= c.extra_credits - ${movedExtras(month)}
      and ${isNotParked(EXTRAS_LOOP, sql.ref('c.organization_id'), sql`c.client_id::text`)}
    order by c.client_id limit ${limit}`.execute(db);
  return rows.rows;
}
