import { createCipheriv, createECDH, type ECDH, hkdfSync, randomBytes } from 'node:crypto';
import type { PushDevice } from './push-services.port.ts';

const CURVE = 'prime256v1';
const POINT_BYTES = 65;
const SECRET_BYTES = 16;
const UNCOMPRESSED = 4;
/** Of the one record that a message is. */
const RECORD_BYTES = 4096;
/** Marks the end of the last record. */
const LAST = 2;

const derive = (key: Buffer, salt: Buffer, info: Buffer, bytes: number): Buffer =>
  Buffer.from(hkdfSync('sha256', key, salt, info, bytes));

const label = (name: string): Buffer => Buffer.from(`Content-Encoding: ${name}\0`);

/** Whether these keys can be encrypted for. */
export function areDeviceKeys({ public_key, auth_secret }: Pick<PushDevice, 'public_key' | 'auth_secret'>): boolean {
  if (public_key.length !== POINT_BYTES || public_key[0] !== UNCOMPRESSED || auth_secret.length !== SECRET_BYTES)
    return false;
  try {
    const ours = createECDH(CURVE);
    ours.generateKeys();
    ours.computeSecret(public_key);
    return true;
  } catch {
    return false;
  }
}

/** The body of a push message (RFC 8291 in the coding `aes128gcm` of RFC 8188). @param fixed key and salt of a known example */
export function encryptMessage(
  { public_key, auth_secret }: Pick<PushDevice, 'public_key' | 'auth_secret'>,
  text: string,
  fixed?: { key: ECDH; salt: Buffer },
): Buffer<ArrayBuffer> {
  const salt = fixed?.salt ?? randomBytes(SECRET_BYTES);
  const ours = fixed?.key ?? createECDH(CURVE);
  if (!fixed) ours.generateKeys();
  const ourPoint = ours.getPublicKey();
  const both = Buffer.concat([Buffer.from('WebPush: info\0'), public_key, ourPoint]);
  const key = derive(ours.computeSecret(public_key), auth_secret, both, 32);
  const nonce = derive(key, salt, label('nonce'), 12);
  const cipher = createCipheriv('aes-128-gcm', derive(key, salt, label('aes128gcm'), 16), nonce);
  const record = [cipher.update(text, 'utf8'), cipher.update(Buffer.of(LAST)), cipher.final(), cipher.getAuthTag()];
  const size = Buffer.alloc(4);
  size.writeUInt32BE(RECORD_BYTES);
  return Buffer.concat([salt, size, Buffer.of(ourPoint.length), ourPoint, ...record]);
}
