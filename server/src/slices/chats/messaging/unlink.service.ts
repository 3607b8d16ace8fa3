import { isProviderError } from '@overture/adapters/kit/errors';
import type { MessagingPerson } from '@overture/adapters/linkedin/linkedin.port';
import { isMessagingAccount } from '@overture/domain/accounts';
import type { TransactionContext } from '../../../kernel/context.ts';
import { ApiError } from '../../../kernel/errors.ts';
import type { SessionContext } from '../../../kernel/slice.ts';
import { findAccount } from '../../accounts/index.ts';
import { forgetSeenWords } from '../../linkedin-events/index.ts';
import { removeLinkedinMembers } from '../../linkedin-members/index.ts';
import { cancelPlannedAction, lockPlanned } from '../../outbound/index.ts';
import { getProspect } from '../chats.service.ts';
import { lockChat } from '../chats.store.ts';
import { queueStoredDeletions } from '../mail/mail-parts.service.ts';
import { CHAT_MESSAGE } from '../outgoing/message-intent.rules.ts';
import { restateChat } from '../restate-chat.store.ts';
import { deleteDraft } from '../stale-drafts/stale-drafts.store.ts';
import { insertUnlinked, lockMessagingAccount } from './people.store.ts';
import * as store from './unlink.store.ts';

interface Link {
  prospect_id: number;
  account_id: number;
}

/**
 * The person who writes to this account is not this lead: their messages are deleted, and they are unknown again; their number
 * no longer links them to this lead. Stopped campaigns stay stopped.
 * @throws not_found, conflict while a message is on its way
 * @returns how many messages were deleted
 */
export async function unlinkMessagingPerson(ctx: SessionContext, link: Link): Promise<number> {
  const who = await requestIdentity(ctx, link);
  return ctx.transaction(async (tx) => {
    await getProspect(tx, link.prospect_id);
    const account = await findAccount(tx, link.account_id);
    if (!account || !isMessagingAccount(account.account_type)) throw new ApiError('not_found');
    await lockMessagingAccount(tx, link.account_id);
    await cancelWaiting(tx, link);
    const provider_ids = await removeLinkedinMembers(tx, link);
    // The model read what the other person said.
    await deleteDraft(tx, link.prospect_id);
    const deleted = await store.deleteMessages(tx, link);
    await queueStoredDeletions(tx, deleted.files);
    if (provider_ids.length === 0 && deleted.messages === 0) throw new ApiError('not_found');
    await restateChat(tx, link.prospect_id);
    if (account.provider_account_id !== null) await forgetSeenWords(tx, account.provider_account_id, deleted.chats);
    for (const provider_id of provider_ids)
      await insertUnlinked(tx, { ...link, provider_id, provider_chat: deleted.chats[0] ?? '', ...who, ...deleted });
    tx.live.publish('messaging_people', { account_id: link.account_id });
    tx.live.publish('chat_updated', { prospect_id: link.prospect_id });
    return deleted.messages;
  });
}

/** Actions before conversations: the order of locks everywhere. */
async function cancelWaiting(tx: TransactionContext, link: Link): Promise<void> {
  for (const { id } of await store.listUnsettled(tx, link)) {
    const intent = await lockPlanned(tx, CHAT_MESSAGE, id);
    if (intent !== null) await cancelPlannedAction(tx, intent, 'It was for another person.');
  }
  await lockChat(tx, link.prospect_id);
  const isLeaving = (await store.listUnsettled(tx, link)).some(({ is_waiting }) => !is_waiting);
  if (isLeaving)
    throw new ApiError('conflict', { reason: 'A message is on its way to this person. Try again in a minute.' });
}

const UNKNOWN: MessagingPerson = { name: null, handle: null, phone: null };

/** What they are called there; nothing of it is known here. Unlinking does not wait for a provider that does not answer. */
async function requestIdentity(ctx: SessionContext, link: Link): Promise<MessagingPerson> {
  const asked = await ctx.read(async (tx) => ({
    seat_id: (await findAccount(tx, link.account_id))?.provider_account_id ?? null,
    chat_id: await store.findProviderChat(tx, link),
  }));
  if (asked.seat_id === null || asked.chat_id === null) return UNKNOWN;
  try {
    return (await ctx.ports.linkedin.outreach.getChat(asked.seat_id, asked.chat_id)).other_side;
  } catch (error) {
    if (!isProviderError(error)) throw error;
    return UNKNOWN;
  }
}
