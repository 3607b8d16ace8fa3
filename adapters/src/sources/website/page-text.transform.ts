import { cutText } from '@overture/domain/text/text-bounds';

/** A page as research reads it: what a visitor sees, no markup. */
export type ReadablePage = {
  title: string;
  text: string;
  links: { url: string; text: string }[];
};

/** Longer pages are cut: a model reads several of them. */
export const LONGEST_PAGE_IN_CHARACTERS = 12_000;
/** Below this a page is drawn by scripts that we do not run: what it says about itself to search engines is added. */
const SHORTEST_TEXT_IN_CHARACTERS = 200;
const LONGEST_HTML_IN_CHARACTERS = 1_000_000;
const MOST_LINKS = 500;
const MOST_TAGS = 40_000;
const DEEPEST_NODE = 500;
/** Elements without readable content, and menus: their links are followed, their words are on every page. */
const IGNORED = new Set(
  'head script style noscript template svg math iframe object embed canvas video audio select textarea nav dialog'.split(
    ' ',
  ),
);
const BLOCKS = new Set(
  'p div br li ul ol tr td th table section article main header footer aside form h1 h2 h3 h4 h5 h6 dl dt dd blockquote pre figure figcaption details summary button hr'.split(
    ' ',
  ),
);
const HIDING_STYLE =
  /display:none|visibility:hidden|opacity:0(?![.\d])|font-size:0|(?:left|top|text-indent):-\d{3,}|(?:max-)?(?:width|height):0(?![.\d])/i;

/** What hides from people but not from models: zero width, bidirectional controls, tags, soft hyphens. */
const INVISIBLE =
  /[\u00AD\u061C\u180E\u200B\u200C\u200E\u200F\u202A-\u202E\u2060-\u206F\uFEFF\uFFF9-\uFFFB]|\u200D|[\uFE00-\uFE0F]|[\u{E0000}-\u{E0FFF}]/gu;

/** Text as it is shown and quoted: no invisible or control characters, single spaces, at most one empty line. */
export function cleanPageText(text: string): string {
  return text
    .toWellFormed()
    .replace(INVISIBLE, '')
    .replace(/[^\S\n]+/g, ' ')
    .replace(/[\p{Cc}]/gu, (character) => (character === '\n' ? '\n' : ''))
    .replace(/ ?\n ?/g, '\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim();
}

/**
 * The readable part of a page. Hidden elements are left out, because no visitor sees them. The page is parsed in one
 * pass, without a document in memory: this process serves other requests, and any page may be hostile. Never throws.
 */
export async function parsePage(html: string, url: string): Promise<ReadablePage> {
  const { Parser } = await import('htmlparser2');
  const reader = new PageReader(url);
  const parser = new Parser(reader, { decodeEntities: true, lowerCaseTags: true });
  reader.onTooMuch = () => parser.pause();
  parser.write(cutText(html, LONGEST_HTML_IN_CHARACTERS));
  if (!reader.isFull()) parser.end();
  return reader.result();
}

interface OpenElement {
  is_ignored: boolean;
  is_block: boolean;
}

/** Hears a document and keeps what a visitor sees of it. */
class PageReader {
  readonly #base: string;
  readonly #open: OpenElement[] = [];
  readonly #parts: string[] = [];
  readonly #links: ReadablePage['links'] = [];
  #ignored = 0;
  #size = 0;
  #tags = 0;
  #title: string | null = null;
  #isInTitle = false;
  #description = '';
  #link: { url: string; text: string } | null = null;

  constructor(base: string) {
    this.#base = base;
  }

  onTooMuch = (): void => undefined;

  isFull(): boolean {
    return this.#tags > MOST_TAGS || this.#open.length > DEEPEST_NODE;
  }

  result(): ReadablePage {
    const shown = cleanPageText(this.#parts.join(''));
    const about = shown.length < SHORTEST_TEXT_IN_CHARACTERS ? cutText(cleanPageText(this.#description), 1_000) : '';
    const text = [about, shown].filter((part) => part !== '').join('\n');
    return {
      title: cutText(cleanPageText(this.#title ?? '').replaceAll('\n', ' '), 300),
      text: cutText(text, LONGEST_PAGE_IN_CHARACTERS).toWellFormed(),
      links: this.#links,
    };
  }

  onopentag(name: string, attributes: Record<string, string>): void {
    this.#tags += 1;
    const is_ignored = IGNORED.has(name) || isHidden(attributes);
    const is_block = BLOCKS.has(name);
    if (name === 'title' && this.#title === null) this.#isInTitle = true;
    if (name === 'meta') this.#openMeta(attributes);
    if (name === 'a') this.#link = openLink(attributes.href, this.#base, this.#links);
    if (is_block && this.#ignored === 0) this.#parts.push('\n');
    this.#open.push({ is_ignored, is_block });
    if (is_ignored) this.#ignored += 1;
    if (this.isFull()) this.onTooMuch();
  }

  #openMeta({ name, property, content = '' }: Record<string, string>): void {
    if (/^(og:)?description$/i.test(name ?? property ?? '')) this.#description ||= content;
  }

  ontext(text: string): void {
    if (this.#isInTitle) this.#title = cutText(`${this.#title ?? ''}${text}`, 2_000);
    const link = this.#link;
    if (link !== null && link.text.length < 100) link.text = cutText(`${link.text}${text}`.trimStart(), 100);
    if (this.#ignored > 0 || this.#size > LONGEST_PAGE_IN_CHARACTERS * 2) return;
    const flowing = text.replace(/\s+/g, ' ');
    this.#size += flowing.length;
    this.#parts.push(flowing);
  }

  onclosetag(name: string): void {
    const element = this.#open.pop();
    if (element?.is_ignored) this.#ignored -= 1;
    if (element?.is_block && this.#ignored === 0) this.#parts.push('\n');
    if (name === 'a') this.#link = null;
    if (name === 'title') this.#isInTitle = false;
  }
}

/** Remembers where a link leads; null where it leads nowhere or there are enough. */
function openLink(
  href: string | undefined,
  base: string,
  links: ReadablePage['links'],
): ReadablePage['links'][number] | null {
  const url = href === undefined || links.length === MOST_LINKS ? null : URL.parse(href, base);
  if (url === null || !/^https?:$/.test(url.protocol)) return null;
  url.hash = '';
  const link = { url: url.href, text: '' };
  links.push(link);
  return link;
}

function isHidden(attributes: Record<string, string>): boolean {
  if ('hidden' in attributes || attributes['aria-hidden'] === 'true') return true;
  const { style } = attributes;
  return style !== undefined && style.length < 5_000 && HIDING_STYLE.test(style.replace(/\s+/g, ''));
}
