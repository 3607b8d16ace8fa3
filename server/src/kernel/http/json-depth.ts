/** No call of the contract nests nearly as deep. */
const DEEPEST = 100;

/**
 * Whether JSON nests deeper than any call does. Checked before parsing: a body of opening brackets alone creates millions of
 * arrays and blocks every other request. Costs one walk over what is not text.
 */
export function isTooDeep(json: string): boolean {
  let depth = 0;
  for (let at = 0; at < json.length; at += 1) {
    const code = json.charCodeAt(at);
    if (code === 0x22) at = endOfText(json, at);
    else if (code === 0x5b || code === 0x7b) depth += 1;
    else if (code === 0x5d || code === 0x7d) depth -= 1;
    if (depth > DEEPEST) return true;
  }
  return false;
}

/** Where the text that begins here ends; the end of all where it never does. */
function endOfText(json: string, start: number): number {
  for (let end = json.indexOf('"', start + 1); end !== -1; end = json.indexOf('"', end + 1)) {
    let escapes = 0;
    while (json.charCodeAt(end - 1 - escapes) === 0x5c) escapes += 1;
    if (escapes % 2 === 0) return end;
  }
  return json.length;
}
