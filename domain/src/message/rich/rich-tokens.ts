import { decodeEntitiesOnce } from '../../text/entities.ts';
import { isSafeLink } from '../../text/safe-link.ts';
import { cutText } from '../../text/text-bounds.ts';
import { parsePieces } from '../tokens.ts';
import { MARKS, type Mark, RICH_LIMITS, type RichImage } from './rich-text.ts';

/** HTML as a row of what it means for formatted text; everything else in it is left out. */
export type RichToken =
  | { kind: 'text'; text: string }
  | { kind: 'break' }
  | { kind: 'divider' }
  | RichImage
  /** A finished block; only rendering makes it. */
  | { kind: 'html'; html: string }
  | { kind: 'open' | 'close'; mark: Mark }
  /** The end of a link has no address. */
  | { kind: 'link'; url: string | null }
  /** A block begins or ends here. */
  | { kind: 'edge' }
  | { kind: 'quote'; is_open: boolean }
  | { kind: 'list'; is_open: boolean; is_numbered: boolean }
  | { kind: 'item'; is_open: boolean }
  /** An item of a list as Word writes it: a paragraph with a level. */
  | { kind: 'word_item'; depth: number; is_numbered: boolean };

/** Elements whose content is no text for readers. */
const UNSEEN = new Set(
  'head style script title template noscript textarea select svg math iframe object xml'.split(' '),
);
const EDGES = new Set(
  'p div section article header footer center address form table tr td th pre dl dt dd figure'.split(' '),
);
const MARK_OF: Record<string, Mark> = {
  b: 'bold',
  strong: 'bold',
  i: 'italic',
  em: 'italic',
  u: 'underline',
  ins: 'underline',
};
const HEADING = /^h[1-6]$/;
const MOST_TAGS = 20_000;
const TAG_NAME = /^<(\/?)([a-z][a-z0-9:]{0,20})/i;
const LONGEST_TAG = 8000;
/** Placeholder of the n-th variable or token during parsing. */
const HELD = /\uE000(\d{1,6})\uE001/g;
const HELD_PARTS = /(\uE000\d{1,6}\uE001)/;

/** Reads HTML of any origin. Variables and tokens in it stay as they are written. Linear, and total for any input. */
export function parseRichTokens(html: string, limit: number = RICH_LIMITS.html): RichToken[] {
  const given = cutText(html, limit).replace(/[\0\uE000\uE001]/g, '');
  const held: string[] = [];
  const pieces = parsePieces(given);
  const bare = pieces.map((piece, index) => {
    const source = given.slice(piece.at, pieces[index + 1]?.at ?? given.length);
    if (piece.kind === 'text' || piece.kind === 'open') return source;
    held.push(source);
    return `\uE000${held.length - 1}\uE001`;
  });
  return new Reader(held).read(bare.join(''));
}

interface Opened {
  name: string;
  /** What its end undoes. */
  closing: RichToken[];
}

class Reader {
  private readonly found: RichToken[] = [];
  private readonly opened: Opened[] = [];
  /** How many of each name are open: looking for one that is not there would cost all of them. */
  private readonly counts = new Map<string, number>();
  private tags = 0;
  private readonly held: readonly string[];

  constructor(held: readonly string[]) {
    this.held = held;
  }

  read(html: string): RichToken[] {
    for (let from = 0; from < html.length; ) {
      const open = html.indexOf('<', from);
      this.addText(html.slice(from, open === -1 ? undefined : open));
      if (open === -1) break;
      from = this.addMarkup(html, open);
    }
    return this.found;
  }

  private addText(text: string): void {
    if (text === '') return;
    const written = decodeWords(text).replace(/[ \t\n\r\f\u00A0]+/g, ' ');
    this.found.push({ kind: 'text', text: this.restore(written) });
  }

  private restore(text: string): string {
    return text.replace(HELD, (_, index: string) => this.held[Number(index)] ?? '');
  }

  /** The place behind a tag, a comment, or an element that is not shown. */
  private addMarkup(html: string, open: number): number {
    if (html.startsWith('<!--', open)) return behind(html, '-->', open + 4);
    if (html.startsWith('<!', open) || html.startsWith('<?', open)) return behind(html, '>', open);
    const [, slash = '', written = ''] = TAG_NAME.exec(html.slice(open, open + 30)) ?? [];
    if (written === '') {
      this.addText('&lt;');
      return open + 1;
    }
    const end = endOfTag(html, open);
    const name = written.toLowerCase();
    this.tags += 1;
    if (this.tags > MOST_TAGS) return end;
    if (slash !== '') this.close(name);
    else if (UNSEEN.has(name)) return endOfUnseen(html, name, end);
    else return this.open(name, attributesOf(html.slice(open, end)), html, end);
    return end;
  }

