import type { TransactionContext } from '../../../kernel/context.ts';
import { endAfterBooking, recordReply } from '../../lead-endings/index.ts';
import { cancelPlannedAction, lockPlannedFor } from '../../outbound/index.ts';
import { lockChat } from '../chats.store.ts';
import { CHAT_MESSAGE, LEAD_BOOKED, LEAD_WROTE } from './message-intent.rules.ts';
import { listPausable, pauseMessages } from './scheduled.store.ts';

/**
 * The lead has written: campaigns stop, and messages of the team that wait for a time or for their sender lose their planned action in the
 * same transaction. Storing the reply marks them as paused (`insertMessage`). Actions before leads before conversations: the order of locks.
 */
export async function recordLeadReply(tx: TransactionContext, reply: Parameters<typeof recordReply>[1]): Promise<void> {
  await cancelWaiting(tx, reply.prospect_id, LEAD_WROTE);
  await recordReply(tx, reply);
}

/** Leads booked a meeting: all their campaigns end, and messages of the team that wait are on hold, as after a reply. */
export async function recordBookings(tx: TransactionContext, prospectIds: readonly number[]): Promise<void> {
  const people = [...prospectIds].sort((a, b) => a - b);
  const waiting: [number, number[]][] = [];
  for (const id of people) waiting.push([id, await cancelWaiting(tx, id, LEAD_BOOKED)]);
  await endAfterBooking(tx, people);
  for (const [prospect_id, messages] of waiting) {
    if (messages.length === 0) continue;
    await lockChat(tx, prospect_id);
    await pauseMessages(tx, messages, LEAD_BOOKED);
    tx.live.publish('chat_updated', { prospect_id });
  }
}

/** @returns the messages whose action was taken back */
async function cancelWaiting(tx: TransactionContext, prospect_id: number, reason: string): Promise<number[]> {
  const planned = await lockPlannedFor(tx, { organization_id: tx.organization.id, prospect_id, kind: CHAT_MESSAGE });
  const pausable = await listPausable(
    tx,
    planned.map(({ ref_id }) => ref_id),
  );
  for (const { id, ref_id } of planned) if (pausable.includes(ref_id)) await cancelPlannedAction(tx, id, reason);
  return pausable;
}
