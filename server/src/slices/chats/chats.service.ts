import type { ChatAccount, ChatFilters, ChatPreview, ChatProspect } from '@overture/contract/chats';
import type { Prospect } from '@overture/contract/prospects';
import { loadPage, openCursor, type PageRequest, sealCursor } from '../../kernel/api-keys/cursor.ts';
import type { Context, ReadContext } from '../../kernel/context.ts';
import { ApiError, orNotFound } from '../../kernel/errors.ts';
import type { SessionContext } from '../../kernel/slice.ts';
import { findAccounts } from '../accounts/index.ts';
import { listCarriedLabels } from '../labels/index.ts';
import { findHeldUntil } from '../lead-holds/index.ts';
import { findKanbanStatuses, findProspects } from '../prospects/index.ts';
import { presentChatAccount, presentChatProspect, presentMessage, presentPreview } from './chats.rules.ts';
import * as store from './chats.store.ts';
import { pageMessages } from './messages.store.ts';
import { countPastMails } from './past-mails/past-mails.store.ts';

type Ctx = Pick<Context, 'read' | 'transaction'>;

/** A page of conversations, newest first. */
export async function listChats(
  ctx: SessionContext,
  query: ChatFilters & { page: number; limit: number; cursor?: string | undefined },
): Promise<{ chats: ChatPreview[]; has_more: boolean; next_cursor: string | null }> {
  const assigned_to = query.assigned_to?.map((who) => (who === 'me' ? ctx.user.id : who));
  const { cursor, limit } = query;
  const after = cursor ? openPlace(ctx, cursor) : null;
  if (cursor !== undefined && (query.search_query || query.reminders))
    throw new ApiError('bad_request', { reason: "A cursor can't be used with search_query or reminders." });
  return ctx.read(async (tx) => {
    const offset = cursor === undefined ? (query.page - 1) * limit : 0;
    const ids = await store.pageChatIds(tx, { ...query, assigned_to }, { limit, offset, after });
    const has_more = ids.length > limit;
    const last = has_more && cursor !== undefined ? await store.findPlace(tx, ids[limit - 1] ?? 0) : undefined;
    const next_cursor = last ? sealCursor(ctx, 'chats', [last.listed_at, last.prospect_id]) : null;
    return { chats: await presentChats(tx, ids.slice(0, limit)), has_more, next_cursor };
  });
}

/** @throws cursor_invalid */
function openPlace(ctx: SessionContext, cursor: string): store.ChatPlace {
  const [listed_at, prospect_id] = openCursor(ctx, 'chats', cursor);
  return { listed_at: String(listed_at), prospect_id: Number(prospect_id) };
}

export async function getChat(ctx: Ctx, prospectId: number): Promise<ChatPreview> {
  return ctx.read(async (tx) => {
    const [chat] = await presentChats(tx, [prospectId]);
    return chat ?? presentUnwritten(tx, await getProspect(tx, prospectId));
  });
}

/** A lead without messages, as an empty conversation that a first message can start. */
async function presentUnwritten(tx: ReadContext, prospect: Prospect): Promise<ChatPreview> {
  const nothing = { prospect_id: prospect.id, is_flagged: false, account_ids: [] };
  const facts = await gatherFacts(tx, [nothing]);
  const row: store.ChatRow = {
    ...nothing,
    last_message_id: null,
    last_message_at: tx.clock.now(),
    last_subject: null,
    last_preview: '',
    last_sent_by_prospect: false,
    message_count: 0,
    replied_at: null,
    interest: null,
    reply_class: null,
    is_class_sure: false,
    is_class_by_person: false,
    is_class_by_model: false,
    class_confidence: null,
    has_unread: false,
    has_draft: false,
    archived_at: null,
    remind_at: null,
    is_returned: false,
    assigned_to: null,
  };
  return presentPreview(row, facts.present(prospect), facts.accounts);
}

async function presentChats(tx: ReadContext, prospectIds: readonly number[]): Promise<ChatPreview[]> {
  const rows = await store.findChats(tx, prospectIds);
  const prospects = new Map((await findProspects(tx, prospectIds)).map((prospect) => [prospect.id, prospect]));
  const facts = await gatherFacts(tx, rows);
  return rows.flatMap((row) => {
    const prospect = prospects.get(row.prospect_id);
    return prospect ? [presentPreview(row, facts.present(prospect), facts.accounts)] : [];
  });
}

