import { htmlToText } from '@overture/domain/message/html';

/** A page as research reads it: what a visitor sees, no markup. */
export type ReadablePage = {
  title: string;
  text: string;
  links: { url: string; text: string }[];
};

/** Longer pages are cut: a model reads several of them. */
export const LONGEST_PAGE_IN_CHARACTERS = 12_000;
const LONGEST_HTML_IN_CHARACTERS = 600_000;
const MOST_LINKS = 500;
const MOST_TAGS = 12_000;
const DEEPEST_NODE = 200;
/** Shorter pages need nobody to tell the article from what stands around it. */
const SHORTEST_ARTICLE_PAGE_IN_CHARACTERS = 4_000;
/** Elements that never hold others, or that real pages leave open. */
const UNCLOSED = new Set(
  'area base br col embed hr img input link meta param source track wbr p li dt dd td th tr tbody thead option path circle rect use'.split(
    ' ',
  ),
);

const IGNORED = new Set(
  'SCRIPT STYLE NOSCRIPT TEMPLATE SVG IFRAME OBJECT EMBED CANVAS VIDEO AUDIO HEAD SELECT TEXTAREA INPUT'.split(' '),
);
const BLOCKS = new Set(
  'P DIV BR LI UL OL TR TD TH TABLE SECTION ARTICLE MAIN HEADER FOOTER NAV ASIDE FORM H1 H2 H3 H4 H5 H6 DL DT DD BLOCKQUOTE PRE FIGURE FIGCAPTION DETAILS SUMMARY BUTTON OPTION'.split(
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
 * The readable part of a page. Hidden elements are left out: what no visitor can see is no source. Never throws: HTML that the
 * parser cannot bear is read as bare text.
 */
export async function readPage(html: string, url: string): Promise<ReadablePage> {
  const bounded = cutMonster(html.slice(0, LONGEST_HTML_IN_CHARACTERS));
  try {
    return await parsePage(bounded, url);
  } catch {
    return { title: '', text: cleanPageText(htmlToText(bounded)).slice(0, LONGEST_PAGE_IN_CHARACTERS), links: [] };
  }
}

async function parsePage(html: string, url: string): Promise<ReadablePage> {
  const { parseHTML } = await import('linkedom');
  const { document } = parseHTML(/<html[\s>]/i.test(html) ? html : `<html><body>${html}</body></html>`);
  const title = cleanPageText(document.querySelector('title')?.textContent ?? '')
    .replaceAll('\n', ' ')
    .slice(0, 300);
  const links = collectLinks(document as unknown as Document, url);
  const whole = visibleText(document.body as unknown as Node);
  const article =
    whole.length < SHORTEST_ARTICLE_PAGE_IN_CHARACTERS ? '' : await readArticle(document as unknown as Document);
  const text = article.length >= Math.max(600, whole.length * 0.4) ? article : whole;
  return { title, text: text.slice(0, LONGEST_PAGE_IN_CHARACTERS), links };
}

/**
 * The page up to where it has more tags and entities or a deeper nesting than pages for people have: the libraries below take time with the square
 * of either, and this process serves others meanwhile.
 */
function cutMonster(html: string): string {
  let depth = 0;
  let tags = 0;
  for (const match of html.matchAll(/<(\/?)([a-z][a-z0-9-]*)?|&/gi)) {
    tags += 1;
    if (match[2] !== undefined && !UNCLOSED.has(match[2].toLowerCase()))
      depth = Math.max(0, depth + (match[1] === '/' ? -1 : 1));
    if (tags > MOST_TAGS || depth > DEEPEST_NODE) return html.slice(0, match.index);
  }
  return html;
}

/** The article of a news or blog page without what stands around it; empty where there is none. */
async function readArticle(document: Document): Promise<string> {
  const { Readability } = await import('@mozilla/readability');
  for (const element of [...document.querySelectorAll('*')]) if (isHidden(element)) element.remove();
  try {
    const reader = new Readability<Node>(document, { serializer: (node) => node, maxElemsToParse: 3_000 });
    const content = reader.parse()?.content;
    return content ? visibleText(content) : '';
  } catch {
    return '';
  }
}

function collectLinks(document: Document, base: string): ReadablePage['links'] {
  const links: ReadablePage['links'] = [];
  for (const anchor of document.querySelectorAll('a[href]')) {
    const url = URL.parse(anchor.getAttribute('href') ?? '', base);
    if (url === null || !/^https?:$/.test(url.protocol)) continue;
    url.hash = '';
    links.push({ url: url.href, text: (anchor.textContent ?? '').trim().slice(0, 100) });
    if (links.length === MOST_LINKS) break;
  }
  return links;
}

/** What a visitor reads, a line a block. */
function visibleText(root: Node): string {
  const parts: string[] = [];
  let size = 0;
  const walk = (node: Node, depth: number): void => {
    if (depth > DEEPEST_NODE * 2 || size > LONGEST_PAGE_IN_CHARACTERS * 2) return;
    if (node.nodeType === 3) {
      const text = (node.nodeValue ?? '').replace(/\s+/g, ' ');
      size += text.length;
      parts.push(text);
      return;
    }
    if (node.nodeType !== 1 && node.nodeType !== 9 && node.nodeType !== 11) return;
    const name = node.nodeName.toUpperCase();
    if (IGNORED.has(name) || (node.nodeType === 1 && isHidden(node as Element))) return;
    const isBlock = BLOCKS.has(name);
    if (isBlock) parts.push('\n');
    for (let child = node.firstChild; child !== null; child = child.nextSibling) walk(child, depth + 1);
    if (isBlock) parts.push('\n');
  };
  walk(root, 0);
  return cleanPageText(parts.join(''));
}

function isHidden(element: Element): boolean {
  if (element.hasAttribute('hidden') || element.getAttribute('aria-hidden') === 'true') return true;
  const style = element.getAttribute('style');
  return style !== null && HIDING_STYLE.test(style.replace(/\s+/g, ''));
}
