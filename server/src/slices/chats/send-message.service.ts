import type { ChatMessage } from '@overture/contract/chats';
import { isEmailAccount, labelAccountType } from '@overture/domain/accounts';
import type { CampaignChoice } from '@overture/domain/campaign/campaign-choice';
import { quoteMessage } from '@overture/domain/message/quote';
import { replySubject, threadAfter } from '@overture/domain/message/threading';
import { toSingleLine } from '@overture/domain/text/text';
import { loadNow } from '../../kernel/clock.ts';
import type { SystemTransactionContext, TransactionContext } from '../../kernel/context.ts';
import { ApiError, orNotFound } from '../../kernel/errors.ts';
import type { SessionContext } from '../../kernel/slice.ts';
import type { AccountRow } from '../accounts/index.ts';
import type { OutboundKind } from '../action-kinds/index.ts';
import { lockRunningLeads, type RunningLead } from '../lead-holds/index.ts';
import { planAction } from '../outbound/index.ts';
import { getProspect } from './chats.service.ts';
import { holdChat } from './chats.store.ts';
import type { StoredFile } from './mail/mail-parts.service.ts';
import {
  findProviderChat,
  findRepeated,
  findThreadEnd,
  insertAttachments,
  insertMessage,
  type MessageRow,
  type NewMessage,
} from './messages.store.ts';
import { chooseForCampaigns, restateHold, settleCampaigns } from './outgoing/campaign-choice.service.ts';
import { type DeliveryChange, findNewer, lockWaitingMessages, updateDeliveries } from './outgoing/deliveries.store.ts';
import { decideDelivery, isOvertaken, toDelivery } from './outgoing/delivery.rules.ts';
import { loadChatMessage } from './outgoing/load-message.service.ts';
import { requireImages, requireSendable } from './outgoing/message-files.service.ts';
import { CHAT_MESSAGE, FORWARDED_MESSAGE, toIntent } from './outgoing/message-intent.rules.ts';
import { cleanFormatted, cleanMessage, resolveTimes } from './outgoing/message-text.service.ts';
import { chooseRecipient, listCopies } from './outgoing/recipient.rules.ts';
import { beginSending, pauseMessages } from './outgoing/scheduled.store.ts';
import {
  findPause,
  findSignature,
  getSender,
  refusal,
  requireReachable,
  requireWritable,
} from './outgoing/senders.service.ts';
import { findLinkedinKey } from './outgoing/senders.store.ts';
import { claimUploads, hasUploads } from './outgoing/uploads.store.ts';
import { pickSavedReplies } from './saved-replies/saved-replies.store.ts';
import { deleteUserDraft } from './user-drafts/user-drafts.store.ts';
import { hasDraft, learnFromDraft } from './waiting-drafts/waiting-drafts.service.ts';

/** The same words by the same person within this time are one message: a double click, a request sent again. */
const REPEAT_IN_SECONDS = 5;

export interface NewChatMessage {
  message: string;
  formatted_text?: string | null | undefined;
  idempotency_key?: string | null | undefined;
  account_id?: number | null | undefined;
  subject_line?: string | null | undefined;
  /** The recipient that the writer saw. */
  address?: string | null | undefined;
  cc?: readonly string[] | null | undefined;
  bcc?: readonly string[] | null | undefined;
  upload_ids?: readonly number[] | null | undefined;
  saved_reply_ids?: readonly number[] | null | undefined;
  signature_id?: number | null | undefined;
  campaign?: CampaignChoice | null | undefined;
  quotes?: boolean | null | undefined;
  send_at?: string | null | undefined;
  undo_in_seconds?: number | null | undefined;
  seen_message_id?: number | null | undefined;
  draft_id?: number | null | undefined;
}

/**
 * Writes to a lead: an answer in the thread of the conversation, or a first message. It is stored and handed to the one door in one
 * transaction; the door sends it within a moment, after the time to take it back, or when it is to leave. A repeated request answers
 * the message of the first.
 */
