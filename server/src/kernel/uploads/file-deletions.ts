import type { Kysely } from 'kysely';
import { sql } from 'kysely';
import type { DB } from '../db/__generated__/database.ts';
import { toJson } from '../db/to-json.ts';

/**
 * Deletes files whose rows this transaction deletes. The order is committed with it, so no crash loses it; a loop deletes the files within
 * seconds, and as often as it takes. Deleting them after the commit instead would leave them forever (`tools/laws/file-deletions`).
 */
export async function queueFileDeletions(
  { db }: { db: Kysely<DB> },
  keys: readonly string[],
  error: string | null = null,
): Promise<void> {
  if (keys.length === 0) return;
  // No conflict target: it would need the right to read the table.
  await sql`insert into file_deletions (key, error)
    select distinct key, ${error}::text from jsonb_array_elements_text(${toJson(keys)}::jsonb) as k (key)
    on conflict do nothing`.execute(db);
}
