import { createHash, createSign, generateKeyPairSync, randomBytes } from 'node:crypto';
import { isoCBOR } from '@simplewebauthn/server/helpers';

/** What a test may make a passkey lie about. */
export interface Lies {
  origin?: string;
  rp_id?: string;
  counter?: number;
  is_verified?: boolean;
  challenge?: string;
  user_handle?: string;
}

const userPresent = 0x01;
const userVerified = 0x04;
const hasCredential = 0x40;
const sha256 = (data: Buffer | string): Buffer => createHash('sha256').update(data).digest();
const base64url = (data: Uint8Array | string): string => Buffer.from(data as Uint8Array).toString('base64url');

/** A passkey in software (ES256, attestation `none`), as a telephone or a security key would answer. */
export function createVirtualPasskey(origin = 'http://localhost', rpId = 'localhost') {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const { x, y } = publicKey.export({ format: 'jwk' });
  const id = randomBytes(32);
  let counter = 0;
  let userHandle = '';

  const clientData = (type: string, challenge: string, lies: Lies): Buffer =>
    Buffer.from(
      JSON.stringify({
        type,
        challenge: lies.challenge ?? challenge,
        origin: lies.origin ?? origin,
        crossOrigin: false,
      }),
    );
  const authenticatorData = (lies: Lies, extra: Buffer = Buffer.alloc(0)): Buffer => {
    counter += 1;
    const flags =
      userPresent | (lies.is_verified === false ? 0 : userVerified) | (extra.length > 0 ? hasCredential : 0);
    const head = Buffer.alloc(5);
    head.writeUInt8(flags, 0);
    head.writeUInt32BE(lies.counter ?? counter, 1);
    return Buffer.concat([sha256(lies.rp_id ?? rpId), head, extra]);
  };

  return {
    /** Answers `navigator.credentials.create`. */
    make(options: Record<string, unknown>, lies: Lies = {}) {
      userHandle = (options.user as { id: string }).id;
      const coseKey = isoCBOR.encode(
        new Map<number, number | Uint8Array<ArrayBuffer>>([
          [1, 2],
          [3, -7],
          [-1, 1],
          [-2, new Uint8Array(Buffer.from(x as string, 'base64url'))],
          [-3, new Uint8Array(Buffer.from(y as string, 'base64url'))],
        ]),
      );
      const length = Buffer.alloc(2);
      length.writeUInt16BE(id.length);
      const data = authenticatorData(lies, Buffer.concat([Buffer.alloc(16), length, id, coseKey]));
      const attestation = isoCBOR.encode(
        new Map<string, unknown>([
          ['fmt', 'none'],
          ['attStmt', new Map()],
          ['authData', new Uint8Array(data)],
        ]) as never,
      );
      return {
        id: base64url(id),
        rawId: base64url(id),
        type: 'public-key' as const,
        clientExtensionResults: {},
        response: {
          clientDataJSON: base64url(clientData('webauthn.create', options.challenge as string, lies)),
          attestationObject: base64url(attestation),
          transports: ['internal'],
        },
      };
    },
    /** Answers `navigator.credentials.get`. */
    sign(options: Record<string, unknown>, lies: Lies = {}) {
      const data = authenticatorData(lies);
      const client = clientData('webauthn.get', options.challenge as string, lies);
      const signature = createSign('sha256')
        .update(Buffer.concat([data, sha256(client)]))
        .sign(privateKey);
      return {
        id: base64url(id),
        rawId: base64url(id),
        type: 'public-key' as const,
        clientExtensionResults: {},
        response: {
          clientDataJSON: base64url(client),
          authenticatorData: base64url(data),
          signature: base64url(signature),
          userHandle: lies.user_handle ?? userHandle,
        },
      };
    },
  };
}
