import { cutText } from '@overture/domain/text/text-bounds';

/** No I, L, O, U: nothing that is taken for something else when it is copied by hand (Crockford). */
const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const groupLength = 4;

/** Ten bytes as sixteen letters in four groups: 80 bits, easy to copy by hand. */
export function formatRecoveryCode(bytes: Uint8Array): string {
  let bits = 0n;
  for (const byte of bytes) bits = (bits << 8n) | BigInt(byte);
  let text = '';
  for (let n = bytes.length * 8 - 5; n >= 0; n -= 5) text += alphabet[Number((bits >> BigInt(n)) & 31n)];
  const groups: string[] = [];
  for (let n = 0; n < text.length; n += groupLength) groups.push(text.slice(n, n + groupLength));
  return groups.join('-');
}

/** Normalizes a typed code: ignores case, blanks and hyphens, and reads letters that look like digits as digits. */
export function normalizeRecoveryCode(given: string): string {
  return cutText(given, 64)
    .toUpperCase()
    .replace(/[^0-9A-Z]/g, '')
    .replace(/O/g, '0')
    .replace(/[IL]/g, '1');
}

/** Six typed digits, or null: no other input counts as a try. */
export function parseDigits(given: string): string | null {
  const digits = cutText(given, 32).replace(/\s/g, '');
  return /^[0-9]{6}$/.test(digits) ? digits : null;
}
