import type { ChatMessage } from '@overture/contract/chats';
import type { ChatUpload } from '@overture/contract/outgoing-messages';
import type { CampaignChoice } from '@overture/domain/campaign/campaign-choice';
import { loadNow } from '../../../kernel/clock.ts';
import type { TransactionContext } from '../../../kernel/context.ts';
import { ApiError, orNotFound } from '../../../kernel/errors.ts';
import type { SessionContext } from '../../../kernel/slice.ts';
import { findAccount } from '../../accounts/index.ts';
import { lockHeldByMessage, type RunningLead } from '../../lead-holds/index.ts';
import { cancelPlannedAction, lockPlanned, planAction, postponePlanned } from '../../outbound/index.ts';
import { getProspect } from '../chats.service.ts';
import { lockChat } from '../chats.store.ts';
import { queueStoredDeletions } from '../mail/mail-parts.service.ts';
import { restateHold } from './campaign-choice.service.ts';
import { loadChatMessage } from './load-message.service.ts';
import { requireImages } from './message-files.service.ts';
import { CHAT_MESSAGE, FORWARDED_MESSAGE, isReplyToOthers, toForward, toIntent } from './message-intent.rules.ts';
import { cleanFormatted, cleanMessage, requireSendTime } from './message-text.service.ts';
import * as store from './scheduled.store.ts';
import { insertUploads } from './uploads.store.ts';

interface Held {
  message: store.ScheduledMessage;
  /** The planned action; null for a message that waits for a person. */
  intent_id: number | null;
  /** Of running campaigns, which wait for messages of the team. */
  leads: readonly RunningLead[];
}

/**
 * Holds a message that has not left against its leaving. The action first: a dispatch that is being decided is waited for, and
 * one that was decided has taken the message away.
 * @throws ApiError not_found, already_leaving
 */
async function hold(tx: TransactionContext, prospectId: number, messageId: number): Promise<Held> {
  await getProspect(tx, prospectId);
  const intent_id =
    (await lockPlanned(tx, CHAT_MESSAGE, messageId)) ?? (await lockPlanned(tx, FORWARDED_MESSAGE, messageId));
  const leads = await lockHeldByMessage(tx, [prospectId]);
  if (!(await lockChat(tx, prospectId))) throw new ApiError('not_found');
  const message = await store.lockScheduled(tx, prospectId, messageId);
  if (!message) {
    const { delivery } = await loadChatMessage(tx, prospectId, messageId);
    throw new ApiError(['SENDING', 'SENT', 'UNCONFIRMED'].includes(delivery) ? 'already_leaving' : 'not_found');
  }
  if (message.delivery === 'SCHEDULED' && intent_id === null) throw new ApiError('already_leaving');
  return { message, intent_id, leads };
}

interface GivenChange {
  message?: string | null | undefined;
  formatted_text?: string | null | undefined;
  send_at?: string | null | undefined;
}

/** Other words without formatted ones are a plain message: the two parts of a mail say the same. */
function chooseTexts(given: GivenChange, { message, formatted_text }: store.ScheduledMessage, accountType: string) {
  if (!given.message) return { message, formatted_text };
  return {
    message: cleanMessage(given.message, accountType),
    formatted_text: cleanFormatted(given.formatted_text, accountType),
  };
}

/** Changes what a waiting message says, or when it leaves. Only a time plans one again that is paused; other words do not. */
export async function updateScheduledMessage(
  ctx: SessionContext,
  key: { prospectId: number; messageId: number },
  given: GivenChange,
): Promise<ChatMessage> {
  const { prospectId, messageId } = key;
  return ctx.transaction(async (tx) => {
    const send_at = given.send_at ? requireSendTime(given.send_at, await loadNow(tx)) : null;
    const held = await hold(tx, prospectId, messageId);
    const account = orNotFound(
      held.message.account_id === null ? null : await findAccount(tx, held.message.account_id),
    );
    const texts = chooseTexts(given, held.message, account.account_type);
    requireImages(texts.formatted_text, await store.listFileNames(tx, messageId));
    if (send_at === null) {
      await store.updateText(tx, messageId, texts);
      tx.live.publish('chat_updated', { prospect_id: prospectId });
    } else {
      await store.updateScheduled(tx, messageId, { ...texts, sent_at: send_at, is_timed: true });
      await plan(tx, { ...held, prospectId, account }, send_at);
    }
    return loadChatMessage(tx, prospectId, messageId);
  });
}

