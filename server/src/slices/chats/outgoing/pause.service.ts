import type { TransactionContext } from '../../../kernel/context.ts';
import { endAfterBooking, recordReply } from '../../lead-endings/index.ts';
import { cancelPlannedAction, lockPlannedFor } from '../../outbound/index.ts';
import { lockChat } from '../chats.store.ts';
import { pauseWaiting } from '../messages.store.ts';
import { CHAT_MESSAGE, LEAD_BOOKED, LEAD_WROTE } from './message-intent.rules.ts';
import { listPausable } from './scheduled.store.ts';

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
  for (const id of people) await cancelWaiting(tx, id, LEAD_BOOKED);
  await endAfterBooking(tx, people);
  for (const prospect_id of people) {
    // One that is scheduled at this moment holds the conversation: it is waited for, and is on hold as well. Its action finds that out.
    if (!(await lockChat(tx, prospect_id))) continue;
    if (await pauseWaiting(tx, prospect_id, LEAD_BOOKED)) tx.live.publish('chat_updated', { prospect_id });
  }
}

async function cancelWaiting(tx: TransactionContext, prospect_id: number, reason: string): Promise<void> {
  const planned = await lockPlannedFor(tx, { organization_id: tx.organization.id, prospect_id, kind: CHAT_MESSAGE });
  const pausable = await listPausable(
    tx,
    planned.map(({ ref_id }) => ref_id),
  );
  for (const { id, ref_id } of planned) if (pausable.includes(ref_id)) await cancelPlannedAction(tx, id, reason);
}
