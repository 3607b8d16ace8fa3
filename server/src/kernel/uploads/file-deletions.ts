import type { Kysely } from 'kysely';
import { sql } from 'kysely';
import type { DB } from '../db/__generated__/database.ts';
import { toJson } from '../db/to-json.ts';

/**
 * Deletes files whose rows this transaction deletes, unless other rows name them: the last of these orders it again. The order is committed with it, so no crash loses it; a loop deletes the files within
 * seconds, and as often as it takes. Deleting them after the commit instead would leave them forever (`tools/laws/file-deletions`).
 */
export async function queueFileDeletions(
  { db }: { db: Kysely<DB> },
  keys: readonly string[],
  error: string | null = null,
): Promise<void> {
  if (keys.length === 0) return;
  await sql`select queue_file_deletions(${toJson(keys)}::jsonb, ${error}::text)`.execute(db);
}
