import type { SystemContext } from '../../../kernel/context.ts';
import type { SessionContext } from '../../../kernel/slice.ts';
import { findMember } from '../changes/changes.store.ts';
import { getProspect } from '../chats.service.ts';
import * as store from './presence.store.ts';

const SILENT_IN_A_BATCH = 200;

/** Notes that the person answers somebody, or no longer; colleagues are told of the change only. */
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

/** Who went silent without a word (a closed computer, a lost network) is gone. */
export async function removeSilent(ctx: SystemContext): Promise<void> {
  for (;;) {
    const gone = await ctx.systemTransaction(async (tx) => {
      const silent = await store.deleteExpired(tx, SILENT_IN_A_BATCH);
      for (const { organization_id, ...presence } of silent) {
        tx.forOrganization(organization_id).live.publish('chat_presence', { ...presence, is_answering: false });
      }
      return silent.length;
    });
    if (gone < SILENT_IN_A_BATCH) return;
  }
}
