import DOMPurify from 'dompurify';

const allowedTags = [
  'a',
  'b',
  'br',
  'div',
  'em',
  'font',
  'h1',
  'h2',
  'h3',
  'hr',
  'i',
  'img',
  'li',
  'ol',
  'p',
  's',
  'span',
  'strong',
  'table',
  'tbody',
  'td',
  'th',
  'thead',
  'tr',
  'u',
  'ul',
];
const allowedAttributes = [
  'alt',
  'align',
  'bgcolor',
  'border',
  'cellpadding',
  'cellspacing',
  'color',
  'colspan',
  'height',
  'href',
  'rowspan',
  'src',
  'style',
  'target',
  'title',
  'valign',
  'width',
];

/**
 * HTML of a signature that may be put on the page: an allowlist of tags, no scripts, no forms, only http, https, mailto and
 * tel addresses, images over https or as data. The server cleans too; what is shown never depends on it.
 */
export function cleanSignatureHtml(html: string): string {
  return DOMPurify.sanitize(html, {
    ALLOWED_TAGS: allowedTags,
    ALLOWED_ATTR: allowedAttributes,
    ALLOW_DATA_ATTR: false,
    ALLOWED_URI_REGEXP: /^(?:https?:|mailto:|tel:|data:image\/(?:png|jpeg|gif|webp);base64,)/i,
  });
}
