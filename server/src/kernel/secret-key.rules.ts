/** 32 random hexadecimal digits have 14 different ones on average; fewer than 9 in one of millions. */
const LEAST_DISTINCT = 9;
/** 32 random hexadecimal digits measure about 117 bits. */
const LEAST_BITS = 90;
/** Of three neighbors in a random key, one in thirty follows an alphabet or a keyboard. */
const MAX_IN_ORDER = 0.5;
/** Letters that belong to words like these: more than half of a key is no accident. */
const MAX_IN_WORDS = 0.5;

const ORDERS = ['abcdefghijklmnopqrstuvwxyz', '01234567890', 'qwertyuiopasdfghjklzxcvbnm'];
const WORDS = (
  'administrator application authentication change character changeit changeme company confidential cookie database default demo develop ' +
  'development encryption example fixme hello insecure installation key letmein localhost long longer master more monkey overture ' +
  'outreach passphrase password passwort placeholder please private production project random replace sample secret secure ' +
  'security server session signing something staging string super supersecret test testing this token username value ' +
  'verysecret welcome your'
).split(' ');

/** Why a secret key can be guessed; null if it cannot. */
export function describeWeakKey(key: string): string | null {
  const distinct = new Set(key).size;
  if (distinct < LEAST_DISTINCT) return `it has only ${distinct} different characters`;
  if (isRepetition(key)) return 'it repeats itself';
  if (shareInOrder(key.toLowerCase()) > MAX_IN_ORDER) return 'it follows the alphabet, the digits or the keyboard';
  if (shareInWords(key.toLowerCase()) > MAX_IN_WORDS) return 'it is made of common words';
  if (countBits(key) < LEAST_BITS) return 'its characters repeat too much';
  return null;
}

function isRepetition(key: string): boolean {
  for (let unit = 1; unit <= key.length / 2; unit += 1) {
    if (key.slice(unit) === key.slice(0, key.length - unit)) return true;
  }
  return false;
}

function shareInOrder(key: string): number {
  let inOrder = 0;
  for (let n = 2; n < key.length; n += 1) {
    const three = key.slice(n - 2, n + 1);
    const back = [...three].reverse().join('');
    if (new Set(three).size === 1 || ORDERS.some((order) => order.includes(three) || order.includes(back)))
      inOrder += 1;
  }
  return inOrder / (key.length - 2);
}

function shareInWords(key: string): number {
  let rest = key;
  for (const word of WORDS.toSorted((one, other) => other.length - one.length)) rest = rest.replaceAll(word, '');
  return 1 - rest.length / key.length;
}

/** Shannon's measure of its own characters: an upper bound, and so a floor for what is let through. */
function countBits(key: string): number {
  const counts = new Map<string, number>();
  for (const character of key) counts.set(character, (counts.get(character) ?? 0) + 1);
  let bits = 0;
  for (const count of counts.values()) bits -= count * Math.log2(count / key.length);
  return bits;
}
