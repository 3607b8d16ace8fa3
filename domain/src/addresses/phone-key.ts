import { cutText } from '../text/text-bounds.ts';

/**
 * A number with its country code (+31 (0)6 1234 5678 ext. 9, 0031612345678) as digits: one key for every spelling of a
 * number. Null without a country code, because the number could belong to another person. A test compares it with
 * `phone_key` in SQL.
 */
export function phoneKey(input: string): string | null {
  const text = cutText(input, 60).toLowerCase();
  const end = text.search(/ext|x|#/);
  const plain = (end < 0 ? text : text.slice(0, end)).replaceAll('(0)', '').replace(/[\s()./-]/g, '');
  const digits = plain.startsWith('+') ? plain.slice(1) : plain.startsWith('00') ? plain.slice(2) : '';
  return /^[1-9][0-9]{7,14}$/.test(digits) ? digits : null;
}

/** More digits than any line has, with an extension. */
const MOST_DIGITS = 20;
const LEAST_DIGITS = 5;
/** Exports part several numbers like this. */
const BETWEEN_NUMBERS = /:::|[;,|\n]| \/ | or /;

/** The first phone number of a text, as it is written; null where none is one ('n/a', an amount, what a spreadsheet made of it: 4.93E+11). */
export function parsePhoneCell(input: string): string | null {
  const first = cutText(input, 200).split(BETWEEN_NUMBERS, 1)[0] ?? '';
  const text = first.replace(/^\s*tel:/i, '').trim();
  const digits = text.replace(/\D/g, '').length;
  if (digits < LEAST_DIGITS || digits > MOST_DIGITS || text.length > 60) return null;
  return /^[+(\d][\d\s()./+-]*(?:(?:ext\.?|extension|x|#|dw|durchwahl)[\s:.]*\d{1,6})?$/i.test(text) ? text : null;
}
