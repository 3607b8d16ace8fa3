import type { CrmSyncSwitch } from '@overture/domain/crm';
import { sql } from 'kysely';
import type { TransactionContext } from '../../../kernel/context.ts';
import { toJson } from '../../../kernel/db/to-json.ts';
import { leadsBehind, type SeenRecord } from './lead-owners.store.ts';

type Tx = Pick<TransactionContext, 'db' | 'organization'>;

export interface ReadState {
  sync: CrmSyncSwitch[];
  board_id: string;
  read_page: string | null;
  read_since: Date | null;
  /** When this reading began; null before. */
  read_began: Date | null;
  is_due: boolean;
  /** Of leads: takes the owner's address; null where none was chosen. */
  owner_column: string | null;
}

export async function getReadState({ db }: Tx, id: number): Promise<ReadState> {
  const rows = await sql<ReadState>`select sync, sync_board_id as board_id, read_page, read_since, read_began,
      next_read_at <= statement_timestamp() as is_due,
      (select c.key from lead_columns c where c.id = integrations.owner_column_id and c.type = 'text' and not c.is_archived) as owner_column
    from integrations where id = ${id}`.execute(db);
  return rows.rows[0] as ReadState;
}

/** Where reading continues; null ends it, and the next run begins with what changed since this one began. */
export async function storeReadPage(
  { db }: Tx,
  id: number,
  page: string | null,
  wait_in_seconds: number,
): Promise<void> {
  await sql`update integrations set read_page = ${page},
      read_since = case when ${page}::text is null then coalesce(read_began, statement_timestamp()) - interval '5 minutes' else read_since end,
      read_began = case when ${page}::text is null then null else coalesce(read_began, statement_timestamp()) end,
      next_read_at = case when ${page}::text is null then statement_timestamp() + make_interval(secs => ${wait_in_seconds})
        else next_read_at end
    where id = ${id}`.execute(db);
}

export async function beginReading({ db }: Tx, id: number): Promise<void> {
  await sql`update integrations set read_began = coalesce(read_began, statement_timestamp()) where id = ${id}`.execute(
    db,
  );
}

/** Our leads behind records of the CRM. */
export async function listLeadsBehind(
  tx: Tx,
  at: { integration_id: number; account_id: string },
  seen: readonly SeenRecord[],
): Promise<{ prospect_id: number; record_id: string }[]> {
  if (seen.length === 0) return [];
  const rows = await sql<{ prospect_id: number; record_id: string }>`with seen as (
      select * from json_to_recordset(${toJson(seen)}::json) as g (record_id text, email text, other_emails text[], linkedin_key text))
    select * from (${leadsBehind(tx, at, 'record_id')}) as ours order by prospect_id, record_id`.execute(tx.db);
  return rows.rows;
}
