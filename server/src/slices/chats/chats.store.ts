import type { ChatFilters, ChatMember, OptOutWriter } from '@overture/contract/chats';
import type { ReplyClass } from '@overture/domain/inbound/reply-classes';
import { LIST_LIMITS } from '@overture/domain/list-limits';
import { type RawBuilder, sql } from 'kysely';
import type { TransactionContext } from '../../kernel/context.ts';
import { findByAnyEmail } from '../lead-addresses/index.ts';
import { relationConditions } from '../lead-filters/index.ts';
import { reachOfLead, suppressedBecause } from '../suppression-rules/index.ts';
import { hidesReminded, searchExpression, showsConversationsOnly } from './chat-search.rules.ts';
import { markedByPerson } from './classes/classes.store.ts';

export interface LeadCampaign {
  id: number;
  name: string;
  status: string;
  campaign_status: string;
  account_ids: number[];
}

type Tx = Pick<TransactionContext, 'db' | 'organization'>;

export interface ChatRow {
  prospect_id: number;
  last_message_id: number | null;
  last_message_at: Date;
  last_subject: string | null;
  last_preview: string;
  last_sent_by_prospect: boolean;
  message_count: number;
  replied_at: Date | null;
  interest: 'INTERESTED' | 'NOT_INTERESTED' | null;
  reply_class: ReplyClass | null;
  is_class_sure: boolean;
  is_class_by_person: boolean;
  is_class_by_model: boolean;
  class_confidence: number | null;
  has_unread: boolean;
  has_draft: boolean;
  is_flagged: boolean;
  archived_at: Date | null;
  remind_at: Date | null;
  is_returned: boolean;
  assigned_to: ChatMember | null;
  account_ids: number[];
}

const chatColumns = sql.raw(`c.prospect_id, c.last_message_id, c.last_message_at, c.last_subject, c.last_preview,
  c.last_sent_by_prospect, c.message_count, c.replied_at, c.interest, c.reply_class, c.is_class_sure, c.is_class_by_person,
  c.is_class_by_model, c.class_confidence,
  c.has_unread, c.has_draft, c.is_flagged, c.archived_at,
  c.remind_at, c.returned_at is not null as is_returned,
  (select json_build_object('id', u.id, 'name', u.name, 'picture_url', u.picture_url) from users u
    where u.id = c.assigned_user_id) as assigned_to,
  array(select a.account_id from chat_accounts a where a.prospect_id = c.prospect_id order by a.account_id) as account_ids`);

const newestFirst = sql.raw('order by c.listed_at desc, c.prospect_id desc');

const soonestFirst = sql.raw('order by c.remind_at, c.prospect_id');

/** A search looks through so many of the newest conversations, and more for later pages, before it asks the index of words. */
const NEWEST_SEARCHED = 600;
const NEWEST_PER_RESULT = 4;
/** A search never weighs more conversations than this. */
const MAX_FOUND = 200_000;

export interface ChatPage {
  limit: number;
  offset: number;
  /** The conversation that the page comes after, newest first; only without a search and outside of the reminders. */
  after?: ChatPlace | null;
}

export interface ChatPlace {
  /** To the microsecond, which no Date holds. */
  listed_at: string;
  prospect_id: number;
}

/**
 * Ids of a page of conversations, newest first, one more than `limit` when there is a next page. Without a search every folder
 * walks its own index. With one, common words are found among the newest conversations; rare ones come from the index of words.
 */
