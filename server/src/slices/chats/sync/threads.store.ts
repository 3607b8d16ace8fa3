import { sql } from 'kysely';
import type { TransactionContext } from '../../../kernel/context.ts';
import { joinEmails } from '../../lead-addresses/index.ts';

type Tx = Pick<TransactionContext, 'db' | 'organization'>;

/** All addresses of leads by id; leads without one are left out. */
export async function findAddresses({ db }: Tx, prospectIds: readonly number[]): Promise<Map<number, string[]>> {
  if (prospectIds.length === 0) return new Map();
  const rows = await sql<{ id: number; emails: string[] }>`select p.id, ${joinEmails('p')} as emails from prospects p
    where p.id = any(${[...new Set(prospectIds)]}::bigint[])`.execute(db);
  return new Map(rows.rows.map((row) => [row.id, row.emails]));
}

/** Other addresses than their own from which leads have replied, by lead. */
export async function findReplyAddresses({ db }: Tx, prospectIds: readonly number[]): Promise<Map<number, string[]>> {
  if (prospectIds.length === 0) return new Map();
  const rows = await sql<{
    id: number;
    addresses: string[];
  }>`select prospect_id as id, array_agg(distinct from_email::text) as addresses from chat_messages
    where prospect_id = any(${[...new Set(prospectIds)]}::bigint[]) and kind = 'REPLY' and from_email is not null
    group by prospect_id`.execute(db);
  return new Map(rows.rows.map((row) => [row.id, row.addresses]));
}

/** Whether an address is our own: a sender of the organization, or a user's sign-in address. */
export async function isOwnAddress({ db, organization }: Tx, address: string): Promise<boolean> {
  const rows = await sql`select from accounts where organization_id = ${organization.id} and email = ${address}::citext
    union all select from users where organization_id = ${organization.id} and email = ${address}::citext limit 1`.execute(
    db,
  );
  return rows.rows.length > 0;
}
