import { randomBytes } from 'node:crypto';
import { crc32 } from 'node:zlib';
import { cutText } from '@overture/domain/text/text-bounds';

const DIGITS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
/** 32 bytes and 4 bytes in base 62. */
const SECRET_LENGTH = 43;
const CHECKSUM_LENGTH = 6;
const PREFIX = /^ovt_(?:live|test|app)_/;
const SHAPE = new RegExp(`^ovt_(?:live|test|app)_[0-9A-Za-z]{${SECRET_LENGTH + CHECKSUM_LENGTH}}$`);
/** As many characters as people see of a key. */
const SHOWN_LENGTH = 14;

function encodeBase62(value: bigint, length: number): string {
  let text = '';
  for (let rest = value; text.length < length; rest /= 62n) text = DIGITS[Number(rest % 62n)] + text;
  return text;
}

/** Of every request by key: 32 bits are a plain number, which is faster than a bigint. */
function checksumOf(text: string): string {
  let digits = '';
  for (let rest = crc32(text); digits.length < CHECKSUM_LENGTH; rest = Math.floor(rest / 62)) {
    digits = DIGITS[rest % 62] + digits;
  }
  return digits;
}

/**
 * A new key: 256 random bits, and a checksum by which a typo or a leak scanner needs no database. `app` is an access token; ids of clients, codes
 * and refresh tokens are no keys, and open nothing where a key is read.
 */
export function makeApiKey(mode: 'live' | 'test' | 'app' | 'client' | 'code' | 'refresh'): {
  secret: string;
  start: string;
} {
  const body = `ovt_${mode}_${encodeBase62(BigInt(`0x${randomBytes(32).toString('hex')}`), SECRET_LENGTH)}`;
  return { secret: body + checksumOf(body), start: cutText(body, SHOWN_LENGTH) };
}

/** True for what can be a key at all: the right shape, and its checksum fits. */
export function isApiKey(text: string): boolean {
  if (!SHAPE.test(text)) return false;
  const body = cutText(text, text.length - CHECKSUM_LENGTH);
  return body + checksumOf(body) === text;
}

/** True for an access token of an app. */
export const isAppToken = (key: string): boolean => key.startsWith('ovt_app_');

/** True for what is meant as a key, complete or not. */
export const looksLikeApiKey = (text: string): boolean => PREFIX.test(text);
