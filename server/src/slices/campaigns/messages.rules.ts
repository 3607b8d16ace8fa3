import type { StepContent } from '@overture/domain/flow/flow';
import { contentOf, type Variant } from '@overture/domain/message/ab-variant';
import { htmlToText } from '@overture/domain/message/html';
import { readSegments, type Segment, VARIABLE_LABELS, writeSegments } from '@overture/domain/message/tokens';
import {
  findMissing,
  type LeadFields,
  type MessageValues,
  renderMessage,
  renderSubject,
  variablesOf,
} from '@overture/domain/message/variables';

/** What messages can name of a lead and its organisation, ready for rendering. */
export function valuesOf(
  lead: LeadFields,
  signatures: readonly { id: number; signature: string }[],
  unsubscribeUrl: string | null,
): MessageValues {
  return {
    variables: variablesOf(lead),
    signatures: new Map(signatures.map(({ id, signature }) => [id, { html: signature, text: htmlToText(signature) }])),
    unsubscribe_url: unsubscribeUrl,
  };
}

/** A message a person rewrote for one lead: it stands in for variant and fallback (campaigns 7). */
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
    placeholder_message: null,
  };
}

export interface ShownMessage {
  message: string;
  subject_line: string;
  html: string;
  used_fallback: boolean;
  missing: string[];
}

/**
 * A message as a person looks at it: what would be sent or, where the lead lacks data and no fallback covers it, the text
 * with `[Job title]` in the gaps and `missing` saying that it will not be sent so.
 */
export function showMessage(
  template: { message: string; subject_line: string; placeholder_message: string | null },
  values: MessageValues,
): ShownMessage {
  const body = renderMessage(template, values);
  const subject = renderSubject(template.subject_line, values);
  const missing = [
    ...(subject.kind === 'missing' ? subject.missing : []),
    ...(body.kind === 'missing' ? body.missing : []),
  ];
  const shown = body.kind === 'ready' ? body : renderMessage({ message: fillGaps(template.message, values) }, values);
  const shownSubject =
    subject.kind === 'ready' ? subject : renderSubject(fillGaps(template.subject_line, values), values);
  return {
    message: shown.kind === 'ready' ? shown.text : '',
    html: shown.kind === 'ready' ? shown.html : '',
    subject_line: shownSubject.kind === 'ready' ? shownSubject.text : '',
    used_fallback: body.kind === 'ready' && body.used_fallback,
    missing: [...new Set(missing)],
  };
}

function fillGaps(template: string, values: MessageValues): string {
  return writeSegments(
    readSegments(template).map((segment): Segment => {
      if (findMissing(writeSegments([segment]), values).length === 0) return segment;
      return { kind: 'text', text: `[${gapLabel(segment)}]` };
    }),
  );
}

function gapLabel(segment: Segment): string {
  if (segment.kind === 'variable') return VARIABLE_LABELS[segment.name];
  return 'name' in segment ? segment.name : segment.kind;
}
