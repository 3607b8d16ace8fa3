import { createHash } from 'node:crypto';
import { type AccountType, isMessagingAccount, labelAccountType } from '@overture/domain/accounts';
import { linkedinKey } from '@overture/domain/linkedin/linkedin-address';
import type { SeenLinkedinMessage } from '../../../events.ts';
import type { TransactionContext } from '../../../kernel/context.ts';
import { findAccounts } from '../../accounts/index.ts';
import { recordLeft } from '../../lead-endings/index.ts';
import { hasUnfinishedLead, holdForAbsence } from '../../lead-holds/index.ts';
import { findByLinkedinId } from '../../linkedin-members/index.ts';
import { confirmSaid } from '../../outbound/index.ts';
import { findProspects } from '../../prospects/index.ts';
import { findContacted, findRecipient, isMessageOfOurs, isSentToPerson } from '../../sent-actions/index.ts';
import { requestModelClass } from '../class-reading/class-reading.service.ts';
import { classifyMessage, handWrittenAbsence, saysLeft, storeClass, wantsOut } from '../classes/classes.service.ts';
import type { IncomingClass } from '../classes/classes.store.ts';
import { cleanText } from '../mail/mail-parts.service.ts';
import { findProspectOfChat, hasDigest, hasOwnMessage, insertMessage } from '../messages.store.ts';
import { lockForOwnMessage, restateHold } from '../outgoing/campaign-choice.service.ts';
import { recordLeadReply } from '../outgoing/pause.service.ts';
import { requestWaitingDraft } from '../waiting-drafts/waiting-drafts.service.ts';
import { recordWish } from '../wishes/wishes.service.ts';
import { linkedinFilesTask, MOST_FILES } from './linkedin-files.service.ts';

/**
 * A message in a conversation of a LinkedIn seat. A lead's own words are a reply and stop every campaign of the lead, on
 * all channels. Ours enter the conversation when a person wrote them in LinkedIn itself, and pause the lead's campaigns. A message that arrives
 * by webhook and by list is stored once. Conversations with people who were never written to are not stored, unless they are in a campaign that
 * has not finished with them: a start of the campaign looks for what the team wrote.
 */
export async function receiveLinkedinMessage(
  tx: TransactionContext,
  event: { account_id: number; message: SeenLinkedinMessage },
): Promise<void> {
  const prospect_id = await findPerson(tx, event.account_id, event.message);
  if (prospect_id !== null) await receiveMessage(tx, { ...event, prospect_id, news_from: null });
}

/** Identifies a message within its account. */
export const digestOf = ({ message_id }: Pick<SeenLinkedinMessage, 'message_id'>): Buffer =>
  createHash('sha256').update(`linkedin:${message_id}`).digest();

/**
 * A message of a lead's conversation, stored once.
 * @param given.news_from of a fetched conversation: messages from before our first one are no replies
 */
export async function receiveMessage(
  tx: TransactionContext,
  given: { account_id: number; prospect_id: number; message: SeenLinkedinMessage; news_from: Date | null },
): Promise<void> {
  const { account_id, prospect_id, message } = given;
  const digest = digestOf(message);
  if (await hasDigest(tx, account_id, digest)) return;
  const sent_at = new Date(message.sent_at);
  if (message.is_own && (await isMessageOfOurs(tx, { account_id, prospect_id, ...message }))) {
    const { text, chat_id, message_id: provider_ref } = message;
    await confirmSaid(tx, { account_id, prospect_id, text, provider_ref, chat_id, sent_at });
    return;
  }
  const type = await findAccountType(tx, account_id);
  const isTyped = hasWords(message) && message.is_own && !(await isSentToPerson(tx, { account_id, ...message }));
  const held = await lockForOwnMessage(tx, prospect_id, isTyped ? sent_at : null);
  const isStored =
    isMessagingAccount(type) ||
    (await isInConversation(tx, account_id, prospect_id, sent_at)) ||
    ((isTyped || !message.is_own) &&
      (await hasUnfinishedLead(tx, { prospect_id, at: sent_at, is_started: !message.is_own })));
  if (!isStored) return;
  await storeMessage(tx, given, { type, held, sent_at, digest });
}

/** A notice of the provider, such as one of a call, has no text and no files. */
const hasWords = ({ text, attachments }: SeenLinkedinMessage): boolean => text.trim() !== '' || attachments.length > 0;

interface Checked {
  type: AccountType;
  held: Awaited<ReturnType<typeof lockForOwnMessage>>;
  sent_at: Date;
  digest: Buffer;
}

async function storeMessage(
  tx: TransactionContext,
  { account_id, prospect_id, message, news_from }: Parameters<typeof receiveMessage>[1],
  { type, held, sent_at, digest }: Checked,
): Promise<void> {
  const is_old = await isFromBefore(tx, prospect_id, sent_at, news_from);
  // Leads before conversations: the order of locks everywhere.
  const said = { prospect_id, account_id, sent_at, text: message.text, has_files: message.attachments.length > 0 };
  const isNews = !message.is_own && !is_old;
  const { found, is_away } = isNews ? await stopAndClassify(tx, said) : OURS;
  const id = await insertMessage(tx, {
    prospect_id,
    account_id,
    kind: kindOf(message, is_away),
    campaign_choice: held.campaign_choice,
    sent_by_prospect: !message.is_own,
    subject_line: null,
    message: describeWords(message, type),
    sent_at,
    read: !isNews || is_away,
    rfc_message_id: null,
    reference_chain: [],
    provider_chat: findProviderChat(message),
    digest,
  });
  if (id === null) return;
  await restateHold(tx, prospect_id, held.leads);
  await storeClass(tx, { id, prospect_id }, found);
  if (isNews) await requestModelWork(tx, { id, prospect_id, is_forged: false }, found);
  fetchFiles(tx, { account_id, message_id: id }, message);
  announce(tx, { prospect_id, message_id: id, sent_by_prospect: !message.is_own }, is_old);
}

