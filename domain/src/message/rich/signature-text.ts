import { htmlToText } from '../html.ts';
import { parseRichText } from './rich-blocks.ts';
import { writeRichPlain } from './rich-output.ts';

/** Longest stored signature. */
const LONGEST = 50_000;

/** What the editor of formatted text would lose: pictures, tables, looks of their own, and numbers to call. */
const OTHER_HTML = /<(?:img|table|font|h[1-6])\b|\sstyle=|href="tel:/i;

/** True for a signature that formatted text says as well. */
export function isRichSignature(html: string): boolean {
  return !OTHER_HTML.test(html);
}

/** A signature in the text part of a mail: a line each, links with their address behind, lists by signs. */
export function signatureText(html: string): string {
  if (!isRichSignature(html)) return htmlToText(html);
  return writeRichPlain(parseRichText(html, LONGEST)).replace(/\n{2,}/g, '\n');
}
