import { sql } from 'kysely';
import type { TransactionContext } from '../../kernel/context.ts';

type Tx = Pick<TransactionContext, 'db' | 'organization'>;

/** Call with every change of the fields of leads, late in the transaction: it locks one row of the organization. */
export async function raiseProspectVersion({ db, organization }: Tx): Promise<void> {
  await sql`insert into prospect_versions as v (organization_id, version) values (${organization.id}, 1)
    on conflict (organization_id) do update set version = v.version + 1`.execute(db);
}

/** Rises with every change of the fields of leads in the organization. */
export async function getProspectVersion({ db, organization }: Tx): Promise<number> {
  const rows = await sql<{ version: number }>`select version from prospect_versions
    where organization_id = ${organization.id}`.execute(db);
  return rows.rows[0]?.version ?? 0;
}
