import { sql } from 'kysely';
import type { SystemContext, TransactionContext } from '../context.ts';

export const jobSecretPurpose = 'job-secret';
/** The queue gave the job up long ago. */
const FORGOTTEN_AFTER = '30 days';

/**
 * Stores a sealed column value for a job of this transaction; the job's payload holds its id. Null if it cannot be opened any
 * longer: its row is deleted anyway.
 */
export async function storeJobSecret(
  { db, vault, log }: Pick<TransactionContext, 'db' | 'vault' | 'log'>,
  { purpose, sealed }: { purpose: string; sealed: Buffer },
): Promise<number | null> {
  let secret: string;
  try {
    secret = vault.open(purpose, sealed);
  } catch (error) {
    log.warn({ err: error, purpose }, 'consent not given back, what was sealed is unreadable');
    return null;
  }
  const again = vault.seal(jobSecretPurpose, secret);
  const { rows } = await sql<{ id: number }>`insert into job_secrets (sealed) values (${again}) returning id`.execute(
    db,
  );
  return rows[0]?.id ?? null;
}

/** Null when the job has done its work already. @throws when SECRET_KEY is not the one it was sealed with */
export async function findJobSecret(ctx: SystemContext, id: number): Promise<string | null> {
  const sealed = await ctx.systemTransaction(async ({ db }) => {
    const { rows } = await sql<{ sealed: Buffer }>`select sealed from job_secrets where id = ${id}`.execute(db);
    return rows[0]?.sealed ?? null;
  });
  return sealed && ctx.vault.open(jobSecretPurpose, sealed);
}

/** The work is done. */
export async function deleteJobSecret(ctx: SystemContext, id: number): Promise<void> {
  await ctx.systemTransaction(({ db }) =>
    sql`delete from job_secrets where id = ${id} or created_at < statement_timestamp() - ${FORGOTTEN_AFTER}::interval`.execute(
      db,
    ),
  );
}
