import type { PaidClients } from '@overture/domain/money/client-months';
import { type RawBuilder, sql } from 'kysely';
import type { SystemTransactionContext } from '../../kernel/context.ts';

type Tx = Pick<SystemTransactionContext, 'db'>;

/** The agency's month that is running and paid, in a query over `billing_customers b`; none while its payment is awaited. */
export const runningMonth: RawBuilder<unknown> = sql`(select p.payment_id as month_id, p.clients_served_at is not null or p.client_months + p.client_packs = 0 as is_served
  from payments p where p.organization_id = b.organization_id and p.kind = 'cycle' and p.period_starts_at = b.period_starts_at
  order by p.paid_at desc, p.payment_id desc limit 1)`;

/** Takes an agency's payments for the transaction: its months are shared and asked for by one at a time. */
export async function lockCustomer({ db }: Tx, agencyId: number): Promise<string | undefined> {
  const rows = await sql<{ customer_id: string }>`select customer_id from billing_customers
    where organization_id = ${agencyId} for update`.execute(db);
  return rows.rows[0]?.customer_id;
}

export interface UnservedPayment extends PaidClients {
  payment_id: string;
  kind: 'cycle' | 'clients';
}

/** Payments whose client credits are not granted yet, oldest first. */
export async function listUnserved({ db }: Tx, agencyId: number): Promise<UnservedPayment[]> {
  const rows = await sql<UnservedPayment>`select payment_id, kind, client_months as months, client_packs as packs
    from payments where organization_id = ${agencyId} and clients_served_at is null and client_months + client_packs > 0
    order by paid_at, payment_id limit 1000`.execute(db);
  return rows.rows;
}

export async function markServed({ db }: Tx, agencyId: number, paymentId: string): Promise<void> {
  await sql`update payments set clients_served_at = app_now()
    where organization_id = ${agencyId} and payment_id = ${paymentId}`.execute(db);
}

/** Clients in force that have nothing of a month, in the order they came. */
export async function listWithoutMonth(
  { db }: Tx,
  agencyId: number,
  monthId: string,
): Promise<{ id: number; name: string; extra_credits: number }[]> {
  const rows = await sql<{ id: number; name: string; extra_credits: number }>`
    select c.client_id as id, o.name, c.extra_credits from agency_clients c
      join organizations o on o.organization_id = c.client_id
    where c.organization_id = ${agencyId} and c.cancelled_at is null and not exists (select from client_months m
      where m.organization_id = c.organization_id and m.month_id = ${monthId} and m.recipient_id = c.client_id)
    order by c.created_at, c.client_id`.execute(db);
  return rows.rows;
}

export interface NewMonth {
  month_id: string;
  recipient_id: number;
  payment_id: string | null;
  credits: number;
}

/** A month that is paid is granted with it. */
export async function insertMonth({ db }: Tx, agencyId: number, month: NewMonth): Promise<void> {
  await sql`insert into client_months (organization_id, month_id, recipient_id, payment_id, credits, granted_at)
    values (${agencyId}, ${month.month_id}, ${month.recipient_id}, ${month.payment_id}, ${month.credits},
      case when ${month.payment_id}::text is not null then app_now() end)`.execute(db);
}

/** The running month of an agency whose plan is paid; undefined while it is not, or not shared yet. */
export async function findRunningMonth({ db }: Tx, agencyId: number): Promise<string | undefined> {
  const rows = await sql<{
    month_id: string;
  }>`select month.month_id from billing_customers b cross join lateral ${runningMonth} month
    where b.organization_id = ${agencyId} and b.status = 'active' and month.is_served`.execute(db);
  return rows.rows[0]?.month_id;
}

export interface WaitingMonth {
  id: number;
  recipient_id: number;
  month_id: string;
  credits: number;
  name: string;
}

/** Months whose invoice is still to be made. */
export async function listWaiting({ db }: Tx, agencyId: number): Promise<WaitingMonth[]> {
  const rows = await sql<WaitingMonth>`select m.id, m.recipient_id, m.month_id, m.credits, coalesce(o.name, '') as name
    from client_months m left join organizations o on o.organization_id = m.recipient_id
    where m.organization_id = ${agencyId} and m.payment_id is null order by m.id limit 500`.execute(db);
  return rows.rows;
}

export async function saveInvoice({ db }: Tx, id: number, invoice: { id: string; url: string | null }): Promise<void> {
  await sql`update client_months set payment_id = ${invoice.id}, invoice_url = ${invoice.url} where id = ${id}`.execute(
    db,
  );
}

/** Marks the month that an invoice pays as granted; undefined where none waits for it. */
export async function markGranted(
  { db }: Tx,
  agencyId: number,
  paymentId: string,
): Promise<{ recipient_id: number; credits: number } | undefined> {
  const rows = await sql<{ recipient_id: number; credits: number }>`update client_months set granted_at = app_now()
    where organization_id = ${agencyId} and payment_id = ${paymentId} and granted_at is null
    returning recipient_id, credits`.execute(db);
  return rows.rows[0];
}

/** The agency is who got a month that an invoice paid. It counts by its invoice then: an agency may get several of one month of its own. */
export async function leaveToAgency({ db }: Tx, agencyId: number, paymentId: string): Promise<void> {
  await sql`update client_months set recipient_id = organization_id, month_id = payment_id
    where organization_id = ${agencyId} and payment_id = ${paymentId}`.execute(db);
}

export async function isOrganization({ db }: Tx, id: number): Promise<boolean> {
  const rows = await sql`select from organizations where organization_id = ${id} for no key update`.execute(db);
  return rows.rows.length > 0;
}

export interface RefundedMonth {
  id: number;
  recipient_id: number;
  payment_id: string;
  credits: number;
  refunded_credits: number;
  refunded_in_cents: number;
  amount_in_cents: number;
}

/** Months of payments of which something was given back. */
export async function listRefunded({ db }: Tx, agencyId: number): Promise<RefundedMonth[]> {
  const rows = await sql<RefundedMonth>`select m.id, m.recipient_id, m.payment_id, m.credits, m.refunded_credits,
      p.refunded_in_cents, p.amount_in_cents
    from client_months m join payments p using (organization_id, payment_id)
    where m.organization_id = ${agencyId} and p.refunded_in_cents > 0 and m.granted_at is not null
      and m.refunded_credits < m.credits order by m.id limit 5000`.execute(db);
  return rows.rows;
}

export async function saveRefund({ db }: Tx, id: number, credits: number): Promise<void> {
  await sql`update client_months set refunded_credits = ${credits} where id = ${id}`.execute(db);
}
