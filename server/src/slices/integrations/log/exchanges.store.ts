import { CRM_LIMITS } from '@overture/domain/crm';
import { sql } from 'kysely';
import type { TransactionContext } from '../../../kernel/context.ts';

type Tx = Pick<TransactionContext, 'db' | 'organization'>;

export interface NewExchange {
  method: string;
  path: string;
  status: number | null;
  sent: string;
  answered: string;
  is_failure: boolean;
}

/** Keeps the last thousand of an integration. */
export async function insertExchanges(
  { db, organization }: Tx,
  at: { integration_id: number; push_id: number | null },
  given: readonly NewExchange[],
): Promise<void> {
  if (given.length === 0) return;
  await sql`insert into crm_exchanges (organization_id, integration_id, push_id, method, path, status, sent, answered, is_failure)
    select ${organization.id}, ${at.integration_id}, ${at.push_id}, method, path, status, sent, answered, is_failure
    from json_to_recordset(${JSON.stringify(given)}::json)
      as g (method text, path text, status int, sent text, answered text, is_failure boolean)`.execute(db);
  await sql`delete from crm_exchanges where integration_id = ${at.integration_id} and id <= (select id from crm_exchanges
    where integration_id = ${at.integration_id} order by id desc offset ${CRM_LIMITS.exchanges_kept} limit 1)`.execute(
    db,
  );
}
