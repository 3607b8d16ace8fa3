import { type Kysely, sql } from 'kysely';
import type { DB } from '../../kernel/db/__generated__/database.ts';
import type { MessageRow } from './messages.store.ts';

interface Tx {
  db: Kysely<DB>;
}

/** An answer of ours as it waits to be sent. */
export interface WaitingAnswer {
  id: number;
  organization_id: number;
  prospect_id: number;
  delivery: MessageRow['delivery'];
  to_name: string | null;
  to_email: string;
  subject_line: string | null;
  message: string;
  reference_chain: string[];
}

/** Answers that are to be sent, locked against another change. */
export async function lockAnswers({ db }: Tx, ids: readonly number[]): Promise<WaitingAnswer[]> {
  const rows =
    await sql<WaitingAnswer>`select id, organization_id, prospect_id, delivery, to_name, to_email::text as to_email,
      subject_line, message, coalesce(reference_chain, '{}') as reference_chain
    from chat_messages where id = any(${[...ids]}::bigint[]) and kind = 'CHAT' and to_email is not null
    order by id for no key update`.execute(db);
  return rows.rows;
}

export interface DeliveryChange {
  id: number;
  delivery: MessageRow['delivery'];
  error: string | null;
}

/** What became of answers of ours; answers their conversations. */
export async function updateDeliveries(
  { db }: Tx,
  changes: readonly DeliveryChange[],
): Promise<{ id: number; prospect_id: number; organization_id: number }[]> {
  const rows = await sql<{ id: number; prospect_id: number; organization_id: number }>`update chat_messages m
      set delivery = g.delivery, error = g.error
    from json_to_recordset(${JSON.stringify(changes)}::json) as g (id bigint, delivery text, error text)
    where m.id = g.id returning m.id, m.prospect_id, m.organization_id`.execute(db);
  return rows.rows;
}

/** Names the mails under which answers of ours left. */
export async function linkAnswers(
  { db }: Tx,
  sent: readonly { id: number; intent_id: number; message_id: string }[],
): Promise<void> {
  if (sent.length === 0) return;
  await sql`update chat_messages m set intent_id = g.intent_id, rfc_message_id = g.message_id
    from json_to_recordset(${JSON.stringify(sent)}::json) as g (id bigint, intent_id bigint, message_id text)
    where m.id = g.id`.execute(db);
}