/** A message leaves now rather than at its time. */
export async function sendScheduledMessage(
  ctx: SessionContext,
  key: { prospectId: number; messageId: number },
): Promise<ChatMessage> {
  const { prospectId, messageId } = key;
  return ctx.transaction(async (tx) => {
    const held = await hold(tx, prospectId, messageId);
    const account = orNotFound(
      held.message.account_id === null ? null : await findAccount(tx, held.message.account_id),
    );
    const now = await loadNow(tx);
    // No longer at a time: an answer that comes in this moment does not stop what a person has just decided.
    const { message, formatted_text } = held.message;
    await store.updateScheduled(tx, messageId, { message, formatted_text, sent_at: now, is_timed: false });
    await plan(tx, { ...held, prospectId, account }, now);
    return loadChatMessage(tx, prospectId, messageId);
  });
}

async function plan(
  tx: TransactionContext,
  {
    intent_id,
    message,
    leads,
    prospectId,
    account,
  }: Held & { prospectId: number; account: { id: number; account_type: string } },
  at: Date,
): Promise<void> {
  if (intent_id !== null) await postponePlanned(tx, intent_id, at);
  else if (message.kind === 'FORWARD') await planAction(tx, { ...toForward(account.id, message.id), due_at: at });
  else await planAction(tx, { ...toIntent(account, { prospectId, messageId: message.id }), due_at: at });
  await restateHold(tx, prospectId, leads);
  tx.live.publish('chat_updated', { prospect_id: prospectId });
}

export interface TakenBack {
  message: string;
  formatted_text: string | null;
  subject_line: string | null;
  cc: string[];
  bcc: string[];
  /** The mail that was to be sent on, and to whom; null for other messages. */
  forward: { message_id: number; to: string[]; as_reply: boolean } | null;
  account_id: number | null;
  /** What the writer chose for running campaigns. */
  campaign: CampaignChoice | null;
  uploads: ChatUpload[];
}

/** Deletes a message that has not left; its text and files go back to the user's composer. */
export async function cancelScheduledMessage(
  ctx: SessionContext,
  key: { prospectId: number; messageId: number },
): Promise<TakenBack> {
  const { prospectId, messageId } = key;
  return ctx.transaction(async (tx) => {
    const { message, intent_id, leads } = await hold(tx, prospectId, messageId);
    if (intent_id !== null) await cancelPlannedAction(tx, intent_id, 'It was taken back.');
    const all = await store.deleteScheduled(tx, prospectId, messageId);
    const files = all.filter(({ scan }) => scan !== 'infected');
    await queueStoredDeletions(
      tx,
      all.filter(({ scan }) => scan === 'infected'),
    );
    await restateHold(tx, prospectId, leads);
    const given = { prospect_id: prospectId, user_id: ctx.user.id, files };
    const uploads = files.length === 0 ? [] : await insertUploads(tx, given);
    tx.live.publish('chat_updated', { prospect_id: prospectId });
    return {
      message: message.message,
      formatted_text: message.formatted_text,
      subject_line: message.subject_line,
      cc: message.cc_emails,
      bcc: message.bcc_emails,
      forward: toForwarded(message),
      account_id: message.account_id,
      campaign: message.campaign_choice,
      uploads,
    };
  });
}

function toForwarded(message: store.ScheduledMessage): TakenBack['forward'] {
  const { forwards_message_id, to_email, other_to_emails } = message;
  if (forwards_message_id === null || to_email === null) return null;
  return { message_id: forwards_message_id, to: [to_email, ...other_to_emails], as_reply: isReplyToOthers(message) };
}