export async function pageChatIds(tx: Tx, filters: ChatFilters, page: ChatPage): Promise<number[]> {
  const query = searchExpression(filters.search_query);
  const conditions = folderConditions(tx, filters);
  if (query === null) {
    // A search of nothing but punctuation finds nothing.
    if (filters.search_query) return [];
    const order = filters.reminders ? soonestFirst : newestFirst;
    const { after } = page;
    const isAfter = after
      ? sql`and (c.listed_at, c.prospect_id) < (${after.listed_at}::timestamptz, ${after.prospect_id}::bigint)`
      : sql``;
    return listIds(
      tx,
      sql`select c.prospect_id from chats c where ${conditions} ${isAfter}
      ${order} limit ${page.limit + 1} offset ${page.offset}`,
    );
  }
  const newest = Math.max(NEWEST_SEARCHED, NEWEST_PER_RESULT * (page.offset + page.limit));
  const fromNewest = await listIds(
    tx,
    sql`select c.prospect_id from
      (select c.* from chats c where ${conditions} ${newestFirst} limit ${newest}) c
    join chat_words w on w.prospect_id = c.prospect_id and w.words @@ ${query}::tsquery
    ${newestFirst} limit ${page.limit + 1} offset ${page.offset}`,
  );
  if (fromNewest.length > page.limit) return fromNewest;
  return listIds(
    tx,
    sql`select c.prospect_id from search_chats(${query}::tsquery, ${MAX_FOUND}) f
    join chats c on c.prospect_id = f.prospect_id where ${conditions}
    ${newestFirst} limit ${page.limit + 1} offset ${page.offset}`,
  );
}

/** Where a conversation is in the list; undefined for one that is gone. */
export async function findPlace({ db, organization }: Tx, prospectId: number): Promise<ChatPlace | undefined> {
  const rows = await sql<ChatPlace>`select listed_at::text as listed_at, prospect_id from chats
    where organization_id = ${organization.id} and prospect_id = ${prospectId}`.execute(db);
  return rows.rows[0];
}

async function listIds({ db }: Tx, statement: RawBuilder<unknown>): Promise<number[]> {
  const rows = await (statement as RawBuilder<{ prospect_id: number }>).execute(db);
  return rows.rows.map((row) => row.prospect_id);
}

/** The closed set of SQL shapes that filters become. */
function folderConditions({ organization }: Tx, filters: ChatFilters): RawBuilder<unknown> {
  const conditions = [sql`c.organization_id = ${organization.id}`];
  conditions.push(filters.show_deleted ? sql`c.archived_at is not null` : sql`c.archived_at is null`);
  if (showsConversationsOnly(filters)) conditions.push(sql`c.is_conversation`);
  if (filters.reminders) conditions.push(sql`c.remind_at is not null`);
  else if (hidesReminded(filters)) conditions.push(sql`c.remind_at is null`);
  if (filters.unread_only) conditions.push(sql`c.has_unread`);
  if (filters.drafts) conditions.push(sql`c.has_draft`);
  if (filters.awaiting_reply) conditions.push(sql`not c.last_sent_by_prospect`);
  if (filters.is_flagged) conditions.push(sql`c.is_flagged`);
  if (filters.status?.length) conditions.push(statusCondition(filters.status));
  // By equality, which keeps the order of its index.
  if (filters.reply_class) conditions.push(sql`c.reply_class = ${filters.reply_class}`);
  if (filters.assigned_to?.length) conditions.push(assigneeCondition(filters.assigned_to));
  const { campaign: campaigns, sending_accounts: senders, labels } = filters;
  conditions.push(...relationConditions(sql`c.prospect_id`, { campaigns, senders, labels }));
  return sql.join(conditions, sql` and `);
}

/** `me` has become an id before. One assignee alone is asked for by equality, which keeps the order of the index. */
function assigneeCondition(assignees: NonNullable<ChatFilters['assigned_to']>): RawBuilder<unknown> {
  const ids = assignees.filter((id): id is number => typeof id === 'number');
  const isUnassigned = sql`c.assigned_user_id is null`;
  if (ids.length === 0) return isUnassigned;
  const isOneOf =
    ids.length === 1 ? sql`c.assigned_user_id = ${ids[0]}` : sql`c.assigned_user_id = any(${ids}::bigint[])`;
  return assignees.includes('nobody') ? sql`(${isOneOf} or ${isUnassigned})` : isOneOf;
}

/** A mark that a person set goes before the mere fact of an answer, as the list shows it. */
function statusCondition(statuses: readonly string[]): RawBuilder<unknown> {
  // The index of marked conversations is chosen by 'is not null'.
  const isMarked = sql`(c.interest is not null and c.interest = any(${[...statuses]}::text[]))`;
  if (!statuses.includes('REPLIED')) return isMarked;
  return sql`(${isMarked} or (c.interest is null and c.replied_at is not null))`;
}