  /** Returns where reading continues: behind the bullet that Word writes itself. */
  private open(name: string, given: Attributes, html: string, end: number): number {
    if (/mso-list:\s{0,5}ignore/i.test(given.style ?? '')) return this.skipBullet(html, end);
    if (this.addVoid(name, given)) return end;
    const closing = [...this.openBlock(name, given), ...this.openMarks(name, given.style ?? '')];
    if (name === 'a') closing.push(...this.openLink(given.href));
    this.opened.push({ name, closing });
    this.count(name, 1);
    return end;
  }

  private skipBullet(html: string, from: number): number {
    const end = endOfBullet(html, from);
    const last = this.found.at(-1);
    if (last?.kind === 'word_item') last.is_numbered = /^[^<]{0,20}(?:\d|[a-z]{1,4})[.)]/i.test(html.slice(from, end));
    return end;
  }

  private addVoid(name: string, given: Attributes): boolean {
    if (name === 'br') this.found.push({ kind: 'break' });
    else if (name === 'hr') this.found.push({ kind: 'divider' });
    else if (name === 'img') this.found.push(...imageOf(given, (text) => this.restore(text)));
    else
      return (
        name === 'wbr' || name === 'meta' || name === 'link' || name === 'input' || name === 'col' || name === 'base'
      );
    return true;
  }

  private openBlock(name: string, { style = '' }: Attributes): RichToken[] {
    if (name === 'ul' || name === 'ol') {
      this.found.push({ kind: 'list', is_open: true, is_numbered: name === 'ol' });
      return [{ kind: 'list', is_open: false, is_numbered: name === 'ol' }];
    }
    if (name === 'li') {
      this.found.push({ kind: 'item', is_open: true });
      return [{ kind: 'item', is_open: false }];
    }
    if (name === 'blockquote') {
      this.found.push({ kind: 'quote', is_open: true });
      return [{ kind: 'quote', is_open: false }];
    }
    if (!EDGES.has(name) && !HEADING.test(name)) return [];
    const level = /mso-list:\s{0,5}l\d{1,5} level(\d)/i.exec(style)?.[1];
    if (level === undefined) this.found.push({ kind: 'edge' });
    else this.found.push({ kind: 'word_item', depth: Number(level) - 1, is_numbered: false });
    return [{ kind: 'edge' }];
  }

  /** Bold, italic and underline, by tag or by style; a style that says normal wins over the tag. */
  private openMarks(name: string, style: string): RichToken[] {
    const isNormal = /(?:^|[;\s])font-weight:\s{0,5}(?:normal|[1-4]00)/i.test(style);
    const wanted = new Set<Mark>();
    const own = HEADING.test(name) || name === 'th' ? 'bold' : MARK_OF[name];
    if (own !== undefined && !(own === 'bold' && isNormal)) wanted.add(own);
    if (/(?:^|[;\s])font-weight:\s{0,5}(?:bold|[6-9]00)/i.test(style)) wanted.add('bold');
    if (/(?:^|[;\s])font-style:\s{0,5}italic/i.test(style)) wanted.add('italic');
    if (name !== 'a' && /text-decoration[a-z-]{0,10}:[^;]{0,40}underline/i.test(style)) wanted.add('underline');
    const marks = MARKS.filter((mark) => wanted.has(mark));
    this.found.push(...marks.map((mark) => ({ kind: 'open' as const, mark })));
    return marks.map((mark) => ({ kind: 'close' as const, mark }));
  }

  private openLink(href = ''): RichToken[] {
    const url = parseLink(href);
    if (url === null) return [];
    this.found.push({ kind: 'link', url: this.restore(url) });
    return [{ kind: 'link', url: null }];
  }

  /** Closes an element, and the blocks inside it. Bold and the like stay open until their own end tag. Unmatched end tags are ignored. */
  private close(name: string): void {
    if (name === 'p' || name === 'div') this.found.push({ kind: 'edge' });
    if ((this.counts.get(name) ?? 0) === 0) return;
    const place = this.opened.findLastIndex((one) => one.name === name);
    const inner = isLook(name) ? [] : this.opened.slice(place + 1).filter((one) => !isLook(one.name));
    for (const one of [...inner.reverse(), this.opened[place]!]) {
      this.opened.splice(this.opened.lastIndexOf(one), 1);
      this.count(one.name, -1);
      this.found.push(...one.closing);
    }
  }

  private count(name: string, change: 1 | -1): void {
    this.counts.set(name, (this.counts.get(name) ?? 0) + change);
  }
}

