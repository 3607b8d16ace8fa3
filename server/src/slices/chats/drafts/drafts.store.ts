import type { ReplyClass } from '@overture/domain/inbound/reply-classes';
import { type Kysely, sql } from 'kysely';
import type { TransactionContext } from '../../../kernel/context.ts';
import type { DB } from '../../../kernel/db/__generated__/database.ts';
import { isNotParked } from '../../../kernel/rounds/rounds.ts';
import type { SaidMessage, StyleExample } from './draft-sources.rules.ts';

export const LEFTOVERS_LOOP = 'reply-leftovers';

type Tx = Pick<TransactionContext, 'db' | 'organization'>;

const MAX_MESSAGES = 40;
const MAX_SAMPLES = 5;

/** What people and campaigns said in a conversation, newest first; what came by machine and what never left is no part of it. */
export async function listSaid({ db }: Tx, prospectId: number): Promise<(SaidMessage & { is_mail: boolean })[]> {
  const rows = await sql<SaidMessage & { is_mail: boolean }>`select m.id, m.sent_by_prospect as is_lead, m.sent_at,
      left(m.message, 12000) as text, m.provider_chat is null as is_mail
    from chat_messages m where m.prospect_id = ${prospectId} and m.kind in ('REPLY', 'CAMPAIGN', 'CHAT', 'OWN_CLIENT')
      and m.delivery <> 'FAILED' and not m.is_unreadable
    order by m.sent_at desc, m.id desc limit ${MAX_MESSAGES}`.execute(db);
  return rows.rows;
}

/** The reply type of the newest message of a lead; null where none was decided. */
export async function findNewestClass({ db }: Tx, prospectId: number): Promise<ReplyClass | null> {
  const rows = await sql<{ class: ReplyClass | null }>`select k.class from chat_messages m
    left join message_classes k on k.message_id = m.id and k.organization_id = m.organization_id
    where m.prospect_id = ${prospectId} and m.sent_by_prospect and m.kind = 'REPLY' and not m.is_unreadable
    order by m.sent_at desc, m.id desc limit 1`.execute(db);
  return rows.rows[0]?.class ?? null;
}

export interface StyleRow {
  message: string;
  first_name: string;
  last_name: string;
  company_name: string | null;
}

/** The newest messages that a user wrote to others, or everyone of the organization for null, with the names of those leads. */
export async function listOwnMessages(
  { db, organization }: Tx,
  userId: number | null,
  exceptOf: number,
): Promise<StyleRow[]> {
  const isAuthor = userId === null ? sql`m.author_user_id is not null` : sql`m.author_user_id = ${userId}`;
  const rows = await sql<StyleRow>`select left(m.message, 2000) as message, p.first_name, p.last_name, p.company_name
    from chat_messages m join prospects p on p.id = m.prospect_id
    where ${isAuthor} and m.organization_id = ${organization.id} and m.kind = 'CHAT'
      and m.prospect_id <> ${exceptOf}
    order by m.id desc limit ${MAX_SAMPLES}`.execute(db);
  return rows.rows;
}

/** How a user changed the newest drafts, or everyone of the organization for null. */
export async function listExamples({ db, organization }: Tx, userId: number | null): Promise<StyleExample[]> {
  const isUsers = userId === null ? sql`true` : sql`user_id = ${userId}`;
  const rows = await sql<StyleExample>`select written, sent from draft_examples
    where organization_id = ${organization.id} and ${isUsers} order by id desc limit ${MAX_SAMPLES}`.execute(db);
  return rows.rows;
}

/** Credits of replies that ended without a word: their process died. */
export async function listAbandonedDrafts({
  db,
}: {
  db: Kysely<DB>;
}): Promise<{ organization_id: number; reservation_id: number; credits: number }[]> {
  const rows = await sql<{ organization_id: number; reservation_id: number; credits: number }>`
    select r.organization_id, r.id as reservation_id, r.amount - r.spent - r.released as credits from credit_reservations r
    where r.kind = 'replies' and r.amount > r.spent + r.released and r.created_at < app_now() - interval '10 minutes'
      and ${isNotParked(LEFTOVERS_LOOP, sql.ref('r.organization_id'), sql`r.id::text`)}
    order by r.id limit 500`.execute(db);
  return rows.rows;
}
