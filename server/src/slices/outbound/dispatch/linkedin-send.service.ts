import { isProviderError } from '@overture/adapters/kit/errors';
import type { LinkedinAttachment, LinkedinPort, LinkedinProduct } from '@overture/adapters/linkedin/linkedin.port';
import type { LinkedinTier } from '@overture/domain/accounts';
import type { SystemContext } from '../../../kernel/context.ts';
import type { Receipt } from '../../action-kinds/index.ts';
import { failpoint, failpointSoon } from '../../failpoints/index.ts';
import { nameRecipient } from '../intents/linkedin-actions.store.ts';
import { type Failure, makeReceipt } from '../intents/outbound.rules.ts';
import type { DispatchedAction } from './dispatch.service.ts';
import { classifyError, loadAttachments, NOT_BEGUN, type NotBegun } from './provider-call.service.ts';

export type ActionAnswer = { ok: true; receipt: Receipt } | { ok: false; failure: Failure } | NotBegun;

const PRODUCT_OF_TIER: Partial<Record<LinkedinTier, LinkedinProduct>> = {
  PREMIUM: 'classic',
  SALES_NAVIGATOR: 'sales_navigator',
  RECRUITER: 'recruiter',
};
const MOST_INVITATIONS = 1000;

type Ctx = Pick<SystemContext, 'ports' | 'log' | 'systemTransaction'>;

/** Carries out one LinkedIn action, as `sendDispatched` sends a mail. */
export async function performAction(
  ctx: Ctx,
  dispatched: DispatchedAction,
  mayCall: () => boolean,
): Promise<ActionAnswer> {
  let hasBegun = false;
  try {
    const provider_id = await findProviderId(ctx, dispatched);
    const attachments = await loadAttachments(ctx, dispatched.content.attachments);
    await failpoint('before_call');
    failpointSoon('during_call', Math.random() * 12);
    if (!mayCall()) return NOT_BEGUN;
    hasBegun = true;
    const done = await act(ctx.ports.linkedin, dispatched, provider_id, attachments);
    await failpoint('after_call');
    return { ok: true, receipt: makeReceipt({ provider_id, ...done }) };
  } catch (error) {
    return classifyError(error, hasBegun);
  }
}

/** The person's id for this account; resolved once, and stored before any action. */
async function findProviderId(ctx: Ctx, { id, lease_token, seat_id, content }: DispatchedAction): Promise<string> {
  if (content.provider_id !== null) return content.provider_id;
  const { provider_id } = await ctx.ports.linkedin.reading.getProfile(seat_id, content.public_identifier ?? '');
  const isHeld = await ctx.systemTransaction((tx) => nameRecipient(tx, { id, lease_token }, provider_id));
  if (!isHeld) throw new Error('The lease was lost before anything was done.');
  return provider_id;
}

async function act(
  linkedin: LinkedinPort,
  { content, seat_id, tier }: DispatchedAction,
  provider_id: string,
  attachments: LinkedinAttachment[],
): Promise<Partial<Receipt>> {
  switch (content.action) {
    case 'invite':
      return invite(linkedin, seat_id, provider_id, content.text);
    case 'message':
    case 'inmail':
      return say(linkedin, { content, seat_id, tier }, provider_id, attachments);
    case 'visit': {
      const { is_relationship } = await linkedin.reading.getProfile(seat_id, provider_id, { is_visit: true });
      return { is_connected: is_relationship };
    }
    case 'look': {
      const { is_relationship } = await linkedin.reading.getProfile(seat_id, provider_id);
      return { is_connected: is_relationship };
    }
    case 'like': {
      const liked = await linkedin.outreach.likeLastPost(seat_id, provider_id);
      return { nothing_to_do: liked === null ? 'This person has no post to like.' : null };
    }
    case 'withdraw':
      return { nothing_to_do: await withdraw(linkedin, seat_id, provider_id) };
  }
}

/** A message or InMail: into the conversation that is known, else into the one with the person. */
async function say(
  linkedin: LinkedinPort,
  { content, seat_id, tier }: Pick<DispatchedAction, 'content' | 'seat_id' | 'tier'>,
  provider_id: string,
  attachments: LinkedinAttachment[],
): Promise<Pick<Receipt, 'provider_ref' | 'chat_id'>> {
  const text = content.text ?? '';
  const { chat_id } = content;
  if (chat_id !== null && content.action === 'message') {
    const { message_id } = await linkedin.outreach.reply(seat_id, { chat_id, text, attachments });
    return { provider_ref: message_id, chat_id };
  }
  const product = content.action === 'inmail' ? (PRODUCT_OF_TIER[tier ?? 'CLASSIC'] ?? 'classic') : null;
  const inmail = product === null ? null : { api: product, subject: content.subject ?? '' };
  const sent = await linkedin.outreach.sendMessage(seat_id, { provider_id, text, inmail, attachments });
  return { provider_ref: sent.message_id, chat_id: sent.chat_id };
}

/** A person who is connected, or was invited by hand, needs no invitation. */
async function invite(
  linkedin: LinkedinPort,
  seat_id: string,
  provider_id: string,
  note: string | null,
): Promise<Partial<Receipt>> {
  try {
    const sent = await linkedin.outreach.invite(seat_id, { provider_id, note });
    return { provider_ref: sent.invitation_id, invite_usage: sent.usage_percent };
  } catch (error) {
    if (!isProviderError(error, 'rejected')) throw error;
    if (error.code === 'already_connected') {
      return { is_connected: true, nothing_to_do: 'You were connected with this person already.' };
    }
    const isOpen = error.code === 'already_invited_recently' && (await findInvitation(linkedin, seat_id, provider_id));
    if (!isOpen) throw error;
    return { nothing_to_do: 'An invite to this person was open already.' };
  }
}

export const NO_OPEN_INVITE = 'There was no open invite to this person.';

/** Returns a message when there was no invitation to withdraw. */
async function withdraw(linkedin: LinkedinPort, seat_id: string, provider_id: string): Promise<string | null> {
  const invitation_id = await findInvitation(linkedin, seat_id, provider_id);
  if (invitation_id === null) return NO_OPEN_INVITE;
  try {
    await linkedin.outreach.withdrawInvitation(seat_id, invitation_id);
    return null;
  } catch (error) {
    if (isProviderError(error, 'rejected') && error.code === 'invalid_invitation_id') return NO_OPEN_INVITE;
    throw error;
  }
}

/** The id of an account's pending invitation to a person; null without one. */
export async function findInvitation(
  linkedin: LinkedinPort,
  seat_id: string,
  provider_id: string,
): Promise<string | null> {
  const sent = await linkedin.outreach.listSentInvitations(seat_id, MOST_INVITATIONS);
  const found = sent.find((invitation) => invitation.provider_id === provider_id);
  const nameless = sent.filter((invitation) => invitation.provider_id === null);
  if (found !== undefined || nameless.length === 0) return found?.invitation_id ?? null;
  // LinkedIn lists some invitations without the person's id: the name in the address of their profile is left.
  const { public_identifier } = await linkedin.reading.getProfile(seat_id, provider_id);
  if (public_identifier === null) return null;
  const name = public_identifier.toLowerCase();
  return nameless.find((one) => one.public_identifier?.toLowerCase() === name)?.invitation_id ?? null;
}
