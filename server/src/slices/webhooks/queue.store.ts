import { WEBHOOK_LIMITS } from '@overture/domain/webhooks';
import { sql } from 'kysely';
import type { SystemTransactionContext, TransactionContext } from '../../kernel/context.ts';
import { toJson } from '../../kernel/db/to-json.ts';
import { isNotParked, type Unit } from '../../kernel/rounds/rounds.ts';
import type { StoredMessage } from './message-body.rules.ts';

export const FAST_LOOP = 'webhooks';
/** Endpoints that failed or were slow last time: here they delay no others. */
export const SLOW_LOOP = 'slow-webhooks';
export type Lane = 'fast' | 'slow';

/** Longer than a turn and its last request. */
const LEASE_IN_SECONDS = 45;
/** A turn of an endpoint that works; one in trouble is asked with as many as it gets at the same time. */
const DELIVERIES_A_TURN: Record<Lane, number> = { fast: 32, slow: WEBHOOK_LIMITS.at_once };

export interface ClaimedEndpoint extends Unit {
  id: number;
  url: string;
  mode: 'full' | 'thin';
  sealed_secret: Buffer;
  /** Null once its time is over. */
  sealed_former_secret: Buffer | null;
  lease_token: number;
  failures: number;
  deliveries: (StoredMessage & { attempts: number })[];
}

/** Days of tries are by UTC. */
const today = sql`(statement_timestamp() at time zone 'UTC')::date`;

/** Organizations that have their share at work, and endpoints that this process is still at. */
export interface Without {
  organizations: readonly number[];
  endpoints: readonly number[];
}

/**
 * Leases the endpoint whose oldest due delivery has waited the longest, with its deliveries. Walks from endpoint to endpoint by an index:
 * a backlog of one costs no more than a single message. Those of a suspended or cancelled organization wait.
 */
export async function claimEndpoint(
  { db }: Pick<SystemTransactionContext, 'db'>,
  lane: Lane,
  without: Without,
): Promise<ClaimedEndpoint | null> {
  const isFree = sql`e.state = 'active' and e.is_slow = ${lane === 'slow'} and e.leased_until < statement_timestamp()
    and e.not_before <= statement_timestamp()`;
  const rows = await sql<ClaimedEndpoint>`with recursive waiting as (
      (select endpoint_id as id from webhook_deliveries where state = 'pending' order by endpoint_id limit 1)
      union all
      select (select d.endpoint_id from webhook_deliveries d where d.state = 'pending' and d.endpoint_id > w.id
        order by d.endpoint_id limit 1) from waiting w where w.id is not null
    ), due as materialized (
      select e.id, first.next_attempt_at from waiting w join webhook_endpoints e on e.id = w.id
      cross join lateral (select d.next_attempt_at from webhook_deliveries d where d.endpoint_id = e.id and d.state = 'pending'
        order by d.next_attempt_at limit 1) first
      left join webhook_days y on y.organization_id = e.organization_id and y.day = ${today}
      where ${isFree} and first.next_attempt_at <= statement_timestamp()
        and e.organization_id <> all(${[...without.organizations]}::bigint[])
        and e.id <> all(${[...without.endpoints]}::bigint[]) and coalesce(y.tries, 0) < ${WEBHOOK_LIMITS.tries_a_day}
        and exists (select from organizations o where o.organization_id = e.organization_id and o.suspended_at is null)
        and ${isNotParked(lane === 'slow' ? SLOW_LOOP : FAST_LOOP, sql.ref('e.organization_id'), sql`e.id::text`)}
    ), taken as (
      select e.id from due join webhook_endpoints e on e.id = due.id where ${isFree}
      order by due.next_attempt_at limit 1 for update of e skip locked
    )
    update webhook_endpoints e set lease_token = e.lease_token + 1,
      leased_until = statement_timestamp() + make_interval(secs => ${LEASE_IN_SECONDS})
    from taken where e.id = taken.id
    returning e.organization_id, e.id::text as key, e.id, e.url, e.mode, e.sealed_secret, e.lease_token, e.failures,
      case when e.former_secret_until > statement_timestamp() then e.sealed_former_secret end as sealed_former_secret,
      (select coalesce(json_agg(t), '[]') from (select m.id, m.message_id, m.type, m.data, m.occurred_at, d.attempts
        from webhook_deliveries d join webhook_messages m on m.id = d.message_id
        where d.endpoint_id = e.id and d.state = 'pending' and d.next_attempt_at <= statement_timestamp()
        order by d.next_attempt_at, d.message_id limit ${DELIVERIES_A_TURN[lane]}) t) as deliveries`.execute(db);
  return rows.rows[0] ?? null;
}

