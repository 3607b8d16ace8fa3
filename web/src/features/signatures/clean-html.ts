import {
  AUTHORED_ATTRIBUTES,
  AUTHORED_TAGS,
  cleanAttributes,
  TAGS_WITHOUT_TEXT,
} from '@overture/domain/text/authored-html';
import DOMPurify from 'dompurify';

const purifier = DOMPurify(window);
purifier.addHook('beforeSanitizeAttributes', (element) => {
  // Text passes here as well.
  if (element.nodeType !== Node.ELEMENT_NODE) return;
  const given = Object.fromEntries([...element.attributes].map(({ name, value }) => [name, value]));
  const kept = cleanAttributes(element.tagName.toLowerCase(), given);
  for (const name of Object.keys(given)) if (!(name in kept)) element.removeAttribute(name);
  for (const [name, value] of Object.entries(kept)) element.setAttribute(name, value);
});

/**
 * HTML of a signature that may be put on the page, by the rules the server cleans it with before it is stored: what is shown is what is
 * mailed, and what is shown never depends on the server having cleaned it.
 */
export function cleanSignatureHtml(html: string): string {
  return purifier.sanitize(html, {
    ALLOWED_TAGS: AUTHORED_TAGS,
    ALLOWED_ATTR: AUTHORED_ATTRIBUTES,
    ALLOW_DATA_ATTR: false,
    FORBID_CONTENTS: TAGS_WITHOUT_TEXT,
  });
}
