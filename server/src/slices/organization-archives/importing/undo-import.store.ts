import { type RawBuilder, sql } from 'kysely';
import type { ReadContext, TransactionContext } from '../../../kernel/context.ts';
import { toJson } from '../../../kernel/db/to-json.ts';
import type { TableShape } from '../archive-rows.store.ts';
import type { MadeRow } from './import-ids.store.ts';

type Reader = Pick<ReadContext, 'db' | 'organization'>;
type Tx = Pick<TransactionContext, 'db' | 'organization'>;

/**
 * What works here since stays: people who have been activated, senders that sent or received for own leads or are of an own campaign, and
 * what people here said themselves, for as long as they are leads. By then the rows that came with the archive are deleted.
 */
const STAYS: Partial<Record<string, RawBuilder<unknown>>> = {
  users: sql`t.active`,
  accounts: sql`(exists (select from outbound_intents o where o.account_id = t.id)
    or exists (select from chat_messages k where k.account_id = t.id)
    or exists (select from campaign_senders s where s.account_id = t.id))`,
  suppressions: sql`(t.reason in ('unsubscribe', 'complaint')
    and (t.created_at > (select max(i.created_at) from archive_imports i where i.organization_id = t.organization_id and i.state = 'undoing')
      or exists (select from prospects p where p.organization_id = t.organization_id
        and (p.email = t.email::text or p.phone_key = t.phone_key or p.linkedin_key = t.linkedin_key))))`,
};

/** Deletes rows that an import made. */
export async function deleteRows({ db, organization }: Tx, shape: TableShape, made: readonly MadeRow[]): Promise<void> {
  const newIds = made.flatMap(({ new_id }) => new_id ?? []);
  // Events name their lead without a foreign key.
  if (shape.name === 'campaign_leads')
    await sql`delete from campaign_events where organization_id = ${organization.id}
      and campaign_lead_id = any(${newIds}::bigint[])`.execute(db);
  const stays = STAYS[shape.name];
  if (newIds.length > 0 && shape.key[0] !== undefined)
    await sql`delete from ${sql.ref(shape.name)} t where t.organization_id = ${organization.id}
      and ${sql.ref(`t.${shape.key[0]}`)} = any(${newIds}::bigint[])
      ${stays ? sql`and not ${stays}` : sql``}`.execute(db);
  const keys = made.flatMap(({ new_key }) => (Array.isArray(new_key) ? [new_key as string[]] : []));
  if (keys.length === 0) return;
  const named = keys.map((values) => Object.fromEntries(shape.key.map((column, index) => [column, values[index]])));
  const isSame = shape.key.map((column) => sql`${sql.ref(`t.${column}`)} = ${sql.ref(`g.${column}`)}`);
  await sql`delete from ${sql.ref(shape.name)} t
    using json_populate_recordset(null::${sql.ref(shape.name)}, ${toJson(named)}::json) g
    where t.organization_id = ${organization.id} and ${sql.join(isSame, sql` and `)}`.execute(db);
}

/** Which of these stored files no row names: a copy of a campaign, and rows that stay, keep theirs. */
export async function listUnusedFiles({ db, organization }: Reader, keys: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ key: string }>`with used as materialized (
      select file_key from campaign_attachments where organization_id = ${organization.id} and file_key = any(${[...keys]}::text[])
      union select file_key from chat_attachments where organization_id = ${organization.id} and file_key = any(${[...keys]}::text[])
      union select file_key from saved_reply_files where organization_id = ${organization.id} and file_key = any(${[...keys]}::text[])
      union select f ->> 'file_key' from possible_answers a cross join jsonb_array_elements(a.files) f
        where a.organization_id = ${organization.id} and jsonb_typeof(a.files) = 'array')
    select key from unnest(${[...keys]}::text[]) as key where key not in (select file_key from used where file_key is not null)`.execute(
    db,
  );
  return rows.map(({ key }) => key);
}

/** The conversations of messages. */
export async function listChatsOfMessages({ db, organization }: Tx, made: readonly MadeRow[]): Promise<number[]> {
  const { rows } = await sql<{ prospect_id: number }>`select distinct prospect_id from chat_messages
    where organization_id = ${organization.id} and id = any(${made.flatMap(({ new_id }) => new_id ?? [])}::bigint[])`.execute(
    db,
  );
  return rows.map((row) => row.prospect_id);
}

export interface LaterWork {
  running: number;
  sent: number;
  received: number;
}

/** What happened since with what an import brought in: it would be forgotten with it. */
export async function countLaterWork({ db, organization }: Reader, importId: number): Promise<LaterWork> {
  const made = (
    table: string,
    id: string,
  ) => sql`exists (select from archive_import_ids m where m.import_id = ${importId}
    and m.table_name = ${table} and m.new_id = ${sql.ref(id)} and m.state = 'made')`;
  const since = sql`(select i.created_at from archive_imports i where i.id = ${importId})`;
  const { rows } = await sql<LaterWork>`select
    (select count(*)::int from campaigns c where c.organization_id = ${organization.id} and c.status = 'ACTIVE' and ${made('campaigns', 'c.id')}) as running,
    (select count(*)::int from outbound_intents o where o.organization_id = ${organization.id} and o.dispatched_at > ${since}
      and o.state <> 'rejected' and ${made('prospects', 'o.prospect_id')}) as sent,
    (select count(*)::int from chat_messages k where k.organization_id = ${organization.id} and k.sent_by_prospect
      and k.created_at > ${since} and ${made('prospects', 'k.prospect_id')}) as received`.execute(db);
  return rows[0] ?? { running: 0, sent: 0, received: 0 };
}
