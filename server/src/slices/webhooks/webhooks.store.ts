import { WEBHOOK_LIMITS, type WEBHOOK_MODES, type WEBHOOK_OFF_REASONS } from '@overture/domain/webhooks';
import { sql } from 'kysely';
import type { TransactionContext } from '../../kernel/context.ts';
import { toJson } from '../../kernel/db/to-json.ts';
import { ApiError, orNotFound } from '../../kernel/errors.ts';

type Tx = Pick<TransactionContext, 'db' | 'organization'>;

export interface NewEndpoint {
  url: string;
  description: string;
  event_types: readonly string[];
  mode: (typeof WEBHOOK_MODES)[number];
}

export interface EndpointRow extends NewEndpoint {
  id: number;
  event_types: string[];
  state: 'active' | 'off';
  off_reason: (typeof WEBHOOK_OFF_REASONS)[number] | null;
  off_at: Date | null;
  last_success_at: Date | null;
  failing_since: Date | null;
  former_secret_until: Date | null;
  created_at: Date;
  pending: number;
  failed: number;
}

/** Of pending and failed deliveries no more than so many are counted. */
const COUNTED = 10_000;

const columns = sql`e.id, e.url, e.description, e.event_types, e.mode, e.state, e.off_reason, e.off_at, e.last_success_at,
  e.failing_since, case when e.former_secret_until > statement_timestamp() then e.former_secret_until end as former_secret_until,
  e.created_at, (select count(*)::int from (select from webhook_deliveries d where d.endpoint_id = e.id
    and d.state = 'pending' limit ${COUNTED}) p) as pending,
  (select count(*)::int from (select from webhook_deliveries d where d.endpoint_id = e.id
    and d.state = 'failed' limit ${COUNTED}) f) as failed`;

export async function listEndpoints({ db, organization }: Tx): Promise<EndpointRow[]> {
  const rows = await sql<EndpointRow>`select ${columns} from webhook_endpoints e
    where e.organization_id = ${organization.id} order by e.id limit ${WEBHOOK_LIMITS.endpoints}`.execute(db);
  return rows.rows;
}

export async function findEndpoint({ db, organization }: Tx, id: number): Promise<EndpointRow | undefined> {
  const rows = await sql<EndpointRow>`select ${columns} from webhook_endpoints e
    where e.organization_id = ${organization.id} and e.id = ${id}`.execute(db);
  return rows.rows[0];
}

/** Those that the program switched off. */
export async function countOff({ db, organization }: Tx): Promise<number> {
  const rows = await sql<{ n: number }>`select count(*)::int as n from webhook_endpoints
    where organization_id = ${organization.id} and state = 'off' and off_reason <> 'person'`.execute(db);
  return rows.rows[0]?.n ?? 0;
}

/** Null when the organization has as many as it may. The lock lets two requests not both take the last place. */
export async function insertEndpoint(
  { db, organization, user }: Tx & Pick<TransactionContext, 'user'>,
  given: NewEndpoint & { sealed_secret: Buffer; limit: number },
): Promise<number | null> {
  await sql`select from organizations where organization_id = ${organization.id} for update`.execute(db);
  const rows = await sql<{
    id: number;
  }>`insert into webhook_endpoints (organization_id, url, description, event_types, mode,
      sealed_secret, created_by)
    select ${organization.id}, ${given.url}, ${given.description}, ${[...given.event_types]}::text[], ${given.mode},
      ${given.sealed_secret}, ${user?.id ?? null}::bigint
    where (select count(*) from webhook_endpoints where organization_id = ${organization.id}) < ${given.limit}
    returning id`.execute(db);
  return rows.rows[0]?.id ?? null;
}

/** The secret so far signs for a while beside the new one. False if there is no such endpoint. */
export async function rotateSecret(
  { db, organization }: Tx,
  id: number,
  sealed: Buffer,
  hours: number,
): Promise<boolean> {
  const rows = await sql`update webhook_endpoints set sealed_former_secret = sealed_secret, sealed_secret = ${sealed},
      former_secret_until = statement_timestamp() + make_interval(hours => ${hours})
    where organization_id = ${organization.id} and id = ${id}`.execute(db);
  return (rows.numAffectedRows ?? 0n) > 0n;
}

