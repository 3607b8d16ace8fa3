import { sql } from 'kysely';
import type { SystemTransactionContext } from '../../../kernel/context.ts';

type Tx = Pick<SystemTransactionContext, 'db'>;

export interface DueClient {
  id: number;
  agency_id: number;
  name: string;
  logo_file: string | null;
}

/** The next one by id whose time is over. */
export async function findDueClient({ db }: Tx, after: number): Promise<DueClient | undefined> {
  const rows = await sql<DueClient>`select c.client_id as id, c.organization_id as agency_id, o.name, c.logo_file
    from agency_clients c join organizations o on o.organization_id = c.client_id
    where c.erase_at <= app_now() and c.client_id > ${after} order by c.client_id limit 1`.execute(db);
  return rows.rows[0];
}

export async function forgetLogo({ db }: Tx, id: number): Promise<void> {
  await sql`update agency_clients set logo_file = null, logo_type = null where client_id = ${id}`.execute(db);
}
