import { generateKeyPairSync, sign } from 'node:crypto';
import type { PushSender } from './push-services.port.ts';

/** Push services take at most 24 hours. */
const VALID_FOR_IN_SECONDS = 12 * 3600;

const encode = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');

/** A new key of a sender: devices subscribe with its public part. */
export function makeSenderKey(): Pick<PushSender, 'public_key' | 'private_key'> {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'prime256v1' });
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
  const point = Buffer.concat([Buffer.of(4), Buffer.from(x, 'base64url'), Buffer.from(y, 'base64url')]);
  return {
    public_key: point.toString('base64url'),
    private_key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
  };
}

/** The header `authorization` of a message (RFC 8292): who sends it, signed for one push service. */
export function authorizeSender(sender: PushSender, endpoint: string, now: Date): string {
  const claims = {
    aud: new URL(endpoint).origin,
    exp: Math.floor(now.getTime() / 1000) + VALID_FOR_IN_SECONDS,
    sub: sender.contact,
  };
  const text = `${encode({ typ: 'JWT', alg: 'ES256' })}.${encode(claims)}`;
  const key = { key: sender.private_key, dsaEncoding: 'ieee-p1363' as const };
  const signature = sign('sha256', Buffer.from(text), key).toString('base64url');
  return `vapid t=${text}.${signature}, k=${sender.public_key}`;
}
