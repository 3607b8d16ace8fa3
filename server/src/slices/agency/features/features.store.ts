import { sql } from 'kysely';
import type { SystemTransactionContext } from '../../../kernel/context.ts';

type Tx = Pick<SystemTransactionContext, 'db'>;

/** What is off for all clients of an agency; changes at the same time wait for each other. */
export async function lockDisabledForAll({ db }: Tx, agencyId: number): Promise<string[]> {
  await sql`insert into agency_settings (organization_id) values (${agencyId}) on conflict do nothing`.execute(db);
  const rows = await sql<{ disabled_features: string[] }>`select disabled_features from agency_settings
    where organization_id = ${agencyId} for update`.execute(db);
  return rows.rows[0]?.disabled_features ?? [];
}

export async function updateDisabledForAll({ db }: Tx, agencyId: number, disabled: readonly string[]): Promise<void> {
  await sql`update agency_settings set disabled_features = ${[...disabled]}::text[] where organization_id = ${agencyId}`.execute(
    db,
  );
}

export async function listDisabledOfClients(
  { db }: Tx,
  agencyId: number,
): Promise<{ id: number; disabled_features: string[] }[]> {
  const rows = await sql<{ id: number; disabled_features: string[] }>`select client_id as id, disabled_features
    from agency_clients where organization_id = ${agencyId} order by client_id for update`.execute(db);
  return rows.rows;
}

export async function updateDisabledOfClient({ db }: Tx, id: number, disabled: readonly string[]): Promise<void> {
  await sql`update agency_clients set disabled_features = ${[...disabled]}::text[] where client_id = ${id}`.execute(db);
}
