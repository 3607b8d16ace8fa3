import { sql } from 'kysely';
import type { TransactionContext } from '../../../kernel/context.ts';

type Tx = Pick<TransactionContext, 'db' | 'organization'>;

/** Addresses of leads by id; those without one are left out. */
export async function findAddresses({ db }: Tx, prospectIds: readonly number[]): Promise<Map<number, string>> {
  if (prospectIds.length === 0) return new Map();
  const rows = await sql<{ id: number; email: string }>`select id, email::text as email from prospects
    where id = any(${[...new Set(prospectIds)]}::bigint[]) and email is not null`.execute(db);
  return new Map(rows.rows.map((row) => [row.id, row.email]));
}

/** Leads with one of these addresses; several rows may be the same person. */
export async function findPeopleByAddress({ db, organization }: Tx, addresses: readonly string[]): Promise<number[]> {
  if (addresses.length === 0) return [];
  const rows = await sql<{ id: number }>`select id from prospects where organization_id = ${organization.id}
    and email = any(${[...addresses]}::citext[]) limit 100`.execute(db);
  return rows.rows.map((row) => row.id);
}
