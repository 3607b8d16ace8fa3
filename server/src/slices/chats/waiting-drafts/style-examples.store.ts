import type { DraftExample } from '@overture/contract/waiting-drafts';
import { INBOX_LIMITS } from '@overture/domain/limits';
import { sql } from 'kysely';
import type { TransactionContext } from '../../../kernel/context.ts';

type Tx = Pick<TransactionContext, 'db' | 'organization'>;

/** Keeps a change of a draft, and the newest of this user only. */
export async function insertExample(
  { db, organization }: Tx,
  given: { user_id: number; prospect_id: number; written: string; sent: string; kept: number },
): Promise<void> {
  await sql`insert into draft_examples (organization_id, user_id, prospect_id, written, sent)
    values (${organization.id}, ${given.user_id}, ${given.prospect_id}, ${given.written}, ${given.sent})`.execute(db);
  await sql`delete from draft_examples where organization_id = ${organization.id} and user_id = ${given.user_id}
    and id not in (select id from draft_examples where organization_id = ${organization.id} and user_id = ${given.user_id}
      order by id desc limit ${given.kept})`.execute(db);
}

export async function listUserExamples({ db, organization }: Tx, userId: number): Promise<DraftExample[]> {
  const rows = await sql<Omit<DraftExample, 'created_at'> & { created_at: Date }>`
    select id, written, sent, created_at from draft_examples
    where organization_id = ${organization.id} and user_id = ${userId} order by id desc limit ${INBOX_LIMITS.draft_examples}`.execute(
    db,
  );
  return rows.rows.map((row) => ({ ...row, created_at: row.created_at.toISOString() }));
}

export async function deleteExample({ db }: Tx, userId: number, id: number): Promise<boolean> {
  const rows = await sql`delete from draft_examples where id = ${id} and user_id = ${userId}`.execute(db);
  return (rows.numAffectedRows ?? 0n) > 0n;
}
