import { contentOf, type Variant } from '@overture/domain/flow/ab-variant';
import type { StepContent } from '@overture/domain/flow/flow';
import { CHARACTER_LIMITS } from '@overture/domain/limits';
import { htmlToText } from '@overture/domain/message/html';
import type { ResearchAnswers } from '@overture/domain/message/resolve';
import {
  listGaps,
  type MessageFields,
  type MessageValues,
  renderMessage,
  renderSubject,
  renderSubjectWithGaps,
  renderWithGaps,
  variablesOf,
} from '@overture/domain/message/variables';

/** What messages can name of a lead and its organisation, ready for rendering. */
export function valuesOf(
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
    signatures: new Map(signatures.map(({ id, signature }) => [id, { html: signature, text: htmlToText(signature) }])),
    unsubscribe_url: unsubscribeUrl,
  };
}

/** A message a person rewrote for one lead: it stands in for the variant; the fallback only where it still lacks data. */
export interface RewrittenMessage {
  message: string;
  subject_line: string | null;
}

/** What is to be said to a lead before its data is filled in: the rewritten message, or the variant of the step. */
export function templateFor(step: Partial<StepContent>, variant: Variant, rewritten: RewrittenMessage | null) {
  const content = contentOf(step, variant);
  if (rewritten === null) return content;
  return {
    message: rewritten.message,
    subject_line: rewritten.subject_line ?? content.subject_line,
    placeholder_message: content.placeholder_message,
  };
}

type Template = { message: string; subject_line: string; placeholder_message: string | null };
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
  /** What stands in the texts where something is missing: `[Job title]`. */
  gaps: string[];
}

/**
 * A message as a person looks at it: what would be sent or, where the lead lacks data and no fallback covers it, the text
 * with `[Job title]` in the gaps and `missing` saying that it will not be sent so.
 */
export function showMessage(template: Template, values: MessageValues): ShownMessage {
  const body = renderMessage(template, values);
  const subject = renderSubject(template.subject_line, values);
  const missing = [
    ...(subject.kind === 'missing' ? subject.missing : []),
    ...(body.kind === 'missing' ? body.missing : []),
  ];
  const shown = body.kind === 'ready' ? body : renderWithGaps(template.message, values);
  return {
    message: shown.text,
    html: shown.html,
    subject_line: subject.kind === 'ready' ? subject.text : renderSubjectWithGaps(template.subject_line, values),
    used_fallback: body.kind === 'ready' && body.used_fallback,
    missing: [...new Set(missing)],
    gaps: missing.length === 0 ? [] : listGaps(template, values),
  };
}

/** The note of an invite as a person looks at it, and why it cannot be sent with the data of this lead. */
export function showNote(template: Template, values: MessageValues): ShownMessage & { problem: string | null } {
  const note = renderNote(template, values);
  const shown = { ...showMessage(template, values), subject_line: '' };
  if (note.kind === 'too_long') return { ...shown, problem: NOTE_TOO_LONG };
  if (note.kind === 'missing') return { ...shown, problem: null };
  return { ...shown, message: note.text, html: note.html, used_fallback: note.used_fallback, problem: null };
}
