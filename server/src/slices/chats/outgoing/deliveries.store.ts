import { type Kysely, sql } from 'kysely';
import type { DB } from '../../../kernel/db/__generated__/database.ts';
import { toJson } from '../../../kernel/db/to-json.ts';
import {
  channelSuppressedBecause,
  reachOfEmail,
  reachOfLead,
  suppressedBecause,
} from '../../suppression-rules/index.ts';
import type { MessageRow } from '../messages.store.ts';

interface Tx {
  db: Kysely<DB>;
}

/** An answer of ours as it waits to be sent. */
export interface WaitingMessage {
  id: number;
  kind: 'CHAT' | 'FORWARD';
  delivery: MessageRow['delivery'];
  /** A user chose when it leaves. */
  is_timed: boolean;
  /** When a person last decided that it leaves, and when the lead wrote last. */
  decided_at: Date;
  lead_wrote_at: Date | null;
  to_name: string | null;
  /** Null for one that is no mail. */
  to_email: string | null;
  subject_line: string | null;
  message: string;
  formatted_text: string | null;
  reference_chain: string[];
  provider_chat: string | null;
  other_to_emails: string[];
  cc_emails: string[];
  bcc_emails: string[];
  signature_html: string | null;
  quoted_text: string | null;
  attachments: { file_key: string; name: string; type: string; size: number }[];
  /** The name of one of its files in which a virus was found. */
  infected: string | null;
  /** One of its addresses that is suppressed. */
  suppressed: string | null;
  /** Why this account must not reach the person, or mail must not reach their own address; null for a mail to another address. */
  block_reason: string | null;
  /** Address of the lead's profile as a key, and the id by which the sender knows the lead. */
  linkedin_key: string | null;
  linkedin_provider_id: string | null;
}

/** Answers that are to be sent, locked against another change. */
export async function lockWaitingMessages({ db }: Tx, ids: readonly number[]): Promise<WaitingMessage[]> {
  // Conversations before their messages, as where a reply is stored: one that is being written is waited for.
  await sql`select from chats where prospect_id in (select prospect_id from chat_messages where id = any(${[...ids]}::bigint[]))
    order by prospect_id for no key update`.execute(db);
  const rows =
    await sql<WaitingMessage>`select m.id, m.kind, m.delivery, m.is_timed, coalesce(m.decided_at, m.created_at) as decided_at,
      -- No reply of the conversation answers a mail that was sent on; one to others in the thread may be answered.
      (select max(r.created_at) from chat_messages r where (m.kind <> 'FORWARD' or m.reference_chain <> '{}') and r.prospect_id = m.prospect_id and r.kind = 'REPLY') as lead_wrote_at, m.to_name, m.to_email::text as to_email, m.subject_line,
      m.message, m.formatted_text, coalesce(m.reference_chain, '{}') as reference_chain, m.provider_chat, p.linkedin_key,
      m.other_to_emails, m.cc_emails, m.bcc_emails, m.signature_html, m.quoted_text,
      coalesce((select json_agg(json_build_object('file_key', a.file_key, 'name', a.name, 'type', a.type, 'size', a.size) order by a.id)
        from chat_attachments a where a.message_id = m.id), '[]') as attachments,
      (select a.name from chat_attachments a where a.message_id = m.id and a.scan = 'infected' order by a.id limit 1) as infected,
      (select g.email from unnest(array_append(m.other_to_emails || m.cc_emails || m.bcc_emails, m.to_email::text)) as g (email)
        where ${suppressedBecause(reachOfEmail(sql`m.organization_id`, sql`g.email`))} is not null limit 1) as suppressed,
      case when m.kind = 'FORWARD' then null when m.to_email is null then (select case a.account_type when 'LINKEDIN' then ${channelSuppressedBecause('linkedin', reachOfLead)}
          when 'WHATSAPP' then ${channelSuppressedBecause('phone', reachOfLead)} else ${channelSuppressedBecause(null, reachOfLead)} end
        from accounts a where a.id = m.account_id)
        when lower(m.to_email::text) = lower(p.email) or lower(m.to_email::text) = any(p.other_emails) then ${channelSuppressedBecause(null, reachOfLead)} end as block_reason,
      (select k.provider_id from linkedin_members k where k.account_id = m.account_id and k.prospect_id = m.prospect_id
        limit 1) as linkedin_provider_id
    from chat_messages m join prospects p on p.id = m.prospect_id
    where m.id = any(${[...ids]}::bigint[]) and m.kind in ('CHAT', 'FORWARD') order by m.id for no key update of m`.execute(
      db,
    );
  return rows.rows;
}

export interface DeliveryChange {
  id: number;
  delivery: MessageRow['delivery'];
  error: string | null;
}

/** What became of answers of ours; answers their conversations. One that is paused stays so, unless it is proved to have left. */
export async function updateDeliveries(
  { db }: Tx,
  changes: readonly DeliveryChange[],
): Promise<{ id: number; prospect_id: number; organization_id: number }[]> {
  const rows = await sql<{ id: number; prospect_id: number; organization_id: number }>`update chat_messages m
      set delivery = g.delivery, error = g.error
    from json_to_recordset(${toJson(changes)}::json) as g (id bigint, delivery text, error text)
    where m.id = g.id and (m.delivery <> 'PAUSED' or g.delivery = 'SENT')
    returning m.id, m.prospect_id, m.organization_id`.execute(db);
  return rows.rows;
}

/** Names the actions by which answers of ours left: the Message-ID of a mail, the conversation of another message. */
export async function linkSentMessages(
  { db }: Tx,
  sent: readonly { id: number; intent_id: number; message_id: string | null; provider_chat: string | null }[],
): Promise<void> {
  if (sent.length === 0) return;
  await sql`update chat_messages m set intent_id = g.intent_id, rfc_message_id = g.message_id,
      provider_chat = coalesce(g.provider_chat, m.provider_chat)
    from json_to_recordset(${toJson(sent)}::json) as g (id bigint, intent_id bigint, message_id text, provider_chat text)
    where m.id = g.id`.execute(db);
}

/**
 * The name of a later writer in a conversation: the lead, or a colleague whose message is on its way or sent. The user's own
 * messages do not count. Null if there is none.
 */
export async function findNewer(
  { db }: Tx,
  prospectId: number,
  seenId: number,
  userId: number,
): Promise<string | null> {
  const rows = await sql<{ name: string }>`select case when m.sent_by_prospect
        then coalesce(m.from_name, trim(concat_ws(' ', p.first_name, p.last_name))) else coalesce(u.name, 'A colleague') end as name
    from chat_messages m join prospects p on p.id = m.prospect_id left join users u on u.id = m.author_user_id
    where m.prospect_id = ${prospectId} and m.id > ${seenId} and m.delivery <> 'FAILED'
      and (m.kind in ('REPLY', 'OWN_CLIENT') or (m.kind = 'CHAT' and m.author_user_id is distinct from ${userId}))
    order by m.id desc limit 1`.execute(db);
  return rows.rows[0]?.name ?? null;
}

/** The leads whose mails were sent on, by the message that did it. */
export async function findForwardedLeads({ db }: Tx, messageIds: readonly number[]): Promise<Map<number, number>> {
  if (messageIds.length === 0) return new Map();
  const rows = await sql<{ id: number; prospect_id: number }>`select id, prospect_id from chat_messages
    where id = any(${[...messageIds]}::bigint[]) and kind = 'FORWARD'`.execute(db);
  return new Map(rows.rows.map(({ id, prospect_id }) => [id, prospect_id]));
}
