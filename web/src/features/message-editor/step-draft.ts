import type { Step } from '@overture/contract/campaigns';
import type { Variant } from '@overture/domain/flow/ab-variant';
import { canLackAddress } from '@overture/domain/flow/address-wait';
import { type FormattedTexts, MORE_VARIANTS, VARIANTS } from '@overture/domain/flow/flow';
import { type StepType, stepKind } from '@overture/domain/flow/step-types';
import { findLengthProblem, type LimitedField } from '@overture/domain/message/message-length';
import { findTemplateProblem, type KnownKeys } from '@overture/domain/message/resolve';
import { parseRichText } from '@overture/domain/message/rich/rich-blocks';
import { writeRichPlain } from '@overture/domain/message/rich/rich-output';
import { describeOutput, describeTag } from '@overture/domain/message/template/labels';
import { parseSegments } from '@overture/domain/message/tokens';
import { findOverlap, pickChanged } from '../../lib/edits/changes.ts';
import type { ChangedField } from '../../lib/edits/use-edit-conflict.tsx';
import { messageVariableLabel } from '../../lib/labels/lead/message-variable.ts';
import { t } from './texts.ts';

export type MoreVariant = (typeof MORE_VARIANTS)[number];
type MoreField = `${'subject_line' | 'message' | 'placeholder_message'}_${MoreVariant}`;
type FormattedField = `formatted_${Variant}`;

/** A step as it is being written. A blank text is the empty one, never null. */
export interface StepDraft extends Record<MoreField | FormattedField, string> {
  subject_line: string;
  message: string;
  placeholder_message: string;
  is_ab: boolean;
  subject_line_b: string;
  message_b: string;
  placeholder_message_b: string;
  /** Variants C to F that have fields. */
  more: readonly MoreVariant[];
  /** Days it is held for an address; null for ever. */
  address_wait_in_days: number | null;
}

export type TextField = Exclude<keyof StepDraft, 'is_ab' | 'more' | 'address_wait_in_days'>;

/** Names of a variant's fields. */
export const VARIANT_FIELDS = {
  a: { subject: 'subject_line', message: 'message', fallback: 'placeholder_message', formatted: 'formatted_a' },
  b: { subject: 'subject_line_b', message: 'message_b', fallback: 'placeholder_message_b', formatted: 'formatted_b' },
  c: { subject: 'subject_line_c', message: 'message_c', fallback: 'placeholder_message_c', formatted: 'formatted_c' },
  d: { subject: 'subject_line_d', message: 'message_d', fallback: 'placeholder_message_d', formatted: 'formatted_d' },
  e: { subject: 'subject_line_e', message: 'message_e', fallback: 'placeholder_message_e', formatted: 'formatted_e' },
  f: { subject: 'subject_line_f', message: 'message_f', fallback: 'placeholder_message_f', formatted: 'formatted_f' },
} as const satisfies Record<Variant, Record<'subject' | 'message' | 'fallback' | 'formatted', TextField>>;

/** The variants of a draft that have fields, A first. */
export function listDraftVariants({ is_ab, more }: Pick<StepDraft, 'is_ab' | 'more'>): Variant[] {
  return is_ab ? VARIANTS.filter((one) => one === 'a' || one === 'b' || more.includes(one)) : ['a'];
}

/** The texts of variants C to F; blank for those that the step lacks. */
function moreTexts(step: Step): Record<MoreField, string> {
  const fields = MORE_VARIANTS.flatMap((variant) => {
    const texts = step.more_variants.find((one) => one.variant === variant);
    const names = VARIANT_FIELDS[variant];
    return [
      [names.subject, texts?.subject_line ?? ''],
      [names.message, texts?.message ?? ''],
      [names.fallback, texts?.placeholder_message ?? ''],
    ];
  });
  return Object.fromEntries(fields) as Record<MoreField, string>;
}

/** HTML of each variant; blank where its message is plain. */
function formattedOf({ formatted_texts }: Step): Record<FormattedField, string> {
  const fields = VARIANTS.map((variant) => [VARIANT_FIELDS[variant].formatted, formatted_texts?.[variant] ?? '']);
  return Object.fromEntries(fields) as Record<FormattedField, string>;
}

