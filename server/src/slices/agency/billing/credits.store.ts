import { AGENCY_COSTS, type ClientPrices } from '@overture/domain/money/agency-bills';
import { sql } from 'kysely';
import type { ReadContext, SystemTransactionContext } from '../../../kernel/context.ts';

export interface Offer {
  agency_id: number;
  lets_clients_buy: boolean;
  prices: ClientPrices;
}

/** What the agency of the transaction's organization asks; undefined where it shows nothing, and without an agency. */
export async function findOffer({ db }: Pick<ReadContext, 'db'>): Promise<Offer | undefined> {
  const rows = await sql<
    { agency_id: number; lets_clients_buy: boolean } & { [Item in keyof ClientPrices]: number | null }
  >`
    select * from prices_of_my_agency()`.execute(db);
  const row = rows.rows[0];
  if (!row) return undefined;
  const { agency_id, lets_clients_buy, base, email_account, linkedin_account, credit_pack } = row;
  const isListed = base !== null && email_account !== null && linkedin_account !== null && credit_pack !== null;
  const prices = isListed ? { base, email_account, linkedin_account, credit_pack } : { ...AGENCY_COSTS };
  return { agency_id, lets_clients_buy, prices };
}

export interface NewPurchase {
  agency_id: number;
  client_id: number;
  key: string;
  credits: number;
  amount_in_cents: number;
  is_bought: boolean;
}

/** What the purchase of this key was for, and whether it was made now; who asks for the same at the same time waits. */
export async function insertPurchase(
  { db }: Pick<SystemTransactionContext, 'db'>,
  given: NewPurchase,
): Promise<{ credits: number; is_new: boolean }> {
  const made =
    await sql`insert into client_purchases (organization_id, client_id, key, credits, amount_in_cents, is_bought)
    values (${given.agency_id}, ${given.client_id}, ${given.key}, ${given.credits}, ${given.amount_in_cents}, ${given.is_bought})
    on conflict (client_id, key) do nothing`.execute(db);
  if ((made.numAffectedRows ?? 0n) > 0n) return { credits: given.credits, is_new: true };
  const rows = await sql<{ credits: number }>`select credits from client_purchases
    where client_id = ${given.client_id} and key = ${given.key}`.execute(db);
  return { credits: rows.rows[0]!.credits, is_new: false };
}
