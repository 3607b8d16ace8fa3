import { sql } from 'kysely';
import type { TransactionContext } from '../../../kernel/context.ts';

/** Which of these people an account of messaging knows as leads. */
export async function findLinked(
  { db }: Pick<TransactionContext, 'db'>,
  accountId: number,
  providerIds: readonly (string | null)[],
): Promise<Set<string>> {
  const ids = providerIds.filter((id) => id !== null);
  const rows = await sql<{ provider_id: string }>`select provider_id from linkedin_members
    where account_id = ${accountId} and provider_id = any(${ids}::text[])`.execute(db);
  return new Set(rows.rows.map((row) => row.provider_id));
}