/** Conversations in the order of the ids. */
export async function findChats({ db }: Tx, prospectIds: readonly number[]): Promise<ChatRow[]> {
  if (prospectIds.length === 0) return [];
  const rows =
    await sql<ChatRow>`select ${chatColumns} from unnest(${[...prospectIds]}::bigint[]) with ordinality as given (id, position)
    join chats c on c.prospect_id = given.id order by given.position`.execute(db);
  return rows.rows;
}

export async function findNewestCampaigns(
  { db }: Tx,
  prospectIds: readonly number[],
): Promise<Map<number, LeadCampaign>> {
  if (prospectIds.length === 0) return new Map();
  const rows = await sql<LeadCampaign & { prospect_id: number }>`select given.id as prospect_id, newest.*
    from unnest(${[...prospectIds]}::bigint[]) as given (id)
    cross join lateral (select k.id, k.name, k.status, l.status as campaign_status,
        array(select s.account_id from campaign_senders s where s.campaign_id = k.id order by s.channel, s.position) as account_ids
      from campaign_leads l join campaigns k on k.id = l.campaign_id
      where l.prospect_id = given.id order by l.created_at desc, l.id desc limit 1) newest`.execute(db);
  return new Map(rows.rows.map(({ prospect_id, ...campaign }) => [prospect_id, campaign]));
}

/** Unread conversations of the inbox, counted up to 1000: one partial index. */
export async function countUnread({ db, organization }: Tx): Promise<number> {
  const rows = await sql<{ count: number }>`select count(*) as count from (select from chats c
    where c.organization_id = ${organization.id} and c.archived_at is null and c.remind_at is null and c.has_unread limit 1000) unread`.execute(
    db,
  );
  return rows.rows[0]?.count ?? 0;
}

export async function listChatAccountIds({ db, organization }: Tx): Promise<number[]> {
  const rows = await sql<{ id: number }>`select a.id from accounts a
    cross join lateral (select from chat_accounts c where c.account_id = a.id
      -- The order makes the planner walk the index: one row, not a scan for the first of many.
      order by c.account_id, c.prospect_id limit 1) used
    where a.organization_id = ${organization.id} order by a.id limit ${LIST_LIMITS.accounts}`.execute(db);
  return rows.rows.map((row) => row.id);
}

export type ChatChange =
  | { archived: boolean }
  | { flag: 'toggle' }
  | { interest: 'INTERESTED' | 'NOT_INTERESTED' | null };

/** What is put away comes back by no reminder. */
export const withoutReminder = sql.raw('remind_at = null, remind_user_id = null, returned_at = null');

/** Changes a conversation's state; undefined when there is none. */
export async function changeChat(
  { db }: Tx,
  prospectId: number,
  change: ChatChange,
): Promise<{ is_flagged: boolean } | undefined> {
  const assignment =
    'archived' in change
      ? change.archived
        ? sql`archived_at = coalesce(archived_at, app_now()), ${withoutReminder}`
        : sql`archived_at = null`
      : 'flag' in change
        ? sql`is_flagged = not is_flagged`
        : markedByPerson(change.interest);
  const rows = await sql<{ is_flagged: boolean }>`update chats set ${assignment}
    where prospect_id = ${prospectId} returning is_flagged`.execute(db);
  return rows.rows[0];
}

export async function markRead({ db }: Tx, prospectId: number): Promise<boolean> {
  await sql`update chat_messages set read = true where prospect_id = ${prospectId} and not read`.execute(db);
  const rows = await sql`update chats set has_unread = false where prospect_id = ${prospectId}`.execute(db);
  return (rows.numAffectedRows ?? 0n) > 0n;
}

/** Marks the conversation and the lead's newest message as unread. */
export async function markUnread({ db }: Tx, prospectId: number): Promise<boolean> {
  await sql`update chat_messages set read = false where id = (select id from chat_messages
    where prospect_id = ${prospectId} and sent_by_prospect order by sent_at desc, id desc limit 1)`.execute(db);
  const rows = await sql`update chats set has_unread = true where prospect_id = ${prospectId}`.execute(db);
  return (rows.numAffectedRows ?? 0n) > 0n;
}

