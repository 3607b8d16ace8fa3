import { sql } from 'kysely';
import type { SystemTransactionContext } from '../../kernel/context.ts';

interface SendingState {
  is_held: boolean;
  now: Date;
  restored_at: Date | null;
}

/**
 * Whether sending is held for the whole installation, the installation's time, and when it was last restored. After a failover of the database nothing
 * is sent until a worker knows that nothing is missing (`app/sending-timeline`).
 */
export async function getSendingState({ db }: Pick<SystemTransactionContext, 'db'>): Promise<SendingState> {
  const rows =
    await sql<SendingState>`select coalesce(sending_held_since is not null or sending_timeline <> database_timeline(), false) as is_held,
    app_now() as now, restored_at from installation`.execute(db);
  return rows.rows[0]!;
}

/**
 * For mail that leaves at set times. What was due before a restore may have left after the backup was made. While sending is held, no such mail
 * leaves: the database may be a copy of another installation.
 */
export async function getMailCalendar(
  tx: Pick<SystemTransactionContext, 'db'>,
): Promise<{ is_held: boolean; mayHaveLeft: (due: Date) => boolean }> {
  const { is_held, restored_at } = await getSendingState(tx);
  return { is_held, mayHaveLeft: (due) => restored_at !== null && due <= restored_at };
}
