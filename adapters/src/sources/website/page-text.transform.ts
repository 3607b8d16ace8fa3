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
/** Elements whose content nobody reads, and menus: their links are followed, their words are on every page. */
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
 * The readable part of a page. Hidden elements are left out: what no visitor can see is no source. The page is read in one pass, without
 * a document in memory: this process serves others meanwhile, and pages are made by anybody. Never throws.
 */
export async function readPage(html: string, url: string): Promise<ReadablePage> {
  const { Parser } = await import('htmlparser2');
  const reader = createReader(url);
  const parser = new Parser(reader.handler, { decodeEntities: true, lowerCaseTags: true });
  reader.onTooMuch = () => parser.pause();
  parser.write(html.slice(0, LONGEST_HTML_IN_CHARACTERS));
  if (!reader.isFull()) parser.end();
  return reader.result();
}

interface OpenElement {
  is_ignored: boolean;
  is_block: boolean;
}

function createReader(base: string) {
  const open: OpenElement[] = [];
  const parts: string[] = [];
  const links: ReadablePage['links'] = [];
  let ignored = 0;
  let size = 0;
  let tags = 0;
  let title: string | null = null;
  let isInTitle = false;
  let description = '';
  let link: { url: string; text: string } | null = null;

  const reader = {
    onTooMuch: (): void => undefined,
    isFull: (): boolean => tags > MOST_TAGS || open.length > DEEPEST_NODE,
    result(): ReadablePage {
      const shown = cleanPageText(parts.join(''));
      const about = shown.length < SHORTEST_TEXT_IN_CHARACTERS ? cleanPageText(description).slice(0, 1_000) : '';
      const text = [about, shown].filter((part) => part !== '').join('\n');
      return {
        title: cleanPageText(title ?? '')
          .replaceAll('\n', ' ')
          .slice(0, 300),
        text: text.slice(0, LONGEST_PAGE_IN_CHARACTERS).toWellFormed(),
        links,
      };
    },
    handler: {
      onopentag(name: string, attributes: Record<string, string>): void {
        tags += 1;
        const is_ignored = IGNORED.has(name) || isHidden(attributes);
        const is_block = BLOCKS.has(name);
        if (name === 'title' && title === null) isInTitle = true;
        if (name === 'meta' && /^(og:)?description$/i.test(attributes.name ?? attributes.property ?? '')) {
          description ||= attributes.content ?? '';
        }
        if (name === 'a') link = openLink(attributes.href, base, links);
        if (is_block && ignored === 0) parts.push('\n');
        open.push({ is_ignored, is_block });
        if (is_ignored) ignored += 1;
        if (reader.isFull()) reader.onTooMuch();
      },
      ontext(text: string): void {
        if (isInTitle) title = `${title ?? ''}${text}`.slice(0, 2_000);
        if (link !== null && link.text.length < 100) link.text = `${link.text}${text}`.trimStart().slice(0, 100);
        if (ignored > 0 || size > LONGEST_PAGE_IN_CHARACTERS * 2) return;
        const flowing = text.replace(/\s+/g, ' ');
        size += flowing.length;
        parts.push(flowing);
      },
      onclosetag(name: string): void {
        const element = open.pop();
        if (element?.is_ignored) ignored -= 1;
        if (element?.is_block && ignored === 0) parts.push('\n');
        if (name === 'a') link = null;
        if (name === 'title') isInTitle = false;
      },
    },
  };
  return reader;
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
