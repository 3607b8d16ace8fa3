import type { MessageSender } from '@overture/contract/outgoing-messages';
import { isEmailAccount, isHealthyStatus, labelAccountType, senderName } from '@overture/domain/accounts';
import { replySubject } from '@overture/domain/message/threading';
import { findActionHold } from '@overture/domain/sending/sender-holds';
import type { ReadContext, TransactionContext } from '../../../kernel/context.ts';
import { ApiError, orNotFound } from '../../../kernel/errors.ts';
import type { SessionContext } from '../../../kernel/slice.ts';
import { type AccountRow, findAccount, findAccounts, listAccounts } from '../../accounts/index.ts';
import { listRunningCampaigns } from '../../lead-holds/index.ts';
import { listSignatures } from '../../signatures/index.ts';
import { listSuppressed } from '../../suppression-rules/index.ts';
import { presentChatAccount } from '../chats.rules.ts';
import { getProspect } from '../chats.service.ts';
import { findLastSenderId } from '../chats.store.ts';
import { findThreadEnd } from '../messages.store.ts';
import { blockedChannel, describeBlock, describeSuppressed } from './blocked.rules.ts';
import { chooseRecipient, listOthers, type Recipient } from './recipient.rules.ts';
import * as store from './senders.store.ts';

export const refusal = (reason: string): ApiError => new ApiError('send_refused', { reason });

/** Channels and senders by which a lead can be written to: that of the last message first, then in the order they were connected. */
export async function listMessageSenders(
  ctx: SessionContext,
  prospectId: number,
): Promise<{
  senders: MessageSender[];
  subject_line: string | null;
  reply_all: { cc: string[]; left_out: number };
  campaigns: { id: number; name: string }[];
}> {
  return ctx.read(async (tx) => {
    const prospect = await getProspect(tx, prospectId);
    const last = await findLastSenderId(tx, prospectId);
    const signatures = await store.listSenderSignatures(tx);
    const end = await findThreadEnd(tx, prospectId);
    const facts = await gatherFacts(tx, prospectId, chooseRecipient(end, prospect.email));
    const accounts = await listAccounts(tx, tx.organization.id);
    const own = accounts.flatMap(({ email }) => email ?? []);
    const senders = accounts
      .filter((account) => reaches(account, facts))
      .map((account) => ({
        account: presentChatAccount(account),
        address: isEmailAccount(account.account_type) ? facts.address : null,
        signature_id: signatures.get(account.id) ?? null,
        blocked: findBlock(account, facts, tx.clock.now()),
        is_last: account.id === last,
      }));
    return {
      senders: senders.toSorted((a, b) => Number(b.is_last) - Number(a.is_last)),
      subject_line: end ? replySubject(end.subject_line ?? '') : null,
      reply_all: listOthers(end, { address: facts.address, own }),
      campaigns: await listRunningCampaigns(tx, prospectId),
    };
  });
}

interface Facts {
  address: string | null;
  suppressed: string | null;
  bars: store.Blocks;
  /** The address is the lead's own, so what blocks the lead blocks it. */
  is_lead: boolean;
  has_linkedin: boolean;
  /** Senders with a conversation of the provider. */
  known_by: ReadonlySet<number>;
}

async function gatherFacts(tx: ReadContext, prospectId: number, { email, is_lead }: Recipient): Promise<Facts> {
  const [suppressed] = email === null ? [] : await listSuppressed(tx, tx.organization.id, [email]);
  return {
    address: email,
    suppressed: suppressed ? describeSuppressed(suppressed) : null,
    bars: await store.findBlocks(tx, prospectId),
    is_lead,
    has_linkedin: (await store.findLinkedinKey(tx, prospectId)) !== null,
    known_by: new Set(await store.listProviderSenders(tx, prospectId)),
  };
}

function reaches({ id, account_type }: AccountRow, facts: Facts): boolean {
  if (isEmailAccount(account_type)) return facts.address !== null;
  return facts.known_by.has(id) || (account_type === 'LINKEDIN' && facts.has_linkedin);
}

/** Why nothing can leave by this sender just now; null when it can. */
function findBlock(
  account: AccountRow,
  facts: Pick<Facts, 'suppressed' | 'bars' | 'is_lead'>,
  now: Date,
): string | null {
  const health = findHealthProblem(account);
  if (health !== null) return health;
  const because = facts.bars[blockedChannel(account.account_type)];
  const bar = because === null ? null : describeBlock(because);
  if (isEmailAccount(account.account_type)) return facts.suppressed ?? (facts.is_lead ? bar : null);
  return bar ?? findPause(account, now);
}

function findHealthProblem(account: AccountRow): string | null {
  if (isHealthyStatus(account.status)) return null;
  return `The sender account ${senderName(account)} is disconnected. Reconnect it to reply.`;
}

/** A pause required by the provider is reported immediately: a user is waiting. */
export function findPause(sender: AccountRow, now: Date): string | null {
  const held = sender.held_until && sender.held_until > now ? sender.held_reason : null;
  const paused = findActionHold(sender, 'message', now) && sender.action_holds.message?.reason;
  const reason = held ?? paused;
  return reason ? `${labelAccountType(sender.account_type)} asked ${sender.name} to pause messages: ${reason}` : null;
}

/** The sender a person chose, else that of the conversation; it must be able to send now. */
export async function getSender(
  tx: ReadContext,
  prospectId: number,
  chosen: number | null | undefined,
): Promise<AccountRow> {
  if (chosen !== null && chosen !== undefined) {
    const account = await findAccount(tx, chosen);
    if (!account) throw refusal('This sender account is no longer connected.');
    return requireHealthy(account);
  }
  const id = await findLastSenderId(tx, prospectId);
  const [sender] = id === null ? [] : await findAccounts(tx, [id]);
  if (!sender) throw refusal('The sender account of this conversation is no longer connected.');
  return requireHealthy(sender);
}

function requireHealthy(account: AccountRow): AccountRow {
  const problem = findHealthProblem(account);
  if (problem !== null) throw refusal(problem);
  return account;
}

/** @throws ApiError send_refused when one of the addresses is suppressed */
export async function requireWritable(tx: ReadContext, emails: readonly string[]): Promise<void> {
  const [suppressed] = await listSuppressed(tx, tx.organization.id, emails);
  if (suppressed) throw refusal(`${describeSuppressed(suppressed)} You can't write to this address.`);
}

/** @throws ApiError send_refused when the person must not be reached by this account */
export async function requireReachable(
  tx: ReadContext,
  prospectId: number,
  account: Pick<AccountRow, 'account_type'>,
): Promise<void> {
  const because = (await store.findBlocks(tx, prospectId))[blockedChannel(account.account_type)];
  if (because !== null) throw refusal(describeBlock(because));
}

/** @throws ApiError not_found */
export async function setSenderSignature(
  ctx: SessionContext,
  accountId: number,
  signatureId: number | null,
): Promise<void> {
  await ctx.transaction(async (tx) => {
    orNotFound(await findAccount(tx, accountId));
    if (!(await store.setSenderSignature(tx, accountId, signatureId))) throw new ApiError('not_found');
  });
}

/** The HTML that a mail carries; null for none. @throws ApiError send_refused */
export async function findSignature(tx: TransactionContext, id: number | null | undefined): Promise<string | null> {
  if (id === null || id === undefined) return null;
  const signature = (await listSignatures(tx)).find((known) => known.id === id);
  if (!signature) throw refusal('This signature is no longer there. Choose another one.');
  return signature.signature;
}