/** Locks the conversation: two requests for it run one after the other. False if there is none. */
export async function lockChat({ db }: Tx, prospectId: number): Promise<boolean> {
  const rows = await sql`select from chats where prospect_id = ${prospectId} for update`.execute(db);
  return rows.rows.length > 0;
}

/**
 * Creates the conversation if there is none, and locks it: two requests for it run one after the other. Returns whether it is
 * new.
 */
export async function holdChat({ db, organization }: Tx, prospectId: number): Promise<boolean> {
  const rows = await sql<{ is_new: boolean }>`insert into chats (prospect_id, organization_id, last_message_at)
    values (${prospectId}, ${organization.id}, app_now())
    on conflict (prospect_id) do update set prospect_id = excluded.prospect_id returning last_message_id is null and message_count = 0 as is_new`.execute(
    db,
  );
  return rows.rows[0]?.is_new ?? false;
}

/** Whether a message that has not left ends the lead's campaigns when it does. */
export async function hasEndingMessage({ db }: Pick<Tx, 'db'>, prospectId: number): Promise<boolean> {
  const rows = await sql`select from chat_messages where prospect_id = ${prospectId} and campaign_choice = 'ends'
    and delivery in ('SCHEDULED', 'SENDING') limit 1`.execute(db);
  return rows.rows.length > 0;
}

/** The sender an answer would leave from: the connected one that took part last; null when none is. */
export async function findLastSenderId({ db }: Tx, prospectId: number): Promise<number | null> {
  const rows = await sql<{
    account_id: number;
  }>`select m.account_id from chat_messages m join accounts a on a.id = m.account_id
    where m.prospect_id = ${prospectId} and a.deleted_at is null and m.kind not in ('BOUNCE', 'COMPLAINT', 'FORWARD')
    order by m.sent_at desc, m.id desc limit 1`.execute(db);
  return rows.rows[0]?.account_id ?? null;
}

export interface ExecutedAction {
  id: number;
  executed_at: Date;
  step_type: string;
  campaign_id: number;
  campaign_name: string;
}

/** Steps of campaigns that were carried out for a lead, oldest first. */
export async function listExecutedActions({ db, organization }: Tx, prospectId: number): Promise<ExecutedAction[]> {
  const rows =
    await sql<ExecutedAction>`select r.id, r.finished_at as executed_at, n.type as step_type, k.id as campaign_id,
      k.name as campaign_name
    from campaign_step_runs r join campaign_nodes n on n.id = r.node_id join campaigns k on k.id = r.campaign_id
    where r.organization_id = ${organization.id} and r.prospect_id = ${prospectId} and r.outcome = 'done' and n.kind = 'step'
    order by r.finished_at, r.id limit ${LIST_LIMITS.executed_actions}`.execute(db);
  return rows.rows;
}

/** A possible opt-out in a message of this lead. An uncertain one has no effect until a user answers. */
export const isOptOutGuess = sql`k.class = 'unsubscribe' and k.set_by <> 'person' and k.confidence < 0.8`;

/** Who wrote the newest message that may be an opt-out; null without one, and once the lead has opted out for certain. */
export async function findOptOutWriter(
  { db, organization }: Pick<Tx, 'db' | 'organization'>,
  prospectId: number,
): Promise<OptOutWriter | null> {
  const rows = await sql<OptOutWriter>`select coalesce(nullif(m.from_name, ''),
      case when m.from_email is null or m.from_email = p.email then nullif(trim(p.first_name || ' ' || p.last_name), '') end) as name,
      nullif(m.from_email, p.email)::text as email
    from message_classes k join chat_messages m on m.id = k.message_id and m.organization_id = k.organization_id
    join prospects p on p.id = k.prospect_id and p.organization_id = k.organization_id
    where k.organization_id = ${organization.id} and k.prospect_id = ${prospectId} and ${isOptOutGuess}
      and ${suppressedBecause(reachOfLead)} is distinct from 'unsubscribe'
    order by m.sent_at desc, m.id desc limit 1`.execute(db);
  return rows.rows[0] ?? null;
}

/** Leads with one of these addresses; several rows may be the same person. */
export async function findPeopleByAddress({ db, organization }: Tx, addresses: readonly string[]): Promise<number[]> {
  return findByAnyEmail({ db }, organization.id, addresses, 100);
}
