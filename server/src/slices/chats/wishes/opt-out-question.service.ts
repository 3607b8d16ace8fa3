import { ApiError, orNotFound } from '../../../kernel/errors.ts';
import type { SessionContext } from '../../../kernel/slice.ts';
import { findProspects } from '../../prospects/index.ts';
import { lockChat } from '../chats.store.ts';
import { confirmOptOut, denyOptOut } from './opt-out-question.store.ts';
import { recordWish } from './wishes.service.ts';

/**
 * A user's answer to the question whether the lead opted out. Yes suppresses the lead and ends its campaigns; no closes the
 * question. Of two simultaneous answers the first counts, and the other is refused as a whole.
 * @throws ApiError not_found; opt_out_answered where there is no open question
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
