import { ApiError, orNotFound } from '../../../kernel/errors.ts';
import type { SessionContext } from '../../../kernel/slice.ts';
import { findProspects } from '../../prospects/index.ts';
import { lockChat } from '../chats.store.ts';
import { confirmOptOut, denyOptOut } from './opt-out-question.store.ts';
import { recordWish } from './wishes.service.ts';

/**
 * A person's answer to the question whether the lead wants to be left alone. Yes suppresses the lead and ends its campaigns; no ends the
 * question. Of two answers at the same moment the first counts, and the other is refused whole.
 * @throws ApiError not_found; opt_out_answered where nothing is asked any more
 */
export async function answerOptOut(ctx: SessionContext, prospect_id: number, wantsOut: boolean): Promise<void> {
  await ctx.transaction(async (tx) => {
    orNotFound((await findProspects(tx, [prospect_id]))[0]);
    // Leads before conversations: the order of locks everywhere.
    if (wantsOut) await recordWish(tx, { prospect_id, from: null });
    await lockChat(tx, prospect_id);
    const isAnswered = wantsOut ? await confirmOptOut(tx, prospect_id, ctx.user.id) : await denyOptOut(tx, prospect_id);
    if (!isAnswered) throw new ApiError('opt_out_answered');
    tx.live.publish('chat_updated', { prospect_id });
  });
}
