import { sql } from 'kysely';
import type { TransactionContext } from '../../../kernel/context.ts';

type Tx = Pick<TransactionContext, 'db' | 'organization'>;

export async function findName({ db, organization }: Tx, userId: number): Promise<string | null> {
  const rows = await sql<{ name: string }>`select name from users
    where organization_id = ${organization.id} and id = ${userId}`.execute(db);
  return rows.rows[0]?.name ?? null;
}

/** True unless the person was deactivated. */
export async function isActive({ db, organization }: Tx, userId: number): Promise<boolean> {
  const rows = await sql`select 1 from users where organization_id = ${organization.id} and id = ${userId}
    and (active or is_workspace_user)`.execute(db);
  return rows.rows.length > 0;
}
