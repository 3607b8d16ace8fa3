import type { ActingKey } from '@overture/contract/acting-key';
import type { ChatMessage, MessageClass } from '@overture/contract/chats';
import type { AccountType } from '@overture/domain/accounts';
import type { CampaignChoice } from '@overture/domain/campaign/campaign-choice';
import type { FileScan } from '@overture/domain/message/files/file-scans';
import { sql } from 'kysely';
import { selectActingKey } from '../../kernel/api-keys/acting-key.ts';
import type { PageRange } from '../../kernel/api-keys/cursor.ts';
import type { TransactionContext } from '../../kernel/context.ts';
import { toJson } from '../../kernel/db/to-json.ts';
import { splitWords, toPreview } from './chat-search.rules.ts';
import { deleteDraft } from './stale-drafts/stale-drafts.store.ts';

type Tx = Pick<TransactionContext, 'db' | 'organization'>;

export interface MessageRow {
  id: number;
  prospect_id: number;
  account_id: number | null;
  kind: ChatMessage['kind'];
  delivery: ChatMessage['delivery'];
  error: string | null;
  sent_by_prospect: boolean;
  from_name: string | null;
  from_email: string | null;
  to_email: string | null;
  subject_line: string | null;
  message: string;
  formatted_text: string | null;
  quoted_text: string | null;
  html: string | null;
  has_remote_content: boolean;
  is_unreadable: boolean;
  sent_at: Date;
  read: boolean;
  rfc_message_id: string | null;
  reference_chain: string[] | null;
  other_to_emails: string[];
  cc_emails: string[];
  bcc_emails: string[];
  is_timed: boolean;
  acting_key: ActingKey | null;
  reply_class: MessageClass | null;
  attachments: { id: number; name: string; type: string; size: number; scan: FileScan }[];
}

const columns = sql`m.id, m.prospect_id, m.account_id, m.kind, m.delivery, m.error, m.sent_by_prospect, m.from_name,
  m.from_email::text as from_email, m.to_email::text as to_email, m.subject_line, m.message, m.formatted_text, m.quoted_text, m.html, m.has_remote_content, m.is_unreadable, m.sent_at,
  m.read, m.rfc_message_id, m.reference_chain, m.other_to_emails, m.cc_emails, m.bcc_emails, m.is_timed,
  ${selectActingKey('m')} as acting_key,
  (select json_build_object('class', k.class, 'confidence', k.confidence, 'set_by', k.set_by, 'words', k.words, 'referral',
    k.referral || jsonb_build_object('prospect_id', k.referral_prospect_id),
    'returns_on', k.returns_on)
    from message_classes k where k.message_id = m.id) as reply_class,
  coalesce((select json_agg(json_build_object('id', a.id, 'name', a.name, 'type', a.type, 'size', a.size,
      'scan', coalesce(a.scan, 'not_scanned')) order by a.id)
    from chat_attachments a where a.message_id = m.id), '[]') as attachments`;

/** A page of a conversation, newest first; with the instant to the microsecond, which no Date holds. */
export async function pageMessages(
  { db }: Tx,
  prospectId: number,
  { limit, offset, after }: PageRange,
): Promise<(MessageRow & { instant: string })[]> {
  const isAfter = after === null ? sql`true` : sql`(m.sent_at, m.id) < (${after[0]}::timestamptz, ${after[1]}::bigint)`;
  const rows = await sql<MessageRow & { instant: string }>`select ${columns}, m.sent_at::text as instant
    from chat_messages m where m.prospect_id = ${prospectId} and ${isAfter}
    order by m.sent_at desc, m.id desc limit ${limit} offset ${offset}`.execute(db);
  return rows.rows;
}

export async function findMessage({ db }: Tx, id: number): Promise<MessageRow | undefined> {
  const rows = await sql<MessageRow>`select ${columns} from chat_messages m where m.id = ${id}`.execute(db);
  return rows.rows[0];
}

