import { cutText } from './text-bounds.ts';

/** The first characters of a stranger's text as PostgreSQL and JSON can hold it: without NUL, and U+FFFD for half a surrogate pair. */
export function toStorableText(text: string, limit: number): string {
  // Cut first: the rest of a huge text is not read. Twice the limit leaves room for what is dropped.
  return cutText(
    cutText(text, 2 * limit)
      .replaceAll('\0', '')
      .toWellFormed(),
    limit,
  );
}

/**
 * JSON without the escapes that PostgreSQL refuses, in keys too: NUL is dropped, half a surrogate pair becomes U+FFFD. Only JSON with such an
 * escape is read as a whole.
 */
export function toStorableJson(json: string): string {
  return json.includes('\\u') && SUSPECT.test(json) ? json.replace(ESCAPE, toStorableEscape) : json;
}

const SUSPECT = /\\u(?:0000|[dD][89a-fA-F])/;

/** Each escape as a whole: the text `\u0000` is written `\\u0000`, which is no escape of NUL. A pair that is escaped is one escape. */
const ESCAPE = /\\(?:u[dD][89abAB][0-9a-fA-F]{2}\\u[dD][c-fC-F][0-9a-fA-F]{2}|u[0-9a-fA-F]{4}|.)/g;

function toStorableEscape(written: string): string {
  if (written === '\\u0000') return '';
  return written.length === 6 && /^\\u[dD][89a-fA-F]/.test(written) ? '\ufffd' : written;
}
