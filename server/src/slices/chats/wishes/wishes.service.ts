import type { TransactionContext } from '../../../kernel/context.ts';
import { ApiError, orNotFound } from '../../../kernel/errors.ts';
import type { SessionContext } from '../../../kernel/slice.ts';
import { recordUnsubscribe } from '../../campaigns/index.ts';
import { listWrittenTo } from '../../outbound/index.ts';
import { findProspects } from '../../prospects/index.ts';
import { isLeadsOwn } from '../addresses.rules.ts';
import { lockChat } from '../chats.store.ts';
import { confirmOptOut, denyOptOut } from './opt-out-question.store.ts';

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

/**
 * Records that a person in a lead's conversation asked to stop all contact with the lead.
 * @param given.from the sender of a mail; null if it was no mail, or came from the address that we know
 */
export async function recordWish(
  tx: TransactionContext,
  { prospect_id, from }: { prospect_id: number; from: string | null },
): Promise<void> {
  const asked_from = from !== null && (await isOfLead(tx, prospect_id, from)) ? from : null;
  await recordUnsubscribe(tx, { prospect_id, asked_from, detail: 'Asked by reply.' });
}

async function isOfLead(tx: TransactionContext, prospect_id: number, from: string): Promise<boolean> {
  const [lead] = await findProspects(tx, [prospect_id]);
  const written = await listWrittenTo(tx, { organization_id: tx.organization.id, prospect_id });
  return isLeadsOwn(from, lead?.email ? [lead.email, ...written] : written);
}
