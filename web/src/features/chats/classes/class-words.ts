import type { ChatPreview, MessageClass } from '@overture/contract/chats';
import { REPLY_CLASS_LABELS, type ReplyClass } from '@overture/domain/replies/reply-classes';
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

/** A guess is told by a question mark. */
export function className({ class: name, is_sure }: NonNullable<ChatPreview['reply_class']>): string {
  return is_sure ? REPLY_CLASS_LABELS[name] : t('supposed', { name: REPLY_CLASS_LABELS[name] });
}

export function classTitle({ is_sure, is_by_person }: NonNullable<ChatPreview['reply_class']>): string {
  return t(is_by_person ? 'by_person_title' : is_sure ? 'sure_title' : 'supposed_title');
}

/** How sure, and why: `Interested, 85% sure because of “sounds good”`. */
export function describeClass({ class: name, confidence, set_by, words }: MessageClass): string {
  if (set_by === 'person') return t('set_by_person', { name: REPLY_CLASS_LABELS[name] });
  const found = t('found', { name: REPLY_CLASS_LABELS[name], percent: Math.round(confidence * 100) });
  return words ? `${found} ${t('because', { words })}` : found;
}
