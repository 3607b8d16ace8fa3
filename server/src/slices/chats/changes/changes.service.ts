import type { ChatsChange } from '@overture/contract/chat-changes';
import { INBOX_LIMITS } from '@overture/domain/limits';
import type { SystemContext, TransactionContext } from '../../../kernel/context.ts';
import { ApiError } from '../../../kernel/errors.ts';
import { runBatch } from '../../../kernel/rounds/rounds.ts';
import type { SessionContext } from '../../../kernel/slice.ts';
import * as store from './changes.store.ts';

const DAY_IN_MS = 86_400_000;
const DUE_IN_A_BATCH = 200;

/**
 * Changes many conversations alike. Those that are not the organization's are left out as if they did not exist.
 * @returns how many it applies to now
 * @throws ApiError not_a_member, reminder_past, reminder_far, not_found (label)
 */
export async function changeChats(
  ctx: SessionContext,
  given: { prospect_ids: readonly number[]; change: ChatsChange },
): Promise<number> {
  const { change } = given;
  if ('remind_at' in change && change.remind_at !== null) requireReminderTime(change.remind_at, ctx.clock.now());
  return ctx.transaction(async (tx) => {
    if ('assigned_user_id' in change && change.assigned_user_id !== null) {
      if (!(await store.findMember(tx, change.assigned_user_id))) throw new ApiError('not_a_member');
    }
    const ids = await store.lockChats(tx, given.prospect_ids);
    if ('add_label' in change || 'remove_label' in change) {
      const isAdded = 'add_label' in change;
      const labelId = isAdded ? change.add_label : change.remove_label;
      if (!(await store.changeLabels(tx, ids, labelId, isAdded))) throw new ApiError('not_found');
    } else {
      await store.updateChats(tx, ids, change, ctx.user.id);
    }
    if (ids.length > 0) tx.live.publish('chats_updated', { prospect_ids: ids });
    if ('assigned_user_id' in change) await notifyAssignee(tx, ids, change.assigned_user_id, ctx.user.id);
    return ids.length;
  });
}

function requireReminderTime(remindAt: string, now: Date): void {
  const ahead = Date.parse(remindAt) - now.getTime();
  if (ahead <= 0) throw new ApiError('reminder_past');
  if (ahead > INBOX_LIMITS.reminder_days * DAY_IN_MS) throw new ApiError('reminder_far');
}

/** Who takes something over by hand needs no notice of it. */
async function notifyAssignee(
  tx: TransactionContext,
  prospectIds: number[],
  assigneeId: number | null,
  userId: number,
): Promise<void> {
  const [first] = prospectIds;
  if (assigneeId === null || assigneeId === userId || first === undefined) return;
  const by = (await store.findMember(tx, userId)) ?? '';
  const name = prospectIds.length === 1 ? await store.findLeadName(tx, first) : null;
  tx.live.publish('chats_assigned', { prospect_ids: prospectIds, by, name }, { user_id: assigneeId });
}

/** Assigns a conversation without a person who does it. @throws not_found without a conversation, not_a_member */
export async function assignChat(
  tx: TransactionContext,
  { prospect_id, user_id, by }: { prospect_id: number; user_id: number; by: string },
): Promise<{ member: string }> {
  const member = await store.findMember(tx, user_id);
  if (member === undefined) throw new ApiError('not_a_member');
  await requireChat(tx, prospect_id);
  await handTo(tx, user_id, prospect_id, by);
  return { member };
}

async function handTo(tx: TransactionContext, user_id: number, prospectId: number, by: string): Promise<void> {
  await store.updateChats(tx, [prospectId], { assigned_user_id: user_id }, user_id);
  tx.live.publish('chats_updated', { prospect_ids: [prospectId] });
  const name = await store.findLeadName(tx, prospectId);
  tx.live.publish('chats_assigned', { prospect_ids: [prospectId], by, name }, { user_id });
}

/**
 * Assigns a conversation to the member whose turn is longest ago, of those who may sign in. One that is assigned stays with its assignee.
 * @throws not_found without a conversation, not_a_member without a member
 */
export async function assignChatInTurn(
  tx: TransactionContext,
  { prospect_id, user_ids, by }: { prospect_id: number; user_ids: readonly number[]; by: string },
): Promise<{ member: string; has_changed: boolean }> {
  await requireChat(tx, prospect_id);
  const assignee = await store.findAssignee(tx, prospect_id);
  if (assignee !== undefined) return { member: assignee.name, has_changed: false };
  const next = await store.claimTurn(tx, user_ids);
  if (next === undefined) throw new ApiError('not_a_member');
  await handTo(tx, next.id, prospect_id, by);
  return { member: next.name, has_changed: true };
}

/** Sets a reminder for the assignee, or otherwise for this member. @throws not_found without a conversation, not_a_member */
export async function remindOfChat(
  tx: TransactionContext,
  { prospect_id, user_id, days }: { prospect_id: number; user_id: number; days: number },
): Promise<{ member: string }> {
  await requireChat(tx, prospect_id);
  const assignee = await store.findAssignee(tx, prospect_id);
  const member = assignee?.name ?? (await store.findMember(tx, user_id));
  if (member === undefined) throw new ApiError('not_a_member');
  const remind_at = new Date(tx.clock.now().getTime() + days * DAY_IN_MS).toISOString();
  await store.updateChats(tx, [prospect_id], { remind_at }, assignee?.id ?? user_id);
  tx.live.publish('chats_updated', { prospect_ids: [prospect_id] });
  return { member };
}

/** Marks interest that a lead showed in a call. False without a conversation to mark. */
export async function markInterest(
  tx: TransactionContext,
  given: { prospect_id: number; interest: 'INTERESTED' | 'NOT_INTERESTED'; user_id: number },
): Promise<boolean> {
  const { prospect_id, interest, user_id } = given;
  if ((await store.lockChats(tx, [prospect_id])).length === 0) return false;
  await store.updateChats(tx, [prospect_id], { interest }, user_id);
  tx.live.publish('chats_updated', { prospect_ids: [prospect_id] });
  return true;
}

async function requireChat(tx: TransactionContext, prospectId: number): Promise<void> {
  if ((await store.lockChats(tx, [prospectId])).length === 0) throw new ApiError('not_found');
}

/** Conversations whose reminder is due return to the top, and their assignees are notified. */
export async function bringBackReminded(ctx: SystemContext): Promise<void> {
  for (let isMore = true; isMore; ) {
    const due = await ctx.systemRead((read) => store.listDueReminders(read, DUE_IN_A_BATCH));
    const brought = await runBatch(ctx, {
      loop: store.REMINDERS_LOOP,
      units: due.map((one) => ({ ...one, key: String(one.prospect_id) })),
      run: (part) => bringBack(ctx, part),
    });
    isMore = due.length === DUE_IN_A_BATCH && brought.some((count) => count > 0);
  }
}

function bringBack(ctx: SystemContext, due: readonly { prospect_id: number }[]): Promise<number> {
  return ctx.systemTransaction(async (tx) => {
    const reminders = await store.claimDueReminders(
      tx,
      due.map(({ prospect_id }) => prospect_id),
    );
    for (const { organization_id, prospect_id, remind_user_id, name } of reminders) {
      const { live } = tx.forOrganization(organization_id);
      live.publish('chat_updated', { prospect_id });
      if (remind_user_id !== null) live.publish('chat_reminder', { prospect_id, name }, { user_id: remind_user_id });
    }
    return reminders.length;
  });
}
