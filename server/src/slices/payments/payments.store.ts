import type { Customer, Entitlements, Ledger, Payment } from '@overture/domain/money/payments';
import { type ClientPlans, NO_CLIENT_PLANS } from '@overture/domain/money/pricing';
import { sql } from 'kysely';
import type { SystemTransactionContext, TransactionContext } from '../../kernel/context.ts';
import { toJson } from '../../kernel/db/to-json.ts';
import { isNotParked } from '../../kernel/rounds/rounds.ts';

export const READING_LOOP = 'payments';

type Tx = Pick<TransactionContext, 'db' | 'organization'>;
type SystemTx = Pick<SystemTransactionContext, 'db'>;

/** What is on record of an organization's plan. */
export interface PlanRow {
  customer_id: string | null;
  subscription_id: string | null;
  status: 'active' | 'past_due' | 'incomplete' | 'ended' | null;
  is_partner: boolean;
  extra_credits: number;
  clients: number;
  client_linkedin_accounts: number;
  client_email_accounts: number;
  client_credits: number;
  period_ends_at: Date | null;
  is_ending: boolean;
  unpaid_invoice_url: string | null;
  extra_linkedin_accounts: number;
  extra_email_accounts: number;
  subscription_grace_until: Date | null;
  name: string;
  is_whitelabel: boolean;
  is_agency: boolean;
}

export async function getPlan({ db, organization }: Tx): Promise<PlanRow> {
  const rows =
    await sql<PlanRow>`select b.customer_id, b.subscription_id, b.status, coalesce(b.is_partner, false) as is_partner,
      coalesce(b.extra_credits, 0) as extra_credits, coalesce(b.clients, 0) as clients,
      coalesce(b.client_linkedin_accounts, 0) as client_linkedin_accounts,
      coalesce(b.client_email_accounts, 0) as client_email_accounts, coalesce(b.client_credits, 0) as client_credits, b.period_ends_at, coalesce(b.is_ending, false) as is_ending,
      b.unpaid_invoice_url, o.extra_linkedin_accounts, o.extra_email_accounts, o.subscription_grace_until, o.name,
      o.is_whitelabel, o.is_agency
    from organizations o left join billing_customers b using (organization_id)
    where o.organization_id = ${organization.id}`.execute(db);
  return rows.rows[0] as PlanRow;
}

export const isRunning = ({ status }: PlanRow): boolean => status === 'active' || status === 'past_due';

/** What the subscription pays for an agency's clients. */
export const paidClients = (plan: PlanRow): ClientPlans => ({
  clients: plan.clients,
  linkedin_accounts: plan.client_linkedin_accounts,
  email_accounts: plan.client_email_accounts,
  credits: plan.client_credits,
});

/** Keeps the first customer that was made; answers it. */
export async function saveCustomerId({ db, organization }: Tx, customerId: string): Promise<string> {
  const rows = await sql<{ customer_id: string }>`insert into billing_customers (organization_id, customer_id)
    values (${organization.id}, ${customerId})
    on conflict (organization_id) do update set customer_id = billing_customers.customer_id returning customer_id`.execute(
    db,
  );
  return rows.rows[0]!.customer_id;
}

export async function findOrganization({ db }: SystemTx, customerId: string): Promise<number | null> {
  const rows = await sql<{ organization_id: number }>`select organization_id from billing_customers
    where customer_id = ${customerId}`.execute(db);
  return rows.rows[0]?.organization_id ?? null;
}

/** Puts a report on record; answers whether it is new. */
export async function insertEvent({ db, organization }: Tx, event: { id: string; type: string }): Promise<boolean> {
  const rows = await sql`insert into payment_events (event_id, organization_id, type)
    values (${event.id}, ${organization.id}, ${event.type}) on conflict (event_id) do nothing`.execute(db);
  return (rows.numAffectedRows ?? 0n) > 0n;
}

export async function pruneEvents({ db }: SystemTx, days: number): Promise<void> {
  await sql`delete from payment_events where received_at < app_now() - make_interval(days => ${days}::int)`.execute(db);
}

export async function requestSync({ db, organization }: Tx): Promise<void> {
  await sql`update billing_customers set reading_wanted_at = app_now() where organization_id = ${organization.id}`.execute(
    db,
  );
}

/** Customers with an unhandled report, and those unchecked for a day. */
export async function listUnread({ db }: SystemTx, limit: number): Promise<number[]> {
  const isReadable = isNotParked(READING_LOOP, sql.ref('organization_id'), sql`'customer'`);
  const rows = await sql<{ organization_id: number }>`
    (select organization_id from billing_customers where reading_wanted_at is not null and ${isReadable} order by reading_wanted_at limit ${limit})
    union (select organization_id from billing_customers
      where read_at < app_now() - interval '1 day' and ${isReadable} order by read_at limit ${limit})
    union (select organization_id from billing_customers where read_at is null and ${isReadable} order by organization_id limit ${limit})`.execute(
    db,
  );
  return rows.rows.map(({ organization_id }) => organization_id);
}

