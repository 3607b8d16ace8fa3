import { sql } from 'kysely';
import type { TransactionContext } from '../../../kernel/context.ts';
import type { StoredFile } from '../mail/mail-parts.service.ts';
import { REMEMBERED } from './people.store.ts';

type Tx = Pick<TransactionContext, 'db' | 'organization'>;

/** The provider's conversation with them, the newest. */
export async function findProviderChat(
  { db }: Tx,
  at: { account_id: number; prospect_id: number },
): Promise<string | null> {
  const rows = await sql<{ chat: string }>`select provider_chat as chat from chat_messages
    where prospect_id = ${at.prospect_id} and account_id = ${at.account_id} and provider_chat is not null
    order by sent_at desc, id desc limit 1`.execute(db);
  return rows.rows[0]?.chat ?? null;
}

/** What of ours has not settled in a lead's conversation by an account. */
export async function listUnsettled(
  { db }: Tx,
  at: { account_id: number; prospect_id: number },
): Promise<{ id: number; is_waiting: boolean }[]> {
  const rows = await sql<{
    id: number;
    is_waiting: boolean;
  }>`select id, delivery <> 'SENDING' as is_waiting from chat_messages
    where prospect_id = ${at.prospect_id} and account_id = ${at.account_id}
      and delivery in ('SCHEDULED', 'PAUSED', 'SENDING') order by id`.execute(db);
  return rows.rows;
}

export interface DeletedConversation {
  messages: number;
  /** Of what they said; null where they said nothing. */
  first_at: Date | null;
  last_at: Date | null;
  said: number;
  /** Of what they said last. */
  digests: Buffer[];
  chats: string[];
  /** Those that no other message names. */
  files: StoredFile[];
}

/** Takes all that was said by an account out of a lead's conversation; classes, words of the search and files go with it. */
export async function deleteMessages(
  { db }: Tx,
  at: { account_id: number; prospect_id: number },
): Promise<DeletedConversation> {
  const files = await sql<StoredFile>`delete from chat_attachments a using chat_messages m
    where m.prospect_id = ${at.prospect_id} and m.account_id = ${at.account_id} and a.message_id = m.id
    returning a.name, a.type, a.size, a.file_key`.execute(db);
  const rows = await sql<Omit<DeletedConversation, 'files'>>`with gone as (delete from chat_messages
      where prospect_id = ${at.prospect_id} and account_id = ${at.account_id} returning sent_at, sent_by_prospect, provider_chat, digest)
    select count(*)::int as messages, min(sent_at) filter (where sent_by_prospect) as first_at,
      max(sent_at) filter (where sent_by_prospect) as last_at, (count(*) filter (where sent_by_prospect))::int as said,
      coalesce((array_agg(digest order by sent_at desc) filter (where sent_by_prospect and digest is not null))[1:${sql.lit(REMEMBERED)}],
        '{}') as digests,
      coalesce(array_agg(distinct provider_chat) filter (where provider_chat is not null), '{}') as chats from gone`.execute(
    db,
  );
  await sql`delete from chat_accounts where prospect_id = ${at.prospect_id} and account_id = ${at.account_id}`.execute(
    db,
  );
  return { ...rows.rows[0]!, files: await leaveOutNamed({ db }, files.rows) };
}

/** Files of an imported archive are stored once for all messages that name them. */
async function leaveOutNamed({ db }: Pick<Tx, 'db'>, files: readonly StoredFile[]): Promise<StoredFile[]> {
  const { rows } = await sql<{ file_key: string }>`select distinct file_key from chat_attachments
    where file_key like 'imported/%' and file_key = any(${files.map(({ file_key }) => file_key)}::text[])`.execute(db);
  const named = new Set(rows.map(({ file_key }) => file_key));
  return files.filter(({ file_key }) => !named.has(file_key));
}