export function draftOfStep(step: Step): StepDraft {
  return {
    ...moreTexts(step),
    ...formattedOf(step),
    more: step.more_variants.map(({ variant }) => variant),
    subject_line: step.subject_line ?? '',
    message: step.message ?? '',
    placeholder_message: step.placeholder_message ?? '',
    is_ab: step.message_b !== null,
    subject_line_b: step.subject_line_b ?? '',
    message_b: step.message_b ?? '',
    placeholder_message_b: step.placeholder_message_b ?? '',
    address_wait_in_days: step.address_wait_in_days,
  };
}

/** The texts of a draft, as they are stored and previewed. Without A/B testing, or with a blank message B, variant B is cleared. */
export function bodyOfDraft(draft: StepDraft) {
  const hasB = draft.is_ab && draft.message_b.trim() !== '';
  return {
    subject_line: draft.subject_line,
    message: draft.message,
    placeholder_message: draft.placeholder_message.trim() === '' ? null : draft.placeholder_message,
    message_b: hasB ? draft.message_b : null,
    subject_line_b: hasB && draft.subject_line_b.trim() !== '' ? draft.subject_line_b : null,
    placeholder_message_b: hasB && draft.placeholder_message_b.trim() !== '' ? draft.placeholder_message_b : null,
    more_variants: hasB ? listMore(draft) : [],
    formatted_texts: listFormatted(draft, hasB),
  };
}

/** Formatted texts of the variants that have a message; null for none. */
export function listFormatted(draft: StepDraft, hasB: boolean) {
  const kept = (hasB ? VARIANTS : VARIANTS.slice(0, 1)).flatMap((variant) => {
    const { message, formatted } = VARIANT_FIELDS[variant];
    return draft[formatted] === '' || draft[message].trim() === '' ? [] : [[variant, draft[formatted]] as const];
  });
  return kept.length === 0 ? null : (Object.fromEntries(kept) as FormattedTexts);
}

/** Variants C to F that have a message. */
function listMore(draft: StepDraft) {
  return MORE_VARIANTS.filter((variant) => draft.more.includes(variant)).flatMap((variant) => {
    const names = VARIANT_FIELDS[variant];
    const [message, subject, fallback] = [draft[names.message], draft[names.subject], draft[names.fallback]];
    if (message.trim() === '') return [];
    const subject_line = subject.trim() === '' ? null : subject;
    return [{ variant, message, subject_line, placeholder_message: fallback.trim() === '' ? null : fallback }];
  });
}

/** The body that stores a draft. Steps that need no address have no wait for one. */
export function bodyOfStep(draft: StepDraft, type: StepType) {
  const texts = bodyOfDraft(draft);
  const { address_wait_in_days } = draft;
  return canLackAddress(type) ? { ...texts, address_wait_in_days } : texts;
}

/**
 * What was changed since the draft began: the rest stays as it is stored. A message goes with its formatted text, without which the server would take it for a
 * plain one; the formatted texts of messages that were not changed here are those of `stored`.
 */
export function bodyOfChanges(base: Step, draft: StepDraft, stored: Step) {
  const changes = pickChanged(bodyOf(base), bodyOfStep(draft, base.step_type));
  if (!TEXTS_WITH_FORMATS.some((field) => field in changes)) return changes;
  const [before, mine] = [draftOfStep(base), draft];
  const { formatted_texts: own } = bodyOfDraft(draft);
  const kept = VARIANTS.flatMap((variant) => {
    const { message, formatted } = VARIANT_FIELDS[variant];
    const isMine = before[message] !== mine[message] || before[formatted] !== mine[formatted];
    const html = isMine ? own?.[variant] : stored.formatted_texts?.[variant];
    return html === undefined ? [] : [[variant, html] as const];
  });
  return { ...changes, formatted_texts: kept.length === 0 ? null : (Object.fromEntries(kept) as FormattedTexts) };
}

const TEXTS_WITH_FORMATS = ['message', 'message_b', 'more_variants', 'formatted_texts'] as const;

const bodyOf = (step: Step) => bodyOfStep(draftOfStep(step), step.step_type);

