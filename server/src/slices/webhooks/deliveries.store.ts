import { WEBHOOK_LIMITS } from '@overture/domain/webhooks';
import { sql } from 'kysely';
import type { PageRange } from '../../kernel/api-keys/cursor.ts';
import type { SystemTransactionContext, TransactionContext } from '../../kernel/context.ts';
import { isFull } from '../../kernel/rounds/batches.ts';

type Tx = Pick<TransactionContext, 'db' | 'organization'>;

export interface DeliveryRow {
  id: number;
  message_id: string;
  type: string;
  state: 'pending' | 'delivered' | 'failed';
  attempts: number;
  occurred_at: Date;
  tried_at: Date | null;
  next_attempt_at: Date | null;
  code: number | null;
  duration_in_ms: number | null;
  error: string | null;
}

const columns = sql`m.id, m.message_id, m.type, d.state, d.attempts, m.occurred_at, d.tried_at,
  case when d.state = 'pending' then d.next_attempt_at end as next_attempt_at, d.code, d.ms as duration_in_ms, d.error`;

/** The count ends here. */
const COUNTED = 10_000;

export async function listDeliveries(
  { db, organization }: Tx,
  endpointId: number,
  state: string | null,
  { limit, offset, after }: PageRange,
): Promise<DeliveryRow[]> {
  const isAfter = after === null ? sql`true` : sql`d.message_id < ${after[0]}::bigint`;
  // The page first: a join in the order of deliveries would read all messages above it.
  const rows = await sql<DeliveryRow>`with d as materialized (select * from webhook_deliveries d
      where d.organization_id = ${organization.id} and d.endpoint_id = ${endpointId}
        and (${state}::text is null or d.state = ${state}) and ${isAfter}
      order by d.message_id desc limit ${limit} offset ${offset})
    select ${columns} from d join webhook_messages m on m.id = d.message_id order by m.id desc`.execute(db);
  return rows.rows;
}

export async function countDeliveries(
  { db, organization }: Tx,
  endpointId: number,
  state: string | null,
): Promise<number> {
  const rows = await sql<{ n: number }>`select count(*)::int as n from (select from webhook_deliveries
    where organization_id = ${organization.id} and endpoint_id = ${endpointId}
      and (${state}::text is null or state = ${state}) limit ${COUNTED}) counted`.execute(db);
  return rows.rows[0]?.n ?? 0;
}

interface DeliveryDetail extends DeliveryRow {
  data: Record<string, unknown>;
  answer: string | null;
  mode: 'full' | 'thin';
}

export async function findDelivery(
  { db, organization }: Tx,
  endpointId: number,
  id: number,
): Promise<DeliveryDetail | undefined> {
  const rows = await sql<DeliveryDetail>`select ${columns}, m.data, d.answer, e.mode
    from webhook_deliveries d join webhook_messages m on m.id = d.message_id join webhook_endpoints e on e.id = d.endpoint_id
    where d.organization_id = ${organization.id} and d.endpoint_id = ${endpointId} and d.message_id = ${id}`.execute(
    db,
  );
  return rows.rows[0];
}

const again = sql`state = 'pending', attempts = 0, next_attempt_at = statement_timestamp()`;

/** False if there is no such delivery. One that is pending is tried now. */
export async function replayDelivery({ db, organization }: Tx, endpointId: number, id: number): Promise<boolean> {
  const rows = await sql`update webhook_deliveries set ${again} where organization_id = ${organization.id}
    and endpoint_id = ${endpointId} and message_id = ${id}`.execute(db);
  return (rows.numAffectedRows ?? 0n) > 0n;
}

export async function replayFailed({ db, organization }: Tx, endpointId: number, since: string): Promise<number> {
  const rows = await sql`update webhook_deliveries set ${again} where organization_id = ${organization.id}
    and endpoint_id = ${endpointId} and state = 'failed' and message_id in (
      select d.message_id from webhook_deliveries d join webhook_messages m on m.id = d.message_id
      where d.endpoint_id = ${endpointId} and d.state = 'failed' and m.occurred_at >= ${since}
      order by d.message_id limit ${WEBHOOK_LIMITS.replayed_at_once})`.execute(db);
  return Number(rows.numAffectedRows ?? 0n);
}

/** What waits for an endpoint that is off is failed, which lets `replayFailed` bring it back. */
export async function failPending({ db }: Pick<TransactionContext, 'db'>, endpointId: number): Promise<void> {
  await sql`update webhook_deliveries set state = 'failed', error = coalesce(error, 'The webhook was switched off.')
    where endpoint_id = ${endpointId} and state = 'pending'`.execute(db);
}

/** Messages of the organization, counted up to the limit. */
export async function countStored({ db, organization }: Tx): Promise<number> {
  const rows = await sql<{ n: number }>`select count(*)::int as n from (select from webhook_messages
    where organization_id = ${organization.id} limit ${WEBHOOK_LIMITS.messages_kept}) counted`.execute(db);
  return rows.rows[0]?.n ?? 0;
}

/** With a message go its deliveries and its runs of automations, of which it can have 50, each with effects of its own. */
const DELETED_AT_ONCE = 1000;

/**
 * Deletes stored messages over the limit of an organization: delivered ones first, then those that failed, the oldest first. What is still
 * to be delivered stays. True if there may be more.
 */
export async function pruneExcess(
  { db }: Pick<SystemTransactionContext, 'db'>,
  kept: number = WEBHOOK_LIMITS.messages_kept,
): Promise<boolean> {
  const rows = await sql`with crowded as (
      select o.organization_id, (select count(*) from webhook_messages m where m.organization_id = o.organization_id) - ${kept} as excess
      from (select organization_id from webhook_endpoints union select organization_id from automations) o
    ), ended as (
      select picked.id from crowded c cross join lateral (
        select m.id from webhook_messages m where m.organization_id = c.organization_id
          and not exists (select from webhook_deliveries d where d.organization_id = m.organization_id and d.message_id = m.id
            and d.state = 'pending')
          and not exists (select from automation_runs r where r.organization_id = m.organization_id and r.message_id = m.id
            and r.state = 'pending')
        order by exists (select from webhook_deliveries d where d.organization_id = m.organization_id and d.message_id = m.id
          and d.state = 'failed'), m.id
        limit least(c.excess, ${DELETED_AT_ONCE})) picked
      where c.excess > 0
    ) delete from webhook_messages where id in (select id from ended)`.execute(db);
  return isFull(rows, DELETED_AT_ONCE);
}

/** Deletes what is older than the log reaches back. True if there may be more. */
export async function pruneMessages({ db }: Pick<SystemTransactionContext, 'db'>): Promise<boolean> {
  const old = sql`statement_timestamp() - make_interval(days => ${WEBHOOK_LIMITS.kept_in_days})`;
  await sql`delete from webhook_days where day < ${old}`.execute(db);
  const rows = await sql`delete from webhook_messages where id in (select id from webhook_messages
    where created_at < ${old} order by created_at limit ${DELETED_AT_ONCE})`.execute(db);
  return isFull(rows, DELETED_AT_ONCE);
}
