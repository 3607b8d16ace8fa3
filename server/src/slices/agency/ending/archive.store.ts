import { sql } from 'kysely';
import type { ReadContext } from '../../../kernel/context.ts';

/** A cancelled client of the transaction's agency. */
export async function findEndedClient({ db }: Pick<ReadContext, 'db'>, id: number): Promise<EndedClient | undefined> {
  const rows =
    await sql<EndedClient>`select f.name, c.cancelled_at, f.is_open_to_agency, c.erase_at <= app_now() as is_over
    from agency_clients c join agency_client_figures(${id}::bigint) f using (client_id) where c.client_id = ${id}`.execute(
      db,
    );
  return rows.rows[0];
}

interface EndedClient {
  name: string;
  cancelled_at: Date | null;
  is_open_to_agency: boolean;
  is_over: boolean | null;
}
