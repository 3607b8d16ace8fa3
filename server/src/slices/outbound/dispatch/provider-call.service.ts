import { isProviderError } from '@overture/adapters/kit/errors';
import type { OutgoingAttachment } from '@overture/adapters/mailbox/mailbox.port';
import { ATTACHMENTS } from '@overture/domain/limits';
import { toStorableText } from '@overture/domain/text/storable-text';
import type { SystemContext } from '../../../kernel/context.ts';
import type { Attachment } from '../../action-kinds/index.ts';
import type { Failure } from '../intents/outbound.rules.ts';

/** A provider's own words are cut where its error is made. */
const REASON_MAX = 1000;

/** Instead of a response: the action may be marked as being sent, and this process has not started it. */
export type NotBegun = { ok: false; failure: null };
export const NOT_BEGUN: NotBegun = { ok: false, failure: null };

/** Classifies a failed call. Once it has started, an error the provider did not report is an unknown outcome. */
export function classifyError(error: unknown, hasBegun: boolean): { ok: false; failure: Failure } {
  if (isProviderError(error)) {
    const { kind, concerns, code, reason, until } = error;
    return { ok: false, failure: { kind, concerns, code, reason, until } };
  }
  const reason = toStorableText(error instanceof Error ? error.message : String(error), REASON_MAX);
  const kind = hasBegun ? 'unknown_outcome' : 'unavailable';
  return { ok: false, failure: { kind, concerns: 'service', code: null, reason, until: null } };
}

/** The files of a message with their bytes. @throws when one is not in the file store */
export async function loadAttachments(
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