/** What a colleague and this draft changed to different things, as people read it. */
export function findChangedTexts(base: Step, draft: StepDraft, theirs: Step): ChangedField[] {
  const found = bodyOfDraft(draftOfStep(theirs));
  const mine = bodyOfDraft(draft);
  const texts = findOverlap(bodyOfDraft(draftOfStep(base)), mine, found).map((field) => ({
    label: t(TEXT_LABELS[field]),
    theirs: formatTexts(found[field]),
    mine: formatTexts(mine[field]),
  }));
  const waits = [base, theirs, draft].map(({ address_wait_in_days }) => ({ address_wait_in_days }));
  return [...texts, ...findOverlap(waits[0]!, waits[2]!, waits[1]!).map(() => describeWaits(theirs, draft))];
}

const formatTexts = (field: string | null | ReturnType<typeof listMore> | FormattedTexts): string => {
  if (Array.isArray(field)) return field.map((one) => readable(one.message)).join('\n');
  if (field === null || typeof field === 'string') return readable(field);
  return Object.values(field)
    .map((html) => readable(writeRichPlain(parseRichText(html))))
    .join('\n');
};

type Waits = Pick<StepDraft, 'address_wait_in_days'>;

function describeWaits(theirs: Waits, mine: Waits): ChangedField {
  const words = ({ address_wait_in_days: days }: Waits) => (days === null ? t('no_address_ever') : `${days}`);
  return { label: t('no_address_changed'), theirs: words(theirs), mine: words(mine) };
}

const TEXT_LABELS = {
  subject_line: 'subject',
  message: 'message',
  placeholder_message: 'fallback',
  subject_line_b: 'subject_b',
  message_b: 'message_b',
  placeholder_message_b: 'fallback_b',
  more_variants: 'more_variants',
  formatted_texts: 'formatted_texts',
} as const;

/** A message with the names of its variables. */
export function readable(text: string | null): string {
  return parseSegments(text ?? '')
    .map((segment) => {
      if (segment.kind === 'variable') return `[${messageVariableLabel(segment.name)}]`;
      if (segment.kind === 'expression') return `[${describeOutput(segment.source)}]`;
      if (segment.kind === 'tag') return `[${describeTag(segment.source)}]`;
      return 'text' in segment ? segment.text : `[${segment.name}]`;
    })
    .join('');
}

/** True when saving would change what is stored. */
export function isDraftChanged(step: Step, draft: StepDraft): boolean {
  return JSON.stringify(bodyOf(step)) !== JSON.stringify(bodyOfStep(draft, step.step_type));
}

export interface DraftProblem {
  /** In words, as the field itself says it. */
  text: string;
  variant: Variant;
  part: Exclude<keyof (typeof VARIANT_FIELDS)[Variant], 'formatted'>;
  /** Too long, or something in it that cannot be carried out. */
  kind: 'too_long' | 'wrong';
}

/**
 * What is wrong with a text, in the words of its field, or null.
 * @param known what there is of names that organizations make themselves
 */
export function findTextProblem(
  text: string,
  field: LimitedField,
  known?: KnownKeys,
): Pick<DraftProblem, 'text' | 'kind'> | null {
  const long = findLengthProblem(text, field);
  if (long !== null) return { text: long, kind: 'too_long' };
  const wrong = findTemplateProblem(text, known);
  return wrong === null ? null : { text: wrong, kind: 'wrong' };
}

/**
 * First text that is too long to save, else the first one that can't be sent as it is written; the variant that is shown comes first.
 * @param known as for `findTextProblem`
 */
export function findDraftProblem(
  draft: StepDraft,
  type: StepType,
  shown: Variant = 'a',
  known?: KnownKeys,
): DraftProblem | null {
  const variants = listDraftVariants(draft).toSorted((one, other) => Number(other === shown) - Number(one === shown));
  let unfinished: DraftProblem | null = null;
  const limits = { subject: 'subject', message: stepKind(type).body, fallback: stepKind(type).body } as const;
  for (const variant of variants) {
    for (const part of ['subject', 'message', 'fallback'] as const) {
      const problem = findTextProblem(draft[VARIANT_FIELDS[variant][part]], limits[part], known);
      if (problem?.kind === 'too_long') return { ...problem, variant, part };
      if (problem) unfinished ??= { ...problem, variant, part };
    }
  }
  return unfinished;
}
