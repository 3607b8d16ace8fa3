import { ASSISTANT_LIMITS } from '@overture/domain/assistants';
import { type Kysely, sql } from 'kysely';
import type { TransactionContext } from '../../kernel/context.ts';
import type { DB } from '../../kernel/db/__generated__/database.ts';

type Tx = Pick<TransactionContext, 'db' | 'organization'>;

export async function insertCall({ db, organization }: Tx, tool: string, argumentsHash: Buffer): Promise<number> {
  const { rows } = await sql<{ id: number }>`insert into mcp_calls (organization_id, tool, arguments_hash)
    values (${organization.id}, ${tool}, ${argumentsHash}) returning id`.execute(db);
  return rows[0]!.id;
}

export async function settleCall({ db, organization }: Tx, id: number, outcome: string, ms: number): Promise<void> {
  await sql`update mcp_calls set outcome = ${outcome}, duration_in_ms = ${ms}
    where organization_id = ${organization.id} and id = ${id}`.execute(db);
}

/** Reserves credits of a key for today. @returns false where the day's limit would be exceeded */
export async function reserveSpending(
  { db, organization }: Tx,
  keyId: number,
  { credits, limit }: { credits: number; limit: number },
): Promise<boolean> {
  if (credits > limit) return false;
  const { rows } = await sql`insert into mcp_spending as s (organization_id, api_key_id, day, credits)
    values (${organization.id}, ${keyId}, (app_now() at time zone 'UTC')::date, ${credits})
    on conflict (organization_id, api_key_id, day) do update set credits = s.credits + excluded.credits
      where s.credits + excluded.credits <= ${limit}
    returning credits`.execute(db);
  return rows.length > 0;
}

/** Returns what a call did not spend. */
export async function releaseSpending({ db, organization }: Tx, keyId: number, credits: number): Promise<void> {
  await sql`update mcp_spending set credits = greatest(0, credits - ${credits})
    where organization_id = ${organization.id} and api_key_id = ${keyId}
      and day = (app_now() at time zone 'UTC')::date`.execute(db);
}

/** Deletes old rows, a bounded batch at a time. */
export async function deleteOldCalls({ db }: { db: Kysely<DB> }): Promise<void> {
  const kept = sql.lit(ASSISTANT_LIMITS.calls_kept_in_days);
  await sql`delete from mcp_calls where ctid = any(array(select ctid from mcp_calls
    where created_at < app_now() - make_interval(days => ${kept}) limit 10000))`.execute(db);
  await sql`delete from mcp_spending where ctid = any(array(select ctid from mcp_spending
    where day < (app_now() at time zone 'UTC')::date - ${kept} limit 10000))`.execute(db);
}
