import {
  createCipheriv,
  createDecipheriv,
  createHash,
  createHmac,
  hkdfSync,
  randomBytes,
  randomInt,
  timingSafeEqual,
} from 'node:crypto';

const algorithm = 'aes-256-gcm';

/** Seals secrets at rest (mail passwords, tokens) and signs addresses, with keys derived from `SECRET_KEY`. */
export interface Vault {
  /** Ciphertext bound to `purpose`: what was sealed for one cannot be opened for another. */
  seal(purpose: string, secret: string): Buffer;
  /** Throws when the key or the purpose is another, or the bytes were changed. */
  open(purpose: string, sealed: Buffer): string;
  /** Short signature (128 bits, base64url) of `text` for `purpose`. */
  sign(purpose: string, text: string): string;
  verify(purpose: string, text: string, signature: string): boolean;
}

export function createVault(secretKey: string): Vault {
  const derive = (purpose: string): Buffer => Buffer.from(hkdfSync('sha256', secretKey, 'overture', purpose, 32));
  const sign = (purpose: string, text: string): string =>
    createHmac('sha256', derive(`sign:${purpose}`))
      .update(text)
      .digest()
      .subarray(0, 16)
      .toString('base64url');
  return {
    seal(purpose, secret) {
      const iv = randomBytes(12);
      const cipher = createCipheriv(algorithm, derive(`seal:${purpose}`), iv);
      const body = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final()]);
      return Buffer.concat([Buffer.from([1]), iv, cipher.getAuthTag(), body]);
    },
    open(purpose, sealed) {
      if (sealed[0] !== 1) throw new Error('sealed with an unknown version');
      const decipher = createDecipheriv(algorithm, derive(`seal:${purpose}`), sealed.subarray(1, 13));
      decipher.setAuthTag(sealed.subarray(13, 29));
      return Buffer.concat([decipher.update(sealed.subarray(29)), decipher.final()]).toString('utf8');
    },
    sign,
    verify(purpose, text, signature) {
      const expected = Buffer.from(sign(purpose, text));
      const given = Buffer.from(signature);
      return expected.length === given.length && timingSafeEqual(expected, given);
    },
  };
}

/** 256 random bits as text: session, reset and live tokens. */
export function newToken(): string {
  return randomBytes(32).toString('base64url');
}

/** Tokens are random, so a plain digest is enough to keep them out of the database. */
export function hashToken(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}

/** A verifier and its S256 challenge (RFC 7636). The verifier is a secret until the code was exchanged. */
export function newPkce(): { code_verifier: string; code_challenge: string } {
  const code_verifier = newToken();
  return { code_verifier, code_challenge: createHash('sha256').update(code_verifier).digest('base64url') };
}

/** A code of eight digits for a person to type. */
export function newDigitCode(): string {
  return String(randomInt(0, 100_000_000)).padStart(8, '0');
}