/**
 * A message already asked for with this key; or the same words by the same person, within the last seconds or newer than what the
 * writer saw: their other window sent them.
 */
export async function findRepeated(
  { db }: Tx,
  prospectId: number,
  given: {
    idempotency_key: string | null;
    message: string;
    user_id: number;
    within_seconds: number;
    seen: number | null;
    /** It has files that no message took: the same words with other files are another message. */
    brings_files: boolean;
    /** The mail that is sent on, and to whom; other messages without it. */
    forward?: Pick<NewMessage, 'forwards_message_id' | 'to_email' | 'other_to_emails' | 'cc_emails' | 'bcc_emails'>;
  },
): Promise<MessageRow | undefined> {
  const isSuch = given.forward ? isSameForward(given.forward) : sql`m.kind = 'CHAT'`;
  const rows = await sql<MessageRow>`select ${columns} from chat_messages m where m.prospect_id = ${prospectId}
    and (m.idempotency_key = ${given.idempotency_key}::text
      or ${!given.brings_files} and ${isSuch} and m.message = ${given.message} and m.author_user_id = ${given.user_id}
        and m.delivery not in ('FAILED', 'PAUSED') and (m.id > ${given.seen}::bigint or ${given.idempotency_key}::text is null
          and m.created_at > app_now() - make_interval(secs => ${given.within_seconds})))
    order by m.id desc limit 1`.execute(db);
  return rows.rows[0];
}

/** SQL that is true for a message (`m`) that sends the same mail on to the same recipients. */
function isSameForward(
  given: Pick<NewMessage, 'forwards_message_id' | 'to_email' | 'other_to_emails' | 'cc_emails' | 'bcc_emails'>,
) {
  const list = (emails: readonly string[] | undefined) => sql`${[...(emails ?? [])]}::text[]`;
  return sql`m.kind = 'FORWARD' and m.forwards_message_id = ${given.forwards_message_id} and m.to_email = ${given.to_email}::citext
    and m.other_to_emails = ${list(given.other_to_emails)} and m.cc_emails = ${list(given.cc_emails)}
    and m.bcc_emails = ${list(given.bcc_emails)}`;
}

export interface NewMessage {
  prospect_id: number;
  account_id: number;
  kind: MessageRow['kind'];
  delivery?: MessageRow['delivery'];
  sent_by_prospect: boolean;
  from_name?: string | null;
  from_email?: string | null;
  to_name?: string | null;
  to_email?: string | null;
  other_to_emails?: readonly string[];
  cc_emails?: readonly string[];
  bcc_emails?: readonly string[];
  signature_html?: string | null;
  saved_reply_ids?: readonly number[] | null;
  is_timed?: boolean;
  subject_line: string | null;
  message: string;
  formatted_text?: string | null;
  quoted_text?: string | null;
  html?: string | null;
  has_remote_content?: boolean;
  is_unreadable?: boolean;
  sent_at: Date;
  read: boolean;
  rfc_message_id: string | null;
  reference_chain: readonly string[];
  /** The provider's conversation; null for mail. */
  provider_chat?: string | null;
  digest?: Buffer | null;
  intent_id?: number | null;
  author_user_id?: number | null;
  idempotency_key?: string | null;
  forwards_message_id?: number | null;
  campaign_choice?: CampaignChoice | null;
}

/**
 * Stores a message and brings its conversation up to date: what the list shows, unread, folder, words. Answers its id,
 * or null when it was stored before (same digest in this mailbox, or same action of the one door).
 */
