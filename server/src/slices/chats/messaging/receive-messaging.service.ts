import { isMessagingAccount } from '@overture/domain/accounts';
import type { SeenLinkedinMessage } from '../../../events.ts';
import { loadNow } from '../../../kernel/clock.ts';
import type { TransactionContext } from '../../../kernel/context.ts';
import { findAccount } from '../../accounts/index.ts';
import { recordReply } from '../../lead-endings/index.ts';
import { findByLinkedinId, findByPhone, setLinkedinMember } from '../../linkedin-members/index.ts';
import { findContacted } from '../../sent-actions/index.ts';
import { findProspectOfChat, hasDigest } from '../messages.store.ts';
import { digestOf, receiveLinkedinMessage } from '../sync/receive-linkedin.service.ts';
import { wakeFetching } from './fetch-conversation.service.ts';
import * as store from './people.store.ts';

interface Seen {
  account_id: number;
  message: SeenLinkedinMessage;
}

/** A message of LinkedIn or messaging, by webhook or list. */
export async function receiveSeenMessage(tx: TransactionContext, event: Seen): Promise<void> {
  const { account_id, message } = event;
  if (message.withheld !== undefined) return receiveWithheld(tx, event, message.withheld);
  const account = await findAccount(tx, account_id);
  if (account && isMessagingAccount(account.account_type)) {
    await store.lockMessagingAccount(tx, account_id);
    // Received while they were linked to a lead. A person unlinked at the same moment has no messages, least of all of that
    // lead.
    const { provider_id } = message;
    if (provider_id === null) return;
    if ((await findByLinkedinId(tx, account_id, { provider_id, linkedin_key: null })) === null) return;
  }
  await receiveLinkedinMessage(tx, event);
}

/**
 * Handles a message of a person the account did not know as a lead when it came; its text was not stored. If a lead has that
 * number they are linked: their campaigns stop immediately, and the conversation is fetched. Any other person waits for a
 * user's decision.
 */
async function receiveWithheld(
  tx: TransactionContext,
  { account_id, message }: Seen,
  other: NonNullable<SeenLinkedinMessage['withheld']>,
): Promise<void> {
  const { chat_id, provider_id } = message;
  await store.lockMessagingAccount(tx, account_id);
  const digest = digestOf(message);
  if (!(await findAccount(tx, account_id)) || (await hasDigest(tx, account_id, digest))) return;
  const sent_at = new Date(message.sent_at);
  const prospect_id = await findLead(tx, { account_id, message }, other.phone);
  if (prospect_id === null) {
    if (provider_id === null || message.is_own) return;
    const person = { account_id, provider_id, provider_chat: chat_id, digest, sent_at, ...other };
    if (await store.countPerson(tx, person)) tx.live.publish('messaging_people', { account_id });
    return;
  }
  let since: Date | null = null;
  if (provider_id !== null) {
    await setLinkedinMember(tx, { account_id, provider_id, prospect_id });
    since = await store.forgetPerson(tx, account_id, provider_id);
  }
  if (!message.is_own) await recordReply(tx, { prospect_id, account_id, received_at: sent_at, refers_to: [] });
  const news_from = since !== null && since < sent_at ? since : sent_at;
  wakeFetching(tx, { account_id, chat_id, prospect_id, news_from });
}

/** A person linked in between, else the lead with that number. */
async function findLead(
  tx: TransactionContext,
  { account_id, message: { provider_id, chat_id } }: Seen,
  phone: string | null,
): Promise<number | null> {
  if (provider_id === null) return findProspectOfChat(tx, account_id, chat_id);
  const known = await findByLinkedinId(tx, account_id, { provider_id, linkedin_key: null });
  if (known !== null || phone === null) return known;
  const denied = await store.findDenied(tx, account_id, provider_id);
  const prospect_ids = (await findByPhone(tx, phone)).filter((id) => id !== denied);
  if (prospect_ids.length < 2) return chooseLead(prospect_ids, []);
  const given = { organization_id: tx.organization.id, account_id: null, prospect_ids, until: await loadNow(tx) };
  return chooseLead(prospect_ids, await findContacted(tx, given));
}

/**
 * The lead of a phone number. If several leads have it, the one contacted last is the most likely to reply; if none was
 * contacted, a user decides.
 * @param contacted leads that were contacted, the latest first
 */
export function chooseLead(withNumber: readonly number[], contacted: readonly number[]): number | null {
  if (withNumber.length === 1) return withNumber[0] ?? null;
  return contacted.find((id) => withNumber.includes(id)) ?? null;
}