/** Switched on, it begins without the failures of before. False if there is no such endpoint. */
export async function updateEndpoint(
  { db, organization }: Tx,
  id: number,
  given: NewEndpoint & { is_active: boolean },
): Promise<boolean> {
  const starts = sql`state = 'off' and ${given.is_active}`;
  const ends = sql`state = 'active' and not ${given.is_active}`;
  const rows = await sql`update webhook_endpoints set url = ${given.url}, description = ${given.description},
      event_types = ${[...given.event_types]}::text[], mode = ${given.mode},
      state = case when ${given.is_active} then 'active' else 'off' end,
      off_reason = case when ${given.is_active} then null when ${ends} then 'person' else off_reason end,
      off_at = case when ${given.is_active} then null when ${ends} then app_now() else off_at end,
      failures = case when ${starts} then 0 else failures end,
      failing_since = case when ${starts} then null else failing_since end,
      is_slow = is_slow and not (${starts}),
      not_before = case when ${starts} or url <> ${given.url} then '-infinity' else not_before end
    where organization_id = ${organization.id} and id = ${id}`.execute(db);
  return (rows.numAffectedRows ?? 0n) > 0n;
}

export async function deleteEndpoint({ db, organization }: Tx, id: number): Promise<boolean> {
  const rows = await sql`delete from webhook_endpoints
    where organization_id = ${organization.id} and id = ${id}`.execute(db);
  return (rows.numAffectedRows ?? 0n) > 0n;
}

export interface OutgoingEvent {
  type: string;
  /** Identifies a repeated fact within its type: it is sent once. */
  event_key?: string;
  /** What these name is read and added to the data. */
  prospect_id?: number;
  account_id?: number | null;
  campaign_id?: number | null;
  node_id?: number;
  data?: Record<string, unknown>;
}

/** Messages for all endpoints of the organization that want them, in this transaction. */
export async function enqueueEvents({ db, organization }: Tx, events: readonly OutgoingEvent[]): Promise<void> {
  const given = events.map((event) => ({ ...event, organization_id: organization.id }));
  await sql`select enqueue_webhooks(${toJson(given)}::jsonb)`.execute(db);
}

/** True if an active endpoint wants events of a type. */
export async function hasReceiver({ db, organization }: Tx, type: string): Promise<boolean> {
  const rows = await sql`select from webhook_endpoints where organization_id = ${organization.id} and state = 'active'
    and event_types && webhook_type_names(${type}) limit 1`.execute(db);
  return rows.rows.length > 0;
}

/** A message for one endpoint alone, also without a subscription. */
export async function enqueueTest(
  { db, organization }: Tx,
  endpoint_id: number,
  message: { type: string; data: Record<string, unknown> },
): Promise<number> {
  const rows = await sql<{ id: number }>`with message as (
      insert into webhook_messages (organization_id, type, data)
      values (${organization.id}, ${message.type}, ${toJson(message.data)}::jsonb) returning id)
    insert into webhook_deliveries (organization_id, endpoint_id, message_id)
    select ${organization.id}, ${endpoint_id}, id from message returning message_id as id`.execute(db);
  return rows.rows[0]!.id;
}

/** Delivers a stored message to one endpoint more; false if it has it. @throws not_found, webhook_off */
export async function enqueueForEndpoint(
  { db, organization }: Tx,
  endpoint_id: number,
  message_id: number,
): Promise<boolean> {
  const endpoint = orNotFound(await findEndpoint({ db, organization }, endpoint_id));
  if (endpoint.state === 'off') throw new ApiError('webhook_off');
  const rows = await sql`insert into webhook_deliveries (organization_id, endpoint_id, message_id)
    values (${organization.id}, ${endpoint_id}, ${message_id}) on conflict do nothing`.execute(db);
  return (rows.numAffectedRows ?? 0n) > 0n;
}

/** What messages say about erased people is deleted with its deliveries. */
export async function eraseMessages({ db, organization }: Tx, prospectIds: readonly number[]): Promise<void> {
  await sql`delete from webhook_messages where organization_id = ${organization.id}
    and prospect_id = any(${[...prospectIds]}::bigint[])`.execute(db);
}
