import { sql } from 'kysely';
import type { SystemContext, SystemTransactionContext } from '../../kernel/context.ts';
import { compareDatabase, type DatabaseMark, markedInstallation } from '../../kernel/db/replica/known-database.ts';

interface SendingState {
  is_held: boolean;
  /** A newer database is known: what is written here is lost. */
  is_former: boolean;
  now: Date;
  restored_at: Date | null;
}

/**
 * Whether sending is held for the whole installation, the installation's time, and when it was last restored. After a failover of the database nothing
 * is sent until a worker knows that nothing is missing (`app/sending-timeline`). A former primary that still answers is held for this process: it is
 * asked in the transaction that decides, because the next connection may lead to the other server.
 */
export async function getSendingState({
  db,
  config,
}: Pick<SystemTransactionContext, 'db' | 'config'>): Promise<SendingState> {
  const { rows } = await sql<SendingState & DatabaseMark>`select app_now() as now, restored_at, timeline, confirmed_at,
    coalesce(sending_held_since is not null or sending_timeline <> timeline, false) as is_held from ${markedInstallation}`.execute(
    db,
  );
  const { now, restored_at, is_held } = rows[0]!;
  const is_former = compareDatabase(config, rows[0]!);
  return { is_held: is_held || is_former, is_former, now, restored_at };
}

/**
 * For mail that leaves at set times. What was due before a restore may have left after the backup was made. While sending is held, no such mail
 * leaves: the database may be a copy of another installation.
 */
export async function getMailCalendar(
  ctx: Pick<SystemContext, 'systemRead' | 'config'>,
): Promise<{ is_held: boolean; mayHaveLeft: (due: Date) => boolean }> {
  const { config } = ctx;
  const { is_held, restored_at } = await ctx.systemRead(({ db }) => getSendingState({ db, config }));
  return { is_held, mayHaveLeft: (due) => restored_at !== null && due <= restored_at };
}
