import type { ChatMessage } from '@overture/contract/chats';
import { isEmailAccount, isHealthyStatus } from '@overture/domain/accounts';
import { findLengthProblem } from '@overture/domain/message/message-length';
import { replySubject, threadAfter } from '@overture/domain/message/threading';
import { findActionHold } from '@overture/domain/sending/sender-holds';
import type { SystemTransactionContext, TransactionContext } from '../../kernel/context.ts';
import { ApiError, orNotFound } from '../../kernel/errors.ts';
import type { SessionContext } from '../../kernel/slice.ts';
import { type AccountRow, findAccounts } from '../accounts/index.ts';
import { type OutboundKind, planAction } from '../outbound/index.ts';
import { decideAnswer, deliveryOf } from './answers.rules.ts';
import { type DeliveryChange, lockAnswers, updateDeliveries } from './answers.store.ts';
import { presentChatAccount, presentMessage } from './chats.rules.ts';
import { getProspect } from './chats.service.ts';
import { findAnsweringAccount, lockChat } from './chats.store.ts';
import {
  findMessage,
  findProviderChat,
  findRepeated,
  findThreadEnd,
  insertMessage,
  type MessageRow,
  type NewMessage,
} from './messages.store.ts';

/** The same words by the same person within this time are one message: a double click, a request sent again. */
const REPEAT_IN_SECONDS = 5;
const ANSWER = 'chat_answer';

export interface NewAnswer {
  message: string;
  idempotency_key?: string | null | undefined;
}

/**
 * Answers in the thread of a conversation. The message is stored and handed to the one door in one transaction; the door
 * sends it within a moment. A repeated request answers the message of the first.
 */
export async function sendChatMessage(ctx: SessionContext, prospectId: number, given: NewAnswer): Promise<ChatMessage> {
  const text = given.message.replaceAll('\u0000', '').replaceAll('\r\n', '\n').trim();
  if (text === '') throw new ApiError('message_empty');
  if (findLengthProblem(text, 'chat_message')) throw new ApiError('message_too_long');
  return ctx.transaction(async (tx) => {
    const prospect = await getProspect(tx, prospectId);
    if (!(await lockChat(tx, prospectId))) throw refusal('There is no conversation with this lead to answer yet.');
    const repeated = await findRepeated(tx, prospectId, {
      idempotency_key: given.idempotency_key ?? null,
      message: text,
      user_id: ctx.user.id,
      within_seconds: REPEAT_IN_SECONDS,
    });
    const row =
      repeated ??
      (await queueAnswer(tx, ctx.user.id, {
        prospectId,
        text,
        key: given.idempotency_key ?? null,
        email: prospect.email,
      }));
    const [account] = await findAccounts(tx, row.account_id === null ? [] : [row.account_id]);
    return presentMessage(row, account ? presentChatAccount(account) : null, prospect);
  });
}

const refusal = (reason: string): ApiError => new ApiError('send_refused', { reason });

interface GivenAnswer {
  prospectId: number;
  text: string;
  key: string | null;
  email: string | null;
}

async function queueAnswer(tx: TransactionContext, userId: number, given: GivenAnswer): Promise<MessageRow> {
  const sender = await getAnsweringSender(tx, given.prospectId);
  const isMail = isEmailAccount(sender.account_type);
  const id = await insertMessage(tx, {
    ...(isMail ? await addressMail(tx, given) : await addressLinkedin(tx, given.prospectId, sender)),
    prospect_id: given.prospectId,
    account_id: sender.id,
    kind: 'CHAT',
    delivery: 'SENDING',
    sent_by_prospect: false,
    message: given.text,
    sent_at: tx.clock.now(),
    read: true,
    rfc_message_id: null,
    author_user_id: userId,
    idempotency_key: given.key,
  });
  const row = orNotFound(id === null ? null : await findMessage(tx, id));
  await planAction(tx, {
    kind: ANSWER,
    ...(isMail ? {} : { action: 'message' as const }),
    ref_id: row.id,
    ref_part: 0,
    account_id: sender.id,
    prospect_id: given.prospectId,
    campaign_id: null,
    priority: 0,
  });
  tx.live.publish('chat_message', { prospect_id: given.prospectId, message_id: row.id, sent_by_prospect: false });
  return row;
}

type Address = Pick<NewMessage, 'to_name' | 'to_email' | 'subject_line' | 'reference_chain' | 'provider_chat'>;

async function addressMail(tx: TransactionContext, given: GivenAnswer): Promise<Address> {
  const end = await findThreadEnd(tx, given.prospectId);
  const address = (end?.sent_by_prospect ? end.from_email : null) ?? given.email;
  if (address === null) throw refusal('This lead has no email address.');
  const thread = threadAfter(
    end?.rfc_message_id ? { message_id: end.rfc_message_id, references: end.reference_chain ?? [] } : null,
  );
  return {
    to_name: end?.sent_by_prospect ? end.from_name : null,
    to_email: address,
    subject_line: replySubject(end?.subject_line ?? ''),
    reference_chain: thread.references,
  };
}

/** Into the conversation on LinkedIn. A pause that LinkedIn asked for is said at once: somebody waits for the answer. */
async function addressLinkedin(tx: TransactionContext, prospectId: number, sender: AccountRow): Promise<Address> {
  const now = tx.clock.now();
  const held = sender.held_until && sender.held_until > now ? sender.held_reason : null;
  const paused = findActionHold(sender, 'message', now) && sender.action_holds.message?.reason;
  const reason = held ?? paused;
  if (reason) throw refusal(`LinkedIn asked ${sender.name} to pause messages: ${reason}`);
  const provider_chat = await findProviderChat(tx, prospectId, sender.id);
  return { subject_line: null, reference_chain: [], provider_chat };
}

/** The sender of the conversation, which must be able to send now: a person waits for this message to leave. */
async function getAnsweringSender(tx: TransactionContext, prospectId: number): Promise<AccountRow> {
  const id = await findAnsweringAccount(tx, prospectId);
  const [sender] = id === null ? [] : await findAccounts(tx, [id]);
  if (!sender) throw refusal('The sender account of this conversation is no longer connected.');
  if (!isHealthyStatus(sender.status)) {
    const name = isEmailAccount(sender.account_type) ? (sender.email ?? sender.name) : sender.name;
    throw refusal(`The sender account ${name} is disconnected. Reconnect it to reply.`);
  }
  return sender;
}

/** Answers of people, as the one door sends them: no gap, no daily limit, always into the thread. */
export const answerKind: OutboundKind = {
  name: ANSWER,
  is_paced: false,
  has_stable_message_id: false,
  returns_when_held: false,
  async check(tx, intents) {
    const answers = new Map(
      (
        await lockAnswers(
          tx,
          intents.map((intent) => intent.ref_id),
        )
      ).map((row) => [row.id, row]),
    );
    return new Map(intents.map((intent) => [intent.id, decideAnswer(answers.get(intent.ref_id), intent.channel)]));
  },
  async settled(tx, settled) {
    await publishDeliveries(
      tx,
      settled.map(({ ref_id, outcome }) => ({ id: ref_id, ...deliveryOf(outcome) })),
    );
  },
};

async function publishDeliveries(tx: SystemTransactionContext, changes: readonly DeliveryChange[]): Promise<void> {
  for (const { prospect_id, organization_id } of await updateDeliveries(tx, changes)) {
    tx.forOrganization(organization_id).live.publish('chat_updated', { prospect_id });
  }
}
