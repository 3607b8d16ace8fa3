import { sql } from 'kysely';
import type { ReadContext, TransactionContext } from '../../../kernel/context.ts';
import { toJson } from '../../../kernel/db/to-json.ts';
import type { TableShape } from '../archive-rows.store.ts';
import type { MadeRow } from './import-ids.store.ts';

type Reader = Pick<ReadContext, 'db' | 'organization'>;
type Tx = Pick<TransactionContext, 'db' | 'organization'>;

/** Deletes rows that an import made. People who have been activated since stay: they work here. */
export async function deleteRows({ db, organization }: Tx, shape: TableShape, made: readonly MadeRow[]): Promise<void> {
  const newIds = made.flatMap(({ new_id }) => new_id ?? []);
  // Events name their lead without a foreign key.
  if (shape.name === 'campaign_leads')
    await sql`delete from campaign_events where organization_id = ${organization.id}
      and campaign_lead_id = any(${newIds}::bigint[])`.execute(db);
  const isInactive = shape.name === 'users' ? sql`and not t.active` : sql``;
  if (newIds.length > 0 && shape.key[0] !== undefined)
    await sql`delete from ${sql.ref(shape.name)} t where t.organization_id = ${organization.id}
      and ${sql.ref(`t.${shape.key[0]}`)} = any(${newIds}::bigint[]) ${isInactive}`.execute(db);
  const keys = made.flatMap(({ new_key }) => (Array.isArray(new_key) ? [new_key as string[]] : []));
  if (keys.length === 0) return;
  const named = keys.map((values) => Object.fromEntries(shape.key.map((column, index) => [column, values[index]])));
  const isSame = shape.key.map((column) => sql`${sql.ref(`t.${column}`)} = ${sql.ref(`g.${column}`)}`);
  await sql`delete from ${sql.ref(shape.name)} t
    using json_populate_recordset(null::${sql.ref(shape.name)}, ${toJson(named)}::json) g
    where t.organization_id = ${organization.id} and ${sql.join(isSame, sql` and `)}`.execute(db);
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
