import { CRM_LIMITS } from '@overture/domain/crm';
import { sql } from 'kysely';
import type { PageRange } from '../../../kernel/api-keys/cursor.ts';
import type { TransactionContext } from '../../../kernel/context.ts';
import { toJson } from '../../../kernel/db/to-json.ts';

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
  at: { integration_id: number; push_id: number | null; event_id: number | null },
  given: readonly NewExchange[],
): Promise<void> {
  if (given.length === 0) return;
  await sql`insert into crm_exchanges (organization_id, integration_id, push_id, event_id, method, path, status, sent, answered, is_failure)
    select ${organization.id}, ${at.integration_id}, ${at.push_id}, ${at.event_id}::bigint, method, path, status, sent, answered, is_failure
    from json_to_recordset(${toJson(given)}::json)
      as g (method text, path text, status int, sent text, answered text, is_failure boolean)`.execute(db);
  await sql`delete from crm_exchanges where integration_id = ${at.integration_id} and id <= (select id from crm_exchanges
    where integration_id = ${at.integration_id} order by id desc offset ${CRM_LIMITS.exchanges_kept} limit 1)`.execute(
    db,
  );
}

export interface ExchangeRow extends NewExchange {
  id: number;
  at: Date;
  push_id: number | null;
  event_id: number | null;
}

const columns = sql`id, at, method, path, status, sent, answered, is_failure, push_id, event_id`;

export async function listExchanges(
  { db, organization }: Tx,
  integrationId: number,
  only_failures: boolean,
  { limit, offset, after }: PageRange,
): Promise<ExchangeRow[]> {
  const isAfter = after === null ? sql`true` : sql`id < ${after[0]}::bigint`;
  const rows = await sql<ExchangeRow>`select ${columns} from crm_exchanges where organization_id = ${organization.id}
    and integration_id = ${integrationId} and (is_failure or not ${only_failures}) and ${isAfter}
    order by id desc limit ${limit} offset ${offset}`.execute(db);
  return rows.rows;
}

/** Of the last thousand that are kept. */
export async function countExchanges(
  { db, organization }: Tx,
  integrationId: number,
  only_failures: boolean,
): Promise<number> {
  const rows = await sql<{ n: number }>`select count(*)::int as n from crm_exchanges
    where organization_id = ${organization.id} and integration_id = ${integrationId}
      and (is_failure or not ${only_failures})`.execute(db);
  return rows.rows[0]?.n ?? 0;
}

export async function findExchange(
  { db, organization }: Tx,
  integrationId: number,
  id: number,
): Promise<ExchangeRow | undefined> {
  const rows = await sql<ExchangeRow>`select ${columns} from crm_exchanges where organization_id = ${organization.id}
    and integration_id = ${integrationId} and id = ${id}`.execute(db);
  return rows.rows[0];
}
