import { cutText } from '@overture/domain/text/text-bounds';
import { sql } from 'kysely';
import type { TransactionContext } from '../../kernel/context.ts';
import { toJson } from '../../kernel/db/to-json.ts';
import type { SentMailRow } from '../sent-mails/index.ts';
import { splitWords, toPreview } from './chat-search.rules.ts';

/** The words of a longer message are not all remembered. */
const MAX_WORDS_OF = 20_000;

type Tx = Pick<TransactionContext, 'db' | 'organization'>;
/** A mail, or what was said on LinkedIn: that has no Message-ID. */
export type SentMail = Pick<
  SentMailRow,
  'intent_id' | 'account_id' | 'prospect_id' | 'sent_at' | 'subject' | 'body_text' | 'reference_chain' | 'attachments'
> & { message_id: string | null; provider_chat: string | null };
type Stored = { id: number; prospect_id: number };

/**
 * Adds sent campaign mails to their conversations, many together; each once, even if reported twice. Mails whose lead was
 * deleted in between are left out.
 */
export async function insertSentMails(tx: Tx, mails: readonly SentMail[]): Promise<Stored[]> {
  const given = mails.filter((mail) => mail.prospect_id !== null);
  if (given.length === 0) return [];
  const rows = toJson(
    given.map((mail) => ({
      ...mail,
      body_html: null,
      preview: toPreview(mail.body_text),
      words: splitWords(`${mail.subject} ${mail.body_text}`),
    })),
  );
  await openChats(tx, rows);
  const stored = await insertMessages(tx, rows);
  if (stored.length === 0) return [];
  await moveChats(tx, stored);
  await insertFiles(tx, rows, stored);
  await addWords(tx, rows);
  return stored;
}

/** The conversation has the mail already; only the Message-ID under which it left is new. */
export async function renameSentMail({ db }: Pick<Tx, 'db'>, intentId: number, messageId: string): Promise<void> {
  await sql`update chat_messages set rfc_message_id = ${messageId} where intent_id = ${intentId}`.execute(db);
}

const mailColumns = sql`as g (intent_id bigint, message_id text, account_id bigint, prospect_id bigint, sent_at timestamptz,
  subject text, body_text text, preview text, reference_chain text[], attachments jsonb, words text[], provider_chat text)`;

async function openChats({ db, organization }: Tx, rows: string): Promise<void> {
  await sql`insert into chats (prospect_id, organization_id, last_message_at)
    select g.prospect_id, ${organization.id}::bigint, min(g.sent_at) from json_to_recordset(${rows}::json) ${mailColumns}
    join prospects p on p.id = g.prospect_id group by g.prospect_id order by g.prospect_id on conflict do nothing`.execute(
    db,
  );
  await sql`insert into chat_accounts (account_id, prospect_id, organization_id)
    select distinct g.account_id, g.prospect_id, ${organization.id}::bigint from json_to_recordset(${rows}::json) ${mailColumns}
    join chats c on c.prospect_id = g.prospect_id order by 1, 2 on conflict do nothing`.execute(db);
}

async function insertMessages({ db, organization }: Tx, rows: string): Promise<Stored[]> {
  const stored =
    await sql<Stored>`insert into chat_messages (organization_id, prospect_id, account_id, kind, sent_by_prospect,
      subject_line, message, sent_at, rfc_message_id, reference_chain, provider_chat, intent_id)
    select ${organization.id}, g.prospect_id, g.account_id, 'CAMPAIGN', false, g.subject, g.body_text, g.sent_at, g.message_id,
      g.reference_chain, g.provider_chat, g.intent_id
    from json_to_recordset(${rows}::json) ${mailColumns} join chats c on c.prospect_id = g.prospect_id
    on conflict do nothing returning id, prospect_id`.execute(db);
  return stored.rows;
}

async function moveChats({ db }: Tx, stored: readonly Stored[]): Promise<void> {
  const ids = stored.map((row) => row.id);
  await sql`update chats c set message_count = c.message_count + n.count
    from (select prospect_id, count(*)::int as count from chat_messages where id = any(${ids}::bigint[]) group by prospect_id) n
    where c.prospect_id = n.prospect_id`.execute(db);
  await sql`update chats c set last_message_id = n.id, last_message_at = n.sent_at, last_subject = n.subject_line,
      last_preview = left(regexp_replace(n.message, '\\s+', ' ', 'g'), 200), last_sent_by_prospect = false
    from (select distinct on (prospect_id) prospect_id, id, sent_at, subject_line, message from chat_messages
      where id = any(${ids}::bigint[]) order by prospect_id, sent_at desc, id desc) n
    where c.prospect_id = n.prospect_id and (c.last_message_id is null or c.last_message_at <= n.sent_at)`.execute(db);
}

async function insertFiles({ db, organization }: Tx, rows: string, stored: readonly Stored[]): Promise<void> {
  await sql`insert into chat_attachments (organization_id, message_id, name, type, size, file_key)
    select ${organization.id}, m.id, f.name, f.type, f.size, f.file_key
    from json_to_recordset(${rows}::json) ${mailColumns} join chat_messages m on m.intent_id = g.intent_id
    cross join lateral jsonb_to_recordset(coalesce(g.attachments, '[]')) as f (name text, type text, size int, file_key text)
    where m.id = any(${stored.map((row) => row.id)}::bigint[])`.execute(db);
}

async function addWords({ db, organization }: Tx, rows: string): Promise<void> {
  const names = await sql<{ prospect_id: number; names: string }>`select p.id as prospect_id,
      concat_ws(' ', p.first_name, p.last_name, p.company_name, p.email, p.job_title) as names
    from prospects p where p.id in (select g.prospect_id from json_to_recordset(${rows}::json) ${mailColumns})`.execute(
    db,
  );
  const all = toJson(names.rows.map((row) => ({ prospect_id: row.prospect_id, words: splitWords(row.names) })));
  await sql`insert into chat_words as w (prospect_id, organization_id, words)
    select prospect_id, ${organization.id}, array_to_tsvector(array_agg(distinct word)) from (
      select g.prospect_id, unnest(g.words) as word from json_to_recordset(${rows}::json) ${mailColumns}
      union all select n.prospect_id, unnest(n.words) from json_to_recordset(${all}::json) as n (prospect_id bigint, words text[])
    ) given join chats c using (prospect_id) group by prospect_id order by prospect_id
    on conflict (prospect_id) do update set words = w.words || excluded.words where length(w.words) < 20000`.execute(
    db,
  );
}

/** Makes conversations found by what was said in them: for messages that came in another way. */
export async function addChatWords(
  tx: Pick<Tx, 'db' | 'organization'>,
  messages: readonly { prospect_id: number; text: string }[],
): Promise<void> {
  if (messages.length === 0) return;
  await addWords(
    tx,
    toJson(messages.map(({ prospect_id, text }) => ({ prospect_id, words: splitWords(cutText(text, MAX_WORDS_OF)) }))),
  );
}
