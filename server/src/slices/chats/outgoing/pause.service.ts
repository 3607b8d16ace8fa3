import type { TransactionContext } from '../../../kernel/context.ts';
import { recordReply } from '../../lead-endings/index.ts';
import { cancelPlannedAction, lockPlannedFor } from '../../outbound/index.ts';
import { CHAT_MESSAGE, LEAD_WROTE } from './message-intent.rules.ts';
import { listPausable } from './scheduled.store.ts';

/**
 * The lead has written: campaigns stop, and messages of the team that wait for a time or for their sender lose their planned action in the
 * same transaction. Storing the reply marks them as paused (`insertMessage`). Actions before leads before conversations: the order of locks.
 */
export async function recordLeadReply(tx: TransactionContext, reply: Parameters<typeof recordReply>[1]): Promise<void> {
  const planned = await lockPlannedFor(tx, {
    organization_id: tx.organization.id,
    prospect_id: reply.prospect_id,
    kind: CHAT_MESSAGE,
  });
  const pausable = new Set(
    await listPausable(
      tx,
      planned.map(({ ref_id }) => ref_id),
    ),
  );
  for (const { id, ref_id } of planned) if (pausable.has(ref_id)) await cancelPlannedAction(tx, id, LEAD_WROTE);
  await recordReply(tx, reply);
}
