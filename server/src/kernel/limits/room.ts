import { type RawBuilder, sql } from 'kysely';
import type { TransactionContext } from '../context.ts';
import { ApiError } from '../errors.ts';

/**
 * Refuses another row of a list without pages.
 * Two parallel requests can exceed the limit by one. The query of the list has the same limit.
 * @throws bad_request
 */
export async function requireRoom(
  { db }: Pick<TransactionContext, 'db'>,
  rows: RawBuilder<unknown>,
  { limit, things, remedy = 'delete' }: { limit: number; things: string; remedy?: 'delete' | 'archive' },
): Promise<void> {
  const found = await sql<{ n: number }>`select count(*)::int as n from (${rows} limit ${limit}) r`.execute(db);
  if ((found.rows[0]?.n ?? 0) < limit) return;
  const reason = `You have ${limit.toLocaleString('en')} ${things}, the maximum. Please ${remedy} some first.`;
  throw new ApiError('bad_request', { reason });
}
