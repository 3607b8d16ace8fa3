import { cutText } from '../text/text-bounds.ts';

/**
 * A number with its country code (+31 (0)6 1234 5678 ext. 9, 0031612345678) as digits: the same for the same line, however it is written.
 * Null for any other: without the code it may be somebody else's. `phone_key` in SQL says the same, which a test holds it to.
 */
export function phoneKey(input: string): string | null {
  const text = cutText(input, 60).toLowerCase();
  const end = text.search(/ext|x|#/);
  const plain = (end < 0 ? text : text.slice(0, end)).replaceAll('(0)', '').replace(/[\s()./-]/g, '');
  const digits = plain.startsWith('+') ? plain.slice(1) : plain.startsWith('00') ? plain.slice(2) : '';
  return /^[1-9][0-9]{7,14}$/.test(digits) ? digits : null;
}
