import type { SystemContext } from '../../../kernel/context.ts';
import { runBatch } from '../../../kernel/rounds/rounds.ts';
import type { SessionContext } from '../../../kernel/slice.ts';
import { findMember } from '../changes/changes.store.ts';
import { getProspect } from '../chats.service.ts';
import * as store from './presence.store.ts';

const SILENT_IN_A_BATCH = 200;

/** Records that the user is writing to a lead, or stopped; colleagues are notified of changes only. */
export async function setPresence(ctx: SessionContext, prospectId: number, isAnswering: boolean): Promise<void> {
  const user_id = ctx.user.id;
  await ctx.transaction(async (tx) => {
    await getProspect(tx, prospectId);
    const hasChanged = isAnswering
      ? await store.enterChat(tx, prospectId, user_id)
      : await store.leaveChat(tx, prospectId, user_id);
    if (!hasChanged) return;
    const name = (await findMember(tx, user_id)) ?? '';
    tx.live.publish('chat_presence', { prospect_id: prospectId, user_id, name, is_answering: isAnswering });
  });
}

/** A presence that is not renewed (a closed computer, a lost network) expires. */
export async function removeSilent(ctx: SystemContext): Promise<void> {
  for (let isMore = true; isMore; ) {
    const silent = await ctx.systemRead((read) => store.listExpired(read, SILENT_IN_A_BATCH));
    const removed = await runBatch(ctx, {
      loop: store.SILENT_LOOP,
      units: silent.map((one) => ({ ...one, key: `${one.prospect_id} ${one.user_id}` })),
      run: (part) =>
        ctx.systemTransaction(async (tx) => {
          const expired = await store.deleteExpired(tx, part);
          for (const { organization_id, ...presence } of expired)
            tx.forOrganization(organization_id).live.publish('chat_presence', { ...presence, is_answering: false });
          return expired.length;
        }),
    });
    isMore = silent.length === SILENT_IN_A_BATCH && removed.some((count) => count > 0);
  }
}
