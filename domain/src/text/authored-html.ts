/**
 * The HTML that users write themselves (signatures). The browser cleans what it shows and the server cleans what it stores and sends: both
 * ask these rules, so a signature is mailed as it is shown.
 */

export const AUTHORED_TAGS =
  'a b blockquote br code div em font h1 h2 h3 h4 hr i img li ol p pre s small span strong sub sup table tbody td th thead tr u ul'.split(
    ' ',
  );

/** Other tags lose their brackets and keep their text; these lose it too, because it is not written for readers. */
export const TAGS_WITHOUT_TEXT = 'head iframe math noscript option script style svg template textarea title xmp'.split(
  ' ',
);

export const AUTHORED_ATTRIBUTES =
  'align alt bgcolor border cellpadding cellspacing color colspan height href rel rowspan size src style target title valign width'.split(
    ' ',
  );

const LINK = /^(?:https?:|mailto:|tel:)/i;
const PICTURE = /^(?:https?:|data:image\/(?:png|jpeg|gif|webp);base64,)/i;

const COLOR = /^(?:#[0-9a-f]{3,8}|rgb\(\d{1,3}, ?\d{1,3}, ?\d{1,3}\)|[a-z]{3,20})$/i;
const SIZE = /^\d{1,4}(?:\.\d{1,4})?(?:px|pt|em|rem|%)$/;
const STYLES = new Map([
  ['color', COLOR],
  ['background-color', COLOR],
  ['font-size', SIZE],
  ['font-weight', /^(?:bold|normal|[1-9]00)$/],
  ['font-style', /^(?:italic|normal)$/],
  ['text-decoration', /^(?:underline|line-through|none)$/],
  ['text-align', /^(?:left|right|center|justify)$/],
  ['line-height', /^(?:\d(?:\.\d{1,4})?|\d{1,4}(?:\.\d{1,4})?(?:px|pt|em|rem|%))$/],
]);

/** Attributes of a tag as they may be stored and shown. Links always open in their own tab and pass on no referrer. */
export function cleanAttributes(tag: string, given: Readonly<Record<string, string>>): Record<string, string> {
  const kept: [name: string, value: string][] = [];
  for (const [name, value] of Object.entries(given)) {
    const clean = AUTHORED_ATTRIBUTES.includes(name) ? cleanValue(tag, name, value) : null;
    if (clean !== null) kept.push([name, clean]);
  }
  if (tag === 'a') kept.push(['rel', 'noopener noreferrer nofollow'], ['target', '_blank']);
  return Object.fromEntries(kept);
}

/** Null where the attribute has to go. */
function cleanValue(tag: string, name: string, value: string): string | null {
  if (name === 'style') return cleanStyles(value) || null;
  if (name === 'href') return tag === 'a' && LINK.test(value.trim()) ? value.trim() : null;
  if (name === 'src') return tag === 'img' && PICTURE.test(value.trim()) ? value.trim() : null;
  return name === 'rel' || name === 'target' ? null : value;
}

function cleanStyles(style: string): string {
  const kept: string[] = [];
  for (const declaration of style.split(';')) {
    const colon = declaration.indexOf(':');
    const name = declaration.slice(0, Math.max(0, colon)).trim().toLowerCase();
    const value = declaration.slice(colon + 1).trim();
    const isKept = STYLES.get(name)?.test(value.replace(/ ?! ?important$/i, '')) === true;
    if (isKept) kept.push(`${name}:${value}`);
  }
  return kept.join(';');
}
