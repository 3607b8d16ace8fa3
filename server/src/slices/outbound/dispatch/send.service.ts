import type { ComposedMail } from '@overture/adapters/mailbox/mailbox.port';
import type { SystemContext } from '../../../kernel/context.ts';
import { failpoint, failpointSoon } from '../../failpoints/index.ts';
import { setDraftId } from '../intents/intents.store.ts';
import type { Failure } from '../intents/outbound.rules.ts';
import type { DispatchedMail } from './dispatch.service.ts';
import { classifyError, findNeededRoom, loadAttachments, NOT_BEGUN, type NotBegun } from './provider-call.service.ts';

export type Answer =
  /** Without its mail once a copy of it was filed. */
  | { ok: true; mail: ComposedMail | null; sent_message_id: string | null; queue_id: string | null }
  | { ok: false; failure: Failure }
  | NotBegun;

/** Another worker decides about the mail now. */
class LeaseLostError extends Error {
  override readonly name = 'LeaseLostError';
}

/**
 * Makes the one call to the provider. Never throws: an unclear result is an unknown outcome. For a mail sent from a draft, the draft is
 * recorded first: it is the evidence, and without it nothing is sent.
 * @param mayCall checked right before the call: false once the lease may have expired
 * @param signal ends it while certainly nothing was sent
 */
export async function sendDispatched(
  ctx: Pick<SystemContext, 'ports' | 'log' | 'systemTransaction'>,
  dispatched: DispatchedMail,
  mayCall: () => boolean,
  signal?: AbortSignal,
): Promise<Answer> {
  let hasBegun = false;
  try {
    const mail = await compose(ctx, dispatched);
    await failpoint('before_call');
    failpointSoon('during_call', Math.random() * 12);
    if (!mayCall()) return NOT_BEGUN;
    hasBegun = true;
    const onDraft = async (draft_id: string): Promise<void> => {
      hasBegun = false;
      if (!(await ctx.systemTransaction((tx) => setDraftId(tx, { ...dispatched, draft_id }))))
        throw new LeaseLostError();
      hasBegun = true;
    };
    const sent = await ctx.ports.mailbox.sendMail(dispatched.connection, mail, onDraft, signal);
    await failpoint('after_call');
    // The other recipients got it: a refused copy does not make the mail unsent.
    const refused = sent.rejected_recipients.find((address) => isSame(address, dispatched.letter.to.address));
    if (refused !== undefined) return refusal(`The server refused ${dispatched.letter.to.address}.`);
    return { ok: true, mail, sent_message_id: sent.message_id, queue_id: sent.queue_id ?? null };
  } catch (error) {
    if (error instanceof LeaseLostError) return NOT_BEGUN;
    return findNeededRoom(error) ?? classifyError(error, hasBegun);
  }
}

const isSame = (a: string, b: string): boolean => a.toLowerCase() === b.toLowerCase();

function refusal(reason: string): Answer {
  return { ok: false, failure: { kind: 'rejected', concerns: 'message', code: null, reason, until: null } };
}

const withoutName = (address: string) => ({ name: null, address });

export async function compose(
  ctx: Pick<SystemContext, 'ports' | 'log'>,
  dispatched: DispatchedMail,
): Promise<ComposedMail> {
  const { letter } = dispatched;
  return ctx.ports.mailbox.composeMail({
    from: dispatched.from,
    reply_to: dispatched.reply_to,
    to: letter.to,
    also_to: (letter.also_to ?? []).map(withoutName),
    cc: (letter.cc ?? []).map(withoutName),
    bcc: (letter.bcc ?? []).map(withoutName),
    subject: letter.subject,
    text: letter.text,
    html: letter.sent_html ?? letter.html,
    message_id: dispatched.message_id,
    in_reply_to: letter.in_reply_to,
    references: letter.references,
    list_unsubscribe: letter.unsubscribe_url ? { url: letter.unsubscribe_url } : null,
    attachments: await loadAttachments(ctx, letter.attachments),
    date: dispatched.dispatched_at,
  });
}