export async function insertMessage(tx: Tx, given: NewMessage): Promise<number | null> {
  await openChat(tx, given);
  const { delivery = 'SENT', has_remote_content = false, is_unreadable = false, is_timed = false } = given;
  const { from_name = null, from_email = null, to_name = null, to_email = null } = given;
  const { other_to_emails = [], cc_emails = [], bcc_emails = [] } = given;
  const { quoted_text = null, html = null, signature_html = null, provider_chat = null } = given;
  const { digest = null, intent_id = null, author_user_id = null, idempotency_key = null } = given;
  const { forwards_message_id = null, formatted_text = null, saved_reply_ids = null, campaign_choice = null } = given;
  const rows = await sql<{
    id: number;
  }>`insert into chat_messages (organization_id, prospect_id, account_id, kind, delivery,
      sent_by_prospect, from_name, from_email, to_name, to_email, subject_line, message, formatted_text, quoted_text, html,
      has_remote_content, is_unreadable, sent_at, read, rfc_message_id, reference_chain, provider_chat,
      digest, intent_id, author_user_id, idempotency_key, other_to_emails, cc_emails, bcc_emails, signature_html, is_timed,
      forwards_message_id, saved_reply_ids, campaign_choice, api_key_id)
    values (${tx.organization.id}, ${given.prospect_id}, ${given.account_id}, ${given.kind}, ${delivery},
      ${given.sent_by_prospect}, ${from_name}, ${from_email}, ${to_name}, ${to_email}, ${given.subject_line}, ${given.message},
      ${formatted_text}, ${quoted_text}, ${html}, ${has_remote_content}, ${is_unreadable}, ${given.sent_at}, ${given.read},
      ${given.rfc_message_id}, ${[...given.reference_chain]}::text[], ${provider_chat}, ${digest}, ${intent_id},
      ${author_user_id}, ${idempotency_key}, ${[...other_to_emails]}::text[], ${[...cc_emails]}::text[],
      ${[...bcc_emails]}::text[], ${signature_html}, ${is_timed}, ${forwards_message_id},
      ${saved_reply_ids === null ? null : [...saved_reply_ids]}::bigint[], ${campaign_choice},
      case when ${given.kind}::text in ('CHAT', 'FORWARD') then current_api_key_id() end)
    on conflict do nothing returning id`.execute(tx.db);
  const id = rows.rows[0]?.id ?? null;
  if (id === null) return null;
  await updateChat(tx, id, given);
  await addWords(tx, given.prospect_id, splitWords(`${given.subject_line ?? ''} ${given.message}`));
  return id;
}

/** The conversation and its sender, made when they are new. Also serialises what is written to one conversation. */
async function openChat({ db, organization }: Tx, given: NewMessage): Promise<void> {
  const openedAt = given.delivery === 'SCHEDULED' ? sql`app_now()` : sql`${given.sent_at}`;
  await sql`insert into chats (prospect_id, organization_id, last_message_at) values (${given.prospect_id}, ${organization.id},
    ${openedAt}) on conflict (prospect_id) do update set prospect_id = excluded.prospect_id`.execute(db);
  await sql`insert into chat_accounts (account_id, prospect_id, organization_id)
    values (${given.account_id}, ${given.prospect_id}, ${organization.id}) on conflict do nothing`.execute(db);
}

/** Kinds that are shown in the conversation but do not change its state: they are not said to the lead or by the lead. */
const UNSPOKEN = ['BOUNCE', 'COMPLAINT', 'AUTO_REPLY', 'FORWARD'];

async function updateChat({ db }: Tx, id: number, given: NewMessage): Promise<void> {
  // What waits for its time has not been said.
  const isSpoken = given.delivery !== 'SCHEDULED' && !UNSPOKEN.includes(given.kind);
  const isReply = given.kind === 'REPLY';
  const isByHand = isReply || given.kind === 'CHAT' || given.kind === 'OWN_CLIENT';
  await sql`update chats set message_count = message_count + 1,
      is_conversation = is_conversation or ${isByHand},
      has_unread = has_unread or ${isReply && !given.read},
      replied_at = case when ${isReply} then least(coalesce(replied_at, ${given.sent_at}), ${given.sent_at}) else replied_at end,
      archived_at = case when ${isReply} then null else archived_at end,
      remind_at = case when ${isReply} then null else remind_at end,
      returned_at = case when ${isByHand} then null else returned_at end
    where prospect_id = ${given.prospect_id}`.execute(db);
  if (isReply) await pauseWaiting({ db }, given.prospect_id, null);
  // A newer reply, or a message of ours, makes it stale.
  if (isByHand) await deleteDraft({ db }, given.prospect_id);
  if (!isSpoken) return;
  await sql`update chats set last_message_id = ${id}, last_message_at = ${given.sent_at}, last_subject = ${given.subject_line},
      last_preview = ${toPreview(given.message)}, last_sent_by_prospect = ${given.sent_by_prospect}
    where prospect_id = ${given.prospect_id} and (last_message_id is null or last_message_at <= ${given.sent_at})`.execute(
    db,
  );
}

