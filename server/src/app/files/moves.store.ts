import { sql } from 'kysely';
import type { SystemContext } from '../../kernel/context.ts';

type Ctx = Pick<SystemContext, 'systemTransaction'>;

export type MoveTarget = 'folder' | 's3';

export interface Move {
  target: MoveTarget;
  moved: number;
  moved_bytes: number;
  is_running: boolean;
  started_at: Date;
  finished_at: Date | null;
}

const LEASE = '30 seconds';

/**
 * Takes the lease, and continues what was interrupted on the way to the same place.
 * @returns false while another process moves files
 */
export async function beginMove(ctx: Ctx, token: string, target: MoveTarget): Promise<boolean> {
  const { numAffectedRows = 0n } = await ctx.systemTransaction(({ db }) =>
    sql`insert into file_moves as m (target, lease_token, leased_until)
      values (${target}, ${token}, statement_timestamp() + ${LEASE}::interval)
      on conflict (id) do update set target = excluded.target, lease_token = excluded.lease_token,
        leased_until = excluded.leased_until, finished_at = null,
        moved = case when m.target = excluded.target and m.finished_at is null then m.moved else 0 end,
        moved_bytes = case when m.target = excluded.target and m.finished_at is null then m.moved_bytes else 0 end,
        started_at = case when m.target = excluded.target and m.finished_at is null then m.started_at else statement_timestamp() end
      where m.leased_until is null or m.leased_until < statement_timestamp()`.execute(db),
  );
  return numAffectedRows > 0n;
}

/** @returns false when another process took over */
export async function saveProgress(
  ctx: Ctx,
  token: string,
  { files, bytes }: { files: number; bytes: number },
): Promise<boolean> {
  const { numAffectedRows = 0n } = await ctx.systemTransaction(({ db }) =>
    sql`update file_moves set moved = moved + ${files}, moved_bytes = moved_bytes + ${bytes},
        leased_until = statement_timestamp() + ${LEASE}::interval
      where lease_token = ${token}`.execute(db),
  );
  return numAffectedRows > 0n;
}

export async function extendLease(ctx: Ctx, token: string): Promise<void> {
  await ctx.systemTransaction(({ db }) =>
    sql`update file_moves set leased_until = statement_timestamp() + ${LEASE}::interval where lease_token = ${token}`.execute(
      db,
    ),
  );
}

export async function endMove(ctx: Ctx, token: string, isFinished: boolean): Promise<void> {
  await ctx.systemTransaction(({ db }) =>
    sql`update file_moves set lease_token = null, leased_until = null,
        finished_at = case when ${isFinished} then statement_timestamp() end
      where lease_token = ${token}`.execute(db),
  );
}

export async function findMove(ctx: Pick<SystemContext, 'systemRead'>): Promise<Move | null> {
  const { rows } = await ctx.systemRead(({ db }) =>
    sql<Move>`select target, moved::float8 as moved, moved_bytes::float8 as moved_bytes, started_at, finished_at,
      coalesce(leased_until > statement_timestamp(), false) as is_running from file_moves`.execute(db),
  );
  return rows[0] ?? null;
}
