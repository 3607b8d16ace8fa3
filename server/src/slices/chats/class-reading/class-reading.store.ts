import { sql } from 'kysely';
import type { TransactionContext } from '../../../kernel/context.ts';

type Tx = Pick<TransactionContext, 'db' | 'organization'>;

export interface UnsureMessage {
  prospect_id: number;
  message: string;
  from_email: string | null;
  account_email: string | null;
  sent_at: Date;
  /** What the rules supposed; null where they supposed nothing. */
  guess: number | null;
}

/**
 * A message that is still for the model to read: the newest that the lead wrote, of a conversation whose class no person has set, and
 * not sure by rules, while the organization lets the model read answers. Undefined for any other: what comes of it is dropped.
 */
export async function findUnsure({ db, organization }: Tx, messageId: number): Promise<UnsureMessage | undefined> {
  const rows =
    await sql<UnsureMessage>`select m.prospect_id, left(m.message, 20000) as message, m.from_email::text as from_email,
      a.email::text as account_email, m.sent_at, k.confidence as guess
    from chat_messages m join chats c on c.prospect_id = m.prospect_id left join message_classes k on k.message_id = m.id
      left join accounts a on a.id = m.account_id
    where m.id = ${messageId} and m.organization_id = ${organization.id} and not c.is_class_by_person
      and m.id > coalesce(c.no_opt_out_through, 0)
      and exists (select from organizations o where o.organization_id = ${organization.id} and o.answers_read_by_model)
      and (k.message_id is null or (k.set_by = 'rule' and k.confidence < 0.8))
      and m.id = (select n.id from chat_messages n where n.prospect_id = m.prospect_id and n.sent_by_prospect
        order by n.sent_at desc, n.id desc limit 1)`.execute(db);
  return rows.rows[0];
}

/** What we last said to the lead before a message. A mail that was sent on was said to others. */
export async function findSaidBefore(
  { db }: Tx,
  { prospect_id, sent_at }: Pick<UnsureMessage, 'prospect_id' | 'sent_at'>,
): Promise<string | null> {
  const rows = await sql<{ message: string }>`select left(message, 4000) as message from chat_messages
    where prospect_id = ${prospect_id} and not sent_by_prospect and sent_at <= ${sent_at} and delivery in ('SENT', 'UNCONFIRMED')
      and kind <> 'FORWARD'
    order by sent_at desc, id desc limit 1`.execute(db);
  return rows.rows[0]?.message ?? null;
}
