/**
 * JSON for a parameter of a statement. `JSON.stringify` escapes NUL and half a surrogate pair; PostgreSQL refuses both, and with one of them
 * every row of the statement. Here NUL is dropped and a half becomes U+FFFD, in keys too.
 *
 * Only JSON with such an escape is read a second time. The check for one costs under a tenth of writing the JSON.
 */
export function toJson(value: unknown): string {
  const json = JSON.stringify(value);
  return json.includes('\\u') && REFUSED.test(json) ? json.replace(ESCAPE, toStorable) : json;
}

/** `JSON.stringify` writes whole pairs as they are: an escape of this range is half a pair. */
const REFUSED = /\\u(?:0000|d[89a-f])/;

/** Each escape as a whole: the text `\u0000` is written `\\u0000`, which is no escape of NUL. */
const ESCAPE = /\\(?:u[0-9a-f]{4}|.)/g;

function toStorable(written: string): string {
  if (written === '\\u0000') return '';
  return written.startsWith('\\ud') ? '\ufffd' : written;
}
