import type { ChatPreview, MessageClass } from '@overture/contract/chats';
import type { ReplyClass } from '@overture/domain/inbound/reply-classes';
import { replyClassLabel } from '../../../lib/labels/inbox/reply-class.ts';
import type { StatusTone } from '../../../ui/feedback/status-chip.tsx';
import { t } from './texts.ts';

export const classTones: Record<ReplyClass, StatusTone> = {
  interested: 'green',
  neutral: 'blue',
  not_interested: 'red',
  referral: 'violet',
  wrong_person: 'amber',
  left_company: 'amber',
  out_of_office: 'grey',
  unsubscribe: 'red',
  bounce: 'red',
};

/** Set by a person they only mark the reply: suppressing is asked for. */
export type SuppressingClass = 'unsubscribe' | 'left_company';
export const isSuppressing = (name: ReplyClass | null): name is SuppressingClass =>
  name === 'unsubscribe' || name === 'left_company';

type ChatClass = NonNullable<ChatPreview['reply_class']>;
const percentOf = (confidence: number): number => Math.round(confidence * 100);

/** A guess has a question mark; a type set by the model shows its confidence. */
export function className({ class: name, is_sure, is_by_model, confidence }: ChatClass): string {
  const words = is_sure ? replyClassLabel(name) : t('guessed', { name: replyClassLabel(name) });
  return is_by_model && confidence !== null ? t('by_model', { name: words, percent: percentOf(confidence) }) : words;
}

export function classTitle({ is_sure, is_by_person, is_by_model, confidence }: ChatClass): string {
  if (is_by_person) return t('by_person_title');
  const sure = confidence === null ? '' : t('sure', { percent: percentOf(confidence) });
  if (is_by_model) return t('by_model_title', { sure });
  return [t(is_sure ? 'sure_title' : 'guessed_title'), sure].filter(Boolean).join(' · ');
}

/** How sure, and why: `Interested, 85% sure because of “sounds good”`. */
export function describeClass({ class: name, confidence, set_by, words }: MessageClass): string {
  if (set_by === 'person') return t('set_by_person', { name: replyClassLabel(name) });
  const given = { name: replyClassLabel(name), percent: percentOf(confidence) };
  const found = t(set_by === 'model' ? 'found_by_model' : 'found', given);
  return words ? `${found} ${t('because', { words })}` : found;
}