export interface TryResult {
  id: number;
  state: 'pending' | 'delivered' | 'failed';
  /** Of a pending one, until its next try. */
  pause_in_ms: number;
  code: number | null;
  ms: number;
  answer: string | null;
  error: string | null;
}

export interface EndpointResult {
  /** At least one try succeeded. */
  has_success: boolean;
  /** Tries that failed after the last success of the turn. */
  failures: number;
  is_slow: boolean;
  /** Nothing is asked for so long. */
  rest_in_ms: number;
}

export interface SettledEndpoint {
  failures: number;
  failing_since: Date | null;
}

/**
 * Writes the results of a turn and ends the lease. Undefined if the lease was lost: another worker has the endpoint, and the tries are
 * not counted.
 */
export async function settleTurn(
  { db, organization }: Pick<TransactionContext, 'db' | 'organization'>,
  { id, lease_token }: Pick<ClaimedEndpoint, 'id' | 'lease_token'>,
  result: EndpointResult,
  tries: readonly TryResult[],
): Promise<SettledEndpoint | undefined> {
  const { has_success, failures, is_slow, rest_in_ms } = result;
  const left = sql`case when ${has_success} then 0 else failures end + ${failures}`;
  const rows =
    await sql<SettledEndpoint>`update webhook_endpoints set leased_until = statement_timestamp(), is_slow = ${is_slow},
      not_before = statement_timestamp() + ${rest_in_ms} * interval '1 millisecond',
      last_success_at = case when ${has_success} then app_now() else last_success_at end, failures = ${left},
      failing_since = case when ${left} = 0 then null when ${has_success} then app_now() else coalesce(failing_since, app_now()) end
    where id = ${id} and lease_token = ${lease_token} returning failures, failing_since`.execute(db);
  const settled = rows.rows[0];
  if (settled === undefined || tries.length === 0) return settled;
  await sql`update webhook_deliveries d set state = t.state, attempts = d.attempts + 1, tried_at = app_now(),
      next_attempt_at = statement_timestamp() + t.pause_in_ms * interval '1 millisecond',
      code = t.code, ms = t.ms, answer = t.answer, error = t.error
    from json_to_recordset(${toJson(tries)}::json) as t (id bigint, state text, pause_in_ms float8, code int, ms int, answer text, error text)
    where d.endpoint_id = ${id} and d.message_id = t.id`.execute(db);
  const delivered = tries.filter(({ state }) => state === 'delivered').length;
  await sql`insert into webhook_days as y (organization_id, day, tries, delivered)
    values (${organization.id}, ${today}, ${tries.length}, ${delivered})
    on conflict (organization_id, day) do update set tries = y.tries + excluded.tries,
      delivered = y.delivered + excluded.delivered`.execute(db);
  return settled;
}

/** Returns false if it is off already. */
export async function switchOff(
  { db }: Pick<TransactionContext, 'db'>,
  id: number,
  reason: 'gone' | 'failures',
): Promise<boolean> {
  const rows = await sql`update webhook_endpoints set state = 'off', off_reason = ${reason}, off_at = app_now()
    where id = ${id} and state = 'active'`.execute(db);
  return (rows.numAffectedRows ?? 0n) > 0n;
}
