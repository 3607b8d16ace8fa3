import { detectOptOut } from '../phrases/opt-out.ts';
import { cutText, TEXT_BOUNDS } from '../text/text-bounds.ts';

/** Longer replies may contain the words without meaning them: the class of the reply, which a person sees, decides there. */
const MAX_LENGTH = 160;

/** True when a person asks not to be written to again and says nothing else. `reply` is without quoted text. */
export function isUnsubscribeRequest(reply: string): boolean {
  const words = cutText(reply, TEXT_BOUNDS.mail_text).trim();
  return words.length <= MAX_LENGTH && detectOptOut(words)?.is === 'wish';
}
