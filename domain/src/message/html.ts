import { isSafeLink } from './tokens.ts';

const ESCAPES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

/** Addresses in running text, without the punctuation that ends a sentence. */
const ADDRESS = /(?:https?:\/\/|www\.)[^\s<>"'`]{2,2000}/gi;
const TRAILING = /[.,;:!?)\]}»”’…]+$/u;

/** Text made harmless in HTML content and in quoted attributes. */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => ESCAPES[character] ?? character);
}

/** A link with escaped text and address. The caller has checked the address with `isSafeLink`. */
export function linkHtml(text: string, url: string): string {
  return `<a href="${escapeHtml(url)}">${escapeHtml(text)}</a>`;
}

/** A piece of a message: plain text, or finished HTML. A block (a signature) stands outside the paragraphs. */
export type HtmlPiece = { text: string; html?: string; is_block?: boolean };

const PARAGRAPH_BREAK = /\n[ \t]*\n\s*/;

/** Plain text and finished pieces as minimal HTML: paragraphs at blank lines, line breaks, links; everything else escaped. */
export function textToHtml(pieces: readonly HtmlPiece[]): string {
  const blocks: string[] = [];
  let paragraph = '';
  const close = () => {
    const content = paragraph.replace(/^(?:\s|<br>)+|(?:\s|<br>)+$/g, '');
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

/** Neighbouring plain pieces as one, so that an address put together from a variable and text is one link. */
function joinPlain(pieces: readonly HtmlPiece[]): HtmlPiece[] {
  const joined: HtmlPiece[] = [];
  for (const piece of pieces) {
    const last = joined.at(-1);
    if (piece.html === undefined && last !== undefined && last.html === undefined) last.text += piece.text;
    else joined.push({ ...piece });
  }
  return joined;
}

function linkify(text: string): string {
  let html = '';
  let end = 0;
  for (const match of text.matchAll(ADDRESS)) {
    const address = match[0].replace(TRAILING, '');
    const url = /^www\./i.test(address) ? `https://${address}` : address;
    if (!isSafeLink(url)) continue;
    html += escapeHtml(text.slice(end, match.index)) + linkHtml(address, url);
    end = match.index + address.length;
  }
  return html + escapeHtml(text.slice(end));
}

/** HTML (a signature) as plain text: tags dropped, breaks and blocks as line breaks, the common entities decoded. */
export function htmlToText(html: string): string {
  return html
    .replace(/<(style|script|head|title)\b[^>]*>[\s\S]*?(?:<\/\1\s*>|$)/gi, '')
    .replace(/<!--[\s\S]*?(?:-->|$)/g, '')
    .replace(/\s+/g, ' ')
    .replace(/<br\b[^>]*>|<\/(?:p|div|tr|li|h[1-6]|table|blockquote)\s*>/gi, '\n')
    .replace(/<[^>]*>?/g, '')
    .replace(/&(nbsp|amp|lt|gt|quot|apos|#39|#x27);/gi, (_, name: string) => ENTITIES[name.toLowerCase()] ?? ' ')
    .replace(/[ \t]*\n[ \t]*/g, '\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim();
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
