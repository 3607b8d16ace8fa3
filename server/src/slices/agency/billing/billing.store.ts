import { AGENCY_LIMITS } from '@overture/domain/limits';
import { AGENCY_COSTS, type ClientPrices, type ClientUse, monthBounds } from '@overture/domain/money/agency-bills';
import { sql } from 'kysely';
import type { ReadContext } from '../../../kernel/context.ts';

type Tx = Pick<ReadContext, 'db'>;

export interface BilledClient extends ClientUse {
  client_id: number;
  name: string;
  is_cancelled: boolean;
}

/**
 * Clients of the transaction's agency that a month is billed for: those who were there at some time of it, with the most they had on top at
 * the end of any of its days.
 */
export async function listBilledClients(
  { db }: Tx,
  month: string,
  only: number | null = null,
): Promise<BilledClient[]> {
  const { first, next } = monthBounds(month);
  const rows = await sql<BilledClient>`select c.client_id, n.name, c.cancelled_at is not null as is_cancelled,
      coalesce(t.email_accounts, 0) as email_accounts, coalesce(t.linkedin_accounts, 0) as linkedin_accounts,
      coalesce(t.credits, 0) as credits, p.purchased_credits, p.purchases_in_cents
    from agency_clients c join agency_client_names() n using (client_id)
    cross join lateral (select max(email_accounts) as email_accounts, max(linkedin_accounts) as linkedin_accounts, max(credits) as credits
      from (select s.*, lead(valid_from) over (order by valid_from) as until from client_terms s where s.client_id = c.client_id) s
      where valid_from < ${next}::date and coalesce(until > ${first}::date, true)) t
    cross join lateral (select coalesce(sum(credits), 0)::int as purchased_credits,
        coalesce(sum(amount_in_cents), 0)::int as purchases_in_cents
      from client_purchases b where b.organization_id = c.organization_id and b.client_id = c.client_id
        and b.made_at >= ${first}::date at time zone 'UTC' and b.made_at < ${next}::date at time zone 'UTC') p
    where c.client_id = coalesce(${only}::bigint, c.client_id) and c.created_at < ${next}::date at time zone 'UTC'
      and coalesce(c.cancelled_at >= ${first}::date at time zone 'UTC', true)
    order by n.name, c.client_id limit ${2 * AGENCY_LIMITS.clients}`.execute(db);
  return rows.rows;
}

/** The agency's price list at the end of a month; its own costs if it had none. */
export async function findPrices({ db }: Tx, month: string): Promise<ClientPrices> {
  const rows = await sql<ClientPrices>`select base, email_account, linkedin_account, credit_pack from agency_prices
    where organization_id = current_organization_id() and valid_from < ${monthBounds(month).next}::date
    order by valid_from desc limit 1`.execute(db);
  return rows.rows[0] ?? { ...AGENCY_COSTS };
}

/** Of one day the last counts. */
export async function savePrices({ db }: Tx, prices: ClientPrices): Promise<void> {
  const { base, email_account, linkedin_account, credit_pack } = prices;
  await sql`insert into agency_prices (organization_id, valid_from, base, email_account, linkedin_account, credit_pack)
    values (current_organization_id(), (app_now() at time zone 'UTC')::date, ${base}, ${email_account}, ${linkedin_account}, ${credit_pack})
    on conflict (organization_id, valid_from) do update set base = excluded.base, email_account = excluded.email_account,
      linkedin_account = excluded.linkedin_account, credit_pack = excluded.credit_pack`.execute(db);
}

export interface PriceSettings {
  shows_prices: boolean;
  lets_clients_buy: boolean;
}

export async function findPriceSettings({ db }: Tx): Promise<PriceSettings> {
  const rows = await sql<PriceSettings>`select shows_prices, lets_clients_buy from agency_settings
    where organization_id = current_organization_id()`.execute(db);
  return rows.rows[0] ?? { shows_prices: false, lets_clients_buy: false };
}

export async function savePriceSettings({ db }: Tx, settings: PriceSettings): Promise<void> {
  const { shows_prices, lets_clients_buy } = settings;
  await sql`insert into agency_settings (organization_id, shows_prices, lets_clients_buy)
    values (current_organization_id(), ${shows_prices}, ${lets_clients_buy})
    on conflict (organization_id) do update set shows_prices = excluded.shows_prices,
      lets_clients_buy = excluded.lets_clients_buy`.execute(db);
}

export interface StatementFigures {
  opening: number;
  added: number;
  taken: number;
  set_aside: number;
  released: number;
  used: Record<string, number>;
  connected_email: number;
  connected_linkedin: number;
}

/** The client's own rows, by functions that are limited to the agency; undefined for clients of others. */
export async function findStatementFigures(
  { db }: Tx,
  clientId: number,
  month: string,
): Promise<StatementFigures | undefined> {
  const { first, next } = monthBounds(month);
  const span = sql`${clientId}::bigint, ${first}::date at time zone 'UTC', ${next}::date at time zone 'UTC'`;
  const rows = await sql<StatementFigures>`select k.*, s.email_accounts as connected_email,
      s.linkedin_accounts as connected_linkedin
    from agency_client_credits(${span}) k cross join agency_client_senders(${span}) s`.execute(db);
  return rows.rows[0];
}

export interface Purchase {
  id: number;
  made_at: Date;
  credits: number;
  amount_in_cents: number;
  is_bought: boolean;
}

/** What went to a client from the agency's credits, newest first; of one month, or the last ones of all. */
export async function listPurchases(
  { db }: Tx,
  clientId: number,
  month: string | null,
  limit: number,
): Promise<Purchase[]> {
  const { first, next } = month === null ? { first: '-infinity', next: 'infinity' } : monthBounds(month);
  const rows = await sql<Purchase>`select id, made_at, credits, amount_in_cents, is_bought from client_purchases
    where client_id = ${clientId} and made_at >= ${first}::timestamp at time zone 'UTC'
      and made_at < ${next}::timestamp at time zone 'UTC'
    order by made_at desc, id desc limit ${limit}`.execute(db);
  return rows.rows;
}
