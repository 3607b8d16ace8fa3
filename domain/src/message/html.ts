import { isSafeLink } from '../text/safe-link.ts';
import { trimOf, trimTrailing } from '../text/text.ts';

const ESCAPES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

/** Addresses in running text, without the punctuation that ends a sentence. */
const ADDRESS = /(?:https?:\/\/|www\.)[^\s<>"'`]{2,2000}/gi;
const TRAILING = '.,;:!?)]}»”’…';

/** Text made harmless in HTML content and in quoted attributes. */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => ESCAPES[character] ?? character);
}

/** A link with escaped text and address. The caller has checked the address with `isSafeLink`. */
export function linkHtml(text: string, url: string): string {
  return `<a href="${escapeHtml(url)}">${escapeHtml(text)}</a>`;
}

/** A piece of a message: plain text, or finished HTML. A block (a signature) is no part of a paragraph. */
export type HtmlPiece = { text: string; html?: string; is_block?: boolean };

const PARAGRAPH_BREAK = /\n[ \t]*\n\s*/;

/** Plain text and finished pieces as minimal HTML: paragraphs at blank lines, line breaks, links; everything else escaped. */
export function textToHtml(pieces: readonly HtmlPiece[]): string {
  const blocks: string[] = [];
  let paragraph = '';
  const close = () => {
    const content = withoutEdges(paragraph);
    if (content !== '') blocks.push(`<p>${content}</p>`);
    paragraph = '';
  };
  for (const piece of joinPlain(pieces)) {
    if (piece.html !== undefined && piece.is_block === true) {
      close();
      blocks.push(`<div>${piece.html}</div>`);
    } else if (piece.html !== undefined) {
      paragraph += piece.html;
    } else {
      const parts = piece.text.replaceAll('\r\n', '\n').split(PARAGRAPH_BREAK);
      parts.forEach((part, index) => {
        if (index > 0) close();
        paragraph += linkify(part).replaceAll('\n', '<br>');
      });
    }
  }
  close();
  return blocks.join('\n');
}

/** Joins neighboring plain pieces: an address made of a variable and text becomes one link. */
function joinPlain(pieces: readonly HtmlPiece[]): HtmlPiece[] {
  const joined: HtmlPiece[] = [];
  for (const piece of pieces) {
    const last = joined.at(-1);
    if (piece.html === undefined && last !== undefined && last.html === undefined) last.text += piece.text;
    else joined.push({ ...piece });
  }
  return joined;
}

/** Escaped text with its addresses as links. */
export function linkify(text: string): string {
  let html = '';
  let end = 0;
  for (const match of text.matchAll(ADDRESS)) {
    const address = trimTrailing(match[0], TRAILING);
    const url = /^www\./i.test(address) ? `https://${address}` : address;
    if (!isSafeLink(url)) continue;
    html += escapeHtml(text.slice(end, match.index)) + linkHtml(address, url);
    end = match.index + address.length;
  }
  return html + escapeHtml(text.slice(end));
}

/** Without blanks and line breaks at both ends. */
function withoutEdges(paragraph: string): string {
  const isBlank = (index: number): boolean => (paragraph[index] ?? 'x').trim() === '';
  let start = 0;
  let end = paragraph.length;
  while (start < end && (isBlank(start) || paragraph.startsWith('<br>', start))) start += isBlank(start) ? 1 : 4;
  while (end > start && (isBlank(end - 1) || paragraph.endsWith('<br>', end))) end -= isBlank(end - 1) ? 1 : 4;
  return paragraph.slice(start, end);
}

/** Elements whose content is no text for people. */
const UNSEEN = /^<(style|script|head|title)\b/i;
const ENDS_LINE = /^<(?:br\b|\/(?:p|div|tr|li|h[1-6]|table|blockquote)\b)/i;

/** HTML (a signature) as plain text: tags dropped, breaks and blocks as line breaks, the common entities decoded. One pass. */
export function htmlToText(html: string): string {
  const parts: string[] = [];
  const add = (text: string): unknown => parts.push(text.replace(/\s+/g, ' '));
  for (let from = 0; from < html.length; ) {
    const open = html.indexOf('<', from);
    add(html.slice(from, open === -1 ? undefined : open));
    if (open === -1) break;
    const end = endOfMarkup(html, open);
    if (ENDS_LINE.test(html.slice(open, open + 16))) parts.push('\n');
    from = end;
  }
  return parts
    .join('')
    .replace(/&(nbsp|amp|lt|gt|quot|apos|#39|#x27);/gi, (_, name: string) => ENTITIES[name.toLowerCase()] ?? ' ')
    .split('\n')
    .map((line) => trimOf(line, ' \t'))
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim();
}

/** Place behind a tag, a comment, or an element that is not seen; the end of the text where it is left open. */
function endOfMarkup(html: string, open: number): number {
  const behind = (mark: string, from: number): number => {
    const found = html.indexOf(mark, from);
    return found === -1 ? html.length : found + mark.length;
  };
  if (html.startsWith('<!--', open)) return behind('-->', open + 4);
  const unseen = UNSEEN.exec(html.slice(open, open + 16))?.[1];
  if (unseen === undefined) return behind('>', open);
  const closing = new RegExp(`</${unseen}\\s{0,50}>`, 'gi');
  closing.lastIndex = open;
  return closing.exec(html) === null ? html.length : closing.lastIndex;
}

const ENTITIES: Record<string, string> = {
  nbsp: ' ',
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  '#39': "'",
  '#x27': "'",
};