/**
 * SQL that is true for messages which a reply pauses: scheduled for a chosen time, or held by their sender. A forward has a thread of its own,
 * which no reply of this conversation answers.
 */
export const isPausable = sql<boolean>`delivery = 'SCHEDULED' and (kind <> 'FORWARD' or reference_chain <> '{}') and (is_timed or error is not null)`;

/**
 * The lead has written or booked: what waits for its time or its sender waits for a person from here on.
 * @param reason said to users; null after a reply, which they see
 */
export async function pauseWaiting(
  { db }: Pick<Tx, 'db'>,
  prospectId: number,
  reason: string | null,
): Promise<boolean> {
  const done = await sql`update chat_messages set delivery = 'PAUSED', error = ${reason}
    where prospect_id = ${prospectId} and ${isPausable}`.execute(db);
  return (done.numAffectedRows ?? 0n) > 0n;
}

/** Adds words by which the conversation is found: those given and the lead's own. Very long ones stop growing. */
async function addWords({ db, organization }: Tx, prospectId: number, words: readonly string[]): Promise<void> {
  const rows = await sql<{
    names: string;
  }>`select concat_ws(' ', first_name, last_name, company_name, email, job_title) as names
    from prospects where id = ${prospectId}`.execute(db);
  const all = [...words, ...splitWords(rows.rows[0]?.names ?? '')];
  await sql`insert into chat_words as w (prospect_id, organization_id, words)
    values (${prospectId}, ${organization.id}, array_to_tsvector(${[...new Set(all)]}::text[]))
    on conflict (prospect_id) do update set words = w.words || excluded.words
    where length(w.words) < 20000 and (w.words || excluded.words) is distinct from w.words`.execute(db);
}

/** Rebuilds the search words of a conversation, including the lead's own. */
export async function replaceWords(tx: Tx, prospectId: number, words: readonly string[]): Promise<void> {
  await sql`delete from chat_words where prospect_id = ${prospectId}`.execute(tx.db);
  await addWords(tx, prospectId, words);
}

export async function insertAttachments(
  { db, organization }: Tx,
  messageId: number,
  files: readonly (Omit<KeptFile, 'scan' | 'scan_finding'> & { scan?: KeptFile['scan'] })[],
): Promise<void> {
  if (files.length === 0) return;
  await sql`insert into chat_attachments (organization_id, message_id, name, type, size, file_key, scan)
    select ${organization.id}, ${messageId}, name, type, size, file_key, scan
    from json_to_recordset(${toJson(files)}::json) as f (name text, type text, size int, file_key text, scan text)`.execute(
    db,
  );
}

export interface KeptFile {
  name: string;
  type: string;
  size: number;
  file_key: string;
  scan: Exclude<FileScan, 'not_scanned'> | null;
  /** The name of the virus. */
  scan_finding: string | null;
}

export async function findAttachment({ db }: Tx, prospectId: number, id: number): Promise<KeptFile | undefined> {
  const rows = await sql<KeptFile>`select a.name, a.type, a.size, a.file_key, a.scan, a.scan_finding
    from chat_attachments a join chat_messages m on m.id = a.message_id
    where a.id = ${id} and m.prospect_id = ${prospectId}`.execute(db);
  return rows.rows[0];
}

