import { cutText, TEXT_BOUNDS } from '@overture/domain/text/text-bounds';
import { Parser } from 'htmlparser2';
import sanitizeHtml from 'sanitize-html';

const MAX_STYLE_LENGTH = 2_000;
const MAX_URL_LENGTH = 2_000;
const MAX_DEPTH = 100;

const TAGS = [
  ...[
    'a',
    'abbr',
    'address',
    'b',
    'blockquote',
    'br',
    'caption',
    'center',
    'cite',
    'code',
    'col',
    'colgroup',
    'dd',
    'del',
  ],
  ...[
    'div',
    'dl',
    'dt',
    'em',
    'font',
    'h1',
    'h2',
    'h3',
    'h4',
    'h5',
    'h6',
    'hr',
    'i',
    'img',
    'ins',
    'kbd',
    'li',
    'mark',
    'ol',
  ],
  ...[
    'p',
    'pre',
    'q',
    's',
    'samp',
    'small',
    'span',
    'strike',
    'strong',
    'sub',
    'sup',
    'table',
    'tbody',
    'td',
    'tfoot',
    'th',
  ],
  ...['thead', 'tr', 'tt', 'u', 'ul', 'var', 'wbr'],
];

/** Their content is no text for people, or is read by another grammar than the one we clean with. */
const SWALLOWED = [
  ...[
    'script',
    'style',
    'textarea',
    'option',
    'noscript',
    'title',
    'xmp',
    'iframe',
    'noembed',
    'noframes',
    'template',
    'svg',
  ],
  ...['math', 'object', 'embed', 'applet', 'audio', 'video', 'select', 'button', 'frameset'],
];