export async function sendChatMessage(
  ctx: SessionContext,
  prospectId: number,
  given: NewChatMessage,
): Promise<ChatMessage> {
  return ctx.transaction(async (tx) => {
    const now = await loadNow(tx);
    const times = { ...resolveTimes(given, now), now };
    const prospect = await getProspect(tx, prospectId);
    // Leads before conversations: the order of locks.
    const running = await lockRunningLeads(tx, prospectId);
    const isNew = await holdChat(tx, prospectId);
    if (isNew && !given.account_id) throw refusal('There is no conversation with this lead to answer yet.');
    const sender = await getSender(tx, prospectId, given.account_id);
    const text = cleanMessage(given.message, sender.account_type);
    const repeated = await findRepeated(tx, prospectId, {
      idempotency_key: given.idempotency_key ?? null,
      message: text,
      user_id: ctx.user.id,
      within_seconds: REPEAT_IN_SECONDS,
      seen: given.seen_message_id ?? null,
      brings_files: await hasUploads(tx, prospectId, ctx.user.id, given.upload_ids ?? []),
    });
    if (repeated) return loadChatMessage(tx, prospectId, repeated.id);
    await requireSeen(tx, prospectId, given, ctx.user.id);
    const message = { ...given, ...times, prospectId, text, email: prospect.email, user_id: ctx.user.id, running };
    await learnFromDraft(tx, { prospect, draft_id: given.draft_id ?? null, sent: text, user_id: ctx.user.id });
    await deleteUserDraft(tx, ctx.user.id, prospectId);
    return loadChatMessage(tx, prospectId, await queueMessage(tx, sender, message));
  });
}

/**
 * Of two users who write at the same time, the second is shown what the first wrote, and sends nothing by accident. A draft that no longer
 * waits was sent by another, or answers an older reply.
 */
async function requireSeen(
  tx: TransactionContext,
  prospectId: number,
  { seen_message_id: seen = null, draft_id = null }: NewChatMessage,
  userId: number,
): Promise<void> {
  if (seen === null) {
    if (draft_id !== null && !(await hasDraft(tx, prospectId, draft_id)))
      throw refusal('This draft was sent, discarded or replaced before.');
    return;
  }
  const newer = await findNewer(tx, prospectId, seen, userId);
  if (newer !== null) throw new ApiError('wrote_meanwhile', { name: newer });
}

type QueuedMessage = NewChatMessage & {
  prospectId: number;
  text: string;
  email: string | null;
  user_id: number;
  now: Date;
  leaves_at: Date | null;
  is_timed: boolean;
  /** The lead in running campaigns, locked. */
  running: readonly RunningLead[];
};

/** @returns the id of the message */
async function queueMessage(tx: TransactionContext, sender: AccountRow, given: QueuedMessage): Promise<number> {
  const { prospectId, leaves_at } = given;
  const isMail = isEmailAccount(sender.account_type);
  const formatted_text = cleanFormatted(given.formatted_text, sender.account_type);
  const campaign_choice = await chooseForCampaigns(tx, given.running, given);
  const id = await insertMessage(tx, {
    ...(isMail ? await addressMail(tx, sender, given) : await addressConversation(tx, sender, given)),
    prospect_id: prospectId,
    account_id: sender.id,
    kind: 'CHAT',
    delivery: leaves_at === null ? 'SENDING' : 'SCHEDULED',
    sent_by_prospect: false,
    message: given.text,
    formatted_text,
    sent_at: leaves_at ?? given.now,
    is_timed: given.is_timed,
    read: true,
    rfc_message_id: null,
    author_user_id: given.user_id,
    idempotency_key: given.idempotency_key ?? null,
    saved_reply_ids: await pickSavedReplies(tx, given.user_id, given.saved_reply_ids ?? []),
    campaign_choice,
  });
  const messageId = orNotFound(id);
  const files = await attach(tx, messageId, sender, given);
  requireImages(formatted_text, files);
  await planAction(tx, { ...toIntent(sender, { prospectId, messageId }), ...(leaves_at ? { due_at: leaves_at } : {}) });
  if (campaign_choice !== null && campaign_choice !== 'continues') await restateHold(tx, prospectId, given.running);
  tx.live.publish('chat_message', { prospect_id: prospectId, message_id: messageId, sent_by_prospect: false });
  return messageId;
}

/** The files that were uploaded while it was written. A missing one is an error: the user would think that it was sent. */
async function attach(
  tx: TransactionContext,
  messageId: number,
  sender: AccountRow,
  given: QueuedMessage,
): Promise<StoredFile[]> {
  const ids = given.upload_ids ?? [];
  if (ids.length === 0) return [];
  const files = await claimUploads(tx, given.prospectId, given.user_id, ids);
  if (files.length !== new Set(ids).size) throw refusal('A file of this message is no longer there. Add it again.');
  requireSendable(files, sender.account_type);
  await insertAttachments(tx, messageId, files);
  return files;
}

type Address = Pick<
  NewMessage,
  | 'to_name'
  | 'to_email'
  | 'cc_emails'
  | 'bcc_emails'
  | 'subject_line'
  | 'reference_chain'
  | 'provider_chat'
  | 'quoted_text'
  | 'signature_html'
