import type { TransactionContext } from '../../../kernel/context.ts';
import { ApiError, orNotFound } from '../../../kernel/errors.ts';
import type { SessionContext } from '../../../kernel/slice.ts';
import { recordLeft, recordUnsubscribe } from '../../lead-endings/index.ts';
import { findProspects } from '../../prospects/index.ts';
import { listWrittenTo } from '../../sent-actions/index.ts';
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
 * Suppresses leads because a user read in their conversations that they asked to stop, or left the company. Leads that are not the
 * organization's are left out as if they did not exist.
 * @returns how many are suppressed now; a lead who left without a work address is not
 */
export async function suppressChatLeads(
  ctx: SessionContext,
  given: { prospect_ids: readonly number[]; reason: 'unsubscribe' | 'left' },
): Promise<number> {
  const detail = 'Set by a teammate.';
  return ctx.transaction(async (tx) => {
    const leads = await findProspects(tx, given.prospect_ids);
    let suppressed = 0;
    // One after the other in the order of ids: the order of locks everywhere.
    for (const { id: prospect_id, email } of leads.toSorted((one, other) => one.id - other.id)) {
      if (given.reason === 'unsubscribe') await recordUnsubscribe(tx, { prospect_id, detail });
      else if (!(await recordLeft(tx, { prospect_id, email, detail }))) continue;
      suppressed++;
    }
    tx.live.publish('chats_updated', { prospect_ids: leads.map(({ id }) => id) });
    return suppressed;
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
  const others = (lead?.other_emails ?? []).map(({ email }) => email);
  return isLeadsOwn(from, [...(lead?.email ? [lead.email] : []), ...others, ...written]);
}