const isLook = (name: string): boolean => name in MARK_OF || name === 'span' || name === 'font' || name === 'a';

/** Entities as their signs. One that is written as a sign of a placeholder would repeat a variable as often as it is there. */
function decodeWords(text: string): string {
  if (!text.includes('&')) return text;
  return text
    .split(HELD_PARTS)
    .map((part, index) => (index % 2 === 1 ? part : decodeEntitiesOnce(part).replace(/[\0\uE000\uE001]/g, '')))
    .join('');
}

type Attributes = Partial<Record<string, string>>;

/** The first value of each attribute. One pass: a pattern for quoted values is not linear. */
function attributesOf(tag: string): Attributes {
  const found: Attributes = {};
  let at = 0;
  while (at < tag.length) {
    const sign = tag.indexOf('=', at);
    if (sign === -1) break;
    const name = nameBefore(tag, sign, at);
    let start = sign + 1;
    while (tag[start] === ' ' || tag[start] === '\n') start += 1;
    const quote = tag[start] === '"' || tag[start] === "'" ? tag[start]! : '';
    const end = quote === '' ? endOfBareValue(tag, start) : endOfQuoted(tag, quote, start + 1);
    if (name !== '') found[name.toLowerCase()] ??= decodeWords(tag.slice(start + quote.length, end));
    at = end + 1;
  }
  return found;
}

function nameBefore(tag: string, sign: number, from: number): string {
  let end = sign;
  while (end > from && tag[end - 1] === ' ') end -= 1;
  let start = end;
  while (start > from && end - start < LONGEST_NAME && NAME_SIGN.test(tag[start - 1]!)) start -= 1;
  return tag.slice(start, end);
}

const NAME_SIGN = /[a-z0-9:-]/i;
const LONGEST_NAME = 40;

function endOfQuoted(tag: string, quote: string, from: number): number {
  const end = tag.indexOf(quote, from);
  return end === -1 ? tag.length : end;
}

function endOfBareValue(tag: string, from: number): number {
  let end = from;
  while (end < tag.length && !' \n\t>'.includes(tag[end]!)) end += 1;
  return end;
}

/** A web or mail address. Only bare variables may be in it: `https://acme.example/{{custom.slug}}`. */
function parseLink(href: string): string | null {
  const url = href
    .trim()
    .replaceAll(' ', '%20')
    .replace(/[{}|]/g, (sign) => encodeURIComponent(sign));
  return isSafeLink(url.replace(HELD, '')) ? url : null;
}

function imageOf(given: Attributes, restore: (text: string) => string): RichImage[] {
  const { src = '', alt = '', width = '' } = given;
  const name = /^cid:/i.test(src) ? cutText(restore(src.slice(4)).trim(), 255) : '';
  if (name === '') return [];
  const pixels = /^\d{1,4}(?:px)?$/.test(width) ? Number.parseInt(width, 10) : 0;
  return [
    {
      kind: 'image',
      name,
      alt: cutText(restore(alt), 300),
      width: pixels > 0 ? Math.min(pixels, RICH_LIMITS.image_width) : null,
    },
  ];
}

function behind(html: string, mark: string, from: number): number {
  const found = html.indexOf(mark, from);
  return found === -1 ? html.length : found + mark.length;
}

/** A bracket in a quoted value does not end a tag. */
function endOfTag(html: string, open: number): number {
  let quote = '';
  const limit = Math.min(html.length, open + LONGEST_TAG);
  for (let at = open + 1; at < limit; at += 1) {
    const sign = html[at]!;
    if (quote !== '') quote = sign === quote ? '' : quote;
    else if (sign === '>') return at + 1;
    else if ((sign === '"' || sign === "'") && html[at - 1] === '=') quote = sign;
  }
  return behind(html, '>', open);
}

function endOfUnseen(html: string, name: string, from: number): number {
  for (let at = html.indexOf('</', from); at !== -1; at = html.indexOf('</', at + 2)) {
    if (html.slice(at + 2, at + 2 + name.length).toLowerCase() === name) return behind(html, '>', at);
  }
  return html.length;
}

/** Word writes the bullet of an item in nested spans. */
function endOfBullet(html: string, from: number): number {
  let depth = 1;
  for (let at = from; depth > 0; ) {
    const next = html.indexOf('<', at);
    if (next === -1 || next - from > 2000) return from;
    if (/^<span\b/i.test(html.slice(next, next + 6))) depth += 1;
    else if (/^<\/span/i.test(html.slice(next, next + 6))) depth -= 1;
    at = behind(html, '>', next);
    if (depth === 0) return at;
  }
  return from;
}
