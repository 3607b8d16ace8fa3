import { cutText } from '../../text/text-bounds.ts';

/**
 * Formatted text of an email. It is stored as HTML of few tags. The editor, the clipboard and the server use one parser and one writer
 * for it. The writer emits these parts only, which makes its HTML safe for any input.
 */

export const MARKS = ['bold', 'italic', 'underline'] as const;
export type Mark = (typeof MARKS)[number];

/** Words of one look, with variables and tokens as a message writes them. Line breaks are parts of their own. */
export interface RichWords {
  kind: 'words';
  text: string;
  marks: readonly Mark[];
  /** Where a link leads; null for other words. */
  url: string | null;
}

/** A file of the message that is shown inside it. */
export interface RichImage {
  kind: 'image';
  name: string;
  /** For those who don't see it. */
  alt: string;
  /** In pixels; null for the picture's own. */
  width: number | null;
}

export type RichInline = RichWords | RichImage | { kind: 'break' };

export interface RichItem {
  /** How many lists are around its own, from 0. */
  depth: number;
  is_numbered: boolean;
  content: RichInline[];
}

export type RichBlock =
  | { kind: 'paragraph'; content: RichInline[] }
  | { kind: 'quote'; content: RichInline[] }
  | { kind: 'list'; items: RichItem[] }
  | { kind: 'divider' }
  /** Finished HTML that is no part of a paragraph (a signature). Only rendering makes it. */
  | { kind: 'html'; html: string };

export const RICH_LIMITS = {
  /** Of the HTML, in characters. */
  html: 40_000,
  /** Of HTML that is pasted: word processors write much around little. */
  pasted: 500_000,
  depth: 4,
  image_width: 600,
  image_bytes: 1_000_000,
} as const;

/** True for text that plain text says as well: paragraphs of words without look, links or pictures. */
export function isPlain(blocks: readonly RichBlock[]): boolean {
  return blocks.every(
    (block) =>
      block.kind === 'paragraph' &&
      block.content.every(
        (part) => part.kind === 'break' || (part.kind === 'words' && part.marks.length === 0 && part.url === null),
      ),
  );
}

/** Mail servers refuse lines of more than 998 characters, and a Content-ID can't be broken. */
const LONGEST_ID = 200;

/** The Content-ID of a file inside a mail: letters, digits and a few signs, one for each name. */
export function contentId(name: string): string {
  const plain = name.replace(/[^A-Za-z0-9.-]/gu, (sign) => `_${(sign.codePointAt(0) ?? 0).toString(16)}_`);
  if (plain.length <= LONGEST_ID) return `${plain}@image`;
  return `${cutText(plain, LONGEST_ID)}_${hashName(plain)}@image`;
}

/** Differs for long names with the same beginning. */
function hashName(name: string): string {
  let [first, second] = [5381, 52711];
  for (let at = 0; at < name.length; at += 1) {
    first = Math.imul(first, 33) ^ name.charCodeAt(at);
    second = Math.imul(second, 31) ^ name.charCodeAt(at);
  }
  return (first >>> 0).toString(16) + (second >>> 0).toString(16);
}