>;

async function addressMail(tx: TransactionContext, sender: AccountRow, given: QueuedMessage): Promise<Address> {
  const end = await findThreadEnd(tx, given.prospectId);
  const { email: address, name, is_lead } = chooseRecipient(end, given.email);
  if (address === null) throw refusal('This lead has no email address.');
  if (given.address && given.address.toLowerCase() !== address.toLowerCase())
    throw refusal(`The newest reply changed the recipient to ${address}. Check the message and send it again.`);
  const { cc, bcc, problem } = listCopies(given, [address]);
  if (problem !== null) throw refusal(problem);
  await requireWritable(tx, [address, ...cc, ...bcc]);
  if (is_lead) await requireReachable(tx, given.prospectId, sender);
  const subject_line = chooseSubject(end, given.subject_line);
  return {
    to_name: name,
    to_email: address,
    cc_emails: cc,
    bcc_emails: bcc,
    subject_line,
    reference_chain: referencesAfter(end),
    quoted_text: end && given.quotes ? buildQuote(end, address) : null,
    signature_html: await findSignature(tx, given.signature_id),
  };
}

function chooseSubject(end: MessageRow | undefined, written: QueuedMessage['subject_line']): string {
  if (end) return replySubject(end.subject_line ?? '');
  const subject = toSingleLine(written ?? '');
  if (subject === '') throw refusal('Please add a subject line.');
  return subject;
}

function referencesAfter(end: MessageRow | undefined) {
  const last = end?.rfc_message_id ? { message_id: end.rfc_message_id, references: end.reference_chain ?? [] } : null;
  return threadAfter(last).references;
}

function buildQuote(end: MessageRow, address: string): string {
  const author = end.sent_by_prospect ? (end.from_name ?? end.from_email ?? address) : 'we';
  return quoteMessage({ author, at: end.sent_at, text: end.message, quoted_text: end.quoted_text });
}

/** Into the conversation of the provider; on LinkedIn one can also be begun. */
async function addressConversation(
  tx: TransactionContext,
  sender: AccountRow,
  { prospectId, now }: QueuedMessage,
): Promise<Address> {
  const pause = findPause(sender, now);
  if (pause !== null) throw refusal(pause);
  await requireReachable(tx, prospectId, sender);
  const provider_chat = await findProviderChat(tx, prospectId, sender.id);
  if (provider_chat === null && sender.account_type !== 'LINKEDIN') {
    throw refusal(`This lead has not written to ${sender.name} on ${labelAccountType(sender.account_type)} yet.`);
  }
  if (provider_chat === null && (await findLinkedinKey(tx, prospectId)) === null) {
    throw refusal('This lead has no LinkedIn profile address.');
  }
  return { subject_line: null, reference_chain: [], provider_chat };
}

/** Answers of people, as the one door sends them: no gap, no daily limit, always into the thread. */
export const chatMessageKind: OutboundKind = {
  name: CHAT_MESSAGE,
  is_paced: false,
  has_stable_message_id: false,
  returns_when_held: false,
  async check(tx, intents, now) {
    const messages = new Map(
      (
        await lockWaitingMessages(
          tx,
          intents.map((intent) => intent.ref_id),
        )
      ).map((row) => [row.id, row]),
    );
    const verdicts = new Map(
      intents.map((intent) => [intent.id, decideDelivery(messages.get(intent.ref_id), intent.channel, now)]),
    );
    const overtaken = [...messages.values()].filter((message) => isOvertaken(message, now));
    await pauseMessages(
      tx,
      overtaken.map(({ id }) => id),
    );
    const going = intents.filter((intent) => verdicts.get(intent.id)?.verdict === 'go');
    await beginSending(
      tx,
      going.map((intent) => intent.ref_id),
      now,
    );
    return verdicts;
  },
  async settled(tx, settled) {
    const changes = settled.map(({ ref_id, outcome }) => ({ id: ref_id, ...toDelivery(outcome) }));
    await settleCampaigns(tx, settled, () => publishDeliveries(tx, changes));
  },
};

/** Mails that were sent on: as other messages of users, but of no lead. */
export const chatForwardKind: OutboundKind = { ...chatMessageKind, name: FORWARDED_MESSAGE };

async function publishDeliveries(tx: SystemTransactionContext, changes: readonly DeliveryChange[]): Promise<void> {
  for (const { prospect_id, organization_id } of await updateDeliveries(tx, changes)) {
    tx.forOrganization(organization_id).live.publish('chat_updated', { prospect_id });
  }
}
