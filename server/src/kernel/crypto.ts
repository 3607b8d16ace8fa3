import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  hash,
  hkdfSync,
  randomBytes,
  randomInt,
  timingSafeEqual,
} from 'node:crypto';

const algorithm = 'aes-256-gcm';

/** What is sealed with: the key in use, and former ones that still open and verify, newest first. */
export interface SecretKeys {
  current: string;
  previous: readonly string[];
}

/** What a former secret key verified signatures of one purpose with; to be kept sealed when the key itself is dropped. */
interface SigningKey {
  id: string;
  purpose: string;
  key: Buffer;
}

/** Seals secrets at rest (mail passwords, tokens) and signs addresses, with keys derived from `SECRET_KEY`. */
export interface Vault {
  /** Ciphertext bound to `purpose`: what was sealed for one cannot be opened for another. */
  seal(purpose: string, secret: string): Buffer;
  /** Throws when the key or the purpose is another, or the bytes were changed. */
  open(purpose: string, sealed: Buffer): string;
  /** The first bytes of everything sealed with the key in use. */
  currentMark(): Buffer;
  /** Short signature (128 bits, base64url) of `text` for `purpose`. */
  sign(purpose: string, text: string): string;
  /** True for a signature by the key in use, a former one, or one that was trusted. */
  verify(purpose: string, text: string, signature: string): boolean;
  formerSigningKeys(purpose: string): SigningKey[];
  trust(purpose: string, key: Buffer): void;
}

const MARK_BYTES = 5;

/** @param given a key, or where several came one after another what answers them; it is asked before each use */
export function createVault(given: string | (() => SecretKeys)): Vault {
  const keysOf = typeof given === 'string' ? () => ({ current: given, previous: [] }) : given;
  const trusted = new Map<string, Buffer[]>();
  const all = (): string[] => {
    const { current, previous } = keysOf();
    return [current, ...previous];
  };
  return {
    seal(purpose, secret) {
      const { current } = keysOf();
      const iv = randomBytes(12);
      const cipher = createCipheriv(algorithm, derive(current, `seal:${purpose}`), iv);
      const body = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final()]);
      return Buffer.concat([computeKeyId(current), iv, cipher.getAuthTag(), body]);
    },
    open: (purpose, sealed) => open(all(), purpose, sealed),
    currentMark: () => computeKeyId(keysOf().current),
    sign: (purpose, text) => signWith(derive(keysOf().current, `sign:${purpose}`), text),
    verify(purpose, text, signature) {
      const keys = all().map((key) => derive(key, `sign:${purpose}`));
      return [...keys, ...(trusted.get(purpose) ?? [])].some((key) => isEqual(signWith(key, text), signature));
    },
    formerSigningKeys: (purpose) =>
      keysOf().previous.map((key) => ({
        id: `${computeKeyId(key).toString('hex')}:${purpose}`,
        purpose,
        key: derive(key, `sign:${purpose}`),
      })),
    trust: (purpose, key) => void trusted.set(purpose, [...(trusted.get(purpose) ?? []), key]),
  };
}

/** 256 bits for one purpose: they reveal nothing of the secret key or of the other keys derived from it. */
export function derive(secretKey: string, purpose: string): Buffer {
  return Buffer.from(hkdfSync('sha256', secretKey, 'overture', purpose, 32));
}

/** Version 2 and the key's id: 32 bits that reveal nothing of the key. */
function computeKeyId(secretKey: string): Buffer {
  return Buffer.concat([Buffer.from([2]), derive(secretKey, 'id').subarray(0, MARK_BYTES - 1)]);
}

/** Version 1 stored no key id: try every key. */
function open(keys: readonly string[], purpose: string, sealed: Buffer): string {
  const isMarked = sealed[0] === 2;
  if (!isMarked && sealed[0] !== 1) throw new Error('sealed with an unknown version');
  const fitting = isMarked ? keys.filter((key) => sealed.subarray(0, MARK_BYTES).equals(computeKeyId(key))) : keys;
  if (fitting.length === 0) throw new Error('sealed with a secret key that is not given (SECRET_KEY_PREVIOUS)');
  const rest = sealed.subarray(isMarked ? MARK_BYTES : 1);
  let failure: unknown;
  for (const key of fitting) {
    try {
      return decrypt(derive(key, `seal:${purpose}`), rest);
    } catch (error) {
      failure = error;
    }
  }
  throw failure;
}

function decrypt(key: Buffer, sealed: Buffer): string {
  const decipher = createDecipheriv(algorithm, key, sealed.subarray(0, 12));
  decipher.setAuthTag(sealed.subarray(12, 28));
  return Buffer.concat([decipher.update(sealed.subarray(28)), decipher.final()]).toString('utf8');
}

function signWith(key: Buffer, text: string): string {
  return createHmac('sha256', key).update(text).digest().subarray(0, 16).toString('base64url');
}

function isEqual(one: string, other: string): boolean {
  const [expected, given] = [Buffer.from(one), Buffer.from(other)];
  return expected.length === given.length && timingSafeEqual(expected, given);
}

/** 256 random bits as text: session, reset and live tokens. */
export function newToken(): string {
  return randomBytes(32).toString('base64url');
}

/** Tokens are random, so a plain digest is enough to keep them out of the database. */
export function hashToken(token: string): Buffer {
  return hash('sha256', token, 'buffer');
}

/** The same as text, for a key of memory: a token itself in memory longer than its request would help only a thief. */
export const digestToken = (token: string): string => hash('sha256', token, 'base64');

/** Compares a received secret with ours in constant time. */
export function isSameSecret(given: string, expected: string): boolean {
  return timingSafeEqual(hashToken(given), hashToken(expected));
}

/** A verifier and its S256 challenge (RFC 7636). The verifier is a secret until the code was exchanged. */
export function newPkce(): { code_verifier: string; code_challenge: string } {
  const code_verifier = newToken();
  return { code_verifier, code_challenge: hash('sha256', code_verifier, 'base64url') };
}

const BASE32 = 'abcdefghijklmnopqrstuvwxyz234567';

/** Random text of five bits a character, for people to copy into a record somewhere. */
export function newBase32(length: number): string {
  return Array.from(randomBytes(length), (byte) => BASE32[byte % 32]).join('');
}

/** A code of eight digits for a person to type. */
export function newDigitCode(): string {
  return String(randomInt(0, 100_000_000)).padStart(8, '0');
}
