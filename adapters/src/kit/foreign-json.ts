import { setImmediate } from 'node:timers/promises';
import { toStorableJson } from '@overture/domain/text/storable-text';

/** What a vendor's JSON says, with every text in it fit to be stored. @throws SyntaxError when it is no JSON */
export const parseForeignJson = (body: Buffer | string): unknown =>
  JSON.parse(toStorableJson(typeof body === 'string' ? body : body.toString('utf8')));

/** Parsed in one go: a few milliseconds. */
const PIECE_IN_BYTES = 500_000;
const MAX_ITEM_IN_BYTES = 4_000_000;

const [QUOTE, BACKSLASH, COMMA, OPEN, CLOSE] = [...'"\\,[]'].map((sign) => sign.charCodeAt(0));
const [OPEN_OBJECT, CLOSE_OBJECT] = [...'{}'].map((sign) => sign.charCodeAt(0));
const BLANK = /^\s*$/;

/**
 * A large JSON array in pieces: parsed as a whole, 40 MB would hold up every request for most of a second. Anything but an array is parsed as
 * a whole. @throws SyntaxError when it is no JSON, or one item exceeds 4 MB
 */
export async function parseForeignList(body: Buffer): Promise<unknown> {
  const start = body.findIndex((byte) => byte > 32);
  if (body[start] !== OPEN || body.length <= PIECE_IN_BYTES) return parseForeignJson(body);
  const items: unknown[] = [];
  let from = start + 1;
  for (;;) {
    const { end, is_last } = findPieceEnd(body, from);
    const piece = body.toString('utf8', from, end);
    if (BLANK.test(piece) && !(is_last && items.length === 0)) throw new SyntaxError('a list has an empty place');
    for (const item of parseForeignJson(`[${piece}]`) as unknown[]) items.push(item);
    from = end + 1;
    if (is_last) break;
    await setImmediate();
  }
  if (!BLANK.test(body.toString('utf8', from))) throw new SyntaxError('a list is followed by something else');
  return items;
}

/** The first comma between items behind a piece, or the end of the list. @throws SyntaxError where there is none */
function findPieceEnd(body: Buffer, from: number): { end: number; is_last: boolean } {
  const least = from + PIECE_IN_BYTES;
  const most = Math.min(body.length, least + MAX_ITEM_IN_BYTES);
  let depth = 0;
  for (let at = from; at < most; at += 1) {
    const byte = body[at];
    if (byte === QUOTE) at = findQuote(body, at);
    else if (byte === OPEN || byte === OPEN_OBJECT) depth += 1;
    else if (depth > 0) depth -= byte === CLOSE || byte === CLOSE_OBJECT ? 1 : 0;
    else if (byte === CLOSE) return { end: at, is_last: true };
    else if (byte === COMMA && at >= least) return { end: at, is_last: false };
  }
  throw new SyntaxError('a list has no end, or an item that is too large');
}

/** Where the text ends that begins at a quote. */
function findQuote(body: Buffer, from: number): number {
  for (let at = body.indexOf(QUOTE!, from + 1); at >= 0; at = body.indexOf(QUOTE!, at + 1)) {
    let escapes = 0;
    while (body[at - 1 - escapes] === BACKSLASH) escapes += 1;
    if (escapes % 2 === 0) return at;
  }
  return body.length;
}
