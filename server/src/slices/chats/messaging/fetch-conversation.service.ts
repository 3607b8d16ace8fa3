import { isProviderError } from '@overture/adapters/kit/errors';
import { MESSAGING_LIMITS } from '@overture/domain/limits';
import { z } from 'zod';
import type { Context, TransactionContext } from '../../../kernel/context.ts';
import { findAccount } from '../../accounts/index.ts';
import { describeMessage } from '../../linkedin-events/index.ts';
import { hasLinkedinMember } from '../../linkedin-members/index.ts';
import { receiveMessage } from '../sync/receive-linkedin.service.ts';
import { lockMessagingAccount } from './people.store.ts';

/** Task that fetches a conversation with a person who was linked to a lead. */
export const conversationTask = 'messaging-conversation';

const payloadSchema = z.object({
  account_id: z.number().int(),
  chat_id: z.string(),
  prospect_id: z.number().int(),
  news_from: z.iso.datetime(),
});

/** @param given.news_from what was said earlier is shown, and answers nothing that was not asked by then */
export function wakeFetching(
  tx: Pick<TransactionContext, 'jobs'>,
  given: { account_id: number; chat_id: string; prospect_id: number; news_from: Date },
): void {
  tx.jobs.add(conversationTask, { ...given, news_from: given.news_from.toISOString() });
}

/**
 * Fetches the newest messages of a conversation, oldest first; a second run stores none twice. While the provider is
 * unreachable the queue retries.
 */
export async function fetchConversation(ctx: Context, payload: unknown): Promise<void> {
  const { account_id, chat_id, prospect_id, news_from } = payloadSchema.parse(payload);
  const seat_id = await ctx.transaction(async (tx) => (await findAccount(tx, account_id))?.provider_account_id ?? null);
  if (seat_id === null) return;
  for (const message of await fetchMessages(ctx, seat_id, chat_id)) {
    await ctx.transaction(async (tx) => {
      await lockMessagingAccount(tx, account_id);
      // Deleted or unlinked in between: there is no lead for it.
      if (!(await hasLinkedinMember(tx, { account_id, prospect_id }))) return;
      const given = { account_id, prospect_id, message: describeMessage(message), news_from: new Date(news_from) };
      await receiveMessage(tx, given);
    });
  }
}

async function fetchMessages({ ports }: Pick<Context, 'ports'>, seatId: string, chatId: string) {
  try {
    return await ports.linkedin.outreach.listChatMessages(seatId, chatId, MESSAGING_LIMITS.messages);
  } catch (error) {
    if (!isProviderError(error, 'not_found')) throw error;
    return [];
  }
}
