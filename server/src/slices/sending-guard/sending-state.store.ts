import { sql } from 'kysely';
import type { SystemTransactionContext } from '../../kernel/context.ts';

/** Whether sending is held for the whole installation, and the installation's time. */
export async function getSendingState(
  tx: Pick<SystemTransactionContext, 'db'>,
): Promise<{ is_held: boolean; now: Date }> {
  const rows = await sql<{ is_held: boolean; now: Date }>`select sending_held_since is not null as is_held,
    app_now() as now from installation`.execute(tx.db);
  return rows.rows[0]!;
}