/** The newest mail of a conversation that an answer can follow: what a person or we wrote and that has left. */
export async function findThreadEnd({ db }: Tx, prospectId: number): Promise<MessageRow | undefined> {
  const rows = await sql<MessageRow>`select ${columns} from chat_messages m where m.prospect_id = ${prospectId}
    and m.kind not in ('BOUNCE', 'COMPLAINT', 'FORWARD') and m.rfc_message_id is not null and m.delivery in ('SENT', 'UNCONFIRMED')
    order by (m.kind = 'AUTO_REPLY'), m.sent_by_prospect desc, m.sent_at desc, m.id desc limit 1`.execute(db);
  return rows.rows[0];
}

/** Which of these mails are stored already, by Message-ID. A reply to a mail that was sent on belongs to no conversation; one to a reply to others does. */
export async function findByRfcIds(
  { db }: Tx,
  accountId: number,
  messageIds: readonly string[],
): Promise<{ prospect_id: number; rfc_message_id: string; kind: MessageRow['kind'] }[]> {
  const rows = await sql<{
    prospect_id: number;
    rfc_message_id: string;
    kind: MessageRow['kind'];
  }>`select prospect_id, rfc_message_id, kind
    from chat_messages where account_id = ${accountId} and rfc_message_id = any(${[...messageIds]}::text[])
      and (kind <> 'FORWARD' or reference_chain <> '{}') order by sent_at desc limit 200`.execute(db);
  return rows.rows;
}

export async function hasDigest({ db }: Tx, accountId: number, digest: Buffer): Promise<boolean> {
  const rows = await sql`select from chat_messages where account_id = ${accountId} and digest = ${digest}`.execute(db);
  return rows.rows.length > 0;
}

/** Whether a team member wrote to a lead by this sender, in another program. */
export async function hasOwnMessage({ db }: Tx, given: { account_id: number; prospect_id: number }): Promise<boolean> {
  const rows = await sql`select from chat_messages where prospect_id = ${given.prospect_id}
    and account_id = ${given.account_id} and kind = 'OWN_CLIENT' limit 1`.execute(db);
  return rows.rows.length > 0;
}

/** The conversation of the provider in which a sender last spoke with a lead; null where none is known. */
export async function findProviderChat({ db }: Tx, prospectId: number, accountId: number): Promise<string | null> {
  const rows = await sql<{ provider_chat: string }>`select provider_chat from chat_messages
    where prospect_id = ${prospectId} and account_id = ${accountId} and provider_chat is not null
    order by sent_at desc, id desc limit 1`.execute(db);
  return rows.rows[0]?.provider_chat ?? null;
}

/** The lead that a sender talks to in a conversation of the provider, if it is known. */
export async function findProspectOfChat({ db }: Tx, accountId: number, providerChat: string): Promise<number | null> {
  const rows = await sql<{ prospect_id: number }>`select prospect_id from chat_messages
    where account_id = ${accountId} and provider_chat = ${providerChat} order by id desc limit 1`.execute(db);
  return rows.rows[0]?.prospect_id ?? null;
}

interface LastReply {
  id: number;
  message: string;
  subject_line: string | null;
  sent_at: Date;
  /** Type of the account that received it; null if the account was deleted. */
  account_type: AccountType | null;
}

/** The lead's last message, for notifications and exports. */
export async function findLastReply(
  { db, organization }: Pick<TransactionContext, 'db' | 'organization'>,
  prospectId: number,
): Promise<LastReply | undefined> {
  const rows = await sql<LastReply>`
    select m.id, left(m.message, 4000) as message, m.subject_line, m.sent_at, a.account_type from chat_messages m
      left join accounts a on a.id = m.account_id
    where m.organization_id = ${organization.id} and m.prospect_id = ${prospectId} and m.sent_by_prospect
    order by m.sent_at desc, m.id desc limit 1`.execute(db);
  return rows.rows[0];
}
