import { detectOptOut } from '../phrases/opt-out.ts';
import { areSignature } from '../phrases/signature-lines.ts';
import { cutText, splitLines, TEXT_BOUNDS } from '../text/text-bounds.ts';

/** Longer replies may contain the words without meaning them: the class of the reply, which a person sees, decides there. */
const MAX_LENGTH = 160;

/** True when a person asks not to be written to again and says nothing else. `reply` is without quoted text. */
export function isUnsubscribeRequest(reply: string): boolean {
  const words = cutText(reply, TEXT_BOUNDS.mail_text).trim();
  const [first = '', ...rest] = splitLines(words).filter((line) => line.trim() !== '');
  const said = areSignature(rest) ? first : words;
  return said.length <= MAX_LENGTH && detectOptOut(words)?.is === 'wish';
}