/** Related data of the leads on a page of the inbox, loaded for all of them together. */
async function gatherFacts(
  tx: ReadContext,
  rows: readonly Pick<store.ChatRow, 'prospect_id' | 'is_flagged' | 'account_ids'>[],
): Promise<{ accounts: Map<number, ChatAccount>; present(prospect: Prospect): ChatProspect }> {
  const ids = rows.map((row) => row.prospect_id);
  const labels = await listCarriedLabels(tx, 'chat_labels', ids);
  const campaigns = await store.findNewestCampaigns(tx, ids);
  const boards = await findKanbanStatuses(tx, ids);
  const accountIds = new Set([
    ...rows.flatMap((row) => row.account_ids),
    ...[...campaigns.values()].flatMap((entry) => entry.account_ids),
  ]);
  const accounts = new Map((await findAccounts(tx, [...accountIds])).map((row) => [row.id, presentChatAccount(row)]));
  const flagged = new Set(rows.filter((row) => row.is_flagged).map((row) => row.prospect_id));
  return {
    accounts,
    present: (prospect) =>
      presentChatProspect(prospect, {
        labels: labels.get(prospect.id) ?? [],
        is_flagged: flagged.has(prospect.id),
        campaign: campaigns.get(prospect.id),
        kanban_status: boards.get(prospect.id),
        accounts,
      }),
  };
}

/** Throws not_found for a lead that is not the organization's. */
export async function getProspect(tx: ReadContext, id: number): Promise<Prospect> {
  return orNotFound((await findProspects(tx, [id]))[0]);
}

/** Messages of a conversation, newest first. A lead without messages has an empty one. @throws cursor_invalid */
export async function getHistory(ctx: Ctx, prospectId: number, request: PageRequest & { limit: number }) {
  return ctx.read(async (tx) => {
    const prospect = await getProspect(tx, prospectId);
    const [chat] = await store.findChats(tx, [prospectId]);
    const { rows: messages, next_cursor } = await loadPage(tx, request, {
      list: `messages of ${prospectId}`,
      page_size: request.limit,
      read: (range) => pageMessages(tx, prospectId, range),
      placeOf: ({ instant, id }) => [instant, id],
    });
    const facts = await gatherFacts(tx, [chat ?? { prospect_id: prospectId, is_flagged: false, account_ids: [] }]);
    const sender = await store.findLastSenderId(tx, prospectId);
    const held = await findHeldUntil(tx, prospectId);
    const opt_out_from = await store.findOptOutWriter(tx, prospectId);
    const past_mails = await countPastMails(tx, prospectId);
    return {
      next_cursor,
      prospect: facts.present(prospect),
      account: sender === null ? null : (facts.accounts.get(sender) ?? null),
      messages: messages.map((row) => presentMessage(row, facts.accounts.get(row.account_id ?? 0) ?? null, prospect)),
      total_messages: chat?.message_count ?? 0,
      goes_on_at: held.away?.toISOString() ?? null,
      message_hold_until: held.own_message?.toISOString() ?? null,
      message_ends_campaign: held.own_message !== null && (await store.hasEndingMessage(tx, prospectId)),
      asks_opt_out: opt_out_from !== null,
      opt_out_from,
      past_mails,
    };
  });
}

/** Senders that take part in conversations, removed ones included: their conversations stay. */
export async function listSenders(ctx: Ctx) {
  return ctx.read(async (tx) => {
    const rows = await findAccounts(tx, await store.listChatAccountIds(tx));
    return rows.map(({ id, name, email, account_type }) => ({ id, name, email, account_type }));
  });
}

/** Changes the state of a conversation and publishes it to the organization's browsers. */
export async function changeChat(
  ctx: Ctx,
  prospectId: number,
  change: store.ChatChange,
): Promise<{ is_flagged: boolean }> {
  return ctx.transaction(async (tx) => {
    const changed = orNotFound(await store.changeChat(tx, prospectId, change));
    tx.live.publish('chat_updated', { prospect_id: prospectId });
    return changed;
  });
}

export async function setRead(ctx: Ctx, prospectId: number, isRead: boolean): Promise<void> {
  await ctx.transaction(async (tx) => {
    const isThere = isRead ? await store.markRead(tx, prospectId) : await store.markUnread(tx, prospectId);
    orNotFound(isThere ? true : null);
    tx.live.publish('chat_updated', { prospect_id: prospectId });
  });
}

/** What campaigns did for a lead, oldest first. */
export async function listExecutedActions(ctx: Ctx, prospectId: number) {
  return ctx.read(async (tx) => {
    await getProspect(tx, prospectId);
    return (await store.listExecutedActions(tx, prospectId)).map((action) => ({
      id: action.id,
      scheduled_for: action.executed_at.toISOString(),
      step: { step_type: action.step_type },
      campaign: { id: action.campaign_id, name: action.campaign_name },
    }));
  });
}
