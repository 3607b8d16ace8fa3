import { type Kysely, sql } from 'kysely';
import type { DB } from '../../kernel/db/__generated__/database.ts';

interface Tx {
  db: Kysely<DB>;
}

export async function findSealedConnection({ db }: Tx, id: number): Promise<Buffer | null> {
  const rows = await sql<{ sealed_connection: Buffer | null }>`select sealed_connection from accounts
    where id = ${id} and deleted_at is null`.execute(db);
  return rows.rows[0]?.sealed_connection ?? null;
}
