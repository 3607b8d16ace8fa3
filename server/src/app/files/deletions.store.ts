import { type Kysely, sql } from 'kysely';
import type { DB } from '../../kernel/db/__generated__/database.ts';
import { toJson } from '../../kernel/db/to-json.ts';

type Reader = { db: Kysely<DB> };

const FIRST_PAUSE = '30 seconds';
const LONGEST_PAUSE = '1 hour';
const REPEAT_PAUSE = '1 minute';
/** A move runs, was interrupted, or ended a moment ago. */
const isMoving = sql`finished_at is null or finished_at > statement_timestamp() - interval '10 minutes'`;

/** A file that was just deleted is deleted again, once no move can have copied it in that moment. Does nothing where none was moved. */
export async function repeatDuringMove({ db }: Reader, key: string): Promise<void> {
  await sql`insert into file_deletions (key, is_repeat, next_at) select ${key}, true, statement_timestamp() + ${REPEAT_PAUSE}::interval
    where exists (select from file_moves where ${isMoving})
    on conflict (key) do nothing`.execute(db);
}

export interface DueDeletion {
  key: string;
  /** To the microsecond: an order that was renewed since has another one. */
  next_at: string;
}

export async function listDueDeletions({ db }: Reader, limit: number): Promise<DueDeletion[]> {
  const { rows } =
    await sql<DueDeletion>`select key, next_at::text as next_at from file_deletions where next_at <= statement_timestamp()
      and not (is_repeat and exists (select from file_moves where leased_until > statement_timestamp()))
    order by file_deletions.next_at limit ${limit}`.execute(db);
  return rows;
}

/**
 * Of these keys, those that a row still names: one file of a campaign is named by the campaign, by its copies and by every conversation that it
 * was sent in. The deletion of the last row renews the order; they are also asked for again later, as rows may go with others.
 */
export async function postponeNamed({ db }: Reader, due: readonly DueDeletion[]): Promise<string[]> {
  const keys = due.map(({ key }) => key);
  const { rows } = await sql<{
    key: string;
  }>`select key from file_deletions where key = any(${keys}) and not is_repeat and key in (
      select file_key from campaign_attachments where file_key = any(${keys})
      union all select file_key from saved_reply_files where file_key = any(${keys})
      union all select file_key from chat_attachments where file_key = any(${keys}))`.execute(db);
  const named = rows.map(({ key }) => key);
  // One that was renewed since it was listed stays due: its last row may be gone by now.
  if (named.length > 0)
    await sql`update file_deletions d set next_at = statement_timestamp() + ${LONGEST_PAUSE}::interval
      from json_to_recordset(${toJson(due)}::json) as g (key text, next_at timestamptz)
      where d.key = g.key and d.key = any(${named}) and d.next_at = g.next_at`.execute(db);
  return named;
}

/** They worked. Those that happened while files were moved stay, to be repeated. */
export async function endDeletions({ db }: Reader, keys: readonly string[]): Promise<void> {
  await sql`with moves as materialized (select from file_moves where ${isMoving}),
      done as (delete from file_deletions where key = any(${keys}) and (is_repeat or not exists (select from moves)))
    update file_deletions set is_repeat = true, attempts = 0, error = null, next_at = statement_timestamp() + ${REPEAT_PAUSE}::interval
    where key = any(${keys}) and not is_repeat and exists (select from moves)`.execute(db);
}

/** Each failure doubles the pause. */
export async function postponeDeletions({ db }: Reader, keys: readonly string[], error: string): Promise<void> {
  await sql`update file_deletions set attempts = attempts + 1, error = ${error},
      next_at = statement_timestamp() + least(${LONGEST_PAUSE}::interval, ${FIRST_PAUSE}::interval * 2 ^ least(attempts, 10))
    where key = any(${keys})`.execute(db);
}

/** Whether an ADMIN must confirm first that no other installation works on the same records. */
export async function isInstallationHeld({ db }: Reader): Promise<boolean> {
  const { rows } = await sql<{
    is_held: boolean;
  }>`select sending_held_since is not null as is_held from installation`.execute(db);
  return rows[0]?.is_held ?? false;
}
