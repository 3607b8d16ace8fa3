import type { ActingKey } from '@overture/contract/acting-key';
import { ASSISTANT_LIMITS } from '@overture/domain/assistants';
import { type Kysely, sql } from 'kysely';
import { selectActingKey } from '../../kernel/api-keys/acting-key.ts';
import type { ReadContext, TransactionContext } from '../../kernel/context.ts';
import type { DB } from '../../kernel/db/__generated__/database.ts';
import { isFull } from '../../kernel/rounds/batches.ts';

type Tx = Pick<TransactionContext, 'db' | 'organization'>;
type Reader = Pick<ReadContext, 'db' | 'organization'>;

export async function insertCall({ db, organization }: Tx, tool: string, argumentsHash: Buffer): Promise<number> {
  const { rows } = await sql<{ id: number }>`insert into mcp_calls (organization_id, tool, arguments_hash)
    values (${organization.id}, ${tool}, ${argumentsHash}) returning id`.execute(db);
  return rows[0]!.id;
}

export async function settleCall({ db, organization }: Tx, id: number, outcome: string, ms: number): Promise<void> {
  await sql`update mcp_calls set outcome = ${outcome}, duration_in_ms = ${ms}
    where organization_id = ${organization.id} and id = ${id}`.execute(db);
}

/** Credits, and the day (UTC) of which they are. */
export interface Reserved {
  credits: number;
  day: string;
}

/** Reserves credits of a key for today. @returns that day; null where its limit would be exceeded */
export async function reserveSpending(
  { db, organization }: Tx,
  keyId: number,
  { credits, limit }: { credits: number; limit: number },
): Promise<string | null> {
  if (credits > limit) return null;
  const { rows } = await sql<{ day: string }>`insert into mcp_spending as s (organization_id, api_key_id, day, credits)
    values (${organization.id}, ${keyId}, (app_now() at time zone 'UTC')::date, ${credits})
    on conflict (organization_id, api_key_id, day) do update set credits = s.credits + excluded.credits
      where s.credits + excluded.credits <= ${limit}
    returning day::text as day`.execute(db);
  return rows[0]?.day ?? null;
}

/** Returns what a call did not spend, to the day on which it was reserved. */
export async function releaseSpending(
  { db, organization }: Tx,
  keyId: number,
  { credits, day }: Reserved,
): Promise<void> {
  await sql`update mcp_spending set credits = greatest(0, credits - ${credits})
    where organization_id = ${organization.id} and api_key_id = ${keyId}
      and day = ${day}::date`.execute(db);
}

export interface CallRow {
  id: number;
  tool: string;
  outcome: string;
  duration_in_ms: number | null;
  called_at: Date;
  api_key: ActingKey | null;
}

interface CallQuery {
  api_key_id: number | null;
  limit: number;
  offset: number;
}

export async function pageCalls({ db, organization }: Reader, query: CallQuery): Promise<CallRow[]> {
  const { rows } = await sql<CallRow>`select c.id, c.tool, c.outcome, c.duration_in_ms, c.created_at as called_at,
      ${selectActingKey('c')} as api_key
    from mcp_calls c
    where c.organization_id = ${organization.id} and (${query.api_key_id}::bigint is null or c.api_key_id = ${query.api_key_id}::bigint)
    order by c.id desc limit ${query.limit} offset ${query.offset}`.execute(db);
  return rows;
}

const MOST_COUNTED = 10_000;

export async function countCalls({ db, organization }: Reader, keyId: number | null): Promise<number> {
  const { rows } = await sql<{ total: number }>`select count(*)::int as total from (select from mcp_calls
    where organization_id = ${organization.id} and (${keyId}::bigint is null or api_key_id = ${keyId}::bigint)
    limit ${sql.lit(MOST_COUNTED)}) c`.execute(db);
  return rows[0]?.total ?? 0;
}

/** Keys and apps that called, newest first. */
export async function listCallingKeys({ db, organization }: Reader): Promise<ActingKey[]> {
  const { rows } = await sql<ActingKey>`select k.id, k.name, k.kind = 'app' as is_app from api_keys k
    where k.organization_id = ${organization.id}
      and exists (select from mcp_calls c where c.api_key_id = k.id and c.organization_id = k.organization_id)
    order by k.id desc limit 300`.execute(db);
  return rows;
}

const DELETED_AT_ONCE = 10_000;

/** Deletes one batch. True if there may be more. */
export async function deleteOldCalls({ db }: { db: Kysely<DB> }): Promise<boolean> {
  const kept = sql.lit(ASSISTANT_LIMITS.calls_kept_in_days);
  const calls = await sql`delete from mcp_calls where ctid = any(array(select ctid from mcp_calls
    where created_at < app_now() - make_interval(days => ${kept}) limit ${DELETED_AT_ONCE}))`.execute(db);
  const days = await sql`delete from mcp_spending where ctid = any(array(select ctid from mcp_spending
    where day < (app_now() at time zone 'UTC')::date - ${kept} limit ${DELETED_AT_ONCE}))`.execute(db);
  return isFull(calls, DELETED_AT_ONCE) || isFull(days, DELETED_AT_ONCE);
}
