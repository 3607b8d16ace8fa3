import { renderSigned, renderSignedWithGaps } from '@overture/domain/campaign/campaign-signature';
import type { EmailSignature } from '@overture/domain/campaign/signing-rule';
import { contentOf, drawVariant, type Variant, type VariantSource } from '@overture/domain/flow/ab-variant';
import type { StepContent } from '@overture/domain/flow/flow';
import { CHARACTER_LIMITS } from '@overture/domain/limits';
import type { ResearchAnswers } from '@overture/domain/message/resolve';
import { signatureText } from '@overture/domain/message/rich/signature-text';
import { replySubject } from '@overture/domain/message/threading';
import {
  listGaps,
  type MessageFields,
  type MessageValues,
  renderMessage,
  renderSubject,
  renderSubjectWithGaps,
  variablesOf,
} from '@overture/domain/message/variables';

/** A lead's and its organization's values, ready for rendering. */
export function toMessageValues(
  lead: MessageFields,
  signatures: readonly { id: number; signature: string }[],
  unsubscribeUrl: string | null,
  snippets: ReadonlyMap<number, string | null> = new Map(),
  research: ResearchAnswers = new Map(),
): MessageValues {
  return {
    variables: variablesOf(lead),
    custom: lead.custom,
    snippets,
    research,
    signatures: new Map(signatures.map(({ id, signature }) => [id, toSignature(signature)])),
    unsubscribe_url: unsubscribeUrl,
  };
}

/** Its text part is written where a message has it: this is done for every lead, with all signatures there are. */
function toSignature(html: string): { html: string; text: string } {
  return {
    html,
    get text() {
      return signatureText(html);
    },
  };
}

/** A message rewritten by a user for one lead. It replaces the variant; the fallback is used only when data is still missing. */
export interface RewrittenMessage {
  message: string;
  subject_line: string | null;
}

/** The template for a lead before its data is filled in: the rewritten message, or the step's variant. */
export function templateFor(step: Partial<StepContent>, variant: Variant, rewritten: RewrittenMessage | null) {
  const content = contentOf(step, variant);
  if (rewritten === null) return content;
  return {
    formatted: null,
    message: rewritten.message,
    subject_line: rewritten.subject_line ?? content.subject_line,
    placeholder_message: content.placeholder_message,
  };
}

type Template = ReturnType<typeof contentOf>;
type Note = ReturnType<typeof renderMessage> | { kind: 'too_long' };

export const NOTE_TOO_LONG = `The note of the invite is longer than ${CHARACTER_LIMITS.invite_note} characters for this lead.`;

/** The note of an invite. One that a lead's data makes too long gives way to the fallback, as one with gaps does. */
export function renderNote(template: Pick<Template, 'message' | 'placeholder_message'>, values: MessageValues): Note {
  const note = renderMessage(template, values);
  if (note.kind === 'missing' || isShort(note.text)) return note;
  const fallback = renderMessage({ message: template.placeholder_message ?? '' }, values);
  const isUsable = fallback.kind === 'ready' && fallback.text.trim() !== '' && isShort(fallback.text);
  return isUsable ? { ...fallback, used_fallback: true } : { kind: 'too_long' };
}

const isShort = (text: string): boolean => text.length <= CHARACTER_LIMITS.invite_note;

export interface ShownMessage {
  message: string;
  subject_line: string;
  html: string;
  used_fallback: boolean;
  missing: string[];
  /** Markers for missing data in the texts: `[Job title]`. */
  gaps: string[];
}

/** What a follow-up without its own subject continues: the subject that was sent, or the one that would be. */
export type ContinuedSubject = { sent: string } | { template: string; values: MessageValues };

/** The subject of the email `start` as a lead gets it there, in the lead's variant (`findThreadStart`). */
export function continueSubject(
  start: VariantSource & { id: number },
  leadId: number,
  valuesAt: (stepId: number) => MessageValues,
): ContinuedSubject {
  return { template: contentOf(start, drawVariant(start, leadId, start.id)).subject_line, values: valuesAt(start.id) };
}

/** A subject for one lead, with what it lacks. */
export function renderContinued(continued: ContinuedSubject): ReturnType<typeof renderSubject> {
  return 'sent' in continued
    ? { kind: 'ready', text: continued.sent }
    : renderSubject(continued.template, continued.values);
}

/**
 * A message for display: what would be sent or, when the lead lacks data and no fallback applies, the text with `[Job title]` in the gaps.
 * `missing` then says that it won't be sent like this.
 * @param signature of the campaign, for emails
 */
export function showMessage(
  template: Template,
  values: MessageValues,
  { continued = null, signature = null }: { continued?: ContinuedSubject | null; signature?: EmailSignature } = {},
): ShownMessage {
  const body = renderSigned(template, values, signature);
  const subject = continued ? renderContinued(continued) : renderSubject(template.subject_line, values);
  const words = continued && 'template' in continued ? continued.template : template.subject_line;
  const line = subject.kind === 'ready' ? subject.text : renderSubjectWithGaps(words, values);
  const missing = [
    ...(subject.kind === 'missing' ? subject.missing : []),
    ...(body.kind === 'missing' ? body.missing : []),
  ];
  const shown = body.kind === 'ready' ? body : renderSignedWithGaps(template, values, signature);
  return {
    message: shown.text,
    html: shown.html,
    subject_line: continued ? replySubject(line) : line,
    used_fallback: body.kind === 'ready' && body.used_fallback,
    missing: [...new Set(missing)],
    gaps: missing.length === 0 ? [] : listGaps({ subject_line: words, message: template.message }, values),
  };
}

/** An invite note for display, and the reason it can't be sent with this lead's data. */
export function showNote(template: Template, values: MessageValues): ShownMessage & { problem: string | null } {
  const note = renderNote(template, values);
  const shown = { ...showMessage(template, values), subject_line: '' };
  if (note.kind === 'too_long') return { ...shown, problem: NOTE_TOO_LONG };
  if (note.kind === 'missing') return { ...shown, problem: null };
  return { ...shown, message: note.text, html: note.html, used_fallback: note.used_fallback, problem: null };
}
