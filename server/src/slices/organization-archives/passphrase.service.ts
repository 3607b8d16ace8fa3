import { createCipheriv, createDecipheriv, randomBytes, scrypt } from 'node:crypto';
import { promisify } from 'node:util';

/** 64 MB and a third of a second for each guess (OWASP's strongest suggestion for scrypt is half of it). */
export const SCRYPT = { n: 2 ** 16, r: 8, p: 1 } as const;
/** Of the manifest. A program reads its own and earlier ones. */
export const ARCHIVE_FORMAT = 1;
const IV_BYTES = 12;
const TAG_BYTES = 16;
/** Sealed in each manifest: a wrong passphrase fails on it before anything is imported. */
export const CHECK_TEXT = 'overture-archive';
export const CHECK_PURPOSE = 'check';

const deriveBytes = promisify<string, Buffer, number, object, Buffer>(scrypt);

export const newSalt = (): string => randomBytes(16).toString('base64');

/** The key of an archive. Composed characters: a passphrase gives the same key from every keyboard. */
export function deriveKey(passphrase: string, salt: string): Promise<Buffer> {
  return deriveBytes(passphrase.normalize('NFKC'), Buffer.from(salt, 'base64'), 32, {
    N: SCRYPT.n,
    r: SCRYPT.r,
    p: SCRYPT.p,
    maxmem: 256 * SCRYPT.n * SCRYPT.r,
  });
}

/** AES-256-GCM, bound to its purpose, as base64. */
export function sealValue(key: Buffer, purpose: string, value: string): string {
  const iv = randomBytes(IV_BYTES);
  const cipher = createCipheriv('aes-256-gcm', key, iv).setAAD(Buffer.from(purpose));
  const body = Buffer.concat([cipher.update(value, 'utf8'), cipher.final()]);
  return Buffer.concat([iv, cipher.getAuthTag(), body]).toString('base64');
}

/** Throws when the key or the purpose is another, or the value was changed. */
export function openValue(key: Buffer, purpose: string, sealed: string): string {
  const bytes = Buffer.from(sealed, 'base64');
  const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, IV_BYTES), { authTagLength: TAG_BYTES });
  decipher.setAAD(Buffer.from(purpose)).setAuthTag(bytes.subarray(IV_BYTES, IV_BYTES + TAG_BYTES));
  return Buffer.concat([decipher.update(bytes.subarray(IV_BYTES + TAG_BYTES)), decipher.final()]).toString('utf8');
}
