import { readOptOut } from '../phrases/opt-out.ts';
import { cutText, TEXT_BOUNDS } from '../text/text-bounds.ts';

/** Longer replies may contain the words without meaning them: the class of the reply, which a person sees, decides there. */
const MAX_LENGTH = 160;

/**
 * True when a person asks not to be written to again and says nothing else. `reply` is without quoted text. A subject that is nothing but the
 * word comes from mail programs that use the unsubscribe address.
 */
export function isUnsubscribeRequest(subject: string | null, reply: string): boolean {
  if (/^\s*(?:unsubscribe|opt[- ]?out)\b[\s.!]*$/i.test(cutText(subject, TEXT_BOUNDS.line))) return true;
  const words = cutText(reply, TEXT_BOUNDS.mail_text).replace(/\s+/g, ' ').trim();
  return words.length <= MAX_LENGTH && readOptOut(words)?.is === 'wish';
}
