import type { ChatPresence } from '@overture/contract/chat-changes';
import { INBOX_LIMITS } from '@overture/domain/limits';
import { LIST_LIMITS } from '@overture/domain/list-limits';
import { sql } from 'kysely';
import type { SystemTransactionContext, TransactionContext } from '../../../kernel/context.ts';
import { isNotParked } from '../../../kernel/rounds/rounds.ts';

export const SILENT_LOOP = 'silent-presences';

type Tx = Pick<TransactionContext, 'db' | 'organization'>;

export async function listPresences({ db }: Tx): Promise<ChatPresence[]> {
  const rows = await sql<ChatPresence>`select p.prospect_id, p.user_id, u.name from chat_presences p
    join users u on u.id = p.user_id where p.expires_at > app_now() order by p.prospect_id, p.user_id limit ${LIST_LIMITS.presences}`.execute(
    db,
  );
  return rows.rows;
}

/** True when the person was not there before. */
export async function enterChat({ db, organization }: Tx, prospectId: number, userId: number): Promise<boolean> {
  const rows = await sql<{ is_new: boolean }>`
    with before as (select from chat_presences where prospect_id = ${prospectId} and user_id = ${userId} and expires_at > app_now())
    insert into chat_presences (prospect_id, user_id, organization_id, expires_at)
    values (${prospectId}, ${userId}, ${organization.id}, app_now() + make_interval(secs => ${INBOX_LIMITS.presence_in_seconds}))
    on conflict (prospect_id, user_id) do update set expires_at = excluded.expires_at
    returning not exists (select from before) as is_new`.execute(db);
  return rows.rows[0]?.is_new ?? false;
}

/** True when the person was there. */
export async function leaveChat({ db }: Tx, prospectId: number, userId: number): Promise<boolean> {
  const rows = await sql`delete from chat_presences where prospect_id = ${prospectId} and user_id = ${userId}`.execute(
    db,
  );
  return (rows.numAffectedRows ?? 0n) > 0n;
}

type Present = Pick<ChatPresence, 'prospect_id' | 'user_id'> & { organization_id: number };

/** Those who went silent, the longest first. */
export async function listExpired({ db }: Pick<SystemTransactionContext, 'db'>, limit: number): Promise<Present[]> {
  const rows = await sql<Present>`select organization_id, prospect_id, user_id from chat_presences
    where expires_at <= app_now()
      and ${isNotParked(SILENT_LOOP, sql.ref('organization_id'), sql`prospect_id || ' ' || user_id`)} order by expires_at limit ${limit}`.execute(
    db,
  );
  return rows.rows;
}

/** Removes those of them who are silent still. */
export async function deleteExpired(
  { db }: SystemTransactionContext,
  silent: readonly Present[],
): Promise<(ChatPresence & { organization_id: number })[]> {
  const rows = await sql<ChatPresence & { organization_id: number }>`
    delete from chat_presences p using users u where u.id = p.user_id and (p.prospect_id, p.user_id) in (
      select p.prospect_id, p.user_id from chat_presences p
      join unnest(${silent.map((one) => one.prospect_id)}::bigint[], ${silent.map((one) => one.user_id)}::bigint[])
        as s (prospect_id, user_id) using (prospect_id, user_id)
      where p.expires_at <= app_now() for update of p skip locked)
    returning p.prospect_id, p.user_id, p.organization_id, u.name`.execute(db);
  return rows.rows;
}