export interface Reading {
  customer_id: string;
  number: number;
  began_at: Date;
}

/** Numbers a reading before it begins; null for who never paid. */
export async function beginReading({ db, organization }: Tx): Promise<Reading | null> {
  const rows = await sql<Reading>`update billing_customers set readings = readings + 1
    where organization_id = ${organization.id}
    returning customer_id, readings::int as number, clock_timestamp() + (app_now() - statement_timestamp()) as began_at`.execute(
    db,
  );
  return rows.rows[0] ?? null;
}

/** Takes the customer's row for a reading's result; false when a later reading was written already. */
export async function isNewest({ db, organization }: Tx, reading: Reading): Promise<boolean> {
  const rows = await sql<{ written: number }>`select written_reading::int as written from billing_customers
    where organization_id = ${organization.id} for update`.execute(db);
  return (rows.rows[0]?.written ?? 0) < reading.number;
}

export async function writeSubscription(
  { db, organization }: Tx,
  reading: Reading,
  { subscription }: Customer,
  entitled: Entitlements,
): Promise<void> {
  const clients = subscription?.clients ?? NO_CLIENT_PLANS;
  await sql`update billing_customers set subscription_id = ${subscription?.id ?? null}, status = ${subscription?.status ?? null},
      is_partner = ${subscription?.is_partner ?? false}, extra_credits = ${subscription?.extras.credits ?? 0},
      clients = ${clients.clients}, client_linkedin_accounts = ${clients.linkedin_accounts},
      client_email_accounts = ${clients.email_accounts}, client_credits = ${clients.credits},
      period_starts_at = ${subscription?.period_starts_at ?? null}, period_ends_at = ${subscription?.period_ends_at ?? null}, is_ending = ${subscription?.is_ending ?? false},
      unpaid_invoice_url = ${subscription?.unpaid_invoice_url ?? null}, written_reading = ${reading.number},
      read_at = app_now(),
      reading_wanted_at = case when reading_wanted_at > ${reading.began_at} then reading_wanted_at end
    where organization_id = ${organization.id}`.execute(db);
  await sql`update organizations set active_subscription = ${entitled.active_subscription},
      had_subscription = had_subscription or ${entitled.active_subscription},
      subscription_grace_until = ${entitled.grace_until},
      extra_linkedin_accounts = ${entitled.extra_linkedin_accounts},
      extra_email_accounts = ${entitled.extra_email_accounts}
    where organization_id = ${organization.id}`.execute(db);
}

/** What is unspent of the last month's credits: what was set aside since came out of them first. */
const monthlyLeft = (organizationId: number) => sql<number>`coalesce((
  select least(month.credits, greatest(0, month.credits + coalesce((
    select sum(e.change) from credit_entries e
    where e.organization_id = ${organizationId} and e.created_at >= month.created_at and e.id > month.id
      and (e.kind in ('reserve', 'release') or starts_with(e.key, 'refund:' || substr(month.key, 7) || ':'))), 0)))
  from (select id, key, credits, created_at from credit_entries
    where organization_id = ${organizationId} and kind in ('grant', 'take') and starts_with(key, 'month:')
    order by created_at desc, id desc limit 1) month), 0)::int`;

/** The ledger as `planCredits` needs it; locks its row of the organization: no spending in parallel. */
export async function loadLedger({ db, organization }: Tx): Promise<Ledger> {
  const rows = await sql<{ balance: number; monthly_left: number }>`
    select email_credits as balance, ${monthlyLeft(organization.id)} as monthly_left
    from organizations where organization_id = ${organization.id} for no key update`.execute(db);
  const payments = await sql<{ payment_id: string; refunded_in_cents: number }>`
    select payment_id, refunded_in_cents from payments where organization_id = ${organization.id}
    order by paid_at desc limit 1000`.execute(db);
  const { balance = 0, monthly_left = 0 } = rows.rows[0] ?? {};
  return { balance, monthly_left, payments: new Map(payments.rows.map((row) => [row.payment_id, row])) };
}

export async function writePayments({ db, organization }: Tx, payments: readonly Payment[]): Promise<void> {
  if (payments.length === 0) return;
  await sql`insert into payments (organization_id, payment_id, kind, credits, client_months, client_packs, period_starts_at,
      amount_in_cents, refunded_in_cents, paid_at)
    select ${organization.id}, p.id, p.kind, p.credits, (p.clients ->> 'months')::int, (p.clients ->> 'packs')::int, p.period_starts_at,
      p.amount_in_cents, p.refunded_in_cents, p.paid_at
    from jsonb_to_recordset(${toJson(payments)}::jsonb) as p (id text, kind text, credits integer, clients jsonb,
      period_starts_at timestamptz, amount_in_cents integer, refunded_in_cents integer, paid_at timestamptz)
    on conflict (organization_id, payment_id) do update
      set period_starts_at = excluded.period_starts_at, refunded_in_cents = greatest(payments.refunded_in_cents, excluded.refunded_in_cents)`.execute(
    db,
  );
}
