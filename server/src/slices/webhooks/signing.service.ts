import { createHmac, createSecretKey, type KeyObject } from 'node:crypto';

const PREFIX = 'whsec_';

/** A secret as people copy it. @param bytes 24 to 64 random ones */
export const formatSecret = (bytes: Buffer): string => `${PREFIX}${bytes.toString('base64')}`;

/** A secret as `signMessage` takes it: made once, since that costs more than a signature. */
export const openSecret = (secret: string): KeyObject =>
  createSecretKey(Buffer.from(secret.slice(PREFIX.length), 'base64'));

export interface SignedMessage {
  message_id: string;
  body: string;
  /** Seconds since 1970, of this try. */
  timestamp: number;
}

/**
 * The headers of Standard Webhooks 1.0.0. A try carries a signature by each secret, which lets a receiver change to the new one
 * while both are valid.
 */
export function signMessage(
  { message_id, body, timestamp }: SignedMessage,
  secrets: readonly KeyObject[],
): Record<string, string> {
  const signatures = secrets.map(
    (secret) => `v1,${createHmac('sha256', secret).update(`${message_id}.${timestamp}.${body}`).digest('base64')}`,
  );
  return {
    'webhook-id': message_id,
    'webhook-timestamp': String(timestamp),
    'webhook-signature': signatures.join(' '),
  };
}