const COLOR = [/^#[0-9a-f]{3,8}$/i, /^rgba?\([\d., %]{1,40}\)$/i, /^[a-z]{3,20}$/i];
const LENGTH = [/^-?\d{1,4}(\.\d{1,3})?(px|pt|em|rem|%|ex|ch)?$/i, /^auto$/i];
const SIDES = [/^(\d{1,4}(\.\d{1,3})?(px|pt|em|rem|%)?|auto)( (\d{1,4}(\.\d{1,3})?(px|pt|em|rem|%)?|auto)){0,3}$/i];
const BORDER = [
  /^(\d{1,2}px|0|thin|medium|thick|none)?( ?(solid|dashed|dotted|double|none))?( ?(#[0-9a-f]{3,8}|[a-z]{3,20}|rgb\([\d, ]{1,30}\)))?$/i,
];

/** Only what cannot fetch, cover, move over other content or run. `url(`, `expression(`, `position` and variables match nothing. */
const STYLES = {
  '*': {
    color: COLOR,
    'background-color': COLOR,
    'font-family': [/^[\w\s,'"-]{1,200}$/],
    'font-size': [/^\d{1,3}(\.\d{1,3})?(px|pt|em|rem|%)$/i, /^((x{0,2}-)?(small|large)|medium|smaller|larger)$/i],
    'font-style': [/^(normal|italic|oblique)$/i],
    'font-weight': [/^(normal|bold|bolder|lighter|[1-9]00)$/i],
    'line-height': [/^\d{1,3}(\.\d{1,3})?(px|pt|em|%)?$/i, /^normal$/i],
    'letter-spacing': [/^-?\d{1,2}(\.\d{1,3})?(px|pt|em)$/i, /^normal$/i],
    'text-align': [/^(left|right|center|justify|start|end)$/i],
    'text-decoration': [/^(none|underline|line-through|overline)$/i],
    'text-transform': [/^(none|uppercase|lowercase|capitalize)$/i],
    'vertical-align': [/^(baseline|top|middle|bottom|sub|super|text-top|text-bottom)$/i],
    'white-space': [/^(normal|nowrap|pre|pre-wrap|pre-line)$/i],
    'border-collapse': [/^(collapse|separate)$/i],
    'list-style-type': [/^[a-z-]{3,20}$/i],
    direction: [/^(ltr|rtl)$/i],
    display: [/^(block|inline|inline-block|none|table|table-cell|table-row)$/i],
    width: LENGTH,
    height: LENGTH,
    'max-width': LENGTH,
    padding: SIDES,
    margin: SIDES,
    border: BORDER,
    'border-top': BORDER,
    'border-bottom': BORDER,
    'border-left': BORDER,
    'border-right': BORDER,
    'border-radius': LENGTH,
  },
};

const ATTRIBUTES = {
  '*': ['style', 'align', 'valign', 'bgcolor', 'dir', 'lang', 'title', 'data-quoted', 'data-remote-background'],
  a: ['href', 'rel', 'target'],
  img: ['src', 'alt', 'width', 'height', 'data-remote-src', 'data-cid'],
  table: ['width', 'border', 'cellpadding', 'cellspacing'],
  td: ['width', 'height', 'colspan', 'rowspan'],
  th: ['width', 'height', 'colspan', 'rowspan'],
  col: ['width', 'span'],
  font: ['color', 'size', 'face'],
  ol: ['start', 'type'],
  li: ['value'],
};

const IMAGE_DATA = /^data:image\/(png|jpe?g|gif|webp);base64,[a-z0-9+/=\s]+$/i;
const QUOTE_CLASS = /\b(gmail_quote|yahoo_quoted|protonmail_quote|zmail_extra|moz-cite-prefix|OutlookMessageHeader)\b/;
const QUOTE_ID = /^(divRplyFwdMsg|appendonsend|isForwardContent|replySplit)$/;

type Attributes = Record<string, string>;

export interface CleanedMail {
  /** Null for mails that are too large to be shown as HTML. */
  html: string | null;
  /** True when something would be loaded from elsewhere once the reader asks for it. */
  has_remote_content: boolean;
}

/**
 * Makes received HTML fit to be shown in a sandboxed frame: an allowlist of tags, attributes and style values, nothing
 * that runs, submits or loads. A remote image keeps its address in `data-remote-src` (a CSS or attribute background in
 * `data-remote-background`), a picture of the mail itself its content id in `data-cid`; both have no `src`. Quoted
 * history is marked `data-quoted`. Total and bounded for any input.
 */
export function cleanMailHtml(html: string): CleanedMail {
  if (!isShownAsHtml(html)) return { html: null, has_remote_content: false };
  let hasRemoteContent = false;
  const remember = (attributes: Attributes): Attributes => {
    if (attributes['data-remote-src'] || attributes['data-remote-background']) hasRemoteContent = true;
    return attributes;
  };
  const clean = sanitizeHtml(html.replaceAll('\u0000', ''), {
    allowedTags: TAGS,
    allowedAttributes: ATTRIBUTES,
    allowedSchemes: ['http', 'https', 'mailto', 'tel'],
    allowedSchemesByTag: { img: ['data'] },
    allowProtocolRelative: false,
    allowedStyles: STYLES,
    nonTextTags: SWALLOWED,
    disallowedTagsMode: 'discard',
    enforceHtmlBoundary: false,
    nestingLimit: MAX_DEPTH,
    // One transformation for all: the library would run that of '*' once more after a tag's own.
    transformTags: {
      '*': (tagName, given) => ({ tagName, attribs: remember(cleanAttributes(tagName, given)) }),
    },
  });
  return { html: clean, has_remote_content: hasRemoteContent };
}

const PIECE = 8_192;

/**
 * False for HTML that is shown as its text: too long, with too many tags, or nested too deep. Elements that are never open
 * (`br`) or that the next one closes (`p`, `li`) count as the parser counts them. Read in pieces: counting stops soon after the
 * limit.
 */
export function isShownAsHtml(html: string): boolean {
  if (html.length > TEXT_BOUNDS.mail_html) return false;
  let tags = 0;
  let open = 0;
  let deepest = 0;
  const parser = new Parser({
    onopentagname() {
      tags += 1;
      open += 1;
      deepest = Math.max(deepest, open);
    },
    onclosetag() {
      open -= 1;
    },
  });
  const isFine = (): boolean => tags <= TEXT_BOUNDS.html_tags && deepest <= TEXT_BOUNDS.html_depth;
  for (let from = 0; from < html.length && isFine(); from += PIECE) parser.write(html.slice(from, from + PIECE));
  return isFine();
}

function cleanAttributes(tagName: string, given: Attributes): Attributes {
  if (tagName === 'a') return linkAttributes(given);
  return tagName === 'img' ? imageAttributes(given) : plainAttributes(given);
}

/** Our own marks are never taken from the mail: those in it are dropped, and ours are added. */
function plainAttributes(given: Attributes): Attributes {
  const { class: names = '', id = '', style = '', background = '', type = '', ...rest } = given;
  const kept = Object.fromEntries(Object.entries(rest).filter(([name]) => !name.startsWith('data-')));
  const isQuote = QUOTE_CLASS.test(names) || QUOTE_ID.test(id) || type.toLowerCase() === 'cite';
  const remote =
    remoteUrl(background) ??
    remoteUrl(/url\(\s*['"]?([^'")\s]{1,2000})/i.exec(cutText(style, MAX_STYLE_LENGTH))?.[1] ?? '');
  return {
    ...kept,
    ...(type !== '' && type.toLowerCase() !== 'cite' ? { type } : {}),
    ...(style !== '' && style.length <= MAX_STYLE_LENGTH ? { style } : {}),
    ...(isQuote ? { 'data-quoted': 'true' } : {}),
    ...(remote ? { 'data-remote-background': remote } : {}),
  };
}

function linkAttributes(given: Attributes): Attributes {
  const { href, rel: _rel, target: _target, ...rest } = plainAttributes(given);
  const isKept = href !== undefined && href.length <= MAX_URL_LENGTH && /^(https?|mailto|tel):/i.test(href.trim());
  return { ...rest, ...(isKept ? { href: href.trim(), rel: 'noopener noreferrer nofollow', target: '_blank' } : {}) };
}

function imageAttributes(given: Attributes): Attributes {
  const { src = '', ...rest } = plainAttributes(given);
  const source = src.trim();
  if (/^cid:/i.test(source)) return { ...rest, 'data-cid': source.slice(4, 300) };
  if (IMAGE_DATA.test(source)) return { ...rest, src: source };
  const remote = remoteUrl(source);
  return remote ? { ...rest, 'data-remote-src': remote } : rest;
}

/** An http(s) address in its normal form; null for anything else. */
function remoteUrl(text: string): string | null {
  const address = text.trim().replace(/^\/\//, 'https://');
  if (!/^https?:\/\//i.test(address) || address.length > MAX_URL_LENGTH) return null;
  try {
    return new URL(address).href;
  } catch {
    return null;
  }
}

/** Puts pictures that came with the mail into its HTML. `pictures` is by content id, base64, checked to be small bitmaps. */
export function embedPictures(html: string, pictures: ReadonlyMap<string, { type: string; base64: string }>): string {
  if (pictures.size === 0) return html;
  return html.replace(/ data-cid="([^"]{1,300})"/g, (mark, id: string) => {
    const picture = pictures.get(id.replaceAll('&amp;', '&'));
    return picture ? ` src="data:${picture.type};base64,${picture.base64}"` : mark;
  });
}

/** Addresses of remote pictures that cleaned HTML names. */
export function remoteAddresses(html: string): ReadonlySet<string> {
  const found = html.matchAll(/ data-remote-src="([^"]{1,10000})"/g);
  return new Set(Array.from(found, ([, escaped = '']) => unescapeAttribute(escaped)));
}

const MARKS: Record<string, string> = { '&amp;': '&', '&lt;': '<', '&gt;': '>', '&quot;': '"' };
const unescapeAttribute = (text: string): string =>
  text.replace(/&(?:amp|lt|gt|quot);/g, (mark) => MARKS[mark] ?? mark);
