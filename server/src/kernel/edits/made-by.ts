import { mayDelete } from '@overture/domain/access/permissions';
import { sql } from 'kysely';
import type { TransactionContext } from '../context.ts';
import { ApiError } from '../errors.ts';

/** Things that people make and others work with, and the column that says who did; null where nobody wrote it down. */
const MAKERS = {
  accounts: 'connected_by',
  ai_segments: 'created_by',
  campaign_templates: 'created_by',
  chat_labels: null,
  chat_notes: 'user_id',
  enrichment_prompts: 'created_by',
  excluded_domains: 'created_by',
  kanban_boards: 'created_by',
  labels: null,
  lead_columns: null,
  signatures: 'created_by',
} as const;

/**
 * What others made is deleted by who answers for the organization only (`mayDelete`). Things that are not there are left to the caller.
 * @throws ApiError not_yours
 */
export async function requireMayDelete(
  tx: Pick<TransactionContext, 'db' | 'user'>,
  table: keyof typeof MAKERS,
  ids: readonly number[],
): Promise<void> {
  const { user } = tx;
  if (!user || mayDelete(user, null)) return;
  const column = MAKERS[table];
  if (column === null) throw new ApiError('not_yours');
  const { rows } = await sql<{ maker: number | null }>`select ${sql.ref(column)} as maker from ${sql.table(table)}
    where id = any(${ids})`.execute(tx.db);
  if (rows.some(({ maker }) => !mayDelete(user, maker))) throw new ApiError('not_yours');
}
