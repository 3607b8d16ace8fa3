import type { LinkedinProfile } from '@overture/adapters/linkedin/linkedin.port';
import { isProviderId } from '@overture/domain/linkedin/linkedin-actions';
import type { SystemContext } from '../../../kernel/context.ts';
import type { Receipt } from '../../action-kinds/index.ts';
import { findInvitation, NO_OPEN_INVITE } from '../dispatch/linkedin-send.service.ts';
import type { ActionEvidence } from '../intents/linkedin.rules.ts';
import { isRefKnown } from '../intents/linkedin-actions.store.ts';
import { makeReceipt } from '../intents/outbound.rules.ts';
import type { UnknownIntent } from '../intents/unknown.store.ts';

/** The provider's clock is not ours. */
const SKEW_IN_MS = 60_000;
/** More connections than an account can gain while an outcome is open. */
const NEWEST_RELATIONS = 500;

export interface FoundAction {
  evidence: ActionEvidence;
  receipt?: Receipt;
}

/** Checks LinkedIn's own lists for an unconfirmed action. */
export async function findActionEvidence(
  ctx: SystemContext,
  seatId: string,
  intent: UnknownIntent,
): Promise<FoundAction> {
  const { linkedin } = ctx.ports;
  if (intent.action === 'look' || intent.action === 'like') return { evidence: 'absent' };
  if (intent.action === 'visit') {
    const nothing_to_do = 'We could not confirm this visit. It was not made again.';
    return { evidence: 'found', receipt: makeReceipt({ nothing_to_do }) };
  }
  // Messaging accounts have no profiles, and people have a single id there.
  const { to_linkedin } = intent;
  if (intent.action === 'message' && to_linkedin !== null && !isProviderId(to_linkedin))
    return findSaid(ctx, seatId, intent, to_linkedin);
  const profile = await linkedin.reading.getProfile(seatId, to_linkedin ?? '');
  const { provider_id } = profile;
  if (intent.action === 'withdraw') return findWithdrawEvidence(ctx, seatId, profile);
  if (intent.action !== 'invite') return findSaid(ctx, seatId, intent, provider_id);
  if (profile.is_relationship)
    return { evidence: 'found', receipt: await describeRelation(ctx, seatId, intent, makeReceipt({ provider_id })) };
  return findInviteEvidence(ctx, seatId, provider_id);
}

async function findWithdrawEvidence(
  ctx: SystemContext,
  seatId: string,
  { provider_id, is_relationship }: LinkedinProfile,
): Promise<FoundAction> {
  if ((await findInvitation(ctx.ports.linkedin, seatId, provider_id)) !== null) return { evidence: 'absent' };
  const nothing_to_do = is_relationship ? NO_OPEN_INVITE : null;
  return { evidence: 'found', receipt: { ...makeReceipt({ provider_id }), nothing_to_do } };
}

async function findInviteEvidence(ctx: SystemContext, seatId: string, provider_id: string): Promise<FoundAction> {
  const provider_ref = await findInvitation(ctx.ports.linkedin, seatId, provider_id);
  if (provider_ref === null) return { evidence: 'absent' };
  return { evidence: 'found', receipt: makeReceipt({ provider_id, provider_ref }) };
}

/** A message of ours in the conversation with a person. */
async function findSaid(
  ctx: SystemContext,
  seatId: string,
  intent: UnknownIntent,
  provider_id: string,
): Promise<FoundAction> {
  const since = new Date(intent.dispatched_at.getTime() - SKEW_IN_MS);
  const wanted = { provider_id, text: intent.body_text ?? '', since };
  const message = await ctx.ports.linkedin.outreach.findSentMessage(seatId, wanted);
  if (message === null) return { evidence: 'absent' };
  // The same words may have been said by an earlier step: one message proves one action.
  const isTaken = await ctx.systemTransaction((tx) =>
    isRefKnown(tx, intent.account_id, intent.action, message.message_id),
  );
  return isTaken
    ? { evidence: 'absent' }
    : {
        evidence: 'found',
        receipt: makeReceipt({ provider_id, provider_ref: message.message_id, chat_id: message.chat_id }),
      };
}

/** Whether they accepted since the invitation was on its way, or had been connected before: then there was nothing to do. */
async function describeRelation(
  ctx: SystemContext,
  seatId: string,
  intent: UnknownIntent,
  receipt: Receipt,
): Promise<Receipt> {
  const relations = await ctx.ports.linkedin.outreach.listRelations(seatId, NEWEST_RELATIONS);
  const since = relations.find((relation) => relation.provider_id === receipt.provider_id)?.connected_at ?? null;
  const isNew = since !== null && since.getTime() >= intent.dispatched_at.getTime() - SKEW_IN_MS;
  const nothing_to_do = isNew ? null : 'You were connected with this person already.';
  return { ...receipt, is_connected: true, nothing_to_do };
}
