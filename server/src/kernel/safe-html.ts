import sanitizeHtml from 'sanitize-html';

const textTags = [
  'p',
  'br',
  'div',
  'span',
  'b',
  'strong',
  'i',
  'em',
  'u',
  's',
  'a',
  'ul',
  'ol',
  'li',
  'blockquote',
  'hr',
  'h1',
  'h2',
  'h3',
  'h4',
  'table',
  'thead',
  'tbody',
  'tr',
  'td',
  'th',
  'img',
  'font',
  'pre',
  'code',
  'small',
  'sub',
  'sup',
];
const color = [/^#[0-9a-f]{3,8}$/i, /^rgb\(\d+, ?\d+, ?\d+\)$/i, /^[a-z]{3,20}$/i];
const size = [/^\d{1,4}(\.\d+)?(px|pt|em|rem|%)$/];

const styles = {
  '*': {
    color,
    'background-color': color,
    'font-size': size,
    'font-weight': [/^(bold|normal|[1-9]00)$/],
    'font-style': [/^(italic|normal)$/],
    'text-decoration': [/^(underline|line-through|none)$/],
    'text-align': [/^(left|right|center|justify)$/],
    'line-height': [/^\d(\.\d+)?$/, ...size],
  },
};

/** Signatures and other HTML our own people write: an allowlist of text formatting, links and https images. */
export function cleanAuthoredHtml(html: string): string {
  return sanitizeHtml(html, {
    allowedTags: textTags,
    allowedAttributes: {
      a: ['href', 'title'],
      img: ['src', 'alt', 'width', 'height'],
      '*': ['style'],
      td: ['colspan', 'rowspan'],
      font: ['color', 'size'],
    },
    allowedSchemes: ['http', 'https', 'mailto', 'tel'],
    allowedSchemesByTag: { img: ['https', 'http', 'data'] },
    allowProtocolRelative: false,
    allowedStyles: styles,
    transformTags: {
      a: sanitizeHtml.simpleTransform('a', { rel: 'noopener noreferrer nofollow', target: '_blank' }, true),
    },
  });
}
