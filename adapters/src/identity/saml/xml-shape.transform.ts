import { SamlRefusal } from './saml-refusal.transform.ts';

export type XmlLimits = {
  max_elements: number;
  max_depth: number;
  /** Of one element, declarations of namespaces included. */
  max_attributes: number;
};

const SPACE = /[ \t\r\n]*/y;
const NAME = /[^\s<>/="'&]{1,200}/y;
const EQUALS = /[ \t\r\n]*=[ \t\r\n]*/y;

/**
 * Scans tags once, before any parser builds a tree: parsers and XPath take time quadratic in elements, depth or
 * attributes. Tags must be well-formed: a parser must not see elements that were not counted here.
 * @param xml without comments, sections of text and instructions but the first
 * @returns names of all elements, without prefixes.
 * @throws SamlRefusal
 */
export function parseElementNames(xml: string, limits: XmlLimits): string[] {
  const names: string[] = [];
  let depth = 0;
  let at = xml.indexOf('<', xml.startsWith('<?') ? 1 : 0);
  while (at !== -1) {
    const isEnd = xml[at + 1] === '/';
    const tag = parseTag(xml, at + (isEnd ? 2 : 1), limits.max_attributes);
    if (isEnd) depth -= 1;
    else {
      names.push(tag.local_name);
      if (names.length > limits.max_elements)
        throw new SamlRefusal(`it holds more than ${limits.max_elements} elements`);
      if (depth >= limits.max_depth) throw new SamlRefusal(`its elements lie more than ${limits.max_depth} deep`);
      if (!tag.is_empty) depth += 1;
    }
    at = xml.indexOf('<', tag.end);
  }
  return names;
}

/** @param begin of the name */
function parseTag(xml: string, begin: number, max_attributes: number) {
  const name = read(NAME, xml, begin);
  if (name === '') throw malformed();
  let at = begin + name.length;
  for (let attributes = 0; ; attributes += 1) {
    const space = read(SPACE, xml, at);
    at += space.length;
    const is_empty = xml[at] === '/';
    if (is_empty) at += 1;
    if (xml[at] === '>') return { local_name: name.slice(name.indexOf(':') + 1), is_empty, end: at + 1 };
    if (is_empty || space === '') throw malformed();
    if (attributes >= max_attributes) throw new SamlRefusal(`an element has more than ${max_attributes} attributes`);
    at = parseAttribute(xml, at);
  }
}

/** @returns where it ends */
function parseAttribute(xml: string, begin: number): number {
  const name = read(NAME, xml, begin);
  const equals = read(EQUALS, xml, begin + name.length);
  const quote = begin + name.length + equals.length;
  const sign = xml[quote];
  const end = sign === '"' || sign === "'" ? xml.indexOf(sign, quote + 1) : -1;
  if (name === '' || equals === '' || end === -1) throw malformed();
  if (xml.slice(quote, end).includes('<')) throw malformed();
  return end + 1;
}

function read(pattern: RegExp, text: string, at: number): string {
  pattern.lastIndex = at;
  return pattern.exec(text)?.[0] ?? '';
}

const malformed = (): SamlRefusal => new SamlRefusal('it is no well-formed XML');
