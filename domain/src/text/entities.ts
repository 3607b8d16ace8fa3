/** Names of HTML for the characters from U+00A0 to U+00FF, in their order. */
const LATIN =
  `nbsp iexcl cent pound curren yen brvbar sect uml copy ordf laquo not shy reg macr deg plusmn sup2 sup3 acute micro para middot
  cedil sup1 ordm raquo frac14 frac12 frac34 iquest Agrave Aacute Acirc Atilde Auml Aring AElig Ccedil Egrave Eacute Ecirc Euml Igrave
  Iacute Icirc Iuml ETH Ntilde Ograve Oacute Ocirc Otilde Ouml times Oslash Ugrave Uacute Ucirc Uuml Yacute THORN szlig agrave aacute
  acirc atilde auml aring aelig ccedil egrave eacute ecirc euml igrave iacute icirc iuml eth ntilde ograve oacute ocirc otilde ouml
  divide oslash ugrave uacute ucirc uuml yacute thorn yuml`.split(/\s+/);
const NAMED: ReadonlyMap<string, string> = new Map([
  ...LATIN.map((name, index): [string, string] => [name, String.fromCharCode(0xa0 + index)]),
  ...Object.entries({
    amp: '&',
    lt: '<',
    gt: '>',
    quot: '"',
    apos: "'",
    hellip: '…',
    ndash: '–',
    mdash: '—',
    bull: '•',
  }),
  ...Object.entries({ lsquo: '‘', rsquo: '’', ldquo: '“', rdquo: '”', trade: '™', euro: '€', OElig: 'Œ', oelig: 'œ' }),
  ...Object.entries({ Scaron: 'Š', scaron: 'š', Yuml: 'Ÿ' }),
]);
const ENTITY = /&(?:#\d{1,7}|#x[0-9a-f]{1,6}|[a-z][a-z0-9]{1,7});/gi;

/** Decodes the HTML entities of a value ('O&#39;Neil', 'Acme &amp; Sons'); unknown ones stay. */
export function decodeEntities(text: string): string {
  // Some tools escape twice: '&amp;#39;'.
  return decodeEntitiesOnce(decodeEntitiesOnce(text));
}

/** The same of HTML that was escaped once: "&amp;lt;" is how a text says "&lt;". */
export function decodeEntitiesOnce(text: string): string {
  return text.replace(ENTITY, decodeEntity);
}

function decodeEntity(entity: string): string {
  const name = entity.slice(1, -1);
  if (!name.startsWith('#')) return NAMED.get(name) ?? NAMED.get(name.toLowerCase()) ?? entity;
  const code = /^#x/i.test(name) ? Number.parseInt(name.slice(2), 16) : Number.parseInt(name.slice(1), 10);
  const isCharacter = code >= 0x20 && code <= 0x10ffff && (code < 0xd800 || code > 0xdfff);
  return isCharacter ? String.fromCodePoint(code) : entity;
}
