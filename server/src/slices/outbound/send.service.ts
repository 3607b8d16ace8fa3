import { isProviderError } from '@overture/adapters/kit/errors';
import type { ComposedMail, OutgoingAttachment } from '@overture/adapters/mailbox/mailbox.port';
import { ATTACHMENTS } from '@overture/domain/limits';
import type { SystemContext } from '../../kernel/context.ts';
import type { DispatchedMail } from './dispatch.service.ts';
import { failpoint, failpointSoon } from './failpoints.service.ts';
import type { Attachment, Failure } from './outbound.rules.ts';

export type Answer = { ok: true; mail: ComposedMail } | { ok: false; failure: Failure };

/** Makes the one call to the provider. Never throws: what cannot be told apart is an unknown outcome. */
export async function sendDispatched(ctx: Pick<SystemContext, 'ports'>, dispatched: DispatchedMail): Promise<Answer> {
  let hasBegun = false;
  try {
    const mail = await compose(ctx, dispatched);
    await failpoint('before_call');
    failpointSoon('during_call', Math.random() * 12);
    hasBegun = true;
    const sent = await ctx.ports.mailbox.sendMail(dispatched.connection, mail);
    await failpoint('after_call');
    const [refused] = sent.rejected_recipients;
    if (refused !== undefined) return refusal(`The server refused ${refused}.`);
    return { ok: true, mail };
  } catch (error) {
    if (isProviderError(error)) {
      const { kind, concerns, code, reason, until } = error;
      return { ok: false, failure: { kind, concerns, code, reason, until } };
    }
    const reason = error instanceof Error ? error.message : String(error);
    const kind = hasBegun ? 'unknown_outcome' : 'unavailable';
    return { ok: false, failure: { kind, concerns: 'service', code: null, reason, until: null } };
  }
}

function refusal(reason: string): Answer {
  return { ok: false, failure: { kind: 'rejected', concerns: 'message', code: null, reason, until: null } };
}

async function compose(ctx: Pick<SystemContext, 'ports'>, dispatched: DispatchedMail): Promise<ComposedMail> {
  const { letter } = dispatched;
  return ctx.ports.mailbox.composeMail({
    from: dispatched.from,
    to: letter.to,
    subject: letter.subject,
    text: letter.text,
    html: letter.html,
    message_id: dispatched.message_id,
    in_reply_to: letter.in_reply_to,
    references: letter.references,
    list_unsubscribe: letter.unsubscribe_url ? { url: letter.unsubscribe_url } : null,
    attachments: await readAttachments(ctx, letter.attachments),
    date: dispatched.dispatched_at,
  });
}

async function readAttachments(
  ctx: Pick<SystemContext, 'ports'>,
  attachments: readonly Attachment[],
): Promise<OutgoingAttachment[]> {
  const read: OutgoingAttachment[] = [];
  for (const { file_key, name, type } of attachments) {
    const content = await ctx.ports.files.readFile(file_key, ATTACHMENTS.max_total_in_bytes);
    if (content === null) throw new Error(`The attachment ${name} is not in the file store.`);
    read.push({ filename: name, content_type: type, content });
  }
  return read;
}
