import { sql } from 'kysely';
import type { TransactionContext } from '../../kernel/context.ts';
import { splitWords, toPreview } from './chat-search.rules.ts';
import { replaceWords } from './messages.store.ts';

type Tx = Pick<TransactionContext, 'db' | 'organization'>;

interface LeftMessage {
  id: number;
  message: string;
  subject_line: string | null;
  sent_at: Date;
  sent_by_prospect: boolean;
  is_spoken: boolean;
}

/** Messages from which the search words of a conversation are rebuilt. */
const MAX_MESSAGES = 2_000;

/** A conversation as what is left of it says; without any message it never was one. */
export async function restateChat(tx: Tx, prospectId: number): Promise<void> {
  const { db } = tx;
  const left =
    await sql<LeftMessage>`select id, left(message, 20000) as message, subject_line, sent_at, sent_by_prospect,
      delivery not in ('SCHEDULED', 'PAUSED') and kind not in ('BOUNCE', 'COMPLAINT', 'AUTO_REPLY', 'FORWARD') as is_spoken
    from chat_messages where prospect_id = ${prospectId} order by sent_at desc, id desc limit ${MAX_MESSAGES}`.execute(
      db,
    );
  const [newest] = left.rows;
  if (newest === undefined) {
    await sql`delete from chats where prospect_id = ${prospectId}`.execute(db);
    return;
  }
  const spoken = left.rows.find(({ is_spoken }) => is_spoken);
  await sql`update chats c set message_count = l.messages, is_conversation = l.is_conversation, has_unread = l.has_unread,
      replied_at = l.replied_at, last_message_id = ${spoken?.id ?? null}, last_message_at = ${(spoken ?? newest).sent_at},
      last_subject = ${spoken?.subject_line ?? null}, last_preview = ${toPreview(spoken?.message ?? '')},
      last_sent_by_prospect = ${spoken?.sent_by_prospect ?? false}, reply_class = k.class,
      is_class_sure = coalesce(k.confidence >= 0.8, false), class_confidence = k.confidence,
      is_class_by_model = coalesce(k.set_by = 'model', false), is_class_by_person = coalesce(k.set_by = 'person', false),
      interest = case when k.confidence < 0.8 then null when k.class = 'interested' then 'INTERESTED'
        when k.class = 'not_interested' then 'NOT_INTERESTED' end
    from (select count(*)::int as messages, bool_or(kind in ('REPLY', 'CHAT', 'OWN_CLIENT')) as is_conversation,
        bool_or(kind = 'REPLY' and not read) as has_unread, min(sent_at) filter (where kind = 'REPLY') as replied_at
        from chat_messages where prospect_id = ${prospectId}) l
      left join lateral (select k.* from message_classes k join chat_messages m on m.id = k.message_id
        where m.prospect_id = ${prospectId} and m.sent_by_prospect order by m.sent_at desc, m.id desc limit 1) k on true
    where c.prospect_id = ${prospectId}`.execute(db);
  const words = left.rows.flatMap(({ subject_line, message }) => splitWords(`${subject_line ?? ''} ${message}`));
  await replaceWords(tx, prospectId, words);
}