/** The model classifies what the rules could not, and drafts a message: neither for an absence. */
async function requestModelWork(
  tx: TransactionContext,
  reply: { id: number; prospect_id: number; is_forged: boolean },
  found: IncomingClass | null,
): Promise<void> {
  requestModelClass(tx, reply, found);
  await requestWaitingDraft(tx, reply, found);
}

/** A reply that a person pasted names no conversation of the provider. */
const findProviderChat = ({ chat_id }: SeenLinkedinMessage): string | null => chat_id || null;

async function findAccountType(tx: TransactionContext, account_id: number): Promise<AccountType> {
  const [account] = await findAccounts(tx, [account_id]);
  return account?.account_type ?? 'LINKEDIN';
}

async function isFromBefore(tx: TransactionContext, prospect_id: number, sent_at: Date, news_from: Date | null) {
  return news_from !== null && sent_at < news_from && !(await isInContact(tx, null, prospect_id, sent_at));
}

function kindOf({ is_own }: SeenLinkedinMessage, isAway: boolean) {
  if (is_own) return 'OWN_CLIENT';
  return isAway ? 'AUTO_REPLY' : 'REPLY';
}

/** What was said long ago is no news. */
function announce(
  tx: Pick<TransactionContext, 'live'>,
  event: { prospect_id: number; message_id: number; sent_by_prospect: boolean },
  isOld: boolean,
): void {
  if (isOld) tx.live.publish('chat_updated', { prospect_id: event.prospect_id });
  else tx.live.publish('chat_message', event);
}

function fetchFiles(
  tx: TransactionContext,
  stored: { account_id: number; message_id: number },
  { message_id: provider_message_id, attachments }: SeenLinkedinMessage,
): void {
  const files = attachments.slice(0, MOST_FILES);
  if (files.length > 0) tx.jobs.add(linkedinFilesTask, { ...stored, provider_message_id, files });
}

const OURS = { found: null, is_away: false };

/**
 * A reply stops the campaigns of the lead; an opt-out suppresses the lead, and an absence note without other content holds the
 * campaigns until its last day.
 */
async function stopAndClassify(
  tx: TransactionContext,
  given: { prospect_id: number; account_id: number; sent_at: Date; text: string; has_files: boolean },
): Promise<{ found: IncomingClass | null; is_away: boolean }> {
  const { prospect_id, account_id, sent_at } = given;
  const text = cleanText(given.text);
  const found = await classifyMessage(tx, {
    prospect_id,
    kind: 'reply',
    subject: null,
    text,
    own: [],
    is_forged: false,
  });
  const last_day = given.has_files ? null : handWrittenAbsence(found, text);
  if (last_day !== null) {
    await holdForAbsence(tx, { prospect_id, last_day });
    return { found, is_away: true };
  }
  await recordLeadReply(tx, { prospect_id, account_id, received_at: sent_at, refers_to: [] });
  if (saysLeft(found)) {
    const [lead] = await findProspects(tx, [prospect_id]);
    await recordLeft(tx, { prospect_id, email: lead?.email ?? null });
  } else if (wantsOut(found)) await recordWish(tx, { prospect_id, from: null });
  return { found, is_away: false };
}

/** What was said, and that files came with it: they are fetched afterwards, those that can be. */
function describeWords({ text, attachments }: SeenLinkedinMessage, type: AccountType): string {
  const { length } = attachments;
  const files = length === 0 ? '' : `(${length === 1 ? '1 file' : `${length} files`} on ${labelAccountType(type)})`;
  return [cleanText(text), files].filter(Boolean).join('\n\n') || '(no text)';
}

async function findPerson(
  tx: TransactionContext,
  accountId: number,
  { provider_id, profile_url, chat_id }: SeenLinkedinMessage,
): Promise<number | null> {
  // Lists do not name the recipient of our own messages: the stored conversation does, if there is one.
  if (provider_id === null) return findProspectOfChat(tx, accountId, chat_id);
  const linkedin_key = profile_url === null ? null : linkedinKey(profile_url);
  const known = await findByLinkedinId(tx, accountId, { provider_id, linkedin_key });
  // A lead who replies before our own message was confirmed; else the lead of the conversation.
  const recipient = known ?? (await findRecipient(tx, accountId, provider_id));
  return recipient ?? findProspectOfChat(tx, accountId, chat_id);
}

/** Whether the seat has acted towards this person, or a team member wrote to them in LinkedIn while a campaign ran. */
async function isInConversation(
  tx: TransactionContext,
  account_id: number,
  prospect_id: number,
  at: Date,
): Promise<boolean> {
  return (await isInContact(tx, account_id, prospect_id, at)) || hasOwnMessage(tx, { account_id, prospect_id });
}

/**
 * Whether the seat, or any seat for null, has acted towards this person, including unconfirmed actions. The provider's clock
 * differs from ours.
 */
async function isInContact(
  tx: TransactionContext,
  account_id: number | null,
  prospect_id: number,
  at: Date,
): Promise<boolean> {
  const until = new Date(at.getTime() + 10 * 60_000);
  const given = { organization_id: tx.organization.id, account_id, prospect_ids: [prospect_id], until };
  return (await findContacted(tx, given)).length > 0;
}
