/**
 * The statement of a request in ClickHouse's HTTP protocol: it is in the body, or (if the body has the rows of an
 * INSERT) in the address; long parameters make the body a form.
 */
export function parseStatement(contentType: string | undefined, query: URLSearchParams, body: Buffer) {
  const given = new Map<string, string>();
  for (const [name, value] of query) if (name.startsWith('param_')) given.set(name.slice(6), value);
  const boundary = /boundary=(.+)$/.exec(contentType ?? '')?.[1];
  const text = body.toString('utf8');
  if (boundary === undefined) {
    const inAddress = query.get('query');
    return inAddress === null ? { sql: text, values: null, given } : { sql: inAddress, values: text, given };
  }
  let sql = '';
  for (const part of text.split(`--${boundary}`)) {
    const [, name = '', value = ''] = /name="([^"]+)"\r\n(?:[^\r\n]+\r\n)*\r\n([\s\S]*)\r\n$/.exec(part) ?? [];
    if (name === 'query') sql = value;
    else if (name.startsWith('param_')) given.set(name.slice(6), value);
  }
  return { sql, values: null, given };
}

/** The engine is given values, the protocol carries their text: by its declared type the one becomes the other. */
export function bindParams(sql: string, given: ReadonlyMap<string, string>): Record<string, unknown> {
  const bound: Record<string, unknown> = {};
  for (const [name, text] of given) {
    const type = new RegExp(`\\{${name}:([A-Za-z0-9()]+)\\}`).exec(sql)?.[1] ?? 'String';
    if (type === 'Array(String)') {
      bound[name] = [...text.matchAll(/'((?:[^'\\]|\\.)*)'/gs)].map(([, inner = '']) => plain(inner));
    } else bound[name] = type.startsWith('Array(') ? JSON.parse(text) : plain(text);
  }
  return bound;
}

const LETTERS: Record<string, string> = { n: '\n', t: '\t', r: '\r', b: '\b', f: '\f', 0: '\0' };
const plain = (text: string): string => text.replace(/\\(.)/gs, (_, letter: string) => LETTERS[letter] ?? letter);
